import GRDB

/// Opens SQLite the only way the project uses it, and believes nothing that it did not read back.
enum Connection {
    enum Purpose: String { case writing, reading, lookingUp }

    /// Seconds a connection waits for another process (a command beside the server) to let go of the file.
    static let patience = 5.0
    /// Pages (of 4 KiB) after which SQLite itself moves the log into the file, between two commits, and begins it anew. A log
    /// that is written over in place is synced twice as fast as one that grows: its length on the disk stays.
    static let checkpointPages = 2_000
    /// Bytes the log keeps on the disk after it was larger for once.
    static let keptLog = 16 << 20

    /// GRDB's own WAL mode is not asked for: it sets `synchronous` back to NORMAL after everything else, and an answered
    /// write could then be lost with the power.
    static func open(_ path: String, for purpose: Purpose) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "splitclone.store.\(purpose)"
        configuration.busyMode = .timeout(patience)
        configuration.readonly = purpose != .writing
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
            if database.configuration.readonly { return }
            try database.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    PRAGMA secure_delete = ON;
                    PRAGMA wal_autocheckpoint = \(checkpointPages);
                    PRAGMA journal_size_limit = \(keptLog);
                    """)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        if !configuration.readonly { try queue.inDatabase(verify) }
        return queue
    }

    /// What the durability of every answered write rests on.
    private static func verify(_ database: Database) throws {
        for (setting, wanted) in [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1")] {
            let found = try String.fetchOne(database, sql: "PRAGMA \(setting)") ?? "nothing"
            guard found == wanted else { throw StoreOpeningError.notDurable(setting: "\(setting) = \(found)") }
        }
    }
}
