import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// The clone guard: a log of ours that somebody else may write to as well is left as it is in the folder, and its device
/// goes on in a fresh one. docs/sync.md has the cases.
extension SyncRun {
    /// Ends a device's log, in one commit. What of it the folder holds is history from now on, and is read like any other
    /// home's; what the folder does not hold becomes the beginning of the fresh log. It may be cut off anywhere: before the
    /// commit nothing has changed, after it the next run goes on.
    mutating func succeed(_ device: DeviceID, _ listing: FolderListing) async throws(SyncFailure) {
        var kept: [Instant: LogSuccession.Kept] = [:]
        for record in try await records() where record.isOwn && record.id.device == device {
            let found = try await lengthInFolder(of: record, listing)
            if found.length > 0 { kept[record.id.instant] = found }
        }
        let taken = Set(listing.segments.keys.map(\.device)).union(listing.unread)
        let succession = Succession(
            device: device, kept: kept, taken: taken, ledger: ledger.id, store: store, newID: newID)
        try await storing { [absorber] () throws(StoreError) in
            try await absorber.succeed { () throws(StoreError) in try await succession.carryOut() }
        }
    }

    /// How much of an own segment is in the folder. When the file tells nothing, that is what is known to have been put
    /// there.
    private func lengthInFolder(
        of record: SegmentRecord, _ listing: FolderListing
    ) async throws(SyncFailure) -> LogSuccession.Kept {
        let listed = listing.segments[record.id]
        let suffix = listed?.path.name.suffix ?? record.suffix ?? .jsonl
        var length = record.pushedLength
        if listed == nil || record.file != listed?.file {
            let name = SegmentName(opened: record.id.instant, suffix: suffix)
            if let there = try await plaintext(of: SegmentPath(device: record.id.device, name: name)) {
                length = try await heldBytes(of: record.id).commonLines(with: there)
            }
        }
        return LogSuccession.Kept(length: length, suffix: suffix.rawValue)
    }

    private func plaintext(of path: SegmentPath) async throws(SyncFailure) -> [UInt8]? {
        do throws(FolderError) {
            let file = try await folder.read(LedgerPaths.segment(path), limit: SyncLimits.segmentBytes)
            return try? Segment.open(file.bytes, key: ledger.key, file: path.description)
        } catch .missing, .damaged {
            return nil
        } catch {
            throw .folder(error)
        }
    }

    func heldBytes(of segment: SegmentID) async throws(SyncFailure) -> [UInt8] {
        try await storing { () throws(StoreError) in try await store.plaintext(of: segment, in: ledger.id) }
    }
}
