package import LedgerCore

/// The name of a segment: the instant at which it was opened, `20260514T120311123.jsonl` (`SC-ARC-LOG-4`).
///
/// The names of a device's segments, sorted, are its log in order; the last one is its open segment.
package struct SegmentName: Hashable, Sendable {
    /// Other apps write the same bytes under `.jsonl.enc`: both are read (`docs/file-format.md`, b).
    package enum Suffix: String, Hashable, Sendable {
        case jsonl = ".jsonl"
        case jsonlEnc = ".jsonl.enc"
    }

    package let opened: Instant
    package let suffix: Suffix

    package init(opened: Instant, suffix: Suffix) {
        self.opened = opened
        self.suffix = suffix
    }

    /// The name for a device's next segment: now, or, when the clock went back, a millisecond after the latest name there
    /// is. Nil at the end of the year 9999.
    package static func next(after latest: SegmentName?, now: Instant, suffix: Suffix) -> SegmentName? {
        let earliest = latest?.opened.advanced(byMilliseconds: 1) ?? now
        let opened = max(earliest, now)
        return (Instant.earliest...Instant.latest).contains(opened) ? SegmentName(opened: opened, suffix: suffix) : nil
    }

    /// The suffix to write in a folder: the one of the latest segment that is there, `.jsonl` when there is none.
    package static func suffix(inUse names: some Sequence<SegmentName>) -> Suffix { names.max()?.suffix ?? .jsonl }
}

extension SegmentName: Comparable {
    package static func < (left: SegmentName, right: SegmentName) -> Bool {
        (left.opened, left.suffix.rawValue) < (right.opened, right.suffix.rawValue)
    }
}

extension SegmentName: LosslessStringConvertible {
    /// Accepts exactly `YYYYMMDDTHHMMSSmmm` of a real instant, and one of the two suffixes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let digits = 18
        guard bytes.count > digits, bytes.allSatisfy({ $0 < 0x80 }), bytes[8] == UInt8(ascii: "T"),
            let suffix = Suffix(rawValue: String(decoding: bytes[digits...], as: UTF8.self)),
            let opened = Instant(ascii: Self.extended(bytes[..<digits]).span)
        else { return nil }
        self.init(opened: opened, suffix: suffix)
    }

    package var description: String {
        let separators = Set("-:.Z".utf8)
        return String(decoding: opened.description.utf8.filter { !separators.contains($0) }, as: UTF8.self)
            + suffix.rawValue
    }

    /// `20260514T120311123` → `2026-05-14T12:03:11.123Z`.
    private static func extended(_ stem: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        for (index, byte) in stem.enumerated() {
            switch index {
            case 4, 6: text.append(UInt8(ascii: "-"))
            case 11, 13: text.append(UInt8(ascii: ":"))
            case 15: text.append(UInt8(ascii: "."))
            default: break
            }
            text.append(byte)
        }
        return text + [UInt8(ascii: "Z")]
    }
}
