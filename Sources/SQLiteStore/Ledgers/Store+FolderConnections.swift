import Accounts
import GRDB
import LedgerCore

extension Store {
    package func folderConnections() async throws(StoreError) -> [FolderConnectionRecord] {
        try await read { [vault] database in
            let sql = "SELECT id, account, kind, settings, created_at FROM folder_connections ORDER BY created_at, id"
            return try Row.fetchAll(database, sql: sql).map { row in
                let id: FolderConnectionID = try row.id(at: 0)
                return FolderConnectionRecord(
                    id: id, account: try row.id(at: 1), kind: row[2],
                    settings: try vault.open(try row.bytes(at: 3), .settings(id)), createdAt: row.instant(at: 4))
            }
        }
    }

    package func addFolderConnection(_ connection: FolderConnectionRecord) async throws(StoreError) {
        let arguments: StatementArguments = [
            connection.id.blob, connection.account.blob, connection.kind,
            vault.seal(connection.settings, .settings(connection.id)), connection.createdAt.milliseconds,
        ]
        try await commits.write { database in
            try database.execute(sql: "INSERT INTO folder_connections VALUES (?, ?, ?, ?, ?)", arguments: arguments)
        }
    }

    /// New settings, after a token was refreshed for example.
    package func updateFolderConnection(_ connection: FolderConnectionRecord) async throws(StoreError) {
        let arguments: StatementArguments = [
            vault.seal(connection.settings, .settings(connection.id)), connection.id.blob,
        ]
        try await commits.write { database in
            try database.execute(sql: "UPDATE folder_connections SET settings = ? WHERE id = ?", arguments: arguments)
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }

    /// Ledgers that were shared through it stay, unshared.
    package func removeFolderConnection(_ connection: FolderConnectionID) async throws(StoreError) {
        try await commits.write { database in
            try database.execute(sql: "DELETE FROM folder_connections WHERE id = ?", arguments: [connection.blob])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }
}

extension Vault.Place {
    static func settings(_ id: FolderConnectionID) -> Self { Self("folder_connections.settings", id.blob.bytes) }
}
