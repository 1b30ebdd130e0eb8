package import Accounts
import GRDB
package import LedgerCore

extension Store {
    /// In the order in which they were made.
    package func passkeys(of account: AccountID) async throws(StoreError) -> [Passkey] {
        try await read { [vault] database in
            let sql = "SELECT \(Vault.passkeyColumns) FROM passkeys WHERE account = ? ORDER BY created_at, id"
            return try Row.fetchAll(database, sql: sql, arguments: [account.blob]).map { try vault.passkey($0) }
        }
    }

    /// By what the authenticator calls it.
    package func passkey(credential: [UInt8]) async throws(StoreError) -> Passkey? {
        try await read { [vault] database in
            let sql = "SELECT \(Vault.passkeyColumns) FROM passkeys WHERE credential_mark = ?"
            let mark = vault.mark(credential, "passkeys.credential")
            return try Row.fetchOne(database, sql: sql, arguments: [mark]).map { try vault.passkey($0) }
        }
    }

    /// `.taken` when the authenticator made it for an account here already, `.missing` when who asks is signed out.
    package func addPasskey(_ passkey: Passkey, by credential: CredentialID) async throws(StoreError) {
        let values: StatementArguments = [
            passkey.id.blob, passkey.account.blob, vault.mark(passkey.credential, "passkeys.credential"),
            vault.seal(passkey.credential, .passkeyCredential(passkey.id)),
            vault.seal(passkey.site, .passkeySite(passkey.id)), vault.seal(passkey.name, .passkeyName(passkey.id)),
            vault.seal(passkey.publicKey, .passkeyKey(passkey.id)), Int64(passkey.signCount),
            passkey.createdAt.milliseconds, passkey.lastUsedAt?.milliseconds,
        ]
        try await commits.write { [vault] database in
            guard try database.holds(.credential(credential), of: passkey.account, in: vault) else {
                throw StoreError.missing
            }
            try database.execute(
                sql: """
                    INSERT INTO passkeys (id, account, credential_mark, credential, site, name, public_key, sign_count,
                        created_at, last_used_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: values)
        }
    }

    /// Keeps that it was used. `false`: somebody else used it meanwhile with this count or a higher one.
    package func usePasskey(_ id: PasskeyID, count: UInt32, at now: Instant) async throws(StoreError) -> Bool {
        try await commits.write { database in
            try database.execute(
                sql: """
                    UPDATE passkeys SET sign_count = ?, last_used_at = ?
                    WHERE id = ? AND (sign_count < ? OR (sign_count = 0 AND ? = 0))
                    """,
                arguments: [Int64(count), now.milliseconds, id.blob, Int64(count), Int64(count)])
            return database.changesCount == 1
        }
    }

    package func removePasskey(_ id: PasskeyID, of account: AccountID) async throws(StoreError) {
        try await commits.write { database in
            try database.execute(
                sql: "DELETE FROM passkeys WHERE id = ? AND account = ?", arguments: [id.blob, account.blob])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }
}

// MARK: - Rows

extension Vault.Place {
    static func passkeyCredential(_ id: PasskeyID) -> Self { Self("passkeys.credential", id.blob.bytes) }
    static func passkeySite(_ id: PasskeyID) -> Self { Self("passkeys.site", id.blob.bytes) }
    static func passkeyName(_ id: PasskeyID) -> Self { Self("passkeys.name", id.blob.bytes) }
    static func passkeyKey(_ id: PasskeyID) -> Self { Self("passkeys.public_key", id.blob.bytes) }
}

extension Vault {
    static let passkeyColumns = """
        id, account, credential, site, name, public_key, sign_count, created_at, last_used_at
        """

    func passkey(_ row: Row) throws -> Passkey {
        let id: PasskeyID = try row.id(at: 0)
        return Passkey(
            id: id, account: try row.id(at: 1), credential: try open(try row.bytes(at: 2), .passkeyCredential(id)),
            site: try openText(try row.bytes(at: 3), .passkeySite(id)),
            name: try openText(try row.bytes(at: 4), .passkeyName(id)),
            publicKey: try open(try row.bytes(at: 5), .passkeyKey(id)),
            signCount: UInt32(truncatingIfNeeded: row[6] as Int64), createdAt: row.instant(at: 7),
            lastUsedAt: row.optionalInstant(at: 8))
    }
}
