import COpenSSL

/// A private key for certificates, owned.
package final class PrivateKey: Sendable {
    /// Safe because the key is made before `init` returns and never changed.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// A new one on P-256, which everything that speaks TLS understands.
    package init() {
        let maker = succeeded(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil))
        defer { EVP_PKEY_CTX_free(maker) }
        succeeded(EVP_PKEY_keygen_init(maker))
        succeeded(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(maker, NID_X9_62_prime256v1))
        var key: OpaquePointer?
        succeeded(EVP_PKEY_keygen(maker, &key))
        pointer = succeeded(key)
    }

    /// The first in a PEM file; one that is sealed with a password is none, because nobody is there to be asked.
    package init(pem: [UInt8]) throws(TLSFault) {
        let key = withSource(pem) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
        ERR_clear_error()
        guard let key else { throw .noKey }
        pointer = key
    }

    deinit { EVP_PKEY_free(pointer) }

    /// PKCS #8 (RFC 5958), not sealed.
    package var pem: [UInt8] {
        collected { succeeded(PEM_write_bio_PrivateKey($0, pointer, nil, nil, 0, nil, nil)) }
    }
}

/// Lets OpenSSL read `bytes`.
func withSource<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
        let source = succeeded(
            BIO_new_mem_buf(bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1), Int32(bytes.count)))
        defer { BIO_free(source) }
        return body(source)
    }
}

/// What OpenSSL writes.
func collected(_ body: (OpaquePointer) -> Void) -> [UInt8] {
    let sink = succeeded(BIO_new(BIO_s_mem()))
    defer { BIO_free(sink) }
    body(sink)
    let count = BIO_ctrl_pending(sink)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        var read = 0
        if count > 0 { succeeded(BIO_read_ex(sink, buffer.baseAddress, count, &read)) }
        initialized = read
    }
}
