import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// One pass over a ledger's folder: carries out the plan, and counts. It decides nothing that a plan or a reading has not
/// decided. What it has done when it ends early stays done.
struct SyncRun {
    let ledger: SyncedLedger
    let store: Store
    let absorber: any EventAbsorber
    let now: Instant
    let newID: @Sendable () -> UInt128
    var findings: FileFindings
    var memory: FolderMemory
    var parallelFetches = SyncLimits.parallelFetches
    /// Told of every file that was taken in.
    var noteProgress: @Sendable (SyncProgress) -> Void = { _ in }
    var pulled = SyncCount()
    var pushed = SyncCount()
    /// The first single file or directory that did not answer. The rest is done all the same, then the run fails with it.
    var setback: SyncFailure?
    var setbacks = 0
    /// A file that was listed was not found.
    var hasMissed = false

    var folder: any SharedFolder { ledger.folder }

    /// Everything: pull, then push. When a log of ours turns out to be somebody else's too, what that leaves to do is done
    /// in further rounds.
    mutating func full() async throws(SyncFailure) {
        memory.begin(at: now)
        for _ in 0..<SyncLimits.rounds {
            let listing = try await list()
            let spent = try await round(listing)
            // What was not read may be what a copy of this server carried over: it is not to be carried over twice.
            if spent.isEmpty || setback != nil || hasMissed { break }
            var hasEnded = false
            for device in spent.sorted() {
                if try await succeed(device, listing) { hasEnded = true }
            }
            if !hasEnded { break }
        }
        if let setback { throw setback }
    }

    /// Own segments only, for a write that should be seen soon. A new file is not created before the folder was looked at:
    /// a copy of this server may have left the log and carried over what is in it.
    mutating func pushOnly() async throws(SyncFailure) {
        memory.begin(at: now)
        if !memory.knowsMetadata { try await checkMetadata() }
        let plan = try await SyncPlan(pushing: records())
        if plan.createsFiles { return try await full() }
        if try await !push(plan.pushes).isEmpty { try await full() }
    }

    /// Answers which devices of ours can not go on in their logs.
    private mutating func round(_ listing: FolderListing) async throws(SyncFailure) -> Set<DeviceID> {
        // Read after the listing, so that no file of ours can be listed and not known.
        let plan = try await plan(listing)
        findings.take(plan, listing)
        if !plan.fetches.isEmpty, !memory.vouchesForMetadata(at: now) { try await checkMetadata() }
        try await pull(plan.fetches)
        if setback == nil { await absorber.claimForSuccessors() }
        return try await push(self.plan(listing).pushes).union(plan.spent)
    }

    private func plan(_ listing: FolderListing) async throws(SyncFailure) -> SyncPlan {
        SyncPlan(listing, try await records()) { [findings] in findings.isSetAside($0) }
    }

    /// Whether the run goes on without what failed: one file that does not answer must not keep the others (nor what we
    /// have to push) from going their way. A service that wants to be left alone is, and one that fails again and again
    /// is asked no more.
    mutating func survives(_ failure: SyncFailure) -> Bool {
        guard case .folder(.unreachable(_, retryAfter: nil)) = failure, setbacks < SyncLimits.setbacks,
            !Task.isCancelled
        else { return false }
        setback = setback ?? failure
        setbacks += 1
        return true
    }

    func records() async throws(SyncFailure) -> [SegmentRecord] {
        try await storing { () throws(StoreError) in try await store.segments(of: ledger.id) }
    }

    func storing<Answer>(
        _ work: () async throws(StoreError) -> Answer
    ) async throws(SyncFailure) -> Answer {
        do throws(StoreError) {
            return try await work()
        } catch {
            throw .store(error)
        }
    }
}
