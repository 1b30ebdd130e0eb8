import GRDB
package import LedgerCore

extension Store {
    /// Keeps what the service calls the folder at `place`, unless the ledger is shared through another one by now.
    package func keepFolderItem(_ item: String, of ledger: LedgerID, at place: FolderPlace) async throws(StoreError) {
        let number = try await opened(ledger).number
        let mark = vault.mark(ledger).bytes
        let sealed = vault.seal(item, .folderItem(mark))
        try await commits.write { [vault] database in
            let sql = "SELECT folder_connection, folder_path FROM ledgers WHERE number = ?"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [number]), !row.hasNull(atIndex: 0),
                try row.id(at: 0) == place.connection,
                try row.optionalBytes(at: 1).map({ try vault.openText($0, .folderPath(mark)) }) == place.path
            else { return }
            try database.execute(
                sql: "UPDATE ledgers SET folder_item = ? WHERE number = ?", arguments: [sealed, number])
        }
    }
}
