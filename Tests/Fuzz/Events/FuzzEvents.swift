import FolderFormat
import FuzzDriver
import Glibc
import JSON
import LedgerCore

/// Any bytes as the plaintext of a segment, as JSON and as `ledger.json`. Nothing may trap, nothing may get lost, and what
/// was understood must be understood the same after it was written again.
@main struct FuzzEvents {
    static func main() {
        exit(
            fuzz { start, count in
                let bytes = Array(UnsafeBufferPointer(start: start, count: count))
                FuzzEvents.checkSegment(bytes)
                FuzzEvents.checkJSON(bytes)
                FuzzEvents.checkMetadata(bytes)
                return 0
            })
    }

    private static func checkSegment(_ bytes: [UInt8]) {
        let contents = SegmentContents(decoding: bytes, file: "fuzz")
        let lines = bytes.count { $0 == 0x0A }
        let isCut = !bytes.isEmpty && bytes.last != 0x0A
        precondition(contents.events.count + contents.problems.count == lines + (isCut ? 1 : 0))
        let again = SegmentContents(decoding: contents.events.flatMap(EventEncoder.line), file: "fuzz")
        precondition(again.events == contents.events && again.problems.isEmpty)
        let ledger = Ledger(contents.events)
        precondition(ledger.revision <= contents.events.count)
    }

    private static func checkJSON(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes) else { return }
        let again = try? JSONValue(parsing: value.json)
        precondition(again == value)
    }

    private static func checkMetadata(_ bytes: [UInt8]) {
        guard let metadata = try? LedgerMetadata(decoding: bytes) else { return }
        let again = try? LedgerMetadata(decoding: metadata.encode())
        precondition(again == metadata)
    }
}
