package import Accounts
import Cryptography
import LedgerCore
import SQLiteStore
import Synchronization

/// What a person types to come in, from which machine, and how the device wants to be let in afterwards.
package struct SignInForm: Sendable {
    package let name: String
    package let password: String
    package let deviceName: String
    /// A browser gets a session that slides along; anything else a token.
    package let kind: Device.Kind

    package init(name: String, password: String, deviceName: String, kind: Device.Kind) {
        self.name = name
        self.password = password
        self.deviceName = deviceName
        self.kind = kind
    }
}

/// A device that was just let in, with the secret that will let it in again. Told once.
package struct SignedIn: Sendable {
    package let account: Account
    package let device: Device
    package let credential: Credential
    package let secret: String
}

extension Doorkeeper {
    /// True until the server has its first account.
    package func needsSetup() async throws -> Bool {
        try await kept { try await store.accounts() }.isEmpty
    }

    /// The one-time code for the first owner, made when `serve` starts; `nil` when the server is set up.
    package func offerSetup() async throws -> SetupCode? {
        guard try await needsSetup() else { return nil }
        let code = SetupCode(random: randomBytes(SetupCode.randomByteCount))
        setupCode.withLock { $0 = code }
        return code
    }

    /// The first account of the server, its owner. Proof is the code that the server printed.
    package func setUp(_ form: SignInForm, code: String, from origin: NetworkOrigin) async throws -> SignedIn {
        guard try await needsSetup() else { throw Denial.alreadySetUp }
        try checkSetupCode(code, from: origin)
        let name = try AccountName(form.name)
        let deviceName = try Device.checkedName(form.deviceName)
        let account = try await makeAccount(name, password: form.password, isOwner: true, onlyAsFirst: true)
        setupCode.withLock { $0 = nil }
        return try await admit(account, named: deviceName, kind: form.kind)
    }

    /// Wrong name and wrong password are answered alike, and after the same time. Only wrong ones count against anyone.
    package func signIn(_ form: SignInForm, from origin: NetworkOrigin) async throws -> SignedIn {
        let name = try? AccountName(form.name)
        let counted = name?.key ?? String(form.name.lowercased().unicodeScalars.prefix(AccountName.longest))
        try checkThrottle(counted, from: origin)
        let deviceName = try Device.checkedName(form.deviceName)
        let found = if let name { try await stored(name) } else { nil as StoredAccount? }
        let hash = found.flatMap { PasswordHash(text: $0.passwordHash) }
        guard try await isRight(form.password, for: hash, counted: counted, from: origin), let found else {
            throw Denial.wrongNameOrPassword
        }
        return try await admit(
            found.account, named: deviceName, kind: form.kind, for: .password(hash: found.passwordHash),
            otherwise: .wrongNameOrPassword)
    }
}

typealias StoredAccount = (account: Account, passwordHash: String)

extension Doorkeeper {
    /// Compares at the desk, and counts the outcome before the next one in line is let through.
    func isRight(
        _ password: String, for hash: PasswordHash?, counted name: String, from origin: NetworkOrigin
    ) async throws -> Bool {
        try await atDesk(admit: { [self] in try checkThrottle(name, from: origin) }) { [self] in
            let decoy = PasswordHash.decoy
            let isRight = (hash ?? decoy).matches(PasswordRule.couldBe(password) ? password : "")
            throttle.withLock { [now = world.now()] throttle in
                if isRight {
                    throttle.succeeded(name: name, from: origin)
                } else {
                    throttle.failed(name: name, from: origin, at: now)
                }
            }
            return isRight
        }
    }

    func atDesk<Value: Sendable>(
        admit: @Sendable () throws -> Void = {}, _ work: @escaping @Sendable () -> Value
    ) async throws -> Value {
        guard let value = try await desk.take(admit: admit, work) else {
            throw Denial.tooManyAttempts(retryAfterSeconds: 5)
        }
        return value
    }

    func checkThrottle(_ name: String, from origin: NetworkOrigin) throws(Denial) {
        try throttle.withLock { [now = world.now()] throttle throws(Denial) in
            try throttle.check(name: name, from: origin, at: now)
        }
    }

    /// Guesses at the code are throttled like passwords, under a name that no account can have.
    private func checkSetupCode(_ typed: String, from origin: NetworkOrigin) throws(Denial) {
        try checkThrottle("", from: origin)
        guard setupCode.withLock({ $0 })?.matches(typed) == true else {
            throttle.withLock { [now = world.now()] in $0.failed(name: "", from: origin, at: now) }
            throw .wrongSetupCode
        }
    }

    /// Compared in Swift, not in SQL: an accent may have been composed differently where the account was made.
    func stored(_ name: AccountName) async throws -> StoredAccount? {
        try await kept {
            let spelled = try await store.accounts().first { $0.name == name }?.name
            return try await store.account(named: spelled ?? name)
        }
    }

    /// A new device: it has claimed nobody yet. `denial`: when what it is let in for is so no more.
    func admit(
        _ account: Account, named name: String, kind: Device.Kind, scope: Credential.Scope = .full,
        expiresAt: Instant? = nil, for entitlement: Entitlement = .none, otherwise denial: Denial = .signInNeeded
    ) async throws -> SignedIn {
        let made = try make(account, named: name, kind: kind, scope: scope, expiresAt: expiresAt)
        try await storing(whenMissing: denial) {
            try await store.admit(made.device, with: made.credential, for: entitlement)
        }
        return made
    }

    /// Not kept yet.
    func make(
        _ account: Account, named name: String, kind: Device.Kind, scope: Credential.Scope = .full,
        expiresAt: Instant? = nil
    ) throws(InputRefusal) -> SignedIn {
        let now = world.now()
        let secret = makeSecret()
        let device = Device(id: newID(), account: account.id, kind: kind, name: name, createdAt: now)
        let credential =
            switch kind {
            case .browser: Credential.session(id: newID(), device: device.id, secretHash: secret.hash, at: now)
            case .token:
                try Credential.token(
                    id: newID(), device: device.id, scope: scope, secretHash: secret.hash, at: now,
                    expiresAt: expiresAt)
            }
        return SignedIn(account: account, device: device, credential: credential, secret: secret.text)
    }
}
