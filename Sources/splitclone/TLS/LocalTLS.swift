import Bookkeeping
import Cryptography
import HTTPServer

/// The authority that this server makes, and the certificate that it gives itself, as they lie in `DATA/tls`.
struct LocalTLS: Sendable {
    /// After two thirds of its time a certificate is made anew (so that nobody ever meets an old one).
    private static let renewal = 132 * 86_400

    let directory: String
    /// What the settings say beside what the machine knows of itself.
    let allowedHosts: [String]

    init(data: String, allowedHosts: [String]) {
        directory = data + "/" + TLSFiles.directory
        self.allowedHosts = allowedHosts
    }

    var authorityFile: String { directory + "/" + TLSFiles.authority }
    var authorityKeyFile: String { directory + "/" + TLSFiles.authorityKey }
    var certificateFile: String { directory + "/" + TLSFiles.certificate }
    var certificateKeyFile: String { directory + "/" + TLSFiles.certificateKey }

    /// Names and addresses under which phones may ask for this machine now.
    var names: [CertificateName] {
        let hosts = allowedHosts.compactMap { host in
            IPAddress(host).map { CertificateName.address($0.bytes) } ?? CertificateName(host: host)
        }
        let all = hosts + Machine.hostNames.compactMap(CertificateName.init(host:)) + [.dns("localhost")]
        return (all + Machine.networkAddresses.map(CertificateName.address)).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// The one that was made; `nil`: none was yet.
    func keptAuthority() throws -> LocalAuthority? {
        guard let pem = SmallFile.bytes(authorityFile), let key = SmallFile.bytes(authorityKeyFile) else { return nil }
        do throws(TLSFault) {
            guard let certificate = Certificate.all(inPEM: pem).first else { throw .noCertificate }
            return try LocalAuthority(certificate: certificate, key: try PrivateKey(pem: key))
        } catch {
            throw CommandFailure(
                .foundDamage, "\(authorityFile) can not be used: \(error.message)",
                hint: "put back a copy; or remove \(directory), and every phone has to trust a new authority")
        }
    }

    func authority(at now: Int) throws -> LocalAuthority {
        if let kept = try keptAuthority() { return kept }
        let title = Machine.hostNames.first ?? "home"
        let made = LocalAuthority(making: title, for: names, at: now)
        try PrivateFile.makeDirectory(directory)
        try PrivateFile.write(made.key.pem, to: authorityKeyFile)
        try PrivateFile.write(made.certificate.pem, to: authorityFile)
        return made
    }

    /// The server's certificate and key: those that are kept if they are still good, else new ones.
    func server(_ authority: LocalAuthority, at now: Int) throws -> (certificate: Certificate, key: PrivateKey) {
        let keptKey = SmallFile.bytes(certificateKeyFile).flatMap { try? PrivateKey(pem: $0) }
        let kept = SmallFile.bytes(certificateFile).flatMap { Certificate.all(inPEM: $0).first }
        if let keptKey, let kept, kept.belongs(to: keptKey), isGood(kept, authority, at: now) { return (kept, keptKey) }
        let key = keptKey ?? PrivateKey()
        let made = authority.issue(for: names, to: key, at: now)
        if keptKey == nil { try PrivateFile.write(key.pem, to: certificateKeyFile) }
        try PrivateFile.write(made.pem, to: certificateFile)
        return (made, key)
    }

    /// Whether it need not be made anew.
    func isGood(_ certificate: Certificate, _ authority: LocalAuthority, at now: Int) -> Bool {
        let wanted = names.filter(authority.mayVouch)
        return certificate.isSigned(by: authority.certificate) && certificate.begins <= now
            && certificate.ends - now > Self.renewal && Set(wanted).isSubset(of: certificate.names)
    }
}
