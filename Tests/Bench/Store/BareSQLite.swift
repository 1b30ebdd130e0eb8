import GRDBSQLite

/// The peer: SQLite's own C interface, one insert per transaction, WAL and `synchronous=FULL`, a table with one index.
/// Nothing durable on SQLite can be done with less.
final class BareSQLite {
    private let handle: OpaquePointer?
    private let insert: OpaquePointer?
    private let payload: [UInt8]

    init(directory: String, payload: [UInt8]) {
        self.payload = payload
        var handle: OpaquePointer?
        Self.check(sqlite3_open(directory + "/bare.sqlite", &handle), SQLITE_OK)
        self.handle = handle
        let schema = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE events (id INTEGER PRIMARY KEY, segment INTEGER, offset INTEGER, bytes BLOB);
            CREATE INDEX events_of_segment ON events (segment, offset);
            """
        Self.check(sqlite3_exec(handle, schema, nil, nil, nil), SQLITE_OK)
        var insert: OpaquePointer?
        let sql = "INSERT INTO events (segment, offset, bytes) VALUES (?, ?, ?)"
        Self.check(sqlite3_prepare_v2(handle, sql, -1, &insert, nil), SQLITE_OK)
        self.insert = insert
    }

    /// Outside an explicit transaction every statement is one, committed and synced when it returns.
    func insert(segment: Int, offset: Int) {
        sqlite3_bind_int64(insert, 1, Int64(segment))
        sqlite3_bind_int64(insert, 2, Int64(offset))
        payload.withUnsafeBufferPointer { bytes in
            Self.check(sqlite3_bind_blob(insert, 3, bytes.baseAddress, Int32(bytes.count), nil), SQLITE_OK)
            Self.check(sqlite3_step(insert), SQLITE_DONE)
        }
        Self.check(sqlite3_reset(insert), SQLITE_OK)
    }

    deinit {
        sqlite3_finalize(insert)
        sqlite3_close(handle)
    }

    private static func check(_ code: Int32, _ wanted: Int32) {
        precondition(code == wanted, "SQLite answers \(code)")
    }
}
