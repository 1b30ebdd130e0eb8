import Seeded

/// The same seed gives the same ids, tokens and codes in the same order.
typealias SeededRandom = SplitMix

extension SeededRandom {
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
