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
    var pulled = SyncCount()
    var pushed = SyncCount()

    var folder: any SharedFolder { ledger.folder }

    /// Everything: pull, then push. When a log of ours turns out to be somebody else's too, what that leaves to do is done
    /// in further rounds.
    mutating func full() async throws(SyncFailure) {
        try await checkMetadata(records())
        let listing = try await list()
        for _ in 0..<SyncLimits.rounds {
            let spent = try await round(listing)
            for device in spent.sorted() { try await succeed(device, listing) }
            if spent.isEmpty { break }
        }
    }

    /// Own segments only, for a write that should be seen soon.
    mutating func pushOnly() async throws(SyncFailure) {
        let records = try await records()
        try await checkMetadata(records)
        if try await !push(SyncPlan(pushing: records).pushes).isEmpty { try await full() }
    }

    /// Answers which devices of ours can not go on in their logs.
    private mutating func round(_ listing: FolderListing) async throws(SyncFailure) -> Set<DeviceID> {
        // Read after the listing, so that no file of ours can be listed and not known.
        let plan = try await plan(listing)
        findings.take(plan, listing)
        try await pull(plan.fetches)
        await absorber.claimForSuccessors()
        return try await push(self.plan(listing).pushes).union(plan.spent)
    }

    private func plan(_ listing: FolderListing) async throws(SyncFailure) -> SyncPlan {
        SyncPlan(listing, try await records()) { [findings] in findings.isSetAside($0) }
    }

    func records() async throws(SyncFailure) -> [SegmentRecord] {
        try await storing { () throws(StoreError) in try await store.segments(of: ledger.id) }
    }

    /// Nothing is read or written in a folder that is not this ledger's, or that a newer version writes (SC-ARC-FMT-2).
    ///
    /// A folder in which we have never seen nor put a segment may still have to be made: creating a ledger succeeds while
    /// its folder can not be reached. One that was in use is never made anew: an empty directory where the ledger was is
    /// a drive that is not mounted, or a mistake.
    private func checkMetadata(_ records: [SegmentRecord]) async throws(SyncFailure) {
        let ledgerFolder = LedgerFolder(folder)
        let wasInUse = records.contains { $0.file != nil }
        do throws(LedgerFolderError) {
            let metadata = try await ledgerFolder.metadata()
            guard metadata.ledgerID == ledger.id else { throw .otherLedger }
            guard metadata.accepts(ledger.key) else { throw .otherKey }
        } catch .noLedger where !wasInUse {
            do throws(LedgerFolderError) {
                try await ledgerFolder.create(ledger.metadata)
            } catch {
                throw SyncFailure(error)
            }
        } catch {
            throw SyncFailure(error)
        }
    }

    /// A directory that is not there yet has no entries. One that can not be read is reported, and the others are.
    private func list() async throws(SyncFailure) -> FolderListing {
        var listing = FolderListing()
        do throws(FolderError) {
            for device in listing.devices(try await folder.list(LedgerPaths.events)) {
                do throws(FolderError) {
                    listing.add(try await folder.list(LedgerPaths.device(device)), of: device)
                } catch {
                    switch error {
                    case .missing: break
                    case .denied(let reason), .damaged(let reason): listing.addUnread(device, reason)
                    case .unreachable, .signInNeeded, .changed, .full: throw error
                    }
                }
            }
        } catch .missing {
            return listing
        } catch {
            throw .folder(error)
        }
        return listing
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
