package import Accounts
import GRDB
package import LedgerCore

extension Store {
    /// All but those that are being deleted.
    package func accounts() async throws(StoreError) -> [Account] {
        try await read { [vault] database in
            let sql = """
                SELECT \(Vault.accountSelection) FROM accounts
                WHERE id NOT IN (SELECT account FROM deletions) ORDER BY created_at, id
                """
            return try Row.fetchAll(database, sql: sql).map { try vault.account($0, at: 0) }
        }
    }

    /// The account that a person means by a name, and the hash of its password.
    package func account(named name: AccountName) async throws(StoreError) -> (account: Account, passwordHash: String)?
    {
        try await read { [vault] database in
            let sql = "SELECT \(Vault.accountSelection), password FROM accounts WHERE name_mark = ?"
            let mark = vault.mark(name.key, "accounts.name")
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [mark]) else { return nil }
            let account = try vault.account(row, at: 0)
            let hash = try vault.openText(try row.bytes(at: Vault.accountColumns), .password(account.id))
            return (account, hash)
        }
    }

    /// `.taken` when the id or the name is in use, or when it should have been the first one and is not.
    package func addAccount(
        _ account: Account, passwordHash: String, onlyAsFirst: Bool = false
    ) async throws(StoreError) {
        let values = arguments(account, passwordHash: passwordHash)
        try await commits.write { database in
            if onlyAsFirst, try Int.fetchOne(database, sql: "SELECT 1 FROM accounts") != nil { throw StoreError.taken }
            try database.insertAccount(values)
        }
    }

    /// Whoever had come in before is out in the same step, tokens too, but for the one who changed it: otherwise somebody
    /// could come in between. `.missing` when the account is gone, or when `compared` is not its password any more.
    package func setPassword(
        hash: String, of account: AccountID, insteadOf compared: String? = nil, keeping kept: DeviceID? = nil
    ) async throws(StoreError) {
        let sealed = vault.seal(hash, .password(account))
        try await commits.write { [vault] database in
            if let compared, try database.passwordHash(of: account, in: vault) != compared { throw StoreError.missing }
            try database.execute(
                sql: "UPDATE accounts SET password = ? WHERE id = ?", arguments: [sealed, account.blob])
            guard database.changesCount == 1 else { throw StoreError.missing }
            try database.execute(
                sql: "DELETE FROM devices WHERE account = ? AND id IS NOT ?", arguments: [account.blob, kept?.blob])
            // Whoever set it anew from outside, at the command line, trusts nothing that let somebody in before.
            guard kept == nil else { return }
            try database.execute(sql: "DELETE FROM passkeys WHERE account = ?", arguments: [account.blob])
        }
    }

    /// With its devices, credentials, memberships and folder connections. What its devices wrote stays in the ledgers.
    package func removeAccount(_ account: AccountID) async throws(StoreError) {
        try await commits.write { database in
            try database.execute(sql: "DELETE FROM accounts WHERE id = ?", arguments: [account.blob])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }
}

// MARK: - Rows

extension Store {
    func arguments(_ account: Account, passwordHash: String) -> StatementArguments {
        [
            account.id.blob, vault.seal(account.name.text, .accountName(account.id)),
            vault.mark(account.name.key, "accounts.name"), vault.seal(passwordHash, .password(account.id)),
            account.isOwner, account.createdAt.milliseconds,
        ]
    }
}

extension Database {
    func insertAccount(_ values: StatementArguments) throws {
        try execute(sql: "INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)", arguments: values)
    }

    func passwordHash(of account: AccountID, in vault: Vault) throws -> String? {
        let sql = "SELECT password FROM accounts WHERE id = ?"
        return try Row.fetchOne(self, sql: sql, arguments: [account.blob]).map { row in
            try vault.openText(try row.bytes(at: 0), .password(account))
        }
    }
}

extension Vault.Place {
    static func accountName(_ id: AccountID) -> Self { Self("accounts.name", id.blob.bytes) }
    static func password(_ id: AccountID) -> Self { Self("accounts.password", id.blob.bytes) }
}

extension Vault {
    static let accountSelection = "accounts.id, accounts.name, accounts.is_owner, accounts.created_at"
    static let accountColumns = 4

    func account(_ row: Row, at start: Int) throws -> Account {
        let id: AccountID = try row.id(at: start)
        let text = try openText(try row.bytes(at: start + 1), .accountName(id))
        guard let name = try? AccountName(text) else { throw StoreError.damaged(detail: "an account without a name") }
        return Account(id: id, name: name, isOwner: row[start + 2], createdAt: row.instant(at: start + 3))
    }
}
