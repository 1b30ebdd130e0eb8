import Cryptography
import HTTPServer

/// How the server is to speak https, as the settings say it.
struct TLSPlan {
    enum Source {
        /// Somebody else's authority gave them.
        case files(certificate: String, key: String)
        /// This server makes them.
        case local
    }

    static let usualPort = "8443"

    let source: Source
    let port: UInt16

    /// `nil`: there is to be no https.
    init?(_ arguments: TLSArguments, _ settings: Settings) throws {
        let kind = settings.text(arguments.tls, "SPLITCLONE_TLS")
        let certificate = settings.text(arguments.tlsCertificate, "SPLITCLONE_TLS_CERTIFICATE")
        let key = settings.text(arguments.tlsKey, "SPLITCLONE_TLS_KEY")
        port = try Serve.port(settings.text(arguments.tlsPort, "SPLITCLONE_TLS_PORT") ?? Self.usualPort)
        switch (kind, certificate, key) {
        case (nil, nil, nil), ("off", _, _): return nil
        case ("local", nil, nil): source = .local
        case (nil, let certificate?, let key?):
            source = .files(certificate: Machine.absolute(certificate), key: Machine.absolute(key))
        case (nil, _, _):
            throw CommandFailure(
                .askedWrongly, "https needs a certificate and its key",
                hint: "--tls-certificate FILE and --tls-key FILE, or --tls local")
        case ("local", _, _):
            throw CommandFailure(
                .askedWrongly, "certificates are either made here or brought along",
                hint: "leave out --tls, or --tls-certificate and --tls-key")
        case (let kind?, _, _):
            throw CommandFailure(.askedWrongly, "“\(kind)” is no kind of https", hint: "local or off")
        }
    }
}
