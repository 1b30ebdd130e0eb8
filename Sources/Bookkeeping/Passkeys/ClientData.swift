import Cryptography
import JSON

/// What the browser says about the making or the use of a passkey (WebAuthn level 2, §5.8.1). What it does not understand
/// is left to later versions of the standard.
struct ClientData: Sendable {
    enum Kind: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// More than any browser sends.
    private static let longest = 4096

    let challenge: [UInt8]

    /// Read for one kind of act, on a page of one origin.
    init(_ bytes: [UInt8], of kind: Kind, at site: PasskeySite) throws(PasskeyRefusal) {
        guard bytes.count <= Self.longest, let data = try? JSONValue(parsing: bytes),
            data["type"]?.string == kind.rawValue,
            let challenge = data["challenge"]?.string.flatMap({ Base64.decodeURL($0.utf8) }),
            let origin = data["origin"]?.string
        else { throw .malformed }
        guard origin == site.origin, data["crossOrigin"]?.bool != true, data["topOrigin"] == nil else {
            throw .otherSite
        }
        self.challenge = challenge
    }
}

/// Under which name the browser knows this server: what a passkey is made for (`rpId`), and where its pages come from.
package struct PasskeySite: Hashable, Sendable {
    package let name: String
    package let origin: String

    package init(name: String, origin: String) {
        self.name = name
        self.origin = origin
    }
}

/// The members of `PublicKeyCredential.toJSON()` that matter here, decoded.
package struct NewPasskey: Sendable {
    let clientData: [UInt8]
    let attestation: [UInt8]

    package init(clientData: [UInt8], attestation: [UInt8]) {
        self.clientData = clientData
        self.attestation = attestation
    }
}

package struct PasskeyProof: Sendable {
    let credential: [UInt8]
    let clientData: [UInt8]
    let authenticatorData: [UInt8]
    let signature: [UInt8]
    /// Whose key the authenticator believes it to be.
    let person: [UInt8]

    package init(
        credential: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], person: [UInt8]
    ) {
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.person = person
    }
}
