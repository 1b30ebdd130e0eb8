import GRDB
import GRDBSQLite

/// What is put in the place of a `?`.
enum DirectValue {
    case integer(Int64)
    case bytes([UInt8])
}

extension Database {
    /// Runs a statement to its end, on SQLite itself, and answers the first column of its row if it has one. For what every
    /// request and every recorded event runs: GRDB's arguments and cursors take several times as long as SQLite does.
    /// GRDB sees none of it, so that it is not for what an observer of rows shall hear of.
    @discardableResult
    func direct(_ sql: String, _ values: DirectValue...) throws -> Int64? {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index + 1))) }
        var answer: Int64?
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return answer }
            guard code == SQLITE_ROW else { throw failure(code) }
            answer = sqlite3_column_int64(statement, 0)
        }
    }

    /// Waits for no other connection meanwhile.
    func impatiently(_ body: () throws -> Void) throws {
        sqlite3_busy_timeout(sqliteConnection, 0)
        defer { sqlite3_busy_timeout(sqliteConnection, Int32(Connection.patience * 1_000)) }
        try body()
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
}

extension DirectValue {
    fileprivate func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        switch self {
        case .integer(let number): sqlite3_bind_int64(statement, place, number)
        case .bytes(let bytes):
            sqlite3_bind_blob(statement, place, bytes, Int32(bytes.count), Self.copied)
        }
    }

    /// Safe because it is SQLite's own way of saying that it shall copy the bytes: a pointer that it never follows.
    private static var copied: sqlite3_destructor_type? { unsafeBitCast(-1, to: sqlite3_destructor_type?.self) }
}
