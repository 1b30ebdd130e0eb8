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
    var findings: FileFindings
    var pulled = SyncCount()
    var pushed = SyncCount()

    var folder: any SharedFolder { ledger.folder }

    /// Everything: pull, then push.
    mutating func full() async throws(SyncFailure) {
        let records = try await records()
        try await checkMetadata(isEstablished: records.contains { $0.file != nil })
        let listing = try await list()
        let plan = SyncPlan(listing, records) { [findings] in findings.isSetAside($0) }
        findings.take(plan, listing)
        try await pull(plan.fetches)
        try await push(plan.pushes)
    }

    /// Own segments only, for a write that should be seen soon.
    mutating func pushOnly() async throws(SyncFailure) {
        let records = try await records()
        try await checkMetadata(isEstablished: records.contains { $0.file != nil })
        try await push(SyncPlan(pushing: records, except: findings.divergedDevices).pushes)
    }

    private func records() async throws(SyncFailure) -> [SegmentRecord] {
        try await storing { () throws(StoreError) in try await store.segments(of: ledger.id) }
    }

    /// Nothing is read or written in a folder that is not this ledger's, or that a newer version writes (SC-ARC-FMT-2).
    ///
    /// A folder in which we have never seen nor put a segment may still have to be made: creating a ledger succeeds while
    /// its folder can not be reached. One that was in use is never made anew: an empty directory where the ledger was is
    /// a drive that is not mounted, or a mistake.
    private func checkMetadata(isEstablished: Bool) async throws(SyncFailure) {
        let ledgerFolder = LedgerFolder(folder)
        do throws(LedgerFolderError) {
            let metadata = try await ledgerFolder.metadata()
            guard metadata.ledgerID == ledger.id else { throw .otherLedger }
            guard metadata.accepts(ledger.key) else { throw .otherKey }
        } catch .noLedger where !isEstablished {
            do throws(LedgerFolderError) {
                try await ledgerFolder.create(ledger.metadata)
            } catch {
                throw SyncFailure(error)
            }
        } catch {
            throw SyncFailure(error)
        }
    }

    private func list() async throws(SyncFailure) -> FolderListing {
        var listing = FolderListing()
        for device in listing.devices(try await entries(LedgerPaths.events)) {
            listing.add(try await entries(LedgerPaths.device(device)), of: device)
        }
        return listing
    }

    /// A directory that is not there yet has no entries.
    private func entries(_ directory: RelativePath) async throws(SyncFailure) -> [FolderEntry] {
        do throws(FolderError) {
            return try await folder.list(directory)
        } catch .missing {
            return []
        } catch {
            throw .folder(error)
        }
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
