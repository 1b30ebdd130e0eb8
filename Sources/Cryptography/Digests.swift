import COpenSSL

/// SHA-256 (FIPS 180-4): fingerprints, checksums, and what is stored of a token.
package enum SHA256 {
    package static func hash(_ message: [UInt8]) -> [UInt8] { message.withUnsafeBytes(hash) }

    static func hash(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            succeeded(EVP_Digest(message.baseAddress, message.count, buffer.baseAddress, nil, EVP_sha256(), nil))
            count = 32
        }
    }
}

/// HMAC-SHA-256 (RFC 2104): recognises a text without keeping it, for whoever has the key.
package enum HMAC {
    package static func sha256(_ message: [UInt8], key: SymmetricKey) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            var length: UInt32 = 0
            let target = buffer.baseAddress
            let done = key.withBytes { key in
                COpenSSL.HMAC(EVP_sha256(), key.baseAddress, Int32(key.count), message, message.count, target, &length)
            }
            _ = succeeded(done)
            count = Int(length)
        }
    }
}

/// HKDF-SHA-256 (RFC 5869), extract with an empty salt and expand in one.
enum HKDF {
    static func derive(
        from key: UnsafeRawBufferPointer, label: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) {
        let context = succeeded(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil))
        defer { EVP_PKEY_CTX_free(context) }
        succeeded(EVP_PKEY_derive_init(context))
        succeeded(EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()))
        succeeded(EVP_PKEY_CTX_set1_hkdf_key(context, key.bytes, Int32(key.count)))
        if !label.isEmpty { succeeded(EVP_PKEY_CTX_add1_hkdf_info(context, label, Int32(label.count))) }
        var length = output.count
        succeeded(EVP_PKEY_derive(context, output.bytes, &length))
    }
}
