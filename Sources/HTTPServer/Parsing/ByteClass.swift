/// What a byte may be in a message head. Everything is compared as ASCII bytes: Unicode case mapping would let
/// `chun\u{212A}ed` pass for `chunked`.
enum ByteClass {
    /// One bit for each `tchar` of RFC 9110 §5.6.2: the bytes 0–63, then 64–127.
    private static let tokensBelow64: UInt64 = 0x03ff_6cfa_0000_0000
    private static let tokensFrom64: UInt64 = 0x57ff_ffff_c7ff_fffe

    static func isToken(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? tokensBelow64 : tokensFrom64) >> UInt64(byte & 63) & 1 != 0
    }

    /// One bit for each byte of a host name: RFC 3986's `unreserved`.
    private static let namesBelow64: UInt64 = 0x03ff_6000_0000_0000
    private static let namesFrom64: UInt64 = 0x47ff_fffe_87ff_fffe

    static func isHostName(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? namesBelow64 : namesFrom64) >> UInt64(byte & 63) & 1 != 0
    }

    /// What may stand in a field value: visible, blank or above ASCII (RFC 9110 §5.5). No control bytes.
    static func isFieldValue(_ byte: UInt8) -> Bool { (byte >= 32 && byte != 127) || byte == 9 }

    /// Eight bytes at once; false also for a tab. Subtracting borrows into a byte's top bit exactly when it is below.
    static func areFieldValues(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let found = (word &- ones &* 32) | ((word ^ ones &* 127) &- ones)
        return found & ~word & (ones &* 128) == 0
    }

    /// Visible ASCII; a fragment never goes over the wire (RFC 9112 §3.2).
    static func isTarget(_ byte: UInt8) -> Bool { byte &- 33 < 94 && byte != UInt8(ascii: "#") }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (lowercased(byte) >= 97 && lowercased(byte) <= 122)
    }

    static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 32 : byte }

    /// The value of a hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// Where what may stand in a field value ends.
    func endOfFieldValue(from start: Int) -> Int {
        var index = start
        let last = count - 8
        while index <= last, ByteClass.areFieldValues(bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
        {
            index += 8
        }
        while index < count, ByteClass.isFieldValue(self[index]) { index += 1 }
        return index
    }

    /// Whether these bytes are `text`, which is ASCII in lower case, in any case.
    @inline(__always)
    func equals(_ range: Range<Int>, ignoringCase text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<wanted.count
            where ByteClass.lowercased(self[range.lowerBound + offset]) != wanted[offset] { return false }
            return true
        }
    }

    /// Whether these bytes are exactly `text`.
    @inline(__always)
    func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<wanted.count where self[range.lowerBound + offset] != wanted[offset] { return false }
            return true
        }
    }
}
