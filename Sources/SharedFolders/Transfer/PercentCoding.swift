/// Percent-encoding (RFC 3986 2.1) and which bytes may stand for themselves.
enum PercentCoding {
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// `pchar` and the slash (RFC 3986 3.3).
    static func isPath(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@/".utf8.contains(byte)
    }

    /// RFC 3986 3.4.
    static func isQuery(_ byte: UInt8) -> Bool {
        isPath(byte) || byte == UInt8(ascii: "?")
    }

    static func encode(_ bytes: some Sequence<UInt8>, leaving isAllowed: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        for byte in bytes { append(byte, to: &result, leaving: isAllowed) }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes what others left unencoded; what is encoded stays as it is. `nil` for a percent sign without two digits.
    static func mend(_ bytes: some Collection<UInt8>, leaving isAllowed: (UInt8) -> Bool) -> String? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy({ digit($0) != nil }) else { return nil }
                result.append(byte)
            } else {
                append(byte, to: &result, leaving: isAllowed)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func decode(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                result.append(high << 4 | low)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8], leaving isAllowed: (UInt8) -> Bool) {
        if isAllowed(byte) {
            result.append(byte)
        } else {
            let digits = Array("0123456789ABCDEF".utf8)
            result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
