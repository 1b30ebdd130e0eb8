/// SplitMix64: the same seed gives the same ids, tokens and codes in the same order.
struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func text(_ count: Int, of alphabet: String) -> String {
        let letters = Array(alphabet)
        return String((0..<count).map { _ in letters[Int.random(in: letters.indices, using: &self)] })
    }

    mutating func hexadecimal(_ count: Int) -> String { text(count, of: "0123456789abcdef") }

    /// What is opaque to a client: token, code, cursor.
    mutating func opaque(_ count: Int = 64) -> String {
        text(count, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    }

    /// A GUID in lower case, version 4 (RFC 9562).
    mutating func guid() -> String {
        let digits = Array(hexadecimal(32))
        let variant = text(1, of: "89ab")
        return String(digits[0..<8]) + "-" + String(digits[8..<12]) + "-4" + String(digits[13..<16]) + "-" + variant
            + String(digits[17..<20]) + "-" + String(digits[20..<32])
    }
}
