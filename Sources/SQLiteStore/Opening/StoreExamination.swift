import GRDB

/// Looks at a data directory beside a running server or without one, and changes nothing: makes no directory, no key, no
/// table.
package struct StoreExamination: Sendable {
    /// What SQLite finds is told up to here; more of it says nothing new.
    private static let mostFaults = 10

    private let path: String
    private let reads: DatabaseQueue
    private let masterKey: MasterKey

    /// - Parameter credentials: the value of `CREDENTIALS_DIRECTORY`, if it is set.
    /// - Returns: `nil` when there is no database yet.
    package init?(existing path: String, credentials: String?) throws(StoreOpeningError) {
        let directory = DataDirectory(existing: path)
        guard SystemFile.exists(directory.database) else { return nil }
        // With a database there, a key is looked for and never made.
        try self.init(directory, MasterKey.load(for: directory, credentials: credentials))
    }

    /// Of a directory with a database.
    init(_ directory: DataDirectory, _ masterKey: MasterKey) throws(StoreOpeningError) {
        self.masterKey = masterKey
        path = directory.database
        do {
            reads = try Connection.open(directory.database, for: .reading)
        } catch {
            throw .unusable(StoreError(error))
        }
    }

    /// Whether the key is the one that this database was made with.
    package func checkKey() throws(StoreOpeningError) {
        let vault = Vault(master: masterKey)
        try examine { database in
            let sealed = try Row.fetchOne(database, sql: "SELECT key_check FROM store").map { try $0.bytes(at: 0) }
            guard let sealed else { throw StoreError.damaged(detail: "the mark of the key is missing") }
            guard (try? vault.openText(sealed, Vault.checkMark)) == "splitclone" else {
                throw StoreOpeningError.masterKeyOfAnotherStore(path: path)
            }
        }
    }

    package enum Version: Sendable {
        case current
        /// The next start of the server brings it up to date.
        case older
    }

    package func version() throws(StoreOpeningError) -> Version {
        try examine { database in
            let migrator = Schema.migrator
            guard try !migrator.hasBeenSuperseded(database) else { throw StoreOpeningError.newer(path: path) }
            return try migrator.hasCompletedMigrations(database) ? .current : .older
        }
    }

    /// Every page and every index, and every row that another one points to. What is wrong, in SQLite's words; empty when
    /// nothing is.
    package func faults() throws(StoreOpeningError) -> [String] {
        try examine { database in
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(\(Self.mostFaults))")
            let dangling = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(Self.mostFaults)
            return found.filter { $0 != "ok" }
                + dangling.map { "a row of \($0[0] as String) points to one of \($0[2] as String) that is not there" }
        }
    }

    package func close() { try? reads.close() }

    private func examine<Value>(_ look: (Database) throws -> Value) throws(StoreOpeningError) -> Value {
        do {
            return try reads.read(look)
        } catch let error as StoreOpeningError {
            throw error
        } catch {
            throw .unusable(StoreError(error))
        }
    }
}
