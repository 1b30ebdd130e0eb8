package import Accounts
import Cryptography
import LedgerCore
import SQLiteStore
import Synchronization

/// Signing in with a fingerprint or a face instead of a password (WebAuthn level 2).
package final class PasskeyDesk: Sendable {
    /// Milliseconds that a browser may take: as long as a challenge is good.
    package static let patience = PasskeyChallenges.lifetime

    let doorkeeper: Doorkeeper
    private let challenges = Mutex(PasskeyChallenges())

    package init(_ doorkeeper: Doorkeeper) { self.doorkeeper = doorkeeper }

    private var store: Store { doorkeeper.store }
    private var world: World { doorkeeper.world }

    package func passkeys(of account: AccountID) async throws -> [Passkey] {
        try await kept { try await store.passkeys(of: account) }
    }

    package func remove(_ id: PasskeyID, of account: AccountID) async throws {
        try await doorkeeper.storing(whenMissing: .notFound(.passkey)) {
            try await store.removePasskey(id, of: account)
        }
    }

    // MARK: Making

    /// What a browser needs to make one. The password is proved first: whoever finds an open browser must not be able to
    /// come back without it.
    package func prepareToAdd(
        for caller: Caller, password: String, at site: PasskeySite, from origin: NetworkOrigin
    ) async throws -> (challenge: [UInt8], known: [Passkey]) {
        try await doorkeeper.checkPassword(password, of: caller, from: origin)
        let known = try await passkeys(of: caller.account.id)
        guard known.count < Passkey.most else { throw PasskeyRefusal.tooMany }
        return (challenge(for: Self.purpose(of: caller, site)), known.filter { $0.site == site.name })
    }

    package func add(
        _ made: NewPasskey, named typed: String, for caller: Caller, at site: PasskeySite
    ) async throws -> Passkey {
        let name = try Device.checkedName(typed, field: "name")
        let client = try ClientData(made.clientData, of: .create, at: site)
        let purpose = Self.purpose(of: caller, site)
        try check(client.challenge, for: purpose)
        let (credential, count) = try Self.credential(made, at: site)
        try use(client.challenge)
        let now = world.now()
        let passkey = Passkey(
            id: world.makeID(), account: caller.account.id, credential: credential.id, site: site.name, name: name,
            publicKey: credential.publicKey, signCount: count, createdAt: now)
        guard try await passkeys(of: caller.account.id).count < Passkey.most else { throw PasskeyRefusal.tooMany }
        do {
            try await store.addPasskey(passkey, by: caller.credential)
        } catch StoreError.taken {
            throw PasskeyRefusal.taken
        } catch StoreError.missing {
            throw Denial.signInNeeded
        } catch {
            throw Unavailable(error)
        }
        return passkey
    }

    private static func credential(
        _ made: NewPasskey, at site: PasskeySite
    ) throws(PasskeyRefusal) -> (AuthenticatorData.NewCredential, UInt32) {
        do throws(PasskeyFault) {
            let authenticator = try AttestationObject(made.attestation).authenticator
            try authenticator.check(site: site.name)
            guard let credential = authenticator.credential else { throw .malformed }
            _ = try PasskeyPublicKey(cose: credential.publicKey)
            return (credential, authenticator.signCount)
        } catch {
            throw PasskeyRefusal(error)
        }
    }

    // MARK: Signing in

    package func prepareToSignIn(at site: PasskeySite) -> [UInt8] {
        challenge(for: Self.signIn(site))
    }

    /// Whoever the passkey belongs to. A passkey that is not known here, and one whose proof is wrong, are denied alike.
    package func signIn(
        _ proof: PasskeyProof, at site: PasskeySite, deviceName typed: String, kind: Device.Kind
    ) async throws -> SignedIn {
        let deviceName = try Device.checkedName(typed)
        let client = try ClientData(proof.clientData, of: .get, at: site)
        try check(client.challenge, for: Self.signIn(site))
        guard let passkey = try await kept({ try await store.passkey(credential: proof.credential) }),
            passkey.site == site.name, proof.person == passkey.account.bytes,
            let account = try await doorkeeper.accounts().first(where: { $0.id == passkey.account })
        else { throw Denial.wrongPasskey }
        let count = try Self.check(proof, against: passkey, at: site)
        try use(client.challenge)
        let now = world.now()
        guard try await kept({ try await store.usePasskey(passkey.id, count: count, at: now) }) else {
            throw Denial.wrongPasskey
        }
        return try await doorkeeper.admit(
            account, named: deviceName, kind: kind, for: .passkey(passkey.id), otherwise: .wrongPasskey)
    }

    private static func check(_ proof: PasskeyProof, against passkey: Passkey, at site: PasskeySite) throws -> UInt32 {
        do throws(PasskeyFault) {
            let assertion = try PasskeyAssertion(
                authenticatorData: proof.authenticatorData, clientData: proof.clientData, signature: proof.signature)
            try assertion.check(site: site.name, signedBy: try PasskeyPublicKey(cose: passkey.publicKey))
            let count = assertion.authenticator.signCount
            guard PasskeyAssertion.mayFollow(count, after: passkey.signCount) else { throw .wrongSignature }
            return count
        } catch {
            if error == .wrongSignature { throw Denial.wrongPasskey }
            throw PasskeyRefusal(error)
        }
    }
}

// MARK: - Challenges

extension PasskeyDesk {
    /// A challenge to make a passkey is for one device, after its person typed the password there.
    private static func purpose(of caller: Caller, _ site: PasskeySite) -> [UInt8] {
        Array("create \(site.name) ".utf8) + caller.account.id.bytes + caller.device.id.bytes
    }

    private static func signIn(_ site: PasskeySite) -> [UInt8] { Array("get \(site.name)".utf8) }

    private func challenge(for purpose: [UInt8]) -> [UInt8] {
        let bytes = randomBytes(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return challenges.withLock { [now = world.now()] in $0.issue(bytes, for: purpose, at: now) }
    }

    private func check(_ challenge: [UInt8], for purpose: [UInt8]) throws(PasskeyRefusal) {
        let isGood = challenges.withLock { [now = world.now()] in $0.isGood(challenge, for: purpose, at: now) }
        guard isGood else { throw .challengeOver }
    }

    private func use(_ challenge: [UInt8]) throws(PasskeyRefusal) {
        let isFirst = challenges.withLock { [now = world.now()] in $0.use(challenge, at: now) }
        guard isFirst else { throw .challengeOver }
    }
}

extension Doorkeeper {
    /// Proves that it is the account's own person who asks, as often as the throttle lets them.
    func checkPassword(_ password: String, of caller: Caller, from origin: NetworkOrigin) async throws {
        let name = caller.account.name
        try checkThrottle(name.key, from: origin)
        let hash = try await stored(name).flatMap { PasswordHash(text: $0.passwordHash) }
        guard try await isRight(password, for: hash, counted: name.key, from: origin) else {
            throw Denial.wrongPassword
        }
    }
}
