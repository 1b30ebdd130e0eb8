/// The code that `serve` prints while a server has no account, and that its first owner types: proof that who sets the
/// server up can read its terminal. 50 random bits in Crockford's base 32, written `ABCDE-FGH12`; used once.
package struct SetupCode: Sendable, CustomStringConvertible {
    package static let randomByteCount = 7
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 10

    private let symbols: [UInt8]

    /// `random` must come from a cryptographic source; fewer than `randomByteCount` bytes make no code.
    package init?(random: [UInt8]) {
        guard random.count >= Self.randomByteCount else { return nil }
        let bits = random.prefix(Self.randomByteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        symbols = (0..<Self.length).map { Self.alphabet[Int(bits >> UInt64(5 * $0) & 31)] }
    }

    package var description: String {
        let text = symbols.map { String(Unicode.Scalar($0)) }
        return text[..<5].joined() + "-" + text[5...].joined()
    }

    /// Compares in a time that does not depend on where the two differ. Case, dashes and spaces do not matter, and
    /// Crockford's look-alikes are read as meant (`O` as 0, `I` and `L` as 1).
    package func matches(_ typed: String) -> Bool {
        var difference: UInt8 = 0
        var count = 0
        for byte in typed.utf8.prefix(64) where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            difference |= Self.canonical(byte) ^ symbols[count % Self.length]
            count += 1
        }
        return difference == 0 && count == Self.length
    }

    private static func canonical(_ byte: UInt8) -> UInt8 {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
        return switch upper {
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        default: upper
        }
    }
}
