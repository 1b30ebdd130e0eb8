import ArgumentParser
import HTTPServer
import Logging
import SharedFolders

/// `splitclone serve`
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the app and its API.")

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
    @Option(help: "trace, debug, info, notice, warning, error or critical (info).") var logLevel: String?
    @Flag(help: "Tell figures for Prometheus at /metrics, to whoever has an account's token.") var metrics = false
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
            tellsMetrics: try metrics || settings.truth("SPLITCLONE_METRICS"))
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
