import Accounts
import Bookkeeping
import Cryptography
import Foundation
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import Synchronization
import Testing

/// A world whose clock stands still until it is told to go on, and whose ids come in an order that can be had again.
final class TestWorld: Sendable {
    private let instant = Mutex(Instant(milliseconds: 1_800_000_000_000))
    private let ids = Mutex((seed: UInt128.random(in: .min ... .max), count: UInt128(0)))

    var world: World {
        World(
            now: { self.instant.withLock { $0 } },
            newID: {
                self.ids.withLock { ids in
                    ids.count += 1
                    return ids.seed &+ ids.count &* 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835
                }
            })
    }

    /// How many ids were given; to be given anew from there.
    var idCount: UInt128 {
        get { ids.withLock { $0.count } }
        set { ids.withLock { $0.count = newValue } }
    }

    var now: Instant { instant.withLock { $0 } }

    func pass(_ milliseconds: Int64) {
        instant.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) }
    }

}

/// A directory that goes away with the test.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/splitclone-books-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Every file below, relative, with its bytes.
    func files(under directory: String = "") throws -> [String: Data] {
        let root = directory.isEmpty ? path : path + "/" + directory
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isDirectory)
            if !isDirectory.boolValue { files[name] = try Data(contentsOf: URL(fileURLWithPath: root + "/" + name)) }
        }
        return files
    }
}

/// One server: its data directory, its books and its door. `folders` is what it shares with other homes.
final class Home: Sendable {
    let clock: TestWorld
    let data: TemporaryDirectory
    let folders: TemporaryDirectory
    let store: Store
    let engine: SyncEngine
    let books: Books
    let door: Doorkeeper

    static let masterKey = MasterKey(SymmetricKey.random())

    init(
        data: TemporaryDirectory? = nil, folders: TemporaryDirectory? = nil, clock: TestWorld = TestWorld()
    ) async throws {
        self.clock = clock
        self.data = try data ?? TemporaryDirectory()
        self.folders = try folders ?? TemporaryDirectory()
        store = try Store(DataDirectory(self.data.path), masterKey: Self.masterKey, for: .serving)
        engine = SyncEngine(store: store, clock: .untimed(now: clock.world.now))
        books = try await Self.books(store, engine, clock, self.folders)
        door = Doorkeeper(store: store, world: clock.world, feed: books.feed)
    }

    private static func books(
        _ store: Store, _ engine: SyncEngine, _ clock: TestWorld, _ folders: TemporaryDirectory
    ) async throws -> Books {
        try await Books(
            store: store, world: clock.world, sync: engine,
            reach: FolderReach(roots: FolderRoots([folders.path]), oneDrive: try OneDriveSettings()),
            log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    /// The books as the next start would find them.
    func booksAgain() async throws -> Books { try await Self.books(store, engine, clock, folders) }

    /// Ends this server; its data directory may be opened again.
    func stop() async {
        await engine.stop()
        store.close()
    }

    /// An account without the costly hash, and a signed-in device of it.
    func person(_ name: String, isOwner: Bool = false) async throws -> Caller {
        let account = Account(
            id: clock.world.makeID(), name: try AccountName(name), isOwner: isOwner, createdAt: clock.now)
        try await store.addAccount(account, passwordHash: "none")
        return try await device(of: account)
    }

    func device(of account: Account, _ name: String = "phone") async throws -> Caller {
        let signedIn = try await door.addToken(named: name, expiresAt: nil, for: account)
        return try await door.authenticate(signedIn.secret)
    }

    func connection(_ caller: Caller) async throws -> ConnectionID {
        try await books.addDirectory(".", for: caller.account.id).id
    }

    /// A ledger of Anna and Ben, made by `caller` who is Anna.
    func ledger(by caller: Caller, at path: String? = nil, schemaVersion: Int? = nil) async throws -> OpenLedger {
        var folder: FolderChoice?
        if let path { folder = FolderChoice(connection: try await connection(caller), path: path) }
        return try await books.create(
            NewLedger(
                name: "Home", currency: .euro, participants: ["Anna", "Ben"], me: "Anna", folder: folder,
                schemaVersion: schemaVersion), by: caller)
    }
}

extension SyncClock {
    /// Nothing happens by itself, and nobody gives up waiting for a folder: a test says when to sync.
    static func untimed(now: @escaping @Sendable () -> Instant) -> SyncClock {
        SyncClock(
            now: now, elapsed: { .zero }, sleep: { _ in try? await Task.sleep(for: .seconds(24 * 3600)) },
            chance: { 0.5 })
    }
}

extension OpenLedger {
    func participant(_ name: String) async throws -> ParticipantID {
        try #require(await read { view in view.state.participants.values.first { $0.name == name }?.id })
    }

    /// An expense that Anna paid for both.
    func lunch(_ title: String = "Lunch", cents: Int128 = 4720) async throws -> ExpenseInput {
        let anna = try await participant("Anna")
        let ben = try await participant("Ben")
        return ExpenseInput(
            title: title, amount: Money(minorUnits: cents),
            executionDate: try #require(CalendarDay(year: 2026, month: 5, day: 14)), payer: anna, split: [anna, ben])
    }
}

extension ID {
    static func random() -> ID { ID(bits: UInt128.random(in: 1 ... .max)) }
}
