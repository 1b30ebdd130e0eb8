package import Cryptography

/// How the server is to be reached by https.
package struct TLSFacts: Sendable {
    package var port: UInt16
    package var certificate: Certificate
    /// The server's own, where it made the certificate itself.
    package var authority: Certificate?

    package init(port: UInt16, certificate: Certificate, authority: Certificate?) {
        self.port = port
        self.certificate = certificate
        self.authority = authority
    }
}
