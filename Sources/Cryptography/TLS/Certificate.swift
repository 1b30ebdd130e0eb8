import COpenSSL
import Glibc

/// A certificate (RFC 5280), owned. Instants are seconds since 1970.
package final class Certificate: Sendable {
    /// Safe because it is complete before `init` returns; what OpenSSL remembers of it later is behind its own lock.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over the pointer.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    /// All in a PEM file, in its order.
    package static func all(inPEM pem: [UInt8]) -> [Certificate] {
        withSource(pem) { source in
            var found: [Certificate] = []
            while let next = PEM_read_bio_X509(source, nil, nil, nil) { found.append(Certificate(owning: next)) }
            ERR_clear_error()
            return found
        }
    }

    package var pem: [UInt8] { collected { succeeded(PEM_write_bio_X509($0, pointer)) } }

    package var der: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(pointer, &start)
        precondition(count > 0, "OpenSSL failed in \(#function)")
        defer { CRYPTO_free(start, #file, #line) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// SHA-256 of all of it, as every browser shows it.
    package var fingerprint: String {
        SHA256.hash(der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }

    package var begins: Int { Self.seconds(X509_get0_notBefore(pointer)) }
    package var ends: Int { Self.seconds(X509_get0_notAfter(pointer)) }

    /// Whether this key is the one it speaks of.
    package func belongs(to key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }

    /// Whether it was signed with `authority`'s key.
    package func isSigned(by authority: Certificate) -> Bool {
        defer { ERR_clear_error() }
        return X509_verify(pointer, X509_get0_pubkey(authority.pointer)) == 1
    }

    /// Whether a browser takes it for this name or address (RFC 6125).
    package func covers(_ host: String) -> Bool {
        X509_check_host(pointer, host, host.utf8.count, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT), nil) == 1
            || X509_check_ip_asc(pointer, host, 0) == 1
    }

    /// The DNS names and addresses it is for, in its order; an address as its bytes.
    package var names: [CertificateName] {
        guard let list = X509_get_ext_d2i(pointer, NID_subject_alt_name, nil, nil) else { return [] }
        let names = OpaquePointer(list)
        defer { GENERAL_NAMES_free(names) }
        return (0..<x509_name_count(names)).compactMap { index in
            let name = x509_name_at(names, index)
            if let text = x509_name_bytes(name, GEN_DNS) {
                return .dns(String(decoding: Self.bytes(text), as: UTF8.self))
            }
            return x509_name_bytes(name, GEN_IPADD).map { .address(Self.bytes($0)) }
        }
    }

    private static func bytes(_ string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
        Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int {
        var parts = tm()
        succeeded(ASN1_TIME_to_tm(time, &parts))
        return timegm(&parts)
    }
}

/// What a certificate is for.
package enum CertificateName: Hashable, Sendable, CustomStringConvertible {
    case dns(String)
    /// 4 or 16 bytes.
    case address([UInt8])

    /// Letters, digits, hyphens and dots, as hosts are called (RFC 1123 §2.1); `nil` for anything else, which would mean
    /// something to OpenSSL's extension language.
    package init?(host: String) {
        let bytes = host.lowercased().utf8
        let isPlain = bytes.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
        guard isPlain, !bytes.isEmpty, bytes.count <= 253, bytes.first != UInt8(ascii: "."),
            bytes.last != UInt8(ascii: ".")
        else { return nil }
        self = .dns(String(decoding: Array(bytes), as: UTF8.self))
    }

    package var description: String {
        switch self {
        case .dns(let name): name
        case .address(let bytes): Self.text(bytes)
        }
    }

    /// As x509v3_config(5) wants it.
    var words: String {
        switch self {
        case .dns(let name): "DNS:" + name
        case .address(let bytes): "IP:" + Self.text(bytes)
        }
    }

    static func text(_ address: [UInt8]) -> String {
        guard address.count == 16 else { return address.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { Int(address[$0]) << 8 | Int(address[$0 + 1]) }
        return groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
}
