package import Accounts
import Cryptography
import FolderFormat
package import LedgerCore
package import LedgerSync
package import Logging
package import SQLiteStore
import SharedFolders
import Synchronization

/// Every ledger that this server holds: who may open which, what is known about them, and where they are shared.
package final class Books: Sendable {
    package let feed = ChangeFeed()
    let store: Store
    let world: World
    let sync: SyncEngine
    let reach: FolderReach
    let log: Logger
    let shelf = Mutex<[LedgerID: Shelved]>([:])
    /// Ledgers that not even the shelf can hold: they are shown, and can be removed.
    let damaged = Mutex<[LedgerID: DamagedLedger]>([:])
    /// Every connection that was used since the start: one object each, however many ledgers are behind it.
    let connectionsInUse = Mutex<[ConnectionID: LiveConnection]>([:])
    let actions = Mutex(ActionThrottle())
    /// Accounts whose deletion is under way right now.
    let leaving = Mutex<Set<AccountID>>([])
    let freshBackups = Mutex<[AccountID: FreshBackup]>([:])
    /// Two restores at once would each plan for what the other changes.
    let restores = OneAtATime()
    let transfers = OneAtATime()
    private let readiness = Mutex<Instant?>(nil)

    /// A ledger on the shelf: what is known without opening it, and the opening, once somebody asked for it.
    struct Shelved: Sendable {
        var record: LedgerRecord
        var metadata: LedgerMetadata
        var opening: Task<OpenLedger, any Error>?
        var open: OpenLedger?
    }

    /// Knows every ledger afterwards, and has opened none.
    package init(
        store: Store, world: World, sync: SyncEngine, reach: FolderReach, log: Logger
    ) async throws {
        self.store = store
        self.world = world
        self.sync = sync
        self.reach = reach
        self.log = log
        for ledger in try await kept({ try await store.damagedLedgers() }) { note(ledger) }
        for record in try await kept({ try await store.ledgers() }) {
            do throws(LedgerMetadataError) {
                let shelved = try Shelved(record)
                shelf.withLock { $0[record.id] = shelved }
            } catch {
                note(DamagedLedger(record, detail: "metadata: \(error)"))
            }
        }
    }

    private func note(_ ledger: DamagedLedger) {
        log.error("a ledger is damaged", metadata: ["ledger": "\(ledger.id)", "error": "\(ledger.detail)"])
        damaged.withLock { $0[ledger.id] = ledger }
    }

    /// Opens every ledger, one after another, so that the first visitor does not wait and sync begins.
    package func openAll() async {
        for id in shelf.withLock({ Array($0.keys) }).sorted() {
            do {
                _ = try await open(id)
            } catch {
                log.error("a ledger does not open", metadata: ["ledger": "\(id)", "error": "\(error)"])
            }
        }
    }

    /// The ledger, for somebody who may open it. One that is not theirs and one that is not there are denied alike, and
    /// without looking further.
    package func ledger(_ id: LedgerID, for account: AccountID) async throws -> OpenLedger {
        guard try isMember(account, of: id) else { throw Denial.notFound(.ledger) }
        return try await opened(id)
    }

    /// The same, for whoever was just let in: nothing is asked a second time.
    package func ledger(_ id: LedgerID, for caller: Caller) async throws -> OpenLedger {
        guard caller.ledgers.contains(id) else { throw Denial.notFound(.ledger) }
        return try await opened(id)
    }

    private func opened(_ id: LedgerID) async throws -> OpenLedger {
        if let open = shelf.withLock({ $0[id]?.open }) { return open }
        if let damaged = damaged.withLock({ $0[id] }) { throw Unavailable.damaged(detail: damaged.detail) }
        return try await open(id)
    }

    /// What is known about the account's ledgers, in the order in which it joined them.
    package func ledgers(of account: AccountID) throws -> [LedgerFacts] {
        let ids = try kept { try store.ledgers(of: account) }
        let damaged = damaged.withLock { $0 }
        return shelf.withLock { shelf in
            ids.compactMap { shelf[$0].map(LedgerFacts.init) ?? damaged[$0].map(LedgerFacts.init) }
        }
    }

    package func facts(of ledger: LedgerID) throws(Denial) -> LedgerFacts { LedgerFacts(try shelved(ledger)) }

    package func isMember(_ account: AccountID, of ledger: LedgerID) throws -> Bool {
        try kept { try store.isMember(Membership(account: account, ledger: ledger)) }
    }
}

