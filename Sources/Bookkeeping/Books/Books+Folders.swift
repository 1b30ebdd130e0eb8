package import Accounts
import FolderFormat
package import LedgerCore
package import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import Synchronization

// MARK: - Connections

extension Books {
    package func connections(of account: AccountID) async throws -> [FolderConnection] {
        try await kept { try await store.folderConnections() }
            .filter { $0.account == account }.compactMap(FolderConnection.init)
    }

    /// A directory of this machine, inside one of the roots that its operator allowed.
    package func addDirectory(_ path: String, for account: AccountID) async throws -> FolderConnection {
        guard roots.contains(path) else { throw SharingRefusal.outsideRoots }
        let record = FolderConnectionRecord(
            id: world.makeID(), account: account, kind: FolderConnection.Kind.directory.rawValue,
            settings: Array(path.utf8), createdAt: world.now())
        try await kept { try await store.addFolderConnection(record) }
        guard let connection = FolderConnection(record) else { throw SharingRefusal.noSuchConnection }
        return connection
    }

    /// Ledgers that were shared through it stay here, unshared.
    package func removeConnection(_ id: ConnectionID, of account: AccountID) async throws {
        guard try await connections(of: account).contains(where: { $0.id == id }) else {
            throw Denial.notFound(.folderConnection)
        }
        do throws(StoreError) {
            try await store.removeFolderConnection(id)
        } catch {
            throw error == .missing ? Denial.notFound(.folderConnection) : Unavailable(error)
        }
        await leaveFolders(through: [id])
    }

    /// With what hangs on it: folder connections are their account's, and ledgers stay, unshared.
    package func removeAccount(_ id: AccountID, by caller: Caller, at door: Doorkeeper) async throws {
        let lost = try await connections(of: id).map(\.id)
        try await door.removeAccount(id, by: caller)
        await leaveFolders(through: lost)
    }

    private func leaveFolders(through connections: [ConnectionID]) async {
        let left = shelf.withLock { shelf in
            let left = shelf.values.filter { $0.record.folder.map { connections.contains($0.connection) } ?? false }
            for shelved in left { shelf[shelved.record.id]?.record.folder = nil }
            return left.map(\.record.id)
        }
        for ledger in left { await sync.detach(ledger) }
    }
}

// MARK: - Folders of ledgers

extension Books {
    /// Shares a ledger through a folder: an empty or new one, which it is written into, or its own from another time.
    package func attach(_ ledger: OpenLedger, to choice: FolderChoice, by caller: Caller) async throws {
        let shelved = try shelved(ledger.id)
        let folder = try await folder(choice, of: caller.account.id)
        do {
            try await answerOfFolder { try await LedgerFolder(folder).create(shelved.metadata) }
        } catch let error as LedgerFolderError {
            throw SharingRefusal(error)
        }
        await sync.detach(ledger.id)
        try await kept { try await store.setFolder(choice.place, of: ledger.id) }
        shelf.withLock { $0[ledger.id]?.record.folder = choice.place }
        await startSync(of: ledger, try self.shelved(ledger.id))
        sync.noteWrite(ledger.id)
    }

    /// Hands the ledger to sync, when it has a folder. A folder that can not be named any more (its root is gone from the
    /// settings) is logged; the ledger is usable here.
    func startSync(of ledger: OpenLedger, _ shelved: Shelved) async {
        guard let place = shelved.record.folder else { return }
        do {
            let connections = try await kept { try await store.folderConnections() }
            guard let record = connections.first(where: { $0.id == place.connection }) else { return }
            let folder = try folder(at: place.path, through: record)
            sync.attach(
                SyncedLedger(
                    metadata: shelved.metadata, key: shelved.record.key, folder: folder, problems: ledger.problems,
                    isWatched: { [store, feed, id = ledger.id] in
                        let members = (try? store.members(of: id)) ?? []
                        return members.contains { feed.listenerCount(of: $0) > 0 }
                    }),
                to: ledger)
        } catch {
            log.error("a ledger is not synced", metadata: ["ledger": "\(ledger.id)", "error": "\(error)"])
        }
    }

    /// The folder that an account chose through one of its own connections.
    func folder(_ choice: FolderChoice, of account: AccountID) async throws -> any SharedFolder {
        let connections = try await kept { try await store.folderConnections() }
        guard let record = connections.first(where: { $0.id == choice.connection && $0.account == account }) else {
            throw SharingRefusal.noSuchConnection
        }
        return try folder(at: choice.path, through: record)
    }

    private func folder(
        at path: String, through record: FolderConnectionRecord
    ) throws(SharingRefusal) -> any SharedFolder {
        guard let connection = FolderConnection(record) else { throw .noSuchConnection }
        guard let path = RelativePath(path) else { throw .unusablePath }
        switch connection.kind {
        case .directory:
            guard let folder = roots.folder(directory: connection.path, path: path) else { throw .outsideRoots }
            return folder
        }
    }

    package func syncNow(_ ledger: LedgerID) async -> SyncAnswer { await sync.syncNow(ledger) }

    package func syncStatus(of ledger: LedgerID) async -> SyncStatus { await sync.status(ledger) }

    /// A client looks at the ledger: what other homes write should show soon.
    package func noteClient(of ledger: LedgerID) { sync.noteClient(ledger) }
}

extension FolderChoice {
    var place: FolderPlace { FolderPlace(connection: connection, path: path) }
}

extension SharingRefusal {
    init(_ error: LedgerFolderError) {
        self =
            switch error {
            case .noLedger: .notALedger("there is no ledger.json in it")
            case .notALedger(let reason): .notALedger(reason)
            case .tooNew(let version): .ledgerTooNew(schemaVersion: version)
            case .otherLedger: .otherLedger
            case .otherKey: .wrongJoinCode
            case .occupied: .folderNotEmpty
            case .folder(let error): .init(error)
            }
    }

    init(_ error: FolderError) {
        self =
            switch error {
            case .unreachable(let reason, _): .folderUnreachable(reason)
            case .changed: .folderUnreachable("somebody else is writing to it")
            case .missing: .folderUnreachable("it is not there")
            case .denied(let reason): .folderUnreachable(reason)
            case .signInNeeded(let reason): .folderUnreachable("sign in again: \(reason)")
            case .full: .folderUnreachable("it is full")
            case .damaged(let reason): .notALedger(reason)
            }
    }
}
