import Cryptography
import FolderFormat
import LedgerCore

/// What a fetched file says, beside what is held of that segment. Pure.
enum SegmentReading {
    /// The file holds what is held, and perhaps more.
    case continues(Tail)
    /// It does not open, or its past is not what we hold: set aside, and it never replaces what is held.
    case refused(FormatProblem)

    /// The whole lines after those that are held.
    struct Tail {
        let bytes: [UInt8]
        let events: [Event]
        let problems: [FormatProblem]
        /// False when the last line was cut: then the file must be looked at again although it may not change.
        let isComplete: Bool
    }

    init(_ sealed: [UInt8], key: SymmetricKey, file: String, held: [UInt8]) {
        do throws(FormatProblem) {
            let plain = try Segment.open(sealed, key: key, file: file)
            guard plain.starts(with: held) else { throw Self.rewritten(file, plain.count < held.count) }
            self = .continues(Tail(held.isEmpty ? plain : Array(plain[held.count...]), file: file, held: held))
        } catch {
            self = .refused(error)
        }
    }

    private static func rewritten(_ file: String, _ isShorter: Bool) -> FormatProblem {
        FormatProblem(
            file: file, code: .rewrittenSegment,
            message: "The file \(isShorter ? "became shorter" : "changed its past"); what was read of it is kept.")
    }
}

extension SegmentReading.Tail {
    init(_ bytes: [UInt8], file: String, held: [UInt8]) {
        let contents = SegmentContents(
            decoding: bytes, file: file, linesBefore: held.count { $0 == UInt8(ascii: "\n") })
        isComplete = contents.wholeLinesLength == bytes.count
        self.bytes = isComplete ? bytes : Array(bytes.prefix(contents.wholeLinesLength))
        events = contents.events
        problems = contents.problems
    }
}
