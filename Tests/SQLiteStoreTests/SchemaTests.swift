import Cryptography
import GRDB
import LedgerCore
import Testing

@testable import SQLiteStore

@Suite("The tables") struct SchemaTests {
    let directory = TemporaryDirectory()

    @Test("an empty database is brought to this version, once")
    func migrations() async throws {
        for _ in 1...2 {
            let store = try Fixture.open(directory)
            let applied = try await store.read {
                try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
            }
            #expect(applied == Self.migrations.map(\.name))
            store.close()
        }
    }

    /// Each with the digest of all tables after it. A new one is a new line here.
    static let migrations: [(name: String, digest: [UInt8])] = [
        ("1 foundation", [66, 46, 46, 114]), ("2 successors", [248, 103, 136, 18]),
        ("3 folder items", [54, 59, 222, 224]),
        ("4 friends", [187, 185, 207, 89]),
        ("5 passkeys", [58, 227, 19, 141]),
        ("6 invites", [9, 3, 98, 219]),
        ("7 scopes, uses, deletions", [8, 175, 146, 26]),
        ("8 counted pieces", [240, 244, 240, 162]),
    ]

    @Test("the migrations are what they were: data directories in use have been through them")
    func digests() throws {
        for (name, digest) in Self.migrations {
            let queue = try DatabaseQueue()
            try Schema.migrator.migrate(queue, upTo: name)
            let schema = try queue.read { database in
                try String.fetchAll(
                    database,
                    sql: "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'grdb%' AND sql NOT NULL ORDER BY name")
            }
            let found = Array(SHA256.hash(Array(schema.joined(separator: "\n").utf8)).prefix(4))
            #expect(found == digest, "\(name): write a new migration instead of changing this one")
        }
    }

    @Test("the pieces of a ledger lie between its numbers and nobody else's")
    func pieceNumbers() {
        let first = PieceNumbers.range(of: 1)
        let second = PieceNumbers.range(of: 2)
        #expect(first.upperBound + 1 == second.lowerBound)
        #expect(first.count == 1 << 40)
        #expect(PieceNumbers.range(of: 1 << 22).upperBound < Int64.max)
    }

    @Test("what a query per request or per event needs is found by a key, not by reading a table")
    func plans() async throws {
        let store = try Fixture.open(directory)
        let statements = [
            "SELECT * FROM credentials JOIN devices ON devices.id = device JOIN accounts ON accounts.id = account WHERE secret_hash = ?",
            "SELECT coalesce(max(number), ?) + 1 FROM pieces WHERE number BETWEEN ? AND ?",
            "SELECT number FROM segments WHERE ledger = ? AND device = ? AND instant = ? AND length = ? AND is_own",
            "SELECT offset FROM pieces WHERE number BETWEEN ? AND ? AND segment = ? ORDER BY number DESC LIMIT 1",
            "UPDATE segments SET length = 1 WHERE number = ?",
            "SELECT number, segment, offset, bytes FROM pieces WHERE number BETWEEN ? AND ? ORDER BY number",
            "SELECT sum(pieces - pushed_pieces) FROM segments WHERE ledger = ? AND is_own",
            "DELETE FROM devices WHERE account = ?", "DELETE FROM segments WHERE ledger = ?",
            "UPDATE devices SET active_ledger = NULL WHERE active_ledger = ?",
        ]
        let plans = try await store.read { database in
            try statements.map { sql in
                let count = sql.count { $0 == "?" }
                let nothing = StatementArguments(repeatElement(nil as Int?, count: count))
                return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: nothing)
                    .map { $0["detail"] as String }
            }
        }
        for (sql, plan) in zip(statements, plans) {
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(sql): \(plan)")
        }
    }
}
