import COpenSSL
import Glibc
import Testing

@testable import Cryptography

@Suite("TLS without a socket")
struct TLSTests {
    private static let now = time(nil)
    private static let authority = LocalAuthority(making: "box", for: [.dns("books.example.net")], at: now)

    private func context() throws -> TLSContext {
        let key = PrivateKey()
        return try TLSContext(
            chain: [Self.authority.issue(for: [.dns("box.local")], to: key, at: Self.now)], key: key)
    }

    @Test(
        "both sides understand each other, in pieces of any size", arguments: [1, 7, 100_000], ["TLSv1.2", "TLSv1.3"])
    func understanding(piece: Int, version: String) throws {
        let peer = try TLSPeer(context(), only: version == "TLSv1.2" ? TLS1_2_VERSION : TLS1_3_VERSION)
        let question = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try peer.meet(piece: piece)
        #expect(peer.version == version && peer.protocolName == "http/1.1")
        #expect(try peer.ask(question, piece: piece) == question)
        #expect(try peer.hear(question) == question)
        #expect(peer.server.end() && peer.hearsEnd, "we say when nothing more comes")
        peer.sayEnd()
        #expect(peer.server.hasEnded)
    }

    @Test("who comes again with a ticket is known", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func resumption(version: Int32) throws {
        let context = try context()
        let first = try TLSPeer(context, only: version)
        try first.meet(piece: 10_000)
        _ = try first.hear([1])
        let again = try TLSPeer(context, only: version, resuming: first)
        try again.meet(piece: 10_000)
        #expect(again.isResumed && !first.isResumed)
    }

    @Test("old versions, protocols other than ours and what is no TLS are refused")
    func refusals() throws {
        for (version, protocols) in [(TLS1_1_VERSION, "http/1.1"), (TLS1_3_VERSION, "h2")] {
            let peer = try TLSPeer(context(), only: version, offering: protocols)
            #expect(throws: TLSPeer.Refused.self) { try peer.meet(piece: 10_000) }
        }
        for garbage in [Array("\u{16}\u{3}\u{1}hello".utf8), [UInt8](repeating: 0x80, count: 400)] {
            let session = TLSSession(try context())
            var wire: [UInt8] = []
            var plain = [UInt8](repeating: 0, count: 20_000)
            let result = garbage.withUnsafeBytes { garbage in
                plain.withUnsafeMutableBytes { session.open(garbage, into: $0, wire: &wire) }
            }
            #expect(result.count == 0 && !session.isEstablished)
            guard case .failed = result.state else {
                Issue.record("it goes on")
                continue
            }
        }
    }

    @Test(
        "a key of another certificate, one sealed with a password, and files without either are refused with a reason")
    func faults() throws {
        let (key, other) = (PrivateKey(), PrivateKey())
        let certificate = Self.authority.issue(for: [.dns("box.local")], to: key, at: Self.now)
        #expect(throws: TLSFault.keyDoesNotFit) { try TLSContext(chain: [certificate], key: other) }
        #expect(throws: TLSFault.noCertificate) { try TLSContext(certificates: key.pem, key: key.pem) }
        #expect(throws: TLSFault.noKey) { try TLSContext(certificates: certificate.pem, key: certificate.pem) }
        let sealed = collected {
            succeeded(PEM_write_bio_PKCS8PrivateKey($0, key.pointer, EVP_aes_128_cbc(), "secret", 6, nil, nil))
        }
        #expect(throws: TLSFault.noKey) { try PrivateKey(pem: sealed) }
        #expect(throws: Never.self) { try TLSContext(certificates: certificate.pem, key: key.pem) }
    }
}

@Suite("A local authority")
struct LocalAuthorityTests {
    private let now = time(nil)

    @Test("what it issues is accepted for its names and addresses, as OpenSSL checks it")
    func issuing() throws {
        let authority = LocalAuthority(making: "box", for: [.dns("books.example.net")], at: now)
        let names: [CertificateName] = [
            .dns("box.local"), .dns("books.example.net"), .address([192, 168, 1, 20]),
            .address([0xfd] + [UInt8](repeating: 1, count: 15)), .dns("bank.example"), .address([93, 184, 216, 34]),
        ]
        let leaf = authority.issue(for: names, to: PrivateKey(), at: now)
        #expect(leaf.names == Array(names[..<4]), "what it may not vouch for is left out")
        for host in ["box.local", "books.example.net", "192.168.1.20"] {
            #expect(leaf.covers(host) && verifies(leaf, authority, host), "\(host)")
        }
        #expect(!leaf.covers("bank.example") && !verifies(leaf, authority, "other.local"))
        #expect(leaf.isSigned(by: authority.certificate) && authority.certificate.isSigned(by: authority.certificate))
        #expect((leaf.ends - leaf.begins) / 86_400 < 398 && leaf.begins < now && leaf.ends > now + 395 * 86_400)
        #expect(authority.certificate.ends > now + 3_600 * 86_400)
    }

    @Test("with its key nobody can pretend to be somebody on the Internet")
    func constraints() throws {
        let authority = LocalAuthority(making: "box", for: [], at: now)
        for name: CertificateName in [.dns("box.local"), .dns("a.home.arpa"), .address([10, 0, 0, 1])] {
            #expect(authority.mayVouch(for: name), "\(name)")
        }
        for name: CertificateName in [.dns("bank.example"), .dns("local.example"), .address([8, 8, 8, 8])] {
            #expect(!authority.mayVouch(for: name), "\(name)")
            // Even where somebody leaves out our check.
            let forged = authority.sign([name], PrivateKey(), at: now)
            #expect(!verifies(forged, authority, name.description), "\(name)")
        }
    }

    @Test("kept as files it is the same again, and another's key is found out")
    func keeping() throws {
        let authority = LocalAuthority(making: "box", for: [], at: now)
        let certificate = try #require(Certificate.all(inPEM: authority.certificate.pem).first)
        let again = try LocalAuthority(certificate: certificate, key: try PrivateKey(pem: authority.key.pem))
        #expect(again.certificate.fingerprint == authority.certificate.fingerprint)
        #expect(again.certificate.fingerprint.count == 95)
        #expect(throws: TLSFault.keyDoesNotFit) { try LocalAuthority(certificate: certificate, key: PrivateKey()) }
        #expect(
            CertificateName(host: "a,DNS:bank.example") == nil
                && CertificateName(host: "BOX.local") == .dns("box.local"))
    }

    /// As a client does it: chain, constraints, purpose, name.
    private func verifies(_ leaf: Certificate, _ authority: LocalAuthority, _ host: String) -> Bool {
        let store = X509_STORE_new()
        let context = X509_STORE_CTX_new()
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            ERR_clear_error()
        }
        X509_STORE_add_cert(store, authority.certificate.pointer)
        X509_STORE_CTX_init(context, store, leaf.pointer, nil)
        X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER)
        let parameters = X509_STORE_CTX_get0_param(context)
        if X509_VERIFY_PARAM_set1_ip_asc(parameters, host) != 1 {
            X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count)
        }
        return X509_verify_cert(context) == 1
    }
}
