/// Why certificate and key can not be used.
package enum TLSFault: Error, Hashable, Sendable {
    case noCertificate
    case noKey
    case keyDoesNotFit
    /// OpenSSL's own words: a key too short, an algorithm too old.
    case refused(String)

    /// Without a period at its end.
    package var message: String {
        switch self {
        case .noCertificate: "there is no certificate in PEM form in it"
        case .noKey: "there is no private key in PEM form in it, or it is sealed with a password"
        case .keyDoesNotFit: "the key is not the certificate's"
        case .refused(let reason): "OpenSSL refuses it: \(reason)"
        }
    }
}
