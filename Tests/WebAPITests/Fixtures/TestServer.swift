import Accounts
import Bookkeeping
import Cryptography
import Foundation
import HTTPServer
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import Synchronization

@testable import WebAPI

/// A whole server but for its sockets: requests go in where the HTTP server hands them over, and answers come out there.
final class TestServer: Sendable {
    let clock: TestClock
    let data: TestDirectory
    let store: Store
    let books: Books
    let door: Doorkeeper
    let api: WebAPI
    private let engine: SyncEngine

    static let masterKey = MasterKey(SymmetricKey.random())

    /// With `data` of a server that has stopped, it goes on where that one ended.
    init(data: TestDirectory? = nil, clock: TestClock = TestClock()) async throws {
        self.clock = clock
        self.data = try data ?? TestDirectory()
        store = try Store(DataDirectory(self.data.path), masterKey: Self.masterKey, for: .serving)
        engine = SyncEngine(store: store, clock: .system(now: clock.world.now))
        let log = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let roots = FolderRoots([self.data.path + "/folders"])
        books = try await Books(
            store: store, world: clock.world, sync: engine,
            reach: FolderReach(roots: roots, oneDrive: try OneDriveSettings()), log: log)
        door = Doorkeeper(store: store, world: clock.world, feed: books.feed)
        api = WebAPI(
            WebAPI.Settings(
                version: "test", trustedProxies: [], hostNames: HostNames(["home.example"]),
                metrics: { MetricsText() }),
            books: books, doorkeeper: door, world: clock.world, files: StaticFiles(files: [:]), log: log)
    }

    func stop() async {
        await engine.stop()
        store.close()
    }

    /// Somebody with an account, signed in by token. The password is not one that anybody can type.
    func person(_ name: String, isOwner: Bool = false) async throws -> TestClient {
        let account = Account(
            id: clock.world.makeID(), name: try AccountName(name), isOwner: isOwner, createdAt: clock.now)
        try await store.addAccount(account, passwordHash: "none")
        return try await device(of: account)
    }

    func device(of account: Account, _ name: String = "phone") async throws -> TestClient {
        let signedIn = try await door.addToken(named: name, expiresAt: nil, for: account)
        return TestClient(server: self, secret: signedIn.secret, account: account, device: signedIn.device.id)
    }

    /// Somebody who is not signed in.
    var nobody: TestClient { TestClient(server: self, secret: nil, account: nil, device: nil) }

    func send(
        _ method: HTTPServer.Method, _ path: String, _ body: String?, secret: String?, fields: [String: String] = [:],
        isSecure: Bool = false
    ) async throws -> TestAnswer {
        var head = "\(method.rawValue) \(path) HTTP/1.1\r\nHost: home.example\r\n"
        if let secret { head += "Authorization: Bearer \(secret)\r\n" }
        if body != nil { head += "Content-Type: application/json\r\n" }
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        let peer = PeerAddress(ip: .v4(0x7F00_0001), port: 1, isSecure: isSecure)
        let request = Request(
            head: try RequestHead(parsing: head + "\r\n"), body: Array((body ?? "").utf8), peer: peer,
            id: RequestID(clock.next()))
        return TestAnswer(await api.respond(to: request))
    }
}

/// Time stands still until it is told to go on; ids come in an order that can be had again.
final class TestClock: Sendable {
    private let instant = Mutex(Instant(milliseconds: 1_800_000_000_000))
    private let count = Mutex(UInt64(0))
    /// Which day it is here, whatever the instant.
    let day = Mutex(CalendarDay("2026-05-14")!)

    var now: Instant { instant.withLock { $0 } }

    func pass(_ milliseconds: Int64) { instant.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) } }

    func next() -> UInt64 {
        count.withLock { count in
            count += 1
            return count
        }
    }

    var world: World {
        World(
            now: { self.now },
            newID: { UInt128(self.next()) &* 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835 },
            zones: TimeZones(here: "UTC", dayHere: { _ in self.day.withLock { $0 } }) { name in
                FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name).map { [UInt8]($0) }
            })
    }
}

/// A directory that goes away with the test.
final class TestDirectory: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/splitclone-api-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path + "/folders", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The contents of every file below.
    func files() throws -> [[UInt8]] {
        try FileManager.default.subpathsOfDirectory(atPath: path).compactMap { name in
            FileManager.default.contents(atPath: path + "/" + name).map { [UInt8]($0) }
        }
    }
}
