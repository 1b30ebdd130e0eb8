/// Why a text is no join code. A code that is one, but of another ledger, is told apart later by its key's fingerprint.
package enum JoinCodeError: Error, Equatable, Sendable {
    /// Not of the form `SC1.<43 characters>.<4 digits>`.
    case malformed
    /// Of the right form, but the checksum says that a character is wrong.
    case mistyped
    /// The text holds join codes of different ledgers.
    case several
}

/// A ledger's key as people hand it to each other (`SC-ARC-ENC-4`):
/// `SC1.<base64url of the 32 bytes, no padding>.<first 4 hex digits of SHA-256(key)>`. The QR code carries this text.
package enum JoinCode {
    private static let keyLetters = 43
    private static let checksumDigits = 4
    private static let byteCount = 4 + keyLetters + 1 + checksumDigits

    package static func encode(_ key: SymmetricKey) -> String {
        "SC1.\(Base64.encodeURL(key.bytes)).\(checksum(key))"
    }

    /// Reads one code. White space around it is ignored, and the checksum's case; everything else is exact.
    package static func decode(_ text: some StringProtocol) throws(JoinCodeError) -> SymmetricKey {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return try decode(bytes: Array(text.utf8)[...])
    }

    /// Finds the code in a text that was pasted whole: an invitation, a message with words around it. The code stands by
    /// itself: no letter, digit, `-` or `_` touches it on either side.
    package static func find(in text: some StringProtocol) throws(JoinCodeError) -> SymmetricKey {
        let bytes = Array(text.utf8)
        var found: SymmetricKey?
        var failure = JoinCodeError.malformed
        for start in bytes.indices where startsCode(bytes, at: start) {
            do throws(JoinCodeError) {
                let key = try decode(bytes: bytes[start..<endOfCode(bytes, from: start)])
                if let found, found != key { throw .several }
                found = key
            } catch .several {
                throw .several
            } catch {
                if error == .mistyped { failure = error }
            }
        }
        guard let found else { throw failure }
        return found
    }

    private static func decode(bytes: ArraySlice<UInt8>) throws(JoinCodeError) -> SymmetricKey {
        guard bytes.count == byteCount, bytes.starts(with: "SC1.".utf8) else { throw .malformed }
        let letters = bytes.dropFirst(4).prefix(keyLetters)
        let rest = bytes.dropFirst(4 + keyLetters)
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: "."), digits.allSatisfy(isHexDigit),
            let key = Base64.decodeURL(letters).flatMap({ SymmetricKey(bytes: $0) })
        else { throw .malformed }
        // `| 0x20` lowers letters and leaves digits alone.
        guard digits.map({ $0 | 0x20 }) == Array(checksum(key).utf8) else { throw .mistyped }
        return key
    }

    private static func checksum(_ key: SymmetricKey) -> String { String(key.fingerprint.prefix(checksumDigits)) }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func startsCode(_ bytes: [UInt8], at start: Int) -> Bool {
        bytes[start...].starts(with: "SC1.".utf8)
            && (start == 0 || Base64.value(ofURLLetter: bytes[start - 1]) == nil)
    }

    /// A code's length on, or further when letters go on there, so that a longer word is refused, not cut.
    private static func endOfCode(_ bytes: [UInt8], from start: Int) -> Int {
        var end = min(start + byteCount, bytes.count)
        while end < bytes.count, Base64.value(ofURLLetter: bytes[end]) != nil { end += 1 }
        return end
    }
}