extension Books.Shelved {
    init(_ record: LedgerRecord) throws(LedgerMetadataError) {
        self.init(record: record, metadata: try LedgerMetadata(decoding: record.metadata))
    }
}

extension Books {
    /// How long a proof of readiness counts: who asks often must not make the disk busy.
    private static let readinessLasts: Int64 = 2_000

    /// Throws unless what is recorded now would be kept.
    package func checkReady() async throws {
        let now = world.now()
        if let proven = readiness.withLock({ $0 }),
            (0..<Self.readinessLasts).contains(now.milliseconds - proven.milliseconds)
        {
            return
        }
        try await kept { try await store.checkWritable() }
        readiness.withLock { $0 = now }
    }
}

extension Books {
    /// Counts what reaches other people, per account and device (rule 11). `request` says what the same request is: repeated
    /// within the window it is free.
    package func count(_ action: ActionThrottle.Action, by caller: Caller, request: String) throws(Denial) {
        try actions.withLock { [now = world.now()] actions throws(Denial) in
            try actions.count(
                action, by: caller.account.id, device: caller.device.id, request: request, at: now)
        }
    }
}

// MARK: - Opening

extension Books {
    func shelved(_ ledger: LedgerID) throws(Denial) -> Shelved {
        guard let shelved = shelf.withLock({ $0[ledger] }) else { throw .notFound(.ledger) }
        return shelved
    }

    /// Opens a ledger once, however many ask at the same time; a failure is told to all of them, and tried again by the
    /// next.
    func open(_ id: LedgerID) async throws -> OpenLedger {
        let opening = try shelf.withLock { shelf throws(Denial) in
            guard let shelved = shelf[id] else { throw .notFound(.ledger) }
            if let opening = shelved.opening { return opening }
            let opening = Task { try await load(shelved) }
            shelf[id]?.opening = opening
            return opening
        }
        do {
            let ledger = try await opening.value
            shelf.withLock { $0[id]?.open = ledger }
            return ledger
        } catch {
            shelf.withLock { shelf in
                if shelf[id]?.opening == opening { shelf[id]?.opening = nil }
            }
            throw (error as? StoreError).map(Unavailable.init) ?? error
        }
    }

    private func load(_ shelved: Shelved) async throws -> OpenLedger {
        var contents = try await LedgerContents.load(
            shelved.record.id, in: shelved.metadata.currency, from: store)
        contents.schemaVersion = shelved.metadata.schemaVersion
        let ledger = OpenLedger(
            contents, disk: LedgerDisk(store, shelved.record.id), world: world,
            onChange: announcer(of: shelved.record.id), onUpgrade: { [weak self] in await self?.keep($0) })
        await startSync(of: ledger, shelved)
        return ledger
    }

    /// Tells everyone who may know, and wakes sync without waiting for it.
    private func announcer(of id: LedgerID) -> @Sendable (Int, Bool) -> Void {
        { [sync, ring = bell(of: id)] revision, isOwn in
            if isOwn { sync.noteWrite(id) }
            ring(revision)
        }
    }

    /// Tells everyone who may know that something about a ledger is not as it was.
    func bell(of id: LedgerID) -> @Sendable (_ revision: Int) -> Void {
        { [feed, store, log] revision in
            guard feed.isHeard else { return }
            do throws(StoreError) {
                feed.announce(id, revision: revision, to: Set(try store.members(of: id)))
            } catch {
                log.error("a change was not announced", metadata: ["ledger": "\(id)", "error": "\(error)"])
            }
        }
    }
}
