import Bookkeeping
import Cryptography
import Dispatch
import Glibc
import HTTPServer
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import WebAPI

/// The API of the program, with a transaction of its own for each write: what sharing commits is compared with.
///
///     bench-unshared --data DIRECTORY
///
/// It says where it listens, and with which code it is set up, as `splitclone serve` does; whose other options it ignores.
@main
struct BenchUnshared {
    static func main() async throws {
        let data = CommandLine.arguments.drop { $0 != "--data" }.dropFirst().first
        let directory = try DataDirectory(data ?? ".")
        let store = try Store(
            directory, masterKey: try MasterKey.load(for: directory), for: .serving, writesPerCommit: 1)
        let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        let books = try await Books(
            store: store, world: world, sync: SyncEngine(store: store, clock: .system(now: world.now)),
            reach: FolderReach(roots: FolderRoots([directory.folders]), oneDrive: try OneDriveSettings()), log: log)
        let doorkeeper = Doorkeeper(store: store, world: world)
        let settings = WebAPI.Settings(version: "0", trustedProxies: [], hostNames: HostNames([]))
        let api = WebAPI(
            settings, books: books, doorkeeper: doorkeeper, world: world, files: StaticFiles(files: [:]), log: log)
        let port = try Server(Configuration(host: "127.0.0.1", port: 0), application: api).start().plain
        if let code = try await doorkeeper.offerSetup() { print("set up at http://127.0.0.1:\(port)/set-up#\(code)") }
        print("listening on http://127.0.0.1:\(port)")
        fflush(nil)
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }

    private static let world = World(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
        },
        newID: { UInt128.random(in: 0 ... .max) })
}
