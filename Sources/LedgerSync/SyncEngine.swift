package import LedgerCore
package import SQLiteStore
import Synchronization

/// Keeps every attached ledger and its folder in step, each at its own pace (SC-FR-SYN-1). Made once.
package final class SyncEngine: Sendable {
    private let store: Store
    package let clock: SyncClock
    private let report: @Sendable (SyncReport) -> Void
    private let isIdle: Bool
    private let syncers = Mutex<[LedgerID: LedgerSyncer]>([:])

    /// - Parameters:
    ///   - isIdle: for a command that works on the ledgers and is gone: no folder is touched.
    ///   - report: is told of every run that has ended.
    package init(
        store: Store, clock: SyncClock, isIdle: Bool = false,
        report: @escaping @Sendable (SyncReport) -> Void = { _ in }
    ) {
        self.isIdle = isIdle
        self.store = store
        self.clock = clock
        self.report = report
    }

    /// Begins to sync a ledger, at once; one that was attached before goes on with this folder.
    package func attach(_ ledger: SyncedLedger, to absorber: any EventAbsorber) {
        if isIdle { return }
        let syncer = LedgerSyncer(ledger, store: store, absorber: absorber, clock: clock, report: report)
        let former = syncers.withLock { $0.updateValue(syncer, forKey: ledger.id) }
        Task {
            await former?.retire()
            await syncer.start()
        }
    }

    /// Answers when a run under way has ended: what it still learns belongs to the folder it works on.
    package func detach(_ ledger: LedgerID) async {
        let syncer = syncers.withLock { $0.removeValue(forKey: ledger) }
        await syncer?.retire()
    }

    /// Ends all work. What is not pushed yet is pushed after the next start.
    package func stop() async {
        let all = syncers.withLock { syncers in
            defer { syncers = [:] }
            return syncers.values
        }
        for syncer in all { await syncer.stop() }
    }

    /// Own events of this ledger are on the disk. Never waits, costs next to nothing.
    package func noteWrite(_ ledger: LedgerID) {
        syncer(ledger)?.noteWrite()
    }

    /// A client looks at this ledger. Never waits, costs next to nothing.
    package func noteClient(_ ledger: LedgerID) {
        syncer(ledger)?.noteClient()
    }

    /// Pulls and pushes at once (SC-FR-SYN-2); answers when done, within 30 s.
    package func syncNow(_ ledger: LedgerID) async -> SyncAnswer {
        await syncer(ledger)?.syncNow() ?? .local
    }

    package func status(_ ledger: LedgerID) async -> SyncStatus {
        await syncer(ledger)?.status() ?? .local
    }

    /// Of every ledger that has a folder.
    package func overview() async -> [LedgerID: SyncStatus] {
        var statuses: [LedgerID: SyncStatus] = [:]
        for (ledger, syncer) in syncers.withLock({ $0 }) { statuses[ledger] = await syncer.status() }
        return statuses
    }

    private func syncer(_ ledger: LedgerID) -> LedgerSyncer? {
        syncers.withLock { $0[ledger] }
    }
}
