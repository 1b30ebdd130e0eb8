import Cryptography
import Glibc

/// The certificate of the server itself: does it hold, for how long, for which names, and who can read its key?
struct TLSExamination {
    /// Half of what is left when authorities on the Internet renew theirs.
    private static let fewDays = 30
    private static let area = "https"

    let plan: TLSPlan
    let data: String
    /// Names under which the settings let the server be asked.
    let hosts: [String]

    func findings() -> [Finding] {
        let local = LocalTLS(data: data, allowedHosts: hosts)
        switch plan.source {
        case .files(let certificate, let key): return certified(certificate, key, isLocal: false)
        case .local:
            do {
                guard let authority = try local.keptAuthority() else {
                    return [.ok(Self.area, "“splitclone serve” makes an authority when it first starts")]
                }
                let fingerprint = Finding.ok(
                    Self.area, "the authority's SHA-256 is \(authority.certificate.fingerprint)")
                return [fingerprint, readable(local.authorityKeyFile)].compactMap(\.self)
                    + certified(local.certificateFile, local.certificateKeyFile, isLocal: true)
            } catch {
                return [Finding(Self.area, error)]
            }
        }
    }

    private func certified(_ certificateFile: String, _ keyFile: String, isLocal: Bool) -> [Finding] {
        guard let pem = SmallFile.bytes(certificateFile) else { return [unreadable(certificateFile)] }
        guard let keyPEM = SmallFile.bytes(keyFile) else { return [unreadable(keyFile)] }
        let chain = Certificate.all(inPEM: pem)
        do throws(TLSFault) {
            guard let own = chain.first else { throw .noCertificate }
            _ = try TLSContext(chain: chain, key: try PrivateKey(pem: keyPEM))
            return [end(of: own, isLocal: isLocal), names(of: own, isLocal: isLocal), readable(keyFile)].compactMap(
                \.self)
        } catch {
            let file = error == .noKey ? keyFile : certificateFile
            return [
                .error(
                    Self.area, "\(file): \(error.message)",
                    remedy: isLocal
                        ? "remove \(file), and “splitclone serve” makes another"
                        : "give the certificate and those behind it, and its own key, both as PEM")
            ]
        }
    }

    private func unreadable(_ file: String) -> Finding {
        .error(
            Self.area, "\(file) cannot be read: \(String(cString: strerror(errno)))",
            remedy: "name another file, or let the user that serves read it")
    }

    private func end(of certificate: Certificate, isLocal: Bool) -> Finding {
        let days = (certificate.ends - time(nil)) / 86_400
        let renewing = isLocal ? "start “splitclone serve”, which makes a new one" : "renew it where it came from"
        guard days >= 0, certificate.ends > time(nil) else {
            return .error(Self.area, "the certificate ended \(counted(-days, "day")) ago", remedy: renewing)
        }
        if certificate.begins > time(nil) {
            return .error(Self.area, "the certificate is not valid yet", remedy: "set the clock of this machine")
        }
        return days > Self.fewDays
            ? .ok(Self.area, "the certificate is good for \(counted(days, "day"))")
            : .warning(Self.area, "the certificate ends in \(counted(days, "day"))", remedy: renewing)
    }

    private func names(of certificate: Certificate, isLocal: Bool) -> Finding {
        let missing = hosts.filter { !certificate.covers($0) }
        guard missing.isEmpty else {
            return .warning(
                Self.area, "the certificate is not for \(missing.joined(separator: ", "))",
                remedy: isLocal
                    ? "restart the server; if that does not help, remove \(data)/tls, and phones have to trust anew"
                    : "get a certificate for all names of --allowed-host")
        }
        let names = certificate.names.compactMap { if case .dns(let name) = $0 { name } else { nil } }
        return .ok(Self.area, "the certificate is for \(names.isEmpty ? "addresses" : names.joined(separator: ", "))")
    }

    /// `nil`: nobody else can.
    private func readable(_ key: String) -> Finding? {
        var status = stat()
        guard stat(key, &status) == 0, status.st_mode & 0o007 != 0 else { return nil }
        return .error(
            "permissions", "everybody here may read \(key) (mode \(String(status.st_mode & 0o7777, radix: 8)))",
            remedy: "chmod 600 \(key)")
    }
}
