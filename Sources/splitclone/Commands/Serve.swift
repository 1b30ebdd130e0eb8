import ArgumentParser
import Bookkeeping
import HTTPServer
import Logging
import SharedFolders

/// `splitclone serve`
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the app and its API.",
        discussion: """
            The first start prints the address at which the server is set up, with a code that is good once. SIGTERM ends \
            it within ten seconds; what was answered is on the disk.

            Examples:
              splitclone serve
              splitclone serve --data /srv/books --port 8081
              splitclone serve --trusted-proxy 127.0.0.1 --allowed-host books.example.org
            """)

    @Option(help: "The address to listen on (0.0.0.0).") var host: String?
    @Option(help: "The port; 0 picks a free one (8080).") var port: String?
    @Option(name: .customLong("public"), help: ArgumentHelp("The files of the app.", valueName: "dir"))
    var publicDirectory: String?
    @Option(help: ArgumentHelp("Where folder connections may lead; repeatable.", valueName: "dir"))
    var folderRoot: [String] = []
    @Option(help: ArgumentHelp("A proxy whose X-Forwarded- fields are believed; repeatable.", valueName: "cidr"))
    var trustedProxy: [String] = []
    @Option(help: ArgumentHelp("A name under which the server may be asked; repeatable.", valueName: "name"))
    var allowedHost: [String] = []
    @Option(help: ArgumentHelp("Below which path of its host the server is (/).", valueName: "path"))
    var basePath: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical (info).") var logLevel: String?
    @Flag(help: "Tell figures for Prometheus at /metrics, to whoever has an account's token.") var metrics = false
    @Option(help: ArgumentHelp("Where backups of the whole server go, each sealed and proven.", valueName: "dir"))
    var backupDir: String?
    @Option(help: ArgumentHelp("A file whose first line is their passphrase.", valueName: "file"))
    var backupPassphraseFile: String?
    @Option(help: ArgumentHelp("Hours from one backup to the next (24).", valueName: "hours")) var backupHours: String?
    @Option(help: ArgumentHelp("How many stay: the newest, of weeks, of months (7,4,12).", valueName: "n,n,n"))
    var backupKeep: String?
    @OptionGroup var tls: TLSArguments
    @OptionGroup var data: DataOption

    func run() throws {
        LargeBlocks.goBackWhenFreed()
        let end = EndSignal()
        let installation = try Installation(try plan())
        try installation.start()
        end.wait()
        try installation.stop()
    }

    /// The settings, checked.
    private func plan() throws -> Installation.Plan {
        let settings = try data.settings()
        let level = settings.text(logLevel, "SPLITCLONE_LOG_LEVEL") ?? "info"
        guard let level = Logger.Level(rawValue: level) else {
            throw CommandFailure(.askedWrongly, "“\(level)” is no log level", hint: "such as info or debug")
        }
        return Installation.Plan(
            host: settings.text(host, "SPLITCLONE_HOST") ?? "0.0.0.0",
            port: try Self.port(settings.text(port, "SPLITCLONE_PORT")), data: settings.data,
            publicDirectory: settings.text(publicDirectory, "SPLITCLONE_PUBLIC"),
            folderRoots: settings.list(folderRoot, "SPLITCLONE_FOLDER_ROOT", separator: ":").map(Machine.absolute),
            trustedProxies: try Self.proxies(settings.list(trustedProxy, "SPLITCLONE_TRUSTED_PROXY")),
            allowedHosts: settings.list(allowedHost, "SPLITCLONE_ALLOWED_HOST"), oneDrive: try settings.oneDrive(),
            logLevel: level,
            tellsMetrics: try metrics || settings.truth("SPLITCLONE_METRICS"), backups: try backups(settings),
            tls: try TLSPlan(tls, settings), basePath: try settings.basePath(basePath))
    }

    private func backups(_ settings: Settings) throws -> ServerBackups.Plan? {
        try Self.backups(
            settings, directory: backupDir, passphraseFile: backupPassphraseFile, hours: backupHours, keep: backupKeep)
    }

    /// `nil`: nobody asked for backups by the clock.
    static func backups(
        _ settings: Settings, directory: String? = nil, passphraseFile: String? = nil, hours: String? = nil,
        keep: String? = nil
    ) throws -> ServerBackups.Plan? {
        guard let directory = settings.text(directory, "SPLITCLONE_BACKUP_DIR") else { return nil }
        guard let passphrase = PassphraseOption.file(passphraseFile, settings) else {
            throw CommandFailure(
                .askedWrongly, "backups need a passphrase", hint: "--backup-passphrase-file FILE names a file with it")
        }
        _ = try ServerBackups.passphrase(in: passphrase)
        let hours = settings.text(hours, "SPLITCLONE_BACKUP_HOURS") ?? "24"
        guard let hours = Double(hours), hours > 0, hours <= 8_784 else {
            throw CommandFailure(.askedWrongly, "“\(hours)” are no hours between backups", hint: "such as 24 or 0.5")
        }
        let keep = settings.text(keep, "SPLITCLONE_BACKUP_KEEP")
        guard let retention = keep.map({ BackupRetention($0) }) ?? .usual else {
            throw CommandFailure(
                .askedWrongly, "“\(keep ?? "")” does not say how many backups stay", hint: "such as 7,4,12 or 30")
        }
        return ServerBackups.Plan(
            directory: Machine.absolute(directory), passphraseFile: passphrase, interval: .seconds(hours * 3_600),
            retention: retention)
    }

    static func port(_ text: String?) throws -> UInt16 {
        let text = text ?? "8080"
        guard let number = UInt16(text) else {
            throw CommandFailure(.askedWrongly, "“\(text)” is no port", hint: "a port is a number from 0 to 65535")
        }
        return number
    }

    static func proxies(_ texts: [String]) throws -> [AddressRange] {
        try texts.map { text in
            guard let range = AddressRange(text) else {
                throw CommandFailure(
                    .askedWrongly, "“\(text)” is no range of addresses", hint: "such as 10.0.0.0/8 or ::1")
            }
            return range
        }
    }
}
