package import Accounts
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import Synchronization

extension Books {
    /// What an account has set up. What only a newer version could read is left out.
    package func connections(of account: AccountID) async throws -> [FolderConnection] {
        var connections: [FolderConnection] = []
        for record in try await connectionRecords() where record.account == account {
            if let live = live(record) { connections.append(await live.view(record)) }
        }
        return connections
    }

    package func connection(_ id: ConnectionID, of account: AccountID) async throws -> FolderConnection {
        let (record, live) = try await ownConnection(id, of: account)
        return await live.view(record)
    }

    /// A directory of this machine, inside one of the roots that its operator allowed.
    package func addDirectory(_ path: String, for account: AccountID) async throws -> FolderConnection {
        guard reach.roots.contains(path) else { throw SharingRefusal.outsideRoots }
        return try await add(.directory(path: path), for: account)
    }

    /// A OneDrive that nobody has signed in to yet.
    package func addOneDrive(for account: AccountID) async throws -> FolderConnection {
        try await add(.onedrive(nil), for: account)
    }

    /// A collection at a WebDAV server, which must let us in and is asked what it can do.
    package func addWebDAV(
        _ address: String, user: String, password: String, for account: AccountID
    ) async throws -> FolderConnection {
        let settings = try webDAVSettings(address, user: user, password: password)
        return try await add(.webdav(settings, try await capabilities(settings)), for: account)
    }

    func webDAVSettings(
        _ address: String, user: String, password: String
    ) throws(ConnectionRefusal) -> WebDAVSettings {
        do throws(WebDAVSettings.Refusal) {
            return try WebDAVSettings(address: address, user: user, password: password)
        } catch {
            throw ConnectionRefusal(error)
        }
    }

    /// Once and without repetitions: somebody waits.
    func capabilities(_ settings: WebDAVSettings) async throws -> WebDAVCapabilities {
        let account = RemoteAccount(reach.transfer, rule: RetryRule(attempts: 1))
        let late = ConnectionRefusal.unreachable("it takes too long")
        do {
            return try await answerOfFolder(orElse: late) {
                try await WebDAVConnection(settings, account: account).probe()
            }
        } catch let error as FolderError {
            throw ConnectionRefusal(error)
        }
    }

    private func add(_ settings: ConnectionSettings, for account: AccountID) async throws -> FolderConnection {
        let record = FolderConnectionRecord(
            id: world.makeID(), account: account, kind: settings.kind.rawValue, settings: settings.bytes,
            createdAt: world.now())
        try await kept { try await store.addFolderConnection(record) }
        return try await connection(record.id, of: account)
    }

    /// Ledgers that were shared through it stay here, unshared.
    package func removeConnection(_ id: ConnectionID, of account: AccountID) async throws {
        _ = try await ownConnection(id, of: account)
        do throws(StoreError) {
            try await store.removeFolderConnection(id)
        } catch {
            throw error == .missing ? Denial.notFound(.folderConnection) : Unavailable(error)
        }
        await forget([id])
    }

    /// Of connections that are gone: ledgers stay, unshared.
    func forget(_ connections: [ConnectionID]) async {
        let left = shelf.withLock { shelf in
            let left = shelf.values.filter { $0.record.folder.map { connections.contains($0.connection) } ?? false }
            for shelved in left { shelf[shelved.record.id]?.record.folder = nil }
            return left.map(\.record.id)
        }
        for ledger in left { await sync.detach(ledger) }
        for id in connections {
            await connectionsInUse.withLock { $0.removeValue(forKey: id) }?.close()
        }
    }
}

// MARK: - In use

extension Books {
    func connectionRecords() async throws -> [FolderConnectionRecord] {
        try await kept { try await store.folderConnections() }
    }

    /// One of somebody else's is denied like one that is not there.
    func ownConnection(
        _ id: ConnectionID, of account: AccountID
    ) async throws -> (record: FolderConnectionRecord, live: LiveConnection) {
        let record = try await connectionRecords().first { $0.id == id && $0.account == account }
        guard let record, let live = live(record) else { throw Denial.notFound(.folderConnection) }
        return (record, live)
    }

    /// The one object that is this connection; made from the record when it is needed first.
    func live(_ record: FolderConnectionRecord) -> LiveConnection? {
        connectionsInUse.withLock { inUse in
            if let known = inUse[record.id] { return known }
            let made = ConnectionSettings(record.kind, record.settings).map { makeLive($0, record) }
            inUse[record.id] = made
            return made
        }
    }

    func makeLive(_ settings: ConnectionSettings, _ record: FolderConnectionRecord) -> LiveConnection {
        switch settings {
        case .directory(let path): .directory(path: path)
        case .webdav(let settings, let capabilities):
            .webdav(
                WebDAVConnection(settings, account: RemoteAccount(reach.transfer), capabilities: capabilities))
        case .onedrive(let credential):
            .onedrive(
                OneDriveAccount(
                    settings: reach.oneDrive, transfer: reach.transfer, credential: credential,
                    report: { [log] in log.warning("\($0)", metadata: ["connection": "\(record.id)"]) },
                    save: keeper(of: record, hasCredential: credential.map { $0.lost == nil } ?? false)))
        }
    }

    /// Keeps a renewed credential durably, and lets the ledgers go on whose account has come back.
    private func keeper(of record: FolderConnectionRecord, hasCredential: Bool) -> OneDriveAccount.Save {
        let isUsable = Atomic(hasCredential)
        return { [store, weak self] credential in
            var record = record
            record.settings = ConnectionSettings.onedrive(credential).bytes
            try await store.updateFolderConnection(record)
            let isUsableNow = credential.map { $0.lost == nil } ?? false
            let wasUsable = isUsable.exchange(isUsableNow, ordering: .acquiringAndReleasing)
            if isUsableNow, !wasUsable, let self { Task { await self.syncLedgers(through: record.id) } }
        }
    }

    /// At once: what waited for a sign-in has waited long enough.
    func syncLedgers(through connection: ConnectionID) async {
        let ledgers = shelf.withLock { shelf in
            shelf.values.filter { $0.record.folder?.connection == connection }.map(\.record.id)
        }
        await withDiscardingTaskGroup { group in
            for ledger in ledgers { group.addTask { [sync] in _ = await sync.syncNow(ledger) } }
        }
    }

    /// Looks every day, until the task is cancelled, which sign-ins were not used for a week, and renews them: services
    /// forget one that is not used for months.
    package func staySignedIn() async {
        while !Task.isCancelled {
            for record in (try? await connectionRecords()) ?? [] {
                guard case .onedrive(let account) = live(record) else { continue }
                await account.keepAlive()
                if case .connected(nil) = await account.state { await account.learnName() }
            }
            try? await Task.sleep(for: .seconds(24 * 3600))
        }
    }
}
