import FolderFormat
import LedgerCore
import SQLiteStore

/// Where the next line of each of this server's devices goes. Pure: what it says holds once the store has kept the lines,
/// so a copy is kept until then.
struct OwnSegments: Sendable {
    private struct Open {
        var instant: Instant
        var length: Int
    }

    private var open: [DeviceID: Open] = [:]

    /// Only the segment whose name sorts last is open; all others of the device are closed for good (`SC-ARC-LOG-4`).
    init(_ records: [SegmentRecord]) {
        for record in records where record.isOwn {
            let device = record.id.device
            guard record.id.instant >= open[device]?.instant ?? record.id.instant else { continue }
            open[device] = Open(instant: record.id.instant, length: record.length)
        }
    }

    /// Takes room for a line. `nil` when there is no later name any more, at the end of the year 9999.
    mutating func place(_ line: [UInt8], of device: DeviceID, at now: Instant) -> (segment: SegmentID, offset: Int)? {
        if let current = open[device], !SegmentRotation.isFull(length: current.length, nextLine: line.count) {
            open[device]?.length += line.count
            return (SegmentID(device: device, instant: current.instant), current.length)
        }
        let latest = open[device].map { SegmentName(opened: $0.instant, suffix: .jsonl) }
        guard let name = SegmentName.next(after: latest, now: now, suffix: .jsonl) else { return nil }
        open[device] = Open(instant: name.opened, length: line.count)
        return (SegmentID(device: device, instant: name.opened), 0)
    }
}
