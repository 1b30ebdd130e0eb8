import FolderFormat
import LedgerCore
import SQLiteStore

/// Where the next line of each of this server's devices goes. Pure: what it says holds once the store has kept the lines,
/// so a copy is kept until then.
struct OwnSegments: Sendable {
    private struct Latest {
        var instant: Instant
        /// `nil`: closed. A log that came back from the folder (the data directory was restored) is not written on.
        var openLength: Int?
    }

    private var latest: [DeviceID: Latest] = [:]
    /// Of plaintext in a segment. Every home may draw the line elsewhere (`SC-ARC-LOG-5`).
    let threshold: Int

    /// Only the segment whose name sorts last may be open; all others of the device are closed for good (`SC-ARC-LOG-4`).
    init(_ records: [SegmentRecord], threshold: Int = SegmentRotation.threshold) {
        self.threshold = threshold
        for record in records {
            let device = record.id.device
            guard record.id.instant >= latest[device]?.instant ?? record.id.instant else { continue }
            latest[device] = Latest(instant: record.id.instant, openLength: record.isOwn ? record.length : nil)
        }
    }

    /// Takes room for a line. `nil` when there is no later name any more, at the end of the year 9999.
    mutating func place(_ line: [UInt8], of device: DeviceID, at now: Instant) -> (segment: SegmentID, offset: Int)? {
        let last = latest[device]
        if let last, let length = last.openLength,
            !SegmentRotation.isFull(length: length, nextLine: line.count, threshold: threshold)
        {
            latest[device]?.openLength = length + line.count
            return (SegmentID(device: device, instant: last.instant), length)
        }
        let name = SegmentName.next(
            after: last.map { SegmentName(opened: $0.instant, suffix: .jsonl) }, now: now, suffix: .jsonl)
        guard let name else { return nil }
        latest[device] = Latest(instant: name.opened, openLength: line.count)
        return (SegmentID(device: device, instant: name.opened), 0)
    }
}
