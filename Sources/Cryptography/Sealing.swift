import COpenSSL

/// Why sealed bytes do not open. Nothing of the plaintext comes out with it (`SC-ARC-ENC-2`).
package enum OpeningError: Error, Equatable, Sendable {
    /// Shorter than a nonce and a tag.
    case tooShort
    /// The tag does not verify: another key, another place (associated data), or changed bytes.
    case notAuthentic
}

/// Authenticated encryption: `12-byte random nonce ‖ AES-256-GCM ciphertext ‖ 16-byte tag` (`SC-ARC-ENC-2`).
///
/// Every sealing draws a fresh nonce, which is random or as good as that (`VouchingNonce`). With random 96-bit nonces one key is good for 2³² sealings (NIST SP 800-38D
/// section 8.3), which no ledger comes near.
package enum Sealing {
    package static let nonceBytes = 12
    package static let tagBytes = 16
    /// How much longer sealed bytes are than plain ones.
    package static let overhead = nonceBytes + tagBytes

    package static func seal(_ plaintext: [UInt8], key: SymmetricKey, associatedData: [UInt8] = []) -> [UInt8] {
        seal(plaintext, key: key, associatedData: associatedData, fillNonce: fillWithRandomBytes)
    }

    /// The same with a nonce by which `text` can be recognised. What is sealed must follow from it.
    package static func seal(_ plaintext: [UInt8], key: SymmetricKey, vouchingFor text: [UInt8]) -> [UInt8] {
        let nonce = VouchingNonce(key).make(for: text)
        return seal(plaintext, key: key, associatedData: []) { $0.copyBytes(from: nonce) }
    }

    /// What sealing would have given with the nonce of `sealed`, which has one: to recognise a file that was cut. Never to
    /// be given away: a nonce serves once.
    package static func resealed(_ plaintext: [UInt8], as sealed: [UInt8], key: SymmetricKey) -> [UInt8] {
        seal(plaintext, key: key, associatedData: []) { $0.copyBytes(from: sealed.prefix(nonceBytes)) }
    }

    private static func seal(
        _ plaintext: [UInt8], key: SymmetricKey, associatedData: [UInt8],
        fillNonce: (UnsafeMutableRawBufferPointer) -> Void
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: plaintext.count + overhead) { buffer, count in
            let output = UnsafeMutableRawBufferPointer(buffer)
            let nonce = UnsafeMutableRawBufferPointer(rebasing: output[..<nonceBytes])
            let ciphertext = UnsafeMutableRawBufferPointer(rebasing: output[nonceBytes...].dropLast(tagBytes))
            fillNonce(nonce)
            key.sealers.withContext { cipher in
                cipher.start(nonce: UnsafeRawBufferPointer(nonce), associatedData: associatedData)
                plaintext.withUnsafeBytes { cipher.update($0, into: ciphertext) }
                cipher.finishSealing(tag: UnsafeMutableRawBufferPointer(rebasing: output.suffix(tagBytes)))
            }
            count = plaintext.count + overhead
        }
    }

    package static func open(
        _ sealed: [UInt8], key: SymmetricKey, associatedData: [UInt8] = []
    ) throws(OpeningError) -> [UInt8] {
        let length = sealed.count - overhead
        guard length >= 0 else { throw .tooShort }
        var isAuthentic = false
        let plain = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            let output = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<length])
            isAuthentic = sealed.withUnsafeBytes { bytes in
                key.openers.withContext { cipher in
                    let ciphertext = UnsafeRawBufferPointer(rebasing: bytes[nonceBytes...].dropLast(tagBytes))
                    let nonce = UnsafeRawBufferPointer(rebasing: bytes.prefix(nonceBytes))
                    cipher.start(nonce: nonce, associatedData: associatedData)
                    cipher.update(ciphertext, into: output)
                    return cipher.finishOpening(tag: UnsafeRawBufferPointer(rebasing: bytes.suffix(tagBytes)))
                }
            }
            // What did not verify is wiped, not merely dropped.
            if !isAuthentic { OPENSSL_cleanse(output.baseAddress, length) }
            count = isAuthentic ? length : 0
        }
        guard isAuthentic else { throw .notAuthentic }
        return plain
    }
}
