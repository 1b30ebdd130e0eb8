import ArgumentParser
import Glibc
import Logging
import SQLiteStore
import SharedFolders

/// `splitclone demo`: a server to look at, with people who do not exist.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve a household that is made up, to look at.",
        discussion: """
            A year of the lives of three people, ending today: a shared flat, a trip, a budget, friends. Everything is \
            gone when it ends, unless --data says where to keep it. Your own data is not touched.

            Examples:
              splitclone demo
              splitclone demo --host 0.0.0.0 --port 8090
            """)

    @Option(help: "The address to listen on (127.0.0.1, this machine alone).") var host: String?
    @Option(help: "The port; 0 picks a free one (8080).") var port: String?
    @Option(name: .customLong("public"), help: ArgumentHelp("The files of the app.", valueName: "dir"))
    var publicDirectory: String?
    @Option(help: ArgumentHelp("Keep it there, in a directory that is empty or holds one.", valueName: "dir"))
    var data: String?
    @Option(help: "Another number tells of other amounts.") var seed = 1
    @Option(help: "trace, debug, info, notice, warning, error or critical.") var logLevel = "warning"

    func run() throws {
        LargeBlocks.goBackWhenFreed()
        guard let level = Logger.Level(rawValue: logLevel) else {
            throw CommandFailure(.askedWrongly, "“\(logLevel)” is no log level", hint: "such as info or debug")
        }
        let end = EndSignal()
        let scratch = try data == nil ? Self.scratch() : nil
        let place = scratch?.path ?? Machine.absolute(data ?? "")
        // Settings of a server that is not this one mean nothing here.
        let settings = try Settings(data: place)
        if try !Self.holdsOne(place) {
            try Demonstration.make(in: place, seed: seed, oneDrive: try settings.oneDrive())
        }
        let installation = try Installation(
            Installation.Plan(
                host: host ?? "127.0.0.1", port: try Serve.port(port), data: place,
                publicDirectory: settings.text(publicDirectory, "SPLITCLONE_PUBLIC"), folderRoots: [],
                trustedProxies: [], allowedHosts: [], oneDrive: try settings.oneDrive(), logLevel: level))
        try installation.start()
        end.wait()
        try installation.stop()
        withExtendedLifetime(scratch) {}
    }

    /// `false`: nothing is there, or an empty directory. Anything else is somebody's own.
    private static func holdsOne(_ place: String) throws -> Bool {
        if Demonstration.isKept(in: place) { return true }
        guard access(place, F_OK) == 0 else { return false }
        guard try Directory.names(in: place).isEmpty else {
            throw CommandFailure(
                .askedWrongly, "\(place) holds other data, which a demonstration does not touch",
                hint: "name an empty directory, or leave --data out")
        }
        return false
    }

    /// Gone with everything in it afterwards; what a demonstration left that was killed goes now.
    private static func scratch() throws -> ScratchDirectory {
        let parent = "\(Environment["TMPDIR"] ?? "/tmp")/splitclone-demo-\(geteuid())"
        try Directory.make(parent)
        var status = stat()
        guard lstat(parent, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            throw CommandFailure(
                .failed, "\(parent) belongs to somebody else", hint: "set TMPDIR to a directory of yours")
        }
        try ScratchDirectory.sweep(parent)
        return try ScratchDirectory(in: parent)
    }
}
