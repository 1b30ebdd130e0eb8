/// A secret that stands for somebody: a session cookie, an API token, an invite. 256 random bits, written in base64url.
///
/// Whoever checks it keeps `hash` alone. A plain SHA-256 is enough: nothing that is 256 random bits can be guessed.
package struct SecretToken: Sendable {
    private static let byteCount = 32

    /// What the bearer carries: 43 characters of base64url.
    package let text: String
    /// What is kept of it: SHA-256 of the 32 bytes.
    package let hash: [UInt8]

    private init(text: String, bytes: [UInt8]) {
        self.text = text
        hash = SHA256.hash(bytes)
    }

    package static func random() -> SecretToken {
        let bytes = randomBytes(byteCount)
        return SecretToken(text: Base64.encodeURL(bytes), bytes: bytes)
    }

    /// Nil unless it is spelled exactly as `random` spells one.
    package init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Base64.decodeURL(text.utf8) else { return nil }
        self.init(text: text, bytes: bytes)
    }
}

extension SecretToken: CustomStringConvertible, CustomReflectable {
    package var description: String { "secret token" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
