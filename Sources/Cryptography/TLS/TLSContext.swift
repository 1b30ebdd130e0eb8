import COpenSSL

/// What all TLS connections of a server share: its certificate with those behind it, its key, and what it agrees to.
package final class TLSContext: Sendable {
    /// Safe because it is complete before `init` returns; connections count their references to it.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// `chain`: the server's own first.
    package init(chain: [Certificate], key: PrivateKey) throws(TLSFault) {
        guard let own = chain.first else { throw .noCertificate }
        guard own.belongs(to: key) else { throw .keyDoesNotFit }
        pointer = succeeded(SSL_CTX_new(TLS_server_method()))
        succeeded(ssl_ctx_restrict(pointer))
        SSL_CTX_set_alpn_select_cb(
            pointer,
            { _, chosen, length, offered, count, _ in
                TLSContext.choose(
                    &chosen!.pointee, &length!.pointee, UnsafeBufferPointer(start: offered, count: Int(count)))
            }, nil)
        ERR_clear_error()
        guard SSL_CTX_use_certificate(pointer, own.pointer) == 1, SSL_CTX_use_PrivateKey(pointer, key.pointer) == 1,
            chain.dropFirst().allSatisfy({ ssl_ctx_add_to_chain(pointer, $0.pointer) == 1 })
        else { throw .refused(Self.reason()) }
    }

    /// From two PEM files.
    package convenience init(certificates: [UInt8], key: [UInt8]) throws(TLSFault) {
        try self.init(chain: Certificate.all(inPEM: certificates), key: try PrivateKey(pem: key))
    }

    deinit { SSL_CTX_free(pointer) }

    private static func reason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        return ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
    }

    /// RFC 7301: we speak HTTP/1.1. Who offers a list without it means to talk to somebody else, and is told so (§3.2).
    private static func choose(
        _ chosen: inout UnsafePointer<UInt8>?, _ length: inout UInt8, _ offered: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        var index = 0
        while index < offered.count {
            let name = offered[(index + 1)..<min(offered.count, index + 1 + Int(offered[index]))]
            if name.elementsEqual("http/1.1".utf8) {
                chosen = offered.baseAddress.map { $0 + index + 1 }
                length = offered[index]
                return SSL_TLSEXT_ERR_OK
            }
            index += 1 + Int(offered[index])
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
