package import LedgerCore

/// A ZIP file (PKWARE's APPNOTE 6.3) whose entries are stored as they are: every system opens it, and what is in it can be
/// read even where it was cut.
package struct ZIPArchive: Sendable {
    /// Of all numbers of four bytes in the format; beyond that ZIP64 would be needed.
    package static let longest = Int(UInt32.max)

    private static let localHeader: UInt32 = 0x0403_4B50
    private static let centralHeader: UInt32 = 0x0201_4B50
    private static let endOfDirectory: UInt32 = 0x0605_4B50
    private static let version: UInt16 = 20
    /// Bit 11: names are UTF-8.
    private static let flags: UInt16 = 1 << 11
    /// Of files for everybody to read and their owner to write, as Unix knows them.
    private static let attributes: UInt32 = 0o100_644 << 16
    private static let madeByUnix: UInt16 = 3 << 8 | version

    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0
    private let time: UInt16
    private let date: UInt16

    /// - Parameter instant: which all entries bear, in UTC.
    package init(_ instant: Instant) {
        let text = Array(instant.description)
        let number = { (range: Range<Int>) in UInt16(String(text[range])) ?? 0 }
        // The calendar of the format begins in 1980 and counts two seconds at a time.
        let year = max(number(0..<4), 1980) - 1980
        date = min(year, 127) << 9 | number(5..<7) << 5 | number(8..<10)
        time = number(11..<13) << 11 | number(14..<16) << 5 | number(17..<19) / 2
    }

    /// - Parameter path: `/`-separated, relative.
    package mutating func add(_ path: String, _ content: [UInt8]) {
        precondition(bytes.count + content.count < Self.longest && count < .max, "an archive is too large")
        let name = Array(path.utf8)
        let offset = UInt32(bytes.count)
        var common: [UInt8] = []
        for word in [Self.version, Self.flags, 0, time, date] { Self.append(word, to: &common) }
        Self.append(CRC32.of(content), to: &common)
        for _ in 0..<2 { Self.append(UInt32(content.count), to: &common) }
        Self.append(UInt16(name.count), to: &common)
        Self.append(UInt16(0), to: &common)

        Self.append(Self.localHeader, to: &bytes)
        bytes += common + name + content

        Self.append(Self.centralHeader, to: &directory)
        Self.append(Self.madeByUnix, to: &directory)
        directory += common
        for _ in 0..<3 { Self.append(UInt16(0), to: &directory) }
        Self.append(Self.attributes, to: &directory)
        Self.append(offset, to: &directory)
        directory += name
        count += 1
    }

    package func finished() -> [UInt8] {
        var whole = bytes + directory
        Self.append(Self.endOfDirectory, to: &whole)
        for word in [0, 0, count, count] as [UInt16] { Self.append(word, to: &whole) }
        Self.append(UInt32(directory.count), to: &whole)
        Self.append(UInt32(bytes.count), to: &whole)
        Self.append(UInt16(0), to: &whole)
        return whole
    }

    private static func append<Word: FixedWidthInteger>(_ word: Word, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// The checksum of ZIP, PNG and Ethernet (ISO 3309).
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
}
