import Cryptography
import Glibc
import HTTPServer
import LedgerCore
import Logging
import Synchronization
import WebAPI

/// Gives new connections the certificate that is to be used now: looks whether its files have changed, and makes a new one
/// of our own before the old one ends or when the machine got other names. What can not be used is said once, and the old
/// one stays.
final class CertificateKeeper: Sendable {
    private static let pause = Duration.seconds(2)
    /// The names are asked for less often than the files are looked at.
    private static let looksBetweenNames = 30
    /// Tickets are good as long as the context that gave them: a new one each day keeps old recordings sealed.
    private static let freshness = 86_400

    let port: UInt16
    let current: CurrentTLS
    /// `nil` where certificates are brought along.
    let authority: LocalAuthority?
    private let source: TLSPlan.Source
    private let local: LocalTLS
    private let log: Logger
    private let state: Mutex<State>

    private struct State {
        var certificate: Certificate
        /// What the files were when they were last read, and when they were last looked at.
        var used: [FileStamp]
        var seen: [FileStamp]
        var madeAt: Int
        var looks = 0
    }

    init(_ plan: TLSPlan, data: String, allowedHosts: [String], log: Logger) throws {
        port = plan.port
        source = plan.source
        self.log = log
        local = LocalTLS(data: data, allowedHosts: allowedHosts)
        let now = time(nil)
        let stamps = Self.stamps(plan.source)
        switch plan.source {
        case .local: authority = try local.authority(at: now)
        case .files: authority = nil
        }
        let (context, certificate) = try Self.load(plan.source, local, authority, at: now)
        current = CurrentTLS(context)
        state = Mutex(State(certificate: certificate, used: stamps, seen: stamps, madeAt: now))
        warnOfUncovered()
    }

    /// What browsers are shown.
    var certificate: Certificate { state.withLock { $0.certificate } }

    var facts: TLSFacts { TLSFacts(port: port, certificate: certificate, authority: authority?.certificate) }

    func goOn() async {
        while (try? await Task.sleep(for: Self.pause)) != nil { look(at: time(nil)) }
    }

    func look(at now: Int) {
        guard isDue(at: now) else { return }
        do {
            let (context, certificate) = try Self.load(source, local, authority, at: now)
            let old = state.withLock { state in
                defer { state.certificate = certificate }
                return state.certificate
            }
            current.replace(with: context)
            guard old.der != certificate.der else { return }
            log.notice(
                "a new certificate is used",
                metadata: ["ends": "\(Instant(milliseconds: Int64(certificate.ends) * 1000))"])
            warnOfUncovered()
        } catch {
            let failure = CommandFailure(error)
            log.warning("a new certificate is not used, the old one stays", metadata: ["reason": "\(failure.message)"])
        }
    }

    /// A change counts when the files have been still from one look to the next: certificate and key are not written in one.
    private func isDue(at now: Int) -> Bool {
        let stamps = Self.stamps(source)
        return state.withLock { state in
            defer { state.seen = stamps }
            state.looks += 1
            var isDue = now - state.madeAt > Self.freshness
            if stamps != state.used, stamps == state.seen { isDue = true }
            if case .local = source, state.looks % Self.looksBetweenNames == 0 {
                isDue = isDue || isOld(state, at: now)
            }
            guard isDue else { return false }
            state.used = stamps
            state.madeAt = now
            return true
        }
    }

    private func isOld(_ state: State, at now: Int) -> Bool {
        guard let authority else { return false }
        return !local.isGood(state.certificate, authority, at: now)
    }

    private static func load(
        _ source: TLSPlan.Source, _ local: LocalTLS, _ authority: LocalAuthority?, at now: Int
    ) throws -> (TLSContext, Certificate) {
        switch source {
        case .files(let certificate, let key):
            let chain = Certificate.all(inPEM: try bytes(certificate))
            let keyBytes = try bytes(key)
            do throws(TLSFault) {
                guard let own = chain.first else { throw .noCertificate }
                return (try TLSContext(chain: chain, key: try PrivateKey(pem: keyBytes)), own)
            } catch {
                let file = error == .noKey ? key : certificate
                throw CommandFailure(
                    .failed, "\(file): \(error.message)",
                    hint: "--tls-certificate takes the certificate and those behind it, --tls-key its key, both as PEM")
            }
        case .local:
            guard let authority else { preconditionFailure("a local certificate without an authority") }
            let (certificate, key) = try local.server(authority, at: now)
            return (try TLSContext(chain: [certificate], key: key), certificate)
        }
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        guard let bytes = SmallFile.bytes(path) else {
            throw CommandFailure(
                .failed, "\(path) cannot be read: \(String(cString: strerror(errno)))",
                hint: "the user that serves has to be able to read it")
        }
        return bytes
    }

    private static func stamps(_ source: TLSPlan.Source) -> [FileStamp] {
        guard case .files(let certificate, let key) = source else { return [] }
        return [FileStamp(certificate), FileStamp(key)]
    }

    /// Names that the authority was not made for.
    private func warnOfUncovered() {
        guard authority != nil else { return }
        let missing = local.allowedHosts.filter { !certificate.covers($0) }
        guard !missing.isEmpty else { return }
        log.warning(
            "the local authority may not vouch for a name; docs/tls.md says how to make a new one",
            metadata: ["names": "\(missing.joined(separator: ","))"])
    }
}

/// What tells one version of a file from another.
private struct FileStamp: Equatable {
    private let numbers: [Int]

    /// One that is not there has none.
    init(_ path: String) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        numbers =
            isThere
            ? [
                Int(status.st_ino), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                status.st_ctim.tv_nsec,
            ]
            : []
    }
}
