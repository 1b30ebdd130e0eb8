import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// The clone guard: a log of ours that somebody else may write to as well is left as it is in the folder, and its device
/// goes on in a fresh one. docs/sync.md has the cases.
extension SyncRun {
    /// How an own segment stands to its file.
    private struct Standing {
        /// So much of it is in the folder for good.
        let length: Int
        /// Nothing more of it may go into that file.
        let isSpent: Bool
    }

    /// Ends a device's log, in one commit. What of it the folder holds is history from now on, and is read like any other
    /// home's; what its files have no room for becomes the beginning of the fresh log. It may be cut off anywhere: before
    /// the commit nothing has changed, after it the next run goes on. False when it can not end yet.
    mutating func succeed(_ device: DeviceID, _ listing: FolderListing) async throws(SyncFailure) -> Bool {
        var kept: [Instant: LogSuccession.Kept] = [:]
        var spent: Set<Instant> = []
        let own = try await records().filter { $0.isOwn && $0.id.device == device }
        for record in own {
            let path = path(of: record, listing)
            guard
                let standing = try await publish(record, at: path, listing, isClosed: isClosed(record, own, listing))
            else { return false }
            let suffix = path.name.suffix.rawValue
            if standing.length > 0 {
                kept[record.id.instant] = LogSuccession.Kept(length: standing.length, suffix: suffix)
            }
            if standing.isSpent { spent.insert(record.id.instant) }
        }
        let taken = Set(listing.segments.keys.map(\.device)).union(listing.unread)
        let succession = Succession(
            device: device, kept: kept, spent: spent, taken: taken, ledger: ledger.id, store: store, newID: newID)
        try await storing { [absorber] () throws(StoreError) in
            try await absorber.succeed { () throws(StoreError) in try await succession.carryOut() }
        }
        return true
    }

    /// Puts an own segment into its own file, unless that says something else.
    ///
    /// Copies of this server hold the same events until they are pushed, and do not know of each other. So an event may
    /// leave its file only when everybody who holds it must find that it has to: because of what is in that file. A file
    /// that was left cut is made whole for the same reason. When only another copy can do that, it is waited for (`nil`),
    /// unless what is left of the file says something else than ours: then what it has in common with ours may stay.
    private mutating func publish(
        _ record: SegmentRecord, at path: SegmentPath, _ listing: FolderListing, isClosed: Bool
    ) async throws(SyncFailure) -> Standing? {
        if let listed = listing.segments[record.id], record.file == listed.file, record.pushedLength == record.length {
            return Standing(length: record.length, isSpent: false)
        }
        let upload = SyncPlan.Upload(record: record, path: path, there: .unknown)
        for _ in 0..<SyncLimits.uploadAttempts {
            let held = try await heldBytes(of: record.id)
            do throws(UploadEnd) {
                switch try await look(at: path, held) {
                case .beginning(held.count, _): return Standing(length: held.count, isSpent: false)
                case .beginning(let length, _) where isClosed: return Standing(length: length, isSpent: true)
                case .other(let common): return Standing(length: common, isSpent: true)
                case .nothing, .beginning, .cutShort, .cutByOther:
                    return Standing(length: try await carryOut(upload), isSpent: false)
                }
            } catch {
                switch error {
                case .spent: continue
                case .waiting: return nil
                case .failed(let failure): throw failure
                }
            }
        }
        throw .folder(.changed)
    }

    private func path(of record: SegmentRecord, _ listing: FolderListing) -> SegmentPath {
        let suffix =
            listing.segments[record.id]?.path.name.suffix ?? record.suffix
            ?? SegmentName.suffix(inUse: listing.segments.values.map(\.path.name))
        return SegmentPath(device: record.id.device, name: SegmentName(opened: record.id.instant, suffix: suffix))
    }

    /// Whether somebody else has begun a later segment: a file that is not a device's last one does not grow any more.
    private func isClosed(_ record: SegmentRecord, _ own: [SegmentRecord], _ listing: FolderListing) -> Bool {
        let known = Set(own.map(\.id))
        return listing.segments.keys.contains { segment in
            segment.device == record.id.device && segment.instant > record.id.instant && !known.contains(segment)
        }
    }

    func heldBytes(of segment: SegmentID) async throws(SyncFailure) -> [UInt8] {
        try await storing { () throws(StoreError) in try await store.plaintext(of: segment, in: ledger.id) }
    }
}
