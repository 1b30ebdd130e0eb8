import GRDB

/// The one connection that writes, and what becomes of it when the disk fails.
///
/// **After an I/O error** the connection is not trusted any more. Linux reports a failed `fsync` once and then calls the
/// pages clean; and the refused transaction may lie complete in the log, where a restart would find it. So a new
/// connection is opened and commits a mark of its own: SQLite never counted the refused pages as written, the mark goes
/// over the first of them, and checksums that no longer chain make the rest unreadable. Until that has succeeded, every
/// write begins by trying it.
///
/// **The log is moved into the file** by this connection alone: whole, unless a reader is in the way, and synced once. Were
/// it moved in parts as a habit, and a part lost by a failing disk, a later success would hide it: SQLite does not write a
/// part twice.
struct WritingLine {
    private enum State {
        case open(DatabaseQueue)
        case broken
        case closed
    }

    /// Commits after which the log is moved as soon as nobody waits. Under constant load SQLite does it between two commits
    /// (`Connection.checkpointPages`).
    static let commitsBetweenCheckpoints = 250
    /// Milliseconds for which emptying the log waits for readers, while writers wait for it.
    static let patienceWhenEmptying = 100

    private let path: String
    private var state: State
    private var commits = 0

    init(path: String, connection: DatabaseQueue) {
        self.path = path
        state = .open(connection)
    }

    /// - Parameter waiting: for another process that is writing; if not, `.busy` says so at once.
    mutating func transaction(waiting: Bool = true, _ body: (Database) throws -> Void) throws(StoreError) {
        do {
            try connection().inDatabase { database in
                // GRDB's own `inTransaction` compiles both statements each time.
                let begin = try database.cachedStatement(sql: "BEGIN IMMEDIATE")
                if waiting { try begin.execute() } else { try database.impatiently { try begin.execute() } }
                do {
                    try body(database)
                    try database.cachedStatement(sql: "COMMIT").execute()
                } catch {
                    try? database.rollback()
                    throw error
                }
            }
            commits += 1
        } catch {
            throw StoreError(error)
        }
    }

    mutating func replace() {
        state = .broken
        _ = try? connection()
    }

    mutating func close() {
        state = .closed
    }

    /// Whether it is time to move the log.
    var isLogLong: Bool { commits >= Self.commitsBetweenCheckpoints }

    /// For a moment when nobody waits. Until the whole log is moved, every such moment will do. A failure loses nothing, the
    /// log still has everything; but it is a failing disk.
    mutating func moveLog() {
        guard isLogLong, case .open(let connection) = state else { return }
        do {
            let row = try connection.inDatabase { try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(PASSIVE)") }
            let (pages, moved): (Int?, Int?) = (row?[1], row?[2])
            if pages == moved { commits = 0 }
        } catch {
            replace()
        }
    }

    /// Moves the log and cuts it off, so that what was deleted is not in it any more either, unless a reader is in the way.
    func emptyLog() {
        guard case .open(let connection) = state else { return }
        _ = try? connection.inDatabase { database in
            defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Int(Connection.patience * 1_000))") }
            try database.execute(
                sql: "PRAGMA busy_timeout = \(Self.patienceWhenEmptying); PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// The connection; after an I/O error a new one, that has made something durable.
    private mutating func connection() throws -> DatabaseQueue {
        switch state {
        case .open(let connection): return connection
        case .closed: throw StoreError.closed
        case .broken:
            let fresh = try Connection.open(path, for: .writing)
            try fresh.write(GroupCommit.prove)
            state = .open(fresh)
            return fresh
        }
    }
}
