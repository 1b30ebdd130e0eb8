package import Cryptography
import GRDB

/// A whole copy of a database, beside a running server or without one.
package enum StoreCopy {
    /// As of one moment, compact, and without what was deleted. Writers are not held up; what they write meanwhile is not in
    /// it. Blocks until it is done: not for an event loop.
    ///
    /// - Parameter target: without a database.
    package static func make(of source: DataDirectory, in target: DataDirectory) throws(StoreOpeningError) {
        guard SystemFile.exists(source.database) else {
            throw .directoryUnusable(path: source.path, reason: "there is no database in it")
        }
        // SQLite takes an empty file for its own, and leaves its mode as it is.
        try target.makeDatabaseFile()
        do {
            let reading = try Connection.open(source.database, for: .reading)
            defer { try? reading.close() }
            try reading.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [target.database]) }
        } catch {
            throw .unusable(StoreError(error))
        }
    }
}

extension DataDirectory {
    package var hasDatabase: Bool { SystemFile.exists(database) }

    /// What SQLite finds wrong with the file, and whether the key is its own; empty when nothing is.
    package func faults(_ key: SymmetricKey) throws(StoreOpeningError) -> [String] {
        let examination = try StoreExamination(self, MasterKey(key))
        defer { examination.close() }
        try examination.checkKey()
        return try examination.faults()
    }
}
