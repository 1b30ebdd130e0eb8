package import Accounts
import Cryptography
import LedgerCore
import SQLiteStore

extension Doorkeeper {
    /// All accounts, for an owner, and how each is in use.
    package func accounts(for caller: Caller) async throws -> [(account: Account, presence: Presence)] {
        try Ownership.check(caller.account)
        try? await keepUses()
        let presence = try await kept { try await store.presence() }
        return try await accounts().map { ($0, presence[$0.id] ?? Presence()) }
    }

    package func addAccount(
        name: String, password: String, isOwner: Bool, by caller: Caller
    ) async throws -> Account {
        try Ownership.check(caller.account)
        return try await addAccount(name: name, password: password, isOwner: isOwner)
    }

    /// Proves the old password first: whoever finds an open browser must not be able to keep it. All other devices of
    /// the account are signed out, tokens too: a sign-in by password may have asked for one.
    package func changePassword(
        of caller: Caller, from old: String, to new: String, origin: NetworkOrigin
    ) async throws {
        let name = caller.account.name
        try PasswordRule.check(new, for: name)
        try checkThrottle(name.key, from: origin)
        let found = try await stored(name)
        let hash = found.flatMap { PasswordHash(text: $0.passwordHash) }
        guard try await isRight(old, for: hash, counted: name.key, from: origin), let found else {
            throw Denial.wrongPassword
        }
        let newHash = try await atDesk { PasswordHash(new).text }
        // Somebody else may have changed it meanwhile: then the old one is wrong by now.
        try await storing(whenMissing: .wrongPassword) {
            try await store.setPassword(
                hash: newHash, of: found.account.id, insteadOf: found.passwordHash, keeping: caller.device.id)
        }
        feed.announceSignOut(of: found.account.id)
    }
}

/// What the machine's own administrator does at the command line, without asking anybody.
extension Doorkeeper {
    package func accounts() async throws -> [Account] {
        try await kept { try await store.accounts() }
    }

    package func account(named typed: String) async throws -> Account {
        let name = try AccountName(typed)
        guard let account = try await accounts().first(where: { $0.name == name }) else {
            throw Denial.notFound(.account)
        }
        return account
    }

    package func addAccount(name typed: String, password: String, isOwner: Bool) async throws -> Account {
        let name = try AccountName(typed)
        try Ownership.checkFree(name, among: try await accounts())
        return try await makeAccount(name, password: password, isOwner: isOwner, onlyAsFirst: false)
    }

    package func removeAccount(_ id: AccountID) async throws {
        let account = try Ownership.removable(id, among: try await accounts())
        try await storing(whenMissing: .notFound(.account)) {
            try await store.removeAccount(account.id)
        }
        feed.announceSignOut(of: account.id)
    }

    /// At the command line everything ends, tokens included: somebody else may have come in.
    package func setPassword(_ password: String, of account: Account) async throws {
        try PasswordRule.check(password, for: account.name)
        let hash = try await atDesk { PasswordHash(password).text }
        try await storing(whenMissing: .notFound(.account)) {
            try await store.setPassword(hash: hash, of: account.id)
        }
        feed.announceSignOut(of: account.id)
    }
}

extension Doorkeeper {
    func makeAccount(
        _ name: AccountName, password: String, isOwner: Bool, onlyAsFirst: Bool
    ) async throws -> Account {
        try PasswordRule.check(password, for: name)
        let hash = try await atDesk { PasswordHash(password).text }
        let account = Account(id: newID(), name: name, isOwner: isOwner, createdAt: world.now())
        try await storing(whenTaken: onlyAsFirst ? .alreadySetUp : .nameTaken) {
            try await store.addAccount(account, passwordHash: hash, onlyAsFirst: onlyAsFirst)
        }
        return account
    }

    /// Writes; what someone else did first (took the name, removed the thing) is answered with its own denial.
    func storing(
        whenTaken taken: Denial? = nil, whenMissing missing: Denial? = nil, _ write: () async throws -> Void
    ) async throws {
        do {
            try await write()
        } catch let error as StoreError {
            switch error {
            case .taken: throw taken ?? Unavailable(error) as any Error
            case .missing: throw missing ?? Unavailable(error) as any Error
            default: throw Unavailable(error)
            }
        }
    }
}
