import Accounts
import Bookkeeping
import Cryptography
import HTTPServer
import JSON
import LedgerCore

/// Passkeys: making them, looking after them, and coming in with one. What a browser is asked and what it answers has the
/// form of `PublicKeyCredential.parseCreationOptionsFromJSON` and `toJSON` (WebAuthn level 3, §5.1).
enum PasskeyRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let passkeys = try await call.api.passkeyDesk.passkeys(of: caller.account.id)
        return page.answer(passkeys, place: { Place(.number($0.createdAt.ordinal), .number($0.id.bits)) }) {
            $0.value(PasskeyView(passkey: $1))
        }
    }

    @Sendable static func prepare(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let password = body.text("currentPassword")
        try body.finish()
        let site = try site(of: call)
        let (challenge, known) = try await call.api.passkeyDesk.prepareToAdd(
            for: caller, password: password, at: site, from: call.client.origin)
        let options = CreationOptions(site: site, account: caller.account, challenge: challenge, known: known)
        return Answer.object { $0.member("publicKey", options) }.secret
    }

    @Sendable static func add(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let name = body.text("name")
        let clientData = body.credential("response", "clientDataJSON")
        let attestation = body.credential("response", "attestationObject")
        try body.finish()
        let made = NewPasskey(clientData: clientData, attestation: attestation)
        let passkey = try await call.api.passkeyDesk.add(made, named: name, for: caller, at: try site(of: call))
        return Answer.json(PasskeyView(passkey: passkey), .created)
    }

    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.api.passkeyDesk.remove(try call.id("passkey"), of: caller.account.id)
        return .noContent
    }

    @Sendable static func prepareToSignIn(_ call: Call) async throws -> Answer {
        try call.refuseInput()
        let site = try site(of: call)
        let challenge = call.api.passkeyDesk.prepareToSignIn(at: site)
        return Answer.object { $0.member("publicKey", RequestOptions(site: site, challenge: challenge)) }.secret
    }

    @Sendable static func signIn(_ call: Call) async throws -> Answer {
        var body = try call.body()
        let (kind, deviceName) = SignInRoutes.device(&body)
        let proof = PasskeyProof(
            credential: body.credential("rawId"), clientData: body.credential("response", "clientDataJSON"),
            authenticatorData: body.credential("response", "authenticatorData"),
            signature: body.credential("response", "signature"), person: body.credential("response", "userHandle"))
        try body.finish()
        let signedIn = try await call.api.passkeyDesk.signIn(
            proof, at: try site(of: call), deviceName: deviceName, kind: kind)
        return SignInRoutes.answer(signedIn, call)
    }

    /// Browsers keep passkeys for https, and for `http://localhost`; never for an address (WebAuthn §5.1.3 step 7).
    private static func site(of call: Call) throws(PasskeyRefusal) -> PasskeySite {
        let host = call.client.host
        guard IPAddress(host) == nil, !host.isEmpty, !host.hasPrefix("["), call.client.isSecure || host == "localhost"
        else {
            throw .needsHTTPS
        }
        return PasskeySite(name: host, origin: call.client.ownOrigin)
    }
}

struct PasskeyView: JSONWritable {
    let passkey: Passkey

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", passkey.id)
            json.member("name", passkey.name)
            json.member("site", passkey.site)
            json.member("createdAt", passkey.createdAt)
            json.member("lastUsedAt", passkey.lastUsedAt)
        }
    }
}

/// `PublicKeyCredentialCreationOptionsJSON`.
private struct CreationOptions: JSONWritable {
    let site: PasskeySite
    let account: Account
    let challenge: [UInt8]
    let known: [Passkey]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("rp")
            json.object { json in
                json.member("id", site.name)
                json.member("name", "SplitClone")
            }
            json.key("user")
            json.object { json in
                json.member("id", Base64.encodeURL(account.id.bytes))
                json.member("name", account.name.text)
                json.member("displayName", account.name.text)
            }
            json.member("challenge", Base64.encodeURL(challenge))
            json.member("pubKeyCredParams", each: PasskeyPublicKey.algorithms) { json, algorithm in
                json.object { json in
                    json.member("type", "public-key")
                    json.member("alg", algorithm)
                }
            }
            json.member("timeout", PasskeyDesk.patience)
            json.member("excludeCredentials", each: known) { json, passkey in
                json.object { json in
                    json.member("type", "public-key")
                    json.member("id", Base64.encodeURL(passkey.credential))
                }
            }
            json.key("authenticatorSelection")
            json.object { json in
                json.member("residentKey", "required")
                json.member("requireResidentKey", true)
                json.member("userVerification", "required")
            }
            json.member("attestation", "none")
        }
    }
}

/// `PublicKeyCredentialRequestOptionsJSON`: whichever passkey the person has for this site.
private struct RequestOptions: JSONWritable {
    let site: PasskeySite
    let challenge: [UInt8]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rpId", site.name)
            json.member("challenge", Base64.encodeURL(challenge))
            json.member("timeout", PasskeyDesk.patience)
            json.member("userVerification", "required")
        }
    }
}

extension BodyReader {
    /// Bytes inside of `credential`, the browser's own object: what else is in it is the browser's affair.
    fileprivate mutating func credential(_ path: String...) -> [UInt8] {
        let member = path.reduce(value("credential")) { $0?[$1] }
        if let bytes = member?.string.flatMap({ Base64.decodeURL($0.utf8) }), !bytes.isEmpty { return bytes }
        if errors.last?.field != "credential" {
            refuse(
                "credential", "malformed-credential",
                "The field “credential” must be what PublicKeyCredential.toJSON() makes; \(path.joined(separator: ".")) is missing."
            )
        }
        return []
    }
}
