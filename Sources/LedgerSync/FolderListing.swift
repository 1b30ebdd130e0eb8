import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// A segment's file, as listed.
struct ListedSegment: Hashable {
    let path: SegmentPath
    let etag: ETag
    var size = 0

    var id: SegmentID { SegmentID(device: path.device, instant: path.name.opened) }
    var file: SegmentFile { SegmentFile(suffix: path.name.suffix.rawValue, etag: etag.text) }
}

/// What lies in a ledger's `events`, sorted into segments and into what has no business there.
struct FolderListing {
    private(set) var segments: [SegmentID: ListedSegment] = [:]
    private(set) var problems: [FormatProblem] = []
    /// Devices whose directory could not be listed: nothing is known of their files.
    private(set) var unread: Set<DeviceID> = []

    /// Takes the entries of `events` and answers which devices have a directory, with its tag.
    mutating func devices(_ entries: [FolderEntry]) -> [(DeviceID, ETag?)] {
        entries.compactMap { entry in
            if entry.kind == .directory, let device = DeviceID(entry.name) { return (device, entry.etag) }
            addStray("\(FolderPath.events)/\(entry.name)", entry, "It is no device's directory.")
            return nil
        }
    }

    /// Takes the entries of one device's directory.
    mutating func add(_ entries: [FolderEntry], of device: DeviceID) {
        for entry in entries {
            guard entry.kind == .file, let name = SegmentName(entry.name), let etag = entry.etag else {
                addStray("\(FolderPath.device(device))/\(entry.name)", entry, Self.strayReason(entry))
                continue
            }
            add(ListedSegment(path: SegmentPath(device: device, name: name), etag: etag, size: entry.size), entry)
        }
    }

    /// Nothing is known of its files for now, and nothing is wrong with them.
    mutating func skip(_ device: DeviceID) {
        unread.insert(device)
    }

    mutating func addUnread(_ device: DeviceID, _ reason: String) {
        skip(device)
        problems.append(
            FormatProblem(
                file: FolderPath.device(device), code: .unreadableSegment, message: "It can not be read: \(reason)."))
    }

    /// Two files of one segment differ in their suffix only: the one that sorts first counts. A service may name the same
    /// file twice.
    private mutating func add(_ segment: ListedSegment, _ entry: FolderEntry) {
        if let other = segments[segment.id], other.path != segment.path {
            return addStray(segment.path.description, entry, "It is a second file of the segment \(other.path.name).")
        }
        segments[segment.id] = segment
    }

    private mutating func addStray(_ file: String, _ entry: FolderEntry, _ reason: String) {
        guard !LedgerPaths.isSystemFile(entry.name) else { return }
        problems.append(FormatProblem(file: file, code: .strayFile, message: reason))
    }

    private static func strayReason(_ entry: FolderEntry) -> String {
        switch entry.kind {
        case .file: "Its name is not one of a segment; it was left out."
        case .directory: "It is a directory where only segments should be."
        case .other: "It is a link or no ordinary file; it was not read."
        }
    }
}
