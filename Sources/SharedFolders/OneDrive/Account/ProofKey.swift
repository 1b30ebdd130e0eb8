import Cryptography

/// Proof Key for Code Exchange (RFC 7636): who redeems a code is who asked for it.
struct ProofKey: Equatable, Sendable, Concealed {
    let verifier: String

    /// Section 4.1: 32 random bytes make 43 unreserved characters.
    static func random() -> ProofKey {
        ProofKey(verifier: Base64.encodeURL(randomBytes(32)))
    }

    /// Section 4.2, `S256`. Left out, the method would be `plain`.
    var challenge: String { Base64.encodeURL(SHA256.hash(Array(verifier.utf8))) }
}
