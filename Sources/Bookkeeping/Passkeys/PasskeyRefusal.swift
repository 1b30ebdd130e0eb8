import Cryptography

/// Why a passkey is not made or not taken.
package enum PasskeyRefusal: Error, Hashable, Sendable {
    /// Browsers keep passkeys for https and localhost alone, and for names, not addresses.
    case needsHTTPS
    case malformed
    case challengeOver
    case personNotVerified
    case unsupported
    /// Made for another name of this server, or by a page of somebody else.
    case otherSite
    case taken
    case tooMany

    package var code: String {
        switch self {
        case .needsHTTPS: "passkeys-need-https"
        case .malformed: "malformed-credential"
        case .challengeOver: "challenge-over"
        case .personNotVerified: "person-not-verified"
        case .unsupported: "unsupported-passkey"
        case .otherSite: "passkey-of-another-site"
        case .taken: "passkey-taken"
        case .tooMany: "too-many-passkeys"
        }
    }

    package var status: Int {
        switch self {
        case .taken, .tooMany: 409
        default: 422
        }
    }

    package var field: String? {
        switch self {
        case .malformed, .challengeOver, .personNotVerified, .unsupported, .otherSite: "credential"
        case .needsHTTPS, .taken, .tooMany: nil
        }
    }

    package var message: String {
        switch self {
        case .needsHTTPS: "Passkeys work only over https, under a name: open this server by its https address."
        case .malformed: "This is not what an authenticator sends."
        case .challengeOver: "That took too long, or was done already. Try again."
        case .personNotVerified: "The passkey did not check who you are. Use one with a fingerprint, a face or a PIN."
        case .unsupported: "This kind of passkey is not supported. Use another device."
        case .otherSite: "This passkey is for another address. Open this server by the address it was made for."
        case .taken: "This passkey is in use already."
        case .tooMany: "There are many passkeys already. Remove one that you do not need any more."
        }
    }

    init(_ fault: PasskeyFault) {
        self =
            switch fault {
            case .malformed, .wrongSignature: .malformed
            case .unsupportedKey: .unsupported
            case .otherSite: .otherSite
            case .personNotVerified: .personNotVerified
            }
    }
}
