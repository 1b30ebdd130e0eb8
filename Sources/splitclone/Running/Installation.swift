import Bookkeeping
import Dispatch
import Glibc
import HTTPServer
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import WebAPI

/// The one place that wires everything: a data directory, the books kept in it, and the server before them.
final class Installation {
    struct Plan {
        var host: String
        var port: UInt16
        var data: String
        var publicDirectory: String?
        var folderRoots: [String]
        var trustedProxies: [AddressRange]
        var allowedHosts: [String]
        var oneDrive: OneDriveSettings
        var logLevel: Logger.Level
        var tellsMetrics = false
    }

    /// What is being answered when the end is asked for gets this long. The whole end takes less than ten seconds.
    private static let grace = Duration.seconds(5)
    private static let longestEnd = 9

    private let plan: Plan
    private let store: Store
    private let sync: SyncEngine
    private let books: Books
    private let doorkeeper: Doorkeeper
    private let server: Server
    private let log: Logger

    init(_ plan: Plan) throws {
        self.plan = plan
        let level = plan.logLevel
        let log = Logger(label: "splitclone") { _ in LogLines(logLevel: level) }
        self.log = log
        let metrics = plan.tellsMetrics ? Metrics() : nil
        let directory = try DataDirectory(plan.data)
        let key = try MasterKey.load(for: directory, credentials: Environment["CREDENTIALS_DIRECTORY"])
        let store = try Store(directory, masterKey: key, for: .serving, report: { [metrics] in metrics?.note($0) })
        let world = Machine.world
        let sync = SyncEngine(store: store, clock: .system(now: world.now)) { [metrics] run in
            log.note(run)
            metrics?.note(run)
        }
        let roots = FolderRoots(plan.folderRoots.isEmpty ? [directory.folders] : plan.folderRoots)
        self.store = store
        self.sync = sync
        let transfer = CurlTransfer(TransferSettings(report: { [metrics] in metrics?.note($0) }))
        let reach = FolderReach(roots: roots, oneDrive: plan.oneDrive, transfer: transfer)
        let books = try waitFor { try await Books(store: store, world: world, sync: sync, reach: reach, log: log) }
        self.books = books
        doorkeeper = Doorkeeper(store: store, world: world, feed: books.feed)
        let api = WebAPI(
            WebAPI.Settings(
                version: Version.text, trustedProxies: plan.trustedProxies,
                hostNames: HostNames(Machine.hostNames + plan.allowedHosts),
                metrics: metrics?.teller(of: books)),
            books: books, doorkeeper: doorkeeper, world: world, files: try Self.files(plan, log), log: log)
        server = Server(Configuration(host: plan.host, port: plan.port), application: api)
        metrics?.watch(server)
    }

    /// Says on standard output where the server is to be found; `listening on …` last, when it answers.
    func start() throws {
        let port = try server.start()
        if let code = try waitFor({ [doorkeeper] in try await doorkeeper.offerSetup() }) {
            let host = plan.isForAll ? Machine.networkAddress ?? "localhost" : plan.host
            Terminal.say("set up at \(address(host, port))/set-up#\(code)")
            Terminal.say("set-up code \(code)")
        }
        Terminal.say("listening on \(address(plan.host, port))")
        Task.detached { [books] in await books.openAll() }
        Task.detached { [books] in await books.staySignedIn() }
        Task.detached { [books] in await books.goOnFinishingDeletions() }
        Task.detached { [doorkeeper] in await doorkeeper.goOnKeepingUses() }
    }

    /// Everything that was answered is on the disk before this, and stays there however it ends: so a folder that hangs
    /// is waited for only so long.
    func stop() throws {
        log.info("ending")
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.longestEnd)) { exit(0) }
        try waitFor { [server, sync, doorkeeper] in
            await server.shutdown(grace: Self.grace)
            try? await doorkeeper.keepUses()
            await sync.stop()
        }
        store.close()
    }

    private func address(_ host: String, _ port: UInt16) -> String {
        "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    // MARK: The app's files

    /// Without them the API is served all the same.
    private static func files(_ plan: Plan, _ log: Logger) throws -> StaticFiles {
        guard let directory = plan.publicDirectory ?? foundPublicDirectory() else {
            log.warning("the app's files were not found, only the API is served; --public DIR says where they are")
            return StaticFiles(files: [:])
        }
        guard access(directory + "/index.html", R_OK) == 0 else {
            throw CommandFailure(
                .failed, "\(directory) does not hold the app", hint: "--public DIR, the one with index.html")
        }
        return try AppShell.files(in: directory)
    }

    /// Beside the program, where a package puts it, or here.
    private static func foundPublicDirectory() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let program = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        return [folder + "/Public", folder + "/../share/splitclone/Public", "Public"].first { path in
            access(path + "/index.html", R_OK) == 0
        }
    }
}

extension Installation.Plan {
    fileprivate var isForAll: Bool { host == "0.0.0.0" || host == "::" }
}
