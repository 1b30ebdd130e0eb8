package import Accounts
import FolderFormat
package import LedgerCore
package import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import Synchronization

/// Ledgers and their folders.
extension Books {
    /// Shares a ledger through a folder: an empty or new one, which it is written into, or its own from another time.
    package func attach(_ ledger: OpenLedger, to choice: FolderChoice, by caller: Caller) async throws {
        let shelved = try shelved(ledger.id)
        let shared = try await chosenFolder(choice, of: caller.account.id)
        do {
            try await answerOfFolder { try await LedgerFolder(shared.folder).create(shelved.metadata) }
        } catch let error as LedgerFolderError {
            throw SharingRefusal(error)
        }
        await sync.detach(ledger.id)
        let place = shared.place
        try await kept { try await store.setFolder(place, of: ledger.id) }
        shelf.withLock { $0[ledger.id]?.record.folder = place }
        await startSync(of: ledger, try self.shelved(ledger.id))
        sync.noteWrite(ledger.id)
    }

    /// Hands the ledger to sync, when it has a folder. A folder that can not be named any more (its root is gone from the
    /// settings) is logged; the ledger is usable here.
    func startSync(of ledger: OpenLedger, _ shelved: Shelved) async {
        guard let place = shelved.record.folder else { return }
        do {
            let folder = try await folder(at: place) { [weak self] item in
                Task { await self?.keep(item, of: ledger.id, at: place) }
            }
            sync.attach(
                SyncedLedger(
                    metadata: shelved.metadata, key: shelved.record.key, folder: folder, problems: ledger.problems,
                    isWatched: { [store, feed, id = ledger.id] in
                        let members = (try? store.members(of: id)) ?? []
                        return members.contains { feed.listenerCount(of: $0) > 0 }
                    },
                    onNews: { [weak ledger, ring = bell(of: ledger.id)] in
                        if let ledger { ring(ledger.revision) }
                    }),
                to: ledger)
        } catch {
            log.error("a ledger is not synced", metadata: ["ledger": "\(ledger.id)", "error": "\(error)"])
        }
    }

    /// With the connection as it is now.
    func restartSync(through connection: ConnectionID) async {
        let ledgers = shelf.withLock { $0.values.filter { $0.record.folder?.connection == connection } }
        for shelved in ledgers {
            guard let ledger = shelved.open else { continue }
            await startSync(of: ledger, shelved)
            sync.noteWrite(ledger.id)
        }
    }

    /// From the next start on the folder is this very one, so that it is never made anew when it is lost.
    private func keep(_ item: String, of ledger: LedgerID, at place: FolderPlace) async {
        do throws(StoreError) {
            try await store.keepFolderItem(item, of: ledger, at: place)
        } catch {
            return log.error("where a folder is was not kept", metadata: ["ledger": "\(ledger)", "error": "\(error)"])
        }
        shelf.withLock { shelf in
            if shelf[ledger]?.record.folder == place { shelf[ledger]?.record.folder?.item = item }
        }
    }

    package func syncNow(_ ledger: LedgerID) async -> SyncAnswer { await sync.syncNow(ledger) }

    package func syncStatus(of ledger: LedgerID) async -> SyncStatus { await sync.status(ledger) }

    /// A client looks at the ledger: what other homes write should show soon.
    package func noteClient(of ledger: LedgerID) { sync.noteClient(ledger) }
}

// MARK: - Folders

extension Books {
    /// The folder that an account chose through one of its own connections; somebody else's is found by its link first.
    func chosenFolder(_ choice: FolderChoice, of account: AccountID) async throws -> ChosenFolder {
        let live: LiveConnection
        do {
            live = try await ownConnection(choice.connection, of: account).live
        } catch is Denial {
            throw SharingRefusal.noSuchConnection
        }
        if case .onedrive(let drive) = live, await drive.state == .needsSignIn {
            throw SharingRefusal.signInNeeded("nobody is signed in to this OneDrive yet")
        }
        let place = try await place(choice, live)
        let found = ChosenFolder.FoundItem()
        return ChosenFolder(place, try folder(at: place, through: live, found: found.note), found: found)
    }

    private func place(_ choice: FolderChoice, _ live: LiveConnection) async throws -> FolderPlace {
        switch choice.target {
        case .path(let path): return FolderPlace(connection: choice.connection, path: path)
        case .shareLink(let link):
            guard case .onedrive(let drive) = live else {
                throw SharingRefusal.unusableShareLink("a folder of this connection has a path, not a link")
            }
            do {
                let root = try await answerOfFolder { try await OneDriveFolder.join(shareLink: link, account: drive) }
                return FolderPlace(connection: choice.connection, path: nil, item: root.text)
            } catch let error as FolderError {
                throw SharingRefusal(joining: error)
            }
        }
    }

    /// The folder of a ledger. `found` is told once what the service calls it, if that was not known.
    func folder(
        at place: FolderPlace, found: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> any SharedFolder {
        let record = try await connectionRecords().first { $0.id == place.connection }
        guard let live = record.flatMap(live) else { throw SharingRefusal.noSuchConnection }
        return try folder(at: place, through: live, found: found)
    }

    private func folder(
        at place: FolderPlace, through live: LiveConnection, found: @escaping @Sendable (String) -> Void
    ) throws(SharingRefusal) -> any SharedFolder {
        if case .onedrive(let drive) = live, let root = place.item.flatMap(OneDriveRoot.init) {
            return OneDriveFolder(account: drive, root: .item(root))
        }
        guard let path = place.path.flatMap({ RelativePath($0) }) else { throw .unusablePath }
        switch live {
        case .directory(let directory):
            guard let folder = reach.roots.folder(directory: directory, path: path) else { throw .outsideRoots }
            return folder
        case .webdav(let connection):
            return connection.folder(path)
        case .onedrive(let drive):
            return OneDriveFolder(account: drive, root: .path(path)) { found($0.text) }
        }
    }
}

extension SharingRefusal {
    init(_ error: LedgerFolderError) {
        self =
            switch error {
            case .noLedger: .notALedger("there is no ledger.json in it")
            case .notALedger(let reason): .notALedger(reason)
            case .tooNew(let version): .ledgerTooNew(schemaVersion: version)
            case .otherLedger, .otherCurrency: .otherLedger
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
            case .signInNeeded(let reason): .signInNeeded(reason)
            case .full: .folderUnreachable("it is full")
            case .damaged(let reason): .notALedger(reason)
            }
    }

    /// Of a share link.
    init(joining error: FolderError) {
        self =
            switch error {
            case .denied(let reason), .damaged(let reason): .unusableShareLink(reason)
            case .missing: .unusableShareLink("there is nothing at its end")
            default: .init(error)
            }
    }
}
