import Cryptography
import GRDB
import Glibc
import LedgerCore
import Testing

@testable import SQLiteStore

@Suite("Opening a data directory") struct OpeningTests {
    let directory = TemporaryDirectory()

    @Test("what is committed is on the disk: WAL, synchronous=FULL, foreign keys, freed space overwritten")
    func settings() async throws {
        let store = try Fixture.open(directory)
        let found = try await store.commits.write { database in
            try ["journal_mode", "synchronous", "foreign_keys", "secure_delete"].map {
                try String.fetchOne(database, sql: "PRAGMA \($0)")
            }
        }
        #expect(found == ["wal", "2", "1", "1"])
    }

    @Test("GRDB's own WAL mode would not be durable, which is why it is not used")
    func trap() throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let queue = try DatabaseQueue(path: directory.path + "/splitclone.sqlite", configuration: configuration)
        let level = try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(level == 1, "NORMAL: should this change, Connection may become simpler")
    }

    @Test("the directory, the key and the database are their owner's alone")
    func modes() throws {
        let data = try DataDirectory(directory.path + "/a/b")
        let store = try Store(data, masterKey: try MasterKey.load(for: data), for: .serving)
        let names = ["/master.key", "/splitclone.sqlite", "/splitclone.sqlite-wal", "/splitclone.sqlite-shm"]
        #expect(names.map { mode(data.path + $0) } == [0o600, 0o600, 0o600, 0o600])
        #expect([data.path, data.folders].map(mode) == [0o700, 0o700])
        store.close()
        for name in names { unlink(data.path + name) }
        rmdir(data.folders)
        rmdir(data.path)
        rmdir(directory.path + "/a")
    }

    @Test("two servers do not share a data directory; a command works beside a server, and a server after one ended")
    func lock() throws {
        let server = try Fixture.open(directory)
        #expect(throws: StoreOpeningError.inUse(path: directory.path)) { try Fixture.open(directory) }
        let command = try Fixture.open(directory, for: .command)
        command.close()
        server.close()
        try Fixture.open(directory).close()
    }

    @Test("a database of a newer version is refused, and not touched")
    func newer() throws {
        try Fixture.open(directory).close()
        let path = directory.path + "/splitclone.sqlite"
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 from the future')")
        }
        let before = directory.bytes(of: "splitclone.sqlite")
        #expect(throws: StoreOpeningError.newer(path: path)) { try Fixture.open(directory) }
        #expect(directory.bytes(of: "splitclone.sqlite") == before)
    }

    @Test("a file that is no database is called damaged, and not touched")
    func notADatabase() throws {
        let path = directory.path + "/splitclone.sqlite"
        write(Array("this is a letter to my grandmother, not a database. ".utf8), to: path)
        _ = try? MasterKey.load(for: try DataDirectory(directory.path))
        write(MasterKey.format(.random()), to: directory.path + "/master.key")
        let before = directory.bytes(of: "splitclone.sqlite")
        #expect {
            try Fixture.open(directory)
        } throws: { error in
            if case StoreOpeningError.unusable(.damaged) = error { true } else { false }
        }
        #expect(directory.bytes(of: "splitclone.sqlite") == before)
    }

    @Test("a directory that cannot be used says why", arguments: ["/dev/null/data", "/proc/data", "/dev/null"])
    func unusable(path: String) {
        #expect {
            try DataDirectory(path)
        } throws: { error in
            guard case StoreOpeningError.directoryUnusable(path, let reason) = error else { return false }
            return !reason.isEmpty
        }
    }

    @Test("every way in which opening fails has a message and, where something can be done, a hint")
    func messages() {
        let errors: [StoreOpeningError] = [
            .directoryUnusable(path: "/d", reason: "r"), .inUse(path: "/d"), .newer(path: "/d"),
            .masterKeyMissing(path: "/d"), .masterKeyExposed(path: "/d"), .masterKeyMalformed(path: "/d"),
            .masterKeyUnreadable(path: "/d", reason: "r"), .masterKeyOfAnotherStore(path: "/d"),
            .notDurable(setting: "synchronous = 1"), .unusable(.full), .unusable(.busy),
        ]
        #expect(errors.allSatisfy { !$0.message.isEmpty && $0.hint != nil })
        #expect(Set(errors.map(\.message)).count == errors.count)
    }
}

/// The permission bits of a file.
func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
    defer { close(descriptor) }
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
}
