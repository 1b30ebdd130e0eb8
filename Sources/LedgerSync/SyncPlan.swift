import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// What is here, what is there, so what is to be done. Pure: the same listing and the same records, the same plan.
struct SyncPlan {
    /// A file of another home that is new, or not as it was (SC-ARC-CCH-1: nothing else is read again).
    struct Fetch: Equatable {
        let segment: ListedSegment
        /// Plaintext held of it so far.
        let heldLength: Int
    }

    /// Own segments of one device, oldest first: the folder always holds a beginning of its log.
    struct Push: Equatable {
        let device: DeviceID
        var segments: [Upload]
    }

    struct Upload: Equatable {
        let record: SegmentRecord
        let path: SegmentPath
        let there: There
    }

    /// What is in the folder under an own segment's name.
    enum There: Equatable {
        case nothing
        /// What we put there.
        case ours(ETag)
        /// Something else, to be looked at before anything is written over it.
        case unknown
    }

    private(set) var fetches: [Fetch] = []
    private(set) var pushes: [Push] = []
    private(set) var problems: [FormatProblem] = []
    /// Devices of ours that have a segment in the folder which this server does not know.
    private(set) var spent: Set<DeviceID> = []

    /// Of a full run.
    ///
    /// `isSetAside` tells files whose present state was read before and could not be used.
    init(_ listing: FolderListing, _ records: [SegmentRecord], isSetAside: (ListedSegment) -> Bool) {
        problems = listing.problems
        let held = Dictionary(records.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ownDevices = Set(records.filter(\.isOwn).map(\.id.device))
        for segment in listing.segments.values.sorted(by: { $0.path < $1.path }) {
            let record = held[segment.id]
            if record == nil, ownDevices.contains(segment.path.device) {
                spent.insert(segment.path.device)
            } else if record?.isOwn != true, record?.file != segment.file, !isSetAside(segment) {
                fetches.append(Fetch(segment: segment, heldLength: record?.length ?? 0))
            }
        }
        problems += records.filter { record in
            !record.isOwn && record.file != nil && listing.segments[record.id] == nil
                && !listing.unread.contains(record.id.device)
        }.map(Self.missing)
        let suffix = SegmentName.suffix(inUse: listing.segments.values.map(\.path.name))
        let heldBack = listing.unread.union(spent)
        plan(records.filter { $0.isOwn && !heldBack.contains($0.id.device) }, suffix) { record in
            guard let listed = listing.segments[record.id] else { return .nothing }
            return record.file == listed.file ? .ours(listed.etag) : .unknown
        } suffixThere: {
            listing.segments[$0.id]?.path.name.suffix
        }
    }

    /// Of a push between two full runs, which trusts what the last one saw.
    init(pushing records: [SegmentRecord]) {
        let names = records.compactMap { record in
            record.suffix.map { SegmentName(opened: record.id.instant, suffix: $0) }
        }
        plan(records.filter(\.isOwn), SegmentName.suffix(inUse: names)) {
            guard let file = $0.file else { return .nothing }
            return file.etag.map { .ours(ETag($0)) } ?? .unknown
        } suffixThere: {
            $0.suffix
        }
    }

    /// Whether a segment is to be put where nothing was seen yet.
    var createsFiles: Bool { pushes.contains { $0.segments.contains { $0.there == .nothing } } }

    private mutating func plan(
        _ own: [SegmentRecord], _ suffix: SegmentName.Suffix, there: (SegmentRecord) -> There,
        suffixThere: (SegmentRecord) -> SegmentName.Suffix?
    ) {
        for record in own.sorted(by: { ($0.id.device, $0.id.instant) < ($1.id.device, $1.id.instant) }) {
            let found = there(record)
            if case .ours = found, record.pushedLength == record.length { continue }
            let name = SegmentName(opened: record.id.instant, suffix: suffixThere(record) ?? suffix)
            let upload = Upload(
                record: record, path: SegmentPath(device: record.id.device, name: name), there: found)
            if pushes.last?.device != record.id.device { pushes.append(Push(device: record.id.device, segments: [])) }
            pushes[pushes.count - 1].segments.append(upload)
        }
    }

    private static func missing(_ record: SegmentRecord) -> FormatProblem {
        let name = SegmentName(opened: record.id.instant, suffix: record.suffix ?? .jsonl)
        return FormatProblem(
            file: SegmentPath(device: record.id.device, name: name).description, code: .missingSegment,
            message: "The file is not in the folder any more; what was read of it is kept.")
    }
}

extension SegmentRecord {
    var suffix: SegmentName.Suffix? { file.flatMap { SegmentName.Suffix(rawValue: $0.suffix) } }
}
