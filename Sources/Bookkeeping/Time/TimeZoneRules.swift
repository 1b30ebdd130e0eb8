package import LedgerCore

/// One time zone, as a TZif file tells it (RFC 9636): how far its clocks were from UTC, and from when on. Only the 64-bit
/// block counts; after its last transition the footer's rule holds.
package struct TimeZoneRules: Hashable, Sendable {
    /// In seconds since 1970, ascending.
    private let transitions: [Int64]
    /// Seconds east of UTC from each transition on.
    private let offsets: [Int]
    /// Before the first transition: the first local time type (§3.2).
    private let firstOffset: Int
    private let footer: PosixTimeZone?

    /// Nil for what is not such a file. Version 1, which has no 64-bit block, is none.
    package init?(_ file: [UInt8]) {
        var reader = Reader(file)
        guard let old = reader.header(), old.version >= UInt8(ascii: "2"), reader.skip(old.size(ofTimes: 4)),
            let header = reader.header()
        else { return nil }
        var transitions: [Int64] = []
        for _ in 0..<header.times {
            guard let time = reader.number(bytes: 8) else { return nil }
            transitions.append(time)
        }
        guard let kinds = reader.bytes(header.times),
            let types = reader.types(header.types), let first = types.first, kinds.allSatisfy({ $0 < types.count }),
            reader.skip(header.size(ofTimes: 8) - header.times * 9 - header.types * 6), let text = reader.line()
        else { return nil }
        self.transitions = transitions
        offsets = kinds.map { types[Int($0)] }
        firstOffset = first
        footer = PosixTimeZone(text)
        // An empty footer says that nothing is known; one that can not be read is no footer.
        if footer == nil, !text.isEmpty { return nil }
    }

    /// Seconds east of UTC.
    package func offset(at seconds: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        if low == transitions.count, let footer { return footer.offset(at: seconds) }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    /// Which day it is there.
    package func day(of instant: Instant) -> CalendarDay {
        let seconds = instant.milliseconds.dividedDown(by: 1000)
        return CalendarDay(daysSince1970: Int((seconds + Int64(offset(at: seconds))).dividedDown(by: 86_400)))
    }
}

extension FixedWidthInteger {
    /// Rounded down, also below zero.
    func dividedDown(by divisor: Self) -> Self {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}

/// How many there are of what, in the order of the file (§3.1).
private struct Header {
    let version: UInt8
    let utcIndicators, standardIndicators, leapSeconds, times, types, characters: Int

    func size(ofTimes bytes: Int) -> Int {
        times * (bytes + 1) + types * 6 + characters + leapSeconds * (bytes + 4) + standardIndicators + utcIndicators
    }
}

private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ file: [UInt8]) { rest = file[...] }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// Big-endian, two's complement.
    mutating func number(bytes count: Int) -> Int64? {
        guard let bytes = bytes(count), let first = bytes.first else { return nil }
        return bytes.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    mutating func header() -> Header? {
        guard bytes(4)?.elementsEqual("TZif".utf8) ?? false, let version = bytes(1)?.first, skip(15) else { return nil }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = number(bytes: 4), (0...1 << 20).contains(count) else { return nil }
            counts.append(Int(count))
        }
        return Header(
            version: version, utcIndicators: counts[0], standardIndicators: counts[1], leapSeconds: counts[2],
            times: counts[3], types: counts[4], characters: counts[5])
    }

    /// The offset of each local time type.
    mutating func types(_ count: Int) -> [Int]? {
        var offsets: [Int] = []
        for _ in 0..<count {
            guard let offset = number(bytes: 4), (-93_599...93_599).contains(offset), skip(2) else { return nil }
            offsets.append(Int(offset))
        }
        return offsets
    }

    /// The footer: text between two line feeds (§3.3).
    mutating func line() -> String? {
        guard bytes(1)?.first == 0x0A, let end = rest.firstIndex(of: 0x0A) else { return nil }
        return String(validating: rest[..<end], as: UTF8.self)
    }
}
