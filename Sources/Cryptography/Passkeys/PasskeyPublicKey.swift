import COpenSSL

/// The public half of a passkey: ES256 (ECDSA on P-256 with SHA-256) or RS256 (RSASSA-PKCS1-v1_5 with SHA-256), the two
/// that all authenticators have between them (COSE algorithms −7 and −257).
package struct PasskeyPublicKey: Hashable, Sendable {
    package static let algorithms = [-7, -257]

    /// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7), which OpenSSL reads.
    let der: [UInt8]

    /// Takes a COSE key (RFC 9053 §7) with what the algorithm needs and nothing else (WebAuthn §6.5.1.1).
    package init(cose bytes: [UInt8]) throws(PasskeyFault) {
        let key = try CBORReader.whole(bytes)
        let (type, algorithm) = (key[.integer(1)], key[.integer(3)])
        if type == .integer(2), algorithm == .integer(-7) {
            der = try Self.elliptic(key)
        } else if type == .integer(3), algorithm == .integer(-257) {
            der = try Self.rsa(key)
        } else {
            throw .unsupportedKey
        }
        // Says also whether the point is on the curve.
        guard withKey({ _ in true }) ?? false else { throw .unsupportedKey }
    }

    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        withKey { key in
            let context = succeeded(EVP_MD_CTX_new())
            defer { EVP_MD_CTX_free(context) }
            // Whose key it is decides what it is like: one that OpenSSL does not use verifies nothing.
            let isRight =
                EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
            // What a wrong signature leaves in this thread's queue would be taken for a fault of somebody else.
            ERR_clear_error()
            return isRight
        } ?? false
    }

    /// `nil`: this is no key.
    private func withKey(_ body: (OpaquePointer) -> Bool) -> Bool? {
        der.withUnsafeBytes { bytes in
            var start = bytes.bytes
            guard let key = d2i_PUBKEY(nil, &start, bytes.count) else {
                ERR_clear_error()
                return nil
            }
            defer { EVP_PKEY_free(key) }
            return body(key)
        }
    }
}

// MARK: - COSE to DER

extension PasskeyPublicKey {
    private static func elliptic(_ key: CBOR) throws(PasskeyFault) -> [UInt8] {
        guard key.count == 5, key[.integer(-1)] == .integer(1), let x = key[.integer(-2)]?.bytes,
            let y = key[.integer(-3)]?.bytes, x.count == 32, y.count == 32
        else { throw .unsupportedKey }
        // ecPublicKey, prime256v1, then the point, uncompressed.
        let algorithm = DER.sequence(
            DER.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]) + DER.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]))
        return DER.sequence(algorithm + DER.bits([4] + x + y))
    }

    /// Moduli of 2048 to 8192 bits: shorter ones can be broken, longer ones keep a server busy.
    private static func rsa(_ key: CBOR) throws(PasskeyFault) -> [UInt8] {
        guard key.count == 4, let modulus = key[.integer(-1)]?.bytes, let exponent = key[.integer(-2)]?.bytes,
            (256...1024).contains(modulus.count), modulus[0] != 0, modulus[modulus.count - 1] & 1 == 1,
            (1...8).contains(exponent.count), exponent[0] != 0, exponent[exponent.count - 1] & 1 == 1, exponent != [1]
        else { throw .unsupportedKey }
        let algorithm = DER.sequence(DER.object([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]) + [5, 0])
        return DER.sequence(algorithm + DER.bits(DER.sequence(DER.integer(modulus) + DER.integer(exponent))))
    }
}

/// As much of DER (X.690) as a public key needs.
private enum DER {
    static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }
    static func object(_ identifier: [UInt8]) -> [UInt8] { element(0x06, identifier) }
    static func bits(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }

    /// A positive one: a zero keeps its first bit from being a sign.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        element(0x02, (bytes.first ?? 0) & 0x80 == 0 ? bytes : [0] + bytes)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<128: [UInt8(count)]
        case ..<256: [0x81, UInt8(count)]
        default: [0x82, UInt8(count >> 8), UInt8(count & 255)]
        }
    }
}
