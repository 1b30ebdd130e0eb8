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
        var backups: ServerBackups.Plan?
        var tls: TLSPlan?
        var basePath = RootPath.top
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
    private let backups: ServerBackups?
    private let certificates: CertificateKeeper?
    private let isDemonstration: Bool
    private let log: Logger

    init(_ plan: Plan) throws {
        self.plan = plan
        let level = plan.logLevel
        let log = Logger(label: "splitclone") { _ in LogLines(logLevel: level) }
        self.log = log
        let metrics = plan.tellsMetrics ? Metrics() : nil
        let directory = try DataDirectory(plan.data)
        let key = try MasterKey.key(for: directory, credentials: Environment["CREDENTIALS_DIRECTORY"])
        let store = try Store(
            directory, masterKey: MasterKey(key), for: .serving, report: { [metrics] in metrics?.note($0) })
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
        backups = plan.backups.map {
            ServerBackups($0, of: directory, masterKey: key, appVersion: Version.text, world: world, log: log)
        }
        doorkeeper = Doorkeeper(store: store, world: world, feed: books.feed)
        let certificates = try plan.tls.map {
            try CertificateKeeper($0, data: directory.path, allowedHosts: plan.allowedHosts, log: log)
        }
        self.certificates = certificates
        var settings = WebAPI.Settings(
            version: Version.text, trustedProxies: plan.trustedProxies,
            hostNames: HostNames(Machine.hostNames + plan.allowedHosts),
            tls: certificates.map { keeper in { @Sendable in keeper.facts } },
            metrics: metrics?.teller(of: books, backups), basePath: plan.basePath)
        settings.demonstration = Demonstration.isKept(in: plan.data) ? Demonstration.door : nil
        settings.standing = { [folderRoots = plan.folderRoots, backups] in
            ServerStanding(
                folderRoots: folderRoots.isEmpty ? [directory.folders] : folderRoots, backups: try backups?.standing())
        }
        isDemonstration = settings.demonstration != nil
        let api = WebAPI(
            settings, books: books, doorkeeper: doorkeeper, world: world,
            files: try Self.files(plan, certificates, log), log: log)
        let secure = certificates.map { Configuration.Secure(port: $0.port, tls: $0.current) }
        server = Server(
            Configuration(host: plan.host, port: plan.port, secure: secure),
            application: plan.basePath.isTop ? api : BelowPath(plan.basePath, api))
        metrics?.watch(server)
    }

    /// Says on standard output where the server is to be found; `listening on …` last, when it answers.
    func start() throws {
        let ports = try server.start()
        let port = ports.plain
        if let code = try waitFor({ [doorkeeper] in try await doorkeeper.offerSetup() }) {
            let host = plan.isForAll ? Machine.networkAddress ?? "localhost" : plan.host
            Terminal.say("set up at \(address(host, port))/set-up#\(code)")
            Terminal.say("set-up code \(code)")
        }
        if isDemonstration { Terminal.say(Demonstration.invitation) }
        if let port = ports.secure { saySecure(port, plain: ports.plain) }
        Terminal.say("listening on \(address(plan.host, port))")
        if !Supervisor.tell(.ready, "listening on \(address(plan.host, port))") {
            log.warning("whoever started this was not told that it is ready: NOTIFY_SOCKET leads nowhere")
        }
        Task.detached { [books] in await books.openAll() }
        Task.detached { [books] in await books.staySignedIn() }
        Task.detached { [books] in await books.goOnFinishingDeletions() }
        Task.detached { [doorkeeper] in await doorkeeper.goOnKeepingUses() }
        Task.detached { [backups] in await backups?.goOn() }
        Task.detached { [certificates] in await certificates?.goOn() }
    }

    /// The fingerprint is what a phone's owner compares before trusting.
    private func saySecure(_ port: UInt16, plain: UInt16) {
        Terminal.say("listening on \(address(plan.host, port, scheme: "https"))")
        guard let authority = certificates?.authority else { return }
        let host = plan.isForAll ? Machine.networkAddress ?? "localhost" : plan.host
        Terminal.say("phones learn to trust it at \(address(host, plain))/trust")
        Terminal.say("authority SHA-256 \(authority.certificate.fingerprint)")
    }

    /// Everything that was answered is on the disk before this, and stays there however it ends: so a folder that hangs
    /// is waited for only so long.
    func stop() throws {
        log.info("ending")
        _ = Supervisor.tell(.stopping, "ending")
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.longestEnd)) { exit(0) }
        try waitFor { [server, sync, doorkeeper] in
            await server.shutdown(grace: Self.grace)
            try? await doorkeeper.keepUses()
            await sync.stop()
        }
        store.close()
    }

    private func address(_ host: String, _ port: UInt16, scheme: String = "http") -> String {
        scheme + "://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)" + plan.basePath.text
    }

    // MARK: The app's files

    /// Without them the API is served all the same.
    private static func files(
        _ plan: Plan, _ certificates: CertificateKeeper?, _ log: Logger
    ) throws -> StaticFiles {
        guard let directory = plan.publicDirectory ?? foundPublicDirectory() else {
            log.warning("the app's files were not found, only the API is served; --public DIR says where they are")
            return StaticFiles(files: [:])
        }
        guard access(directory + "/index.html", R_OK) == 0 else {
            throw CommandFailure(
                .failed, "\(directory) does not hold the app", hint: "--public DIR, the one with index.html")
        }
        let trust = certificates?.authority.map { authority in
            TrustPages(authority.certificate, port: plan.tls?.port ?? 0, title: Machine.hostNames.first ?? "home")
        }
        return try AppShell.files(in: directory, trust: trust, below: plan.basePath)
    }

    /// Beside the program, where a package puts it, or here.
    static func foundPublicDirectory() -> String? {
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
