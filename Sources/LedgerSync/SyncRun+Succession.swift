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

    /// Devices whose next new file would hold what another log in the folder holds already: a copy of this server put it
    /// there after we had moved it to a log of our own, and before that log was in the folder.
    func overtaken(_ pushes: [SyncPlan.Push]) async throws(SyncFailure) -> Set<DeviceID> {
        var overtaken: Set<DeviceID> = []
        for push in pushes {
            for upload in push.segments where upload.there == .nothing && upload.record.pushedLength == 0 {
                let held = SegmentContents(decoding: try await heldBytes(of: upload.record.id), file: "")
                let ids = Set(held.events.map(\.id))
                let known = try await storing { () throws(StoreError) in
                    try await Succession.known(ids, in: ledger.id, of: store)
                }
                if !known.isEmpty { overtaken.insert(push.device) }
            }
        }
        return overtaken
    }

    /// How much of an own segment is in the folder for good.
    ///
    /// A file that we left cut, and one that went away, is made whole first: nobody writes it after us. One that another
    /// copy left cut is made whole by that one, so that what it has in common with ours may stay.
    private mutating func lengthInFolder(
        of record: SegmentRecord, _ listing: FolderListing
    ) async throws(SyncFailure) -> LogSuccession.Kept {
        let listed = listing.segments[record.id]
        let suffix = listed?.path.name.suffix ?? record.suffix ?? .jsonl
        func kept(_ length: Int) -> LogSuccession.Kept { LogSuccession.Kept(length: length, suffix: suffix.rawValue) }
        if let listed, record.file == listed.file, record.pushedLength > 0 { return kept(record.pushedLength) }
        let name = SegmentName(opened: record.id.instant, suffix: suffix)
        let upload = SyncPlan.Upload(
            record: record, path: SegmentPath(device: record.id.device, name: name), there: .unknown)
        for _ in 0..<SyncLimits.uploadAttempts {
            let held = try await heldBytes(of: record.id)
            do throws(UploadEnd) {
                switch try await look(at: upload.path, held) {
                case .nothing where record.pushedLength == 0 && listed == nil: return kept(0)
                case .beginning(let length, _): return kept(length)
                case .other(let common): return kept(common)
                case .nothing, .cutShort: try await carryOut(upload)
                }
            } catch {
                if case .failed(let failure) = error { throw failure }
            }
        }
        throw .folder(.changed)
    }

    func heldBytes(of segment: SegmentID) async throws(SyncFailure) -> [UInt8] {
        try await storing { () throws(StoreError) in try await store.plaintext(of: segment, in: ledger.id) }
    }
}
