/// What a byte may be in a message head. Everything is compared as ASCII bytes: Unicode case mapping would let
/// `chun\u{212A}ed` pass for `chunked`.
enum ByteClass {
    private static let token: UInt8 = 1
    private static let fieldValue: UInt8 = 2
    private static let target: UInt8 = 4

    private static let table: [UInt8] = (0...255).map { (byte: Int) in
        var classes: UInt8 = 0
        let byte = UInt8(byte)
        if isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte) { classes |= token }
        if byte == 9 || (byte >= 32 && byte != 127) { classes |= fieldValue }
        if byte > 32 && byte < 127 && byte != UInt8(ascii: "#") { classes |= target }
        return classes
    }

    /// `tchar` of RFC 9110 §5.6.2.
    static func isToken(_ byte: UInt8) -> Bool { table[Int(byte)] & token != 0 }

    /// What may stand in a field value: visible, blank or above ASCII (RFC 9110 §5.5). No control bytes.
    static func isFieldValue(_ byte: UInt8) -> Bool { table[Int(byte)] & fieldValue != 0 }

    /// Visible ASCII; a fragment never goes over the wire (RFC 9112 §3.2).
    static func isTarget(_ byte: UInt8) -> Bool { table[Int(byte)] & target != 0 }

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
