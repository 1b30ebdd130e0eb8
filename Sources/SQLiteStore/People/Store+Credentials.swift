package import Accounts
import GRDB
import LedgerCore

extension Store {
    package func credentials(of account: AccountID) async throws(StoreError) -> [Credential] {
        try await read { database in
            let sql = """
                SELECT \(Row.credentialSelection) FROM credentials JOIN devices ON devices.id = credentials.device
                WHERE devices.account = ? ORDER BY credentials.created_at, credentials.id
                """
            return try Row.fetchAll(database, sql: sql, arguments: [account.blob]).map { try $0.credential(at: 0) }
        }
    }

    /// Keeps the new expiry of a session that was used.
    package func renewCredential(_ credential: Credential) async throws(StoreError) {
        try await commits.write { database in
            try database.execute(
                sql: "UPDATE credentials SET expires_at = ? WHERE id = ?",
                arguments: [credential.expiresAt?.milliseconds, credential.id.blob])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }
}

// MARK: - Rows

extension Database {
    func insert(_ credential: Credential) throws {
        try execute(
            sql: "INSERT INTO credentials VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                credential.id.blob, credential.device.blob, credential.kind.rawValue, Blob(credential.secretHash),
                credential.createdAt.milliseconds, credential.expiresAt?.milliseconds, credential.scope.rawValue,
            ])
    }
}

extension Row {
    static let credentialSelection = """
        credentials.id, credentials.device, credentials.kind, credentials.secret_hash, credentials.created_at,
        credentials.expires_at, credentials.scope
        """

    func credential(at start: Int) throws -> Credential {
        guard let scope = Credential.Scope(rawValue: self[start + 6]) else {
            throw StoreError.damaged(detail: "the scope of a credential")
        }
        return Credential(
            id: try id(at: start), device: try id(at: start + 1), kind: try kind(at: start + 2), scope: scope,
            secretHash: try bytes(at: start + 3), createdAt: instant(at: start + 4),
            expiresAt: optionalInstant(at: start + 5))
    }
}
