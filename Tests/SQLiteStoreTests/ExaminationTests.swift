import Accounts
import Cryptography
import GRDB
import Glibc
import LedgerCore
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("Looking at a store without touching it") struct ExaminationTests {
    let directory = TemporaryDirectory()

    private func examination() throws -> StoreExamination? {
        try StoreExamination(existing: directory.path, credentials: nil)
    }

    private func change(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: directory.path + "/splitclone.sqlite", configuration: configuration)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test("where nothing is, nothing is made")
    func empty() throws {
        #expect(try examination() == nil)
        for name in ["master.key", "splitclone.sqlite", "folders"] {
            #expect(access("\(directory.path)/\(name)", F_OK) != 0, "\(name)")
        }
    }

    @Test("a sound store is sound, beside a running server and without one")
    func sound() async throws {
        let server = try Fixture.open(directory)
        try await Fixture.admit(server, account: 1, "Anna")
        for isRunning in [true, false] {
            if !isRunning { server.close() }
            let examination = try #require(try examination())
            try examination.checkKey()
            #expect(try examination.version() == .current)
            #expect(try examination.faults().isEmpty)
            examination.close()
        }
    }

    @Test("a key that is missing is not made anew, and one of another store is told")
    func keys() throws {
        try Fixture.open(directory).close()
        let key = directory.path + "/master.key"
        let good = directory.bytes(of: "master.key")
        unlink(key)
        #expect(throws: StoreOpeningError.masterKeyMissing(path: key)) { try examination() }
        #expect(access(key, F_OK) != 0)
        try SystemFile.withDescriptor(key, O_WRONLY | O_CREAT, mode: 0o600) { descriptor throws(SystemFile.Failure) in
            try SystemFile.write(MasterKey.format(.random()), to: descriptor)
        }
        let database = directory.path + "/splitclone.sqlite"
        #expect(throws: StoreOpeningError.masterKeyOfAnotherStore(path: database)) { try examination()?.checkKey() }
        try SystemFile.withDescriptor(key, O_WRONLY | O_TRUNC) { descriptor throws(SystemFile.Failure) in
            try SystemFile.write(good, to: descriptor)
        }
        try examination()?.checkKey()
    }

    @Test("a row that points nowhere is told by the names of the tables")
    func dangling() async throws {
        let store = try Fixture.open(directory)
        try await Fixture.admit(store, account: 1, "Anna")
        store.close()
        try change("DELETE FROM accounts")
        let faults = try #require(try examination()).faults()
        #expect(faults == ["a row of devices points to one of accounts that is not there"])
    }

    @Test("an older database is told and left as it is, a newer one is refused")
    func versions() throws {
        try Fixture.open(directory).close()
        try change("DELETE FROM grdb_migrations WHERE rowid = (SELECT max(rowid) FROM grdb_migrations)")
        #expect(try #require(try examination()).version() == .older)
        #expect(try #require(try examination()).version() == .older)
        try change("INSERT INTO grdb_migrations VALUES ('99 from the future')")
        let database = directory.path + "/splitclone.sqlite"
        #expect(throws: StoreOpeningError.newer(path: database)) { try examination()?.version() }
    }

    @Test("every transaction is reported: how many writes, how long, and whether it was kept")
    func reports() async throws {
        let reports = Mutex<[CommitReport]>([])
        let data = try DataDirectory(directory.path)
        let store = try Store(data, masterKey: try MasterKey.load(for: data), for: .serving) { report in
            reports.withLock { $0.append(report) }
        }
        try await store.addAccount(try Fixture.account(1, "Anna"), passwordHash: "x")
        await #expect(throws: StoreError.taken) {
            try await store.addAccount(try Fixture.account(2, "Anna"), passwordHash: "x")
        }
        let told = reports.withLock { $0 }
        #expect(told.map(\.writes) == [1, 1])
        #expect(told.map(\.isKept) == [true, false])
        #expect(told.allSatisfy { $0.duration > .zero })
        store.close()
    }
}
