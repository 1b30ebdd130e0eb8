import COpenSSL
import Glibc

/// An authority that this server makes for its own home: whoever trusts its certificate trusts the server's names in this
/// home and nothing else. Instants are seconds since 1970.
package struct LocalAuthority: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey

    /// One that was kept.
    package init(certificate: Certificate, key: PrivateKey) throws(TLSFault) {
        guard certificate.belongs(to: key) else { throw .keyDoesNotFit }
        self.certificate = certificate
        self.key = key
    }

    /// Ten years: every phone has to be told again of a new one.
    static let days = 3_650
    /// Within what everybody accepts of a server (398 days), counted from an hour before the first use.
    static let leafDays = 396
    /// A phone whose clock is a little behind.
    private static let slack = 3_600
    private static let day = 86_400

    /// Makes one for the machine `title`. It can vouch for names that mean something in a home only, for addresses that
    /// nobody has on the Internet, and for `hosts`; that is what makes a stolen key worth little.
    package init(making title: String, for hosts: [CertificateName], at now: Int) {
        let key = PrivateKey()
        let draft = CertificateDraft("SplitClone on \(title)", from: now - Self.slack, to: now + Self.days * Self.day)
        draft.use(key, signedAs: draft.pointer)
        draft.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        draft.add(NID_key_usage, "critical,keyCertSign,cRLSign")
        draft.add(NID_subject_key_identifier, "hash")
        // Not critical: who does not know constraints still accepts it, who does holds to them.
        let permitted = Self.names + hosts.map(\.words).filter { $0.hasPrefix("DNS:") } + Self.ranges
        draft.add(NID_name_constraints, permitted.map { "permitted;" + $0 }.joined(separator: ","))
        certificate = draft.signed(with: key)
        self.key = key
    }

    /// RFC 6762, RFC 8375, and what home routers call their networks; none of them can be a name on the Internet.
    private static let names = ["local", "home.arpa", "internal", "lan", "home", "localhost"].map { "DNS:" + $0 }

    /// RFC 1918, RFC 6598 (Tailscale, too), RFC 3927, RFC 4193, and the machine itself.
    private static let ranges = [
        "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0", "100.64.0.0/255.192.0.0",
        "169.254.0.0/255.255.0.0", "127.0.0.0/255.0.0.0",
        "fc00:0:0:0:0:0:0:0/fe00:0:0:0:0:0:0:0", "fe80:0:0:0:0:0:0:0/ffc0:0:0:0:0:0:0:0",
        "0:0:0:0:0:0:0:1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ].map { "IP:" + $0 }

    /// A certificate for the server itself. Names that the authority may not vouch for are left out: one of them would make
    /// browsers refuse the whole.
    package func issue(for names: [CertificateName], to key: PrivateKey, at now: Int) -> Certificate {
        sign(names.filter(mayVouch), key, at: now)
    }

    /// Without asking whether it may.
    func sign(_ names: [CertificateName], _ key: PrivateKey, at now: Int) -> Certificate {
        let draft = CertificateDraft("SplitClone", from: now - Self.slack, to: now + Self.leafDays * Self.day)
        draft.use(key, signedAs: certificate.pointer)
        draft.add(NID_basic_constraints, "critical,CA:FALSE")
        draft.add(NID_key_usage, "critical,digitalSignature")
        draft.add(NID_ext_key_usage, "serverAuth")
        draft.add(NID_subject_key_identifier, "hash")
        draft.add(NID_authority_key_identifier, "keyid")
        let names = names.map(\.words)
        if !names.isEmpty { draft.add(NID_subject_alt_name, names.joined(separator: ",")) }
        return draft.signed(with: self.key)
    }

    /// Whether its constraints let it speak for a name (RFC 5280 §4.2.1.10).
    package func mayVouch(for name: CertificateName) -> Bool {
        guard let list = X509_get_ext_d2i(certificate.pointer, NID_name_constraints, nil, nil) else { return true }
        let constraints = list.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        defer { NAME_CONSTRAINTS_free(constraints) }
        let draft = CertificateDraft(nil, from: 0, to: 0)
        draft.use(key, signedAs: certificate.pointer)
        draft.add(NID_subject_alt_name, name.words)
        let sample = draft.signed(with: key)
        // The check looks at what OpenSSL has noted of a whole certificate, which this makes it do.
        X509_check_purpose(sample.pointer, -1, 0)
        defer { ERR_clear_error() }
        return NAME_CONSTRAINTS_check(sample.pointer, constraints) == X509_V_OK
    }
}

/// A certificate while it is being written.
private final class CertificateDraft {
    let pointer: OpaquePointer = succeeded(X509_new())
    private var issuer: OpaquePointer?

    /// Version 3, with a random serial number of 159 bits (RFC 5280 §4.1.2.2).
    init(_ title: String?, from: Int, to: Int) {
        succeeded(X509_set_version(pointer, 2))
        var serial = [UInt8](repeating: 0, count: 20)
        succeeded(RAND_bytes(&serial, Int32(serial.count)))
        serial[0] = serial[0] & 0x7f | 0x40
        let number = succeeded(BN_bin2bn(serial, Int32(serial.count), nil))
        defer { BN_free(number) }
        _ = succeeded(BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)))
        _ = succeeded(ASN1_TIME_set(X509_getm_notBefore(pointer), from))
        _ = succeeded(ASN1_TIME_set(X509_getm_notAfter(pointer), to))
        guard let title else { return }
        let text = Array(title.utf8.prefix(64))
        let name = X509_get_subject_name(pointer)
        succeeded(X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, text, Int32(text.count), -1, 0))
    }

    deinit { X509_free(pointer) }

    func use(_ key: PrivateKey, signedAs issuer: OpaquePointer) {
        self.issuer = issuer
        succeeded(X509_set_pubkey(pointer, key.pointer))
        succeeded(X509_set_issuer_name(pointer, X509_get_subject_name(issuer)))
    }

    func add(_ kind: Int32, _ words: String) {
        let entry = succeeded(x509_extension(issuer, pointer, kind, words))
        defer { X509_EXTENSION_free(entry) }
        succeeded(X509_add_ext(pointer, entry, -1))
    }

    func signed(with key: PrivateKey) -> Certificate {
        precondition(X509_sign(pointer, key.pointer, EVP_sha256()) > 0, "OpenSSL failed in \(#function)")
        succeeded(X509_up_ref(pointer))
        return Certificate(owning: pointer)
    }
}
