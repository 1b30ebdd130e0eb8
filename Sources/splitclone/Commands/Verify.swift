import ArgumentParser
import Glibc
import HTTPServer
import SharedFolders
import WebAPI

/// `splitclone verify`: are the files of the app, on a server or in a directory, those of this release?
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare the app that a server gives out, or a directory holds, with this release.",
        discussion: """
            Without --manifest it is compared with the app's files beside this program. Exit status 3 when a file is not \
            what it should be. A manifest is of an app at the top of its host: for a server below a path it is compared with \
            the app's files here, and those, as they are below the path, with the server.

            Examples:
              splitclone verify https://money.example
              splitclone verify https://home.example/split/
              splitclone verify /usr/share/splitclone/Public --manifest app.sha256
            """)

    @Argument(help: "The address of a server, or a directory with the app.") var place: String
    @Option(help: ArgumentHelp("What the release says of itself.", valueName: "file")) var manifest: String?
    @OptionGroup var app: AppFiles

    func run() throws {
        let server = try self.server()
        let expected = try self.expected(below: server?.base ?? .top)
        let found = try server.map { try served(expected, at: $0.address) } ?? AppManifest(directory: place).files
        let differences = expected.differences(from: found)
        for difference in differences { Terminal.say("\(difference.kind.rawValue)\t\(difference.name)") }
        guard differences.isEmpty else {
            throw CommandFailure(
                .foundDamage,
                "\(counted(differences.count, "file")) of the app \(differences.count == 1 ? "is" : "are") not this release's",
                hint: "is it another version? If not, somebody changed the app: do not sign in there")
        }
        Terminal.say("all \(counted(expected.files.count, "file")) are this release's\nbuild \(expected.build)")
    }

    private func expected(below base: RootPath) throws -> AppManifest {
        guard let manifest else { return try AppManifest(directory: try app.directory(), below: base) }
        guard let text = SmallFile.read(manifest) else {
            throw CommandFailure(.failed, "\(manifest) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard let read = AppManifest(parsing: text) else {
            throw CommandFailure(.askedWrongly, "\(manifest) is no manifest", hint: "splitclone manifest makes one")
        }
        return base.isTop ? read : try moved(read, below: base)
    }

    /// Below a path the page and the service worker name other addresses, and so have other digests: they are worked out of
    /// files that are what the manifest says.
    private func moved(_ manifest: AppManifest, below base: RootPath) throws -> AppManifest {
        let directory = try app.directory()
        let here = try AppManifest(directory: directory)
        guard manifest.differences(from: here.files).isEmpty else {
            throw CommandFailure(
                .failed, "the app's files in \(directory) are not the manifest's",
                hint: "below a path they are needed to compare: --public DIR, with those of the manifest's release")
        }
        return try AppManifest(directory: directory, below: base)
    }

    /// `nil`: it is a directory.
    private func server() throws -> (address: WebAddress, base: RootPath)? {
        guard place.contains("://") else { return nil }
        guard let address = WebAddress(place), let base = RootPath(address.path) else {
            throw CommandFailure(.askedWrongly, "“\(place)” is no address", hint: "such as https://money.example")
        }
        return (address, base)
    }

    /// What a server gives out under the expected names. Nothing else can run in a page that is as it should be: its policy
    /// and its import map keep everything out that they do not name.
    private func served(_ expected: AppManifest, at server: WebAddress) throws -> [String: String] {
        let transfer = CurlTransfer()
        defer { transfer.close() }
        var found: [String: String] = [:]
        for name in expected.files.keys.sorted() {
            let segments = name.split(separator: "/").map(String.init)
            var request = TransferRequest("GET", server.appending(segments))
            request.allowsPlainHTTP = true
            let question = request
            do {
                let answer = try waitFor { try await transfer.send(question) }
                if answer.status == 200 { found[name] = AppManifest.digest(answer.body) }
            } catch let failure as TransferFailure {
                throw CommandFailure(
                    .failed, "\(place) could not be asked (\(failure))",
                    hint: "is it the right address, and does it run?")
            }
        }
        return found
    }
}

/// `splitclone manifest`: what this release's app consists of, for a release and for who wants to check it.
struct Manifest: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the SHA-256 of every file of the app, as a browser is given it.",
        discussion: """
            The lines are those of sha256sum. A release has them in app.sha256; “splitclone verify” compares.

            Examples:
              splitclone manifest > app.sha256
            """)

    @OptionGroup var app: AppFiles

    func run() throws {
        let manifest = try AppManifest(directory: try app.directory())
        Terminal.put(manifest.text(title: "splitclone \(Version.text)"), on: STDOUT_FILENO)
    }
}

/// Where the app's files are.
struct AppFiles: ParsableArguments {
    @Option(name: .customLong("public"), help: ArgumentHelp("The files of the app.", valueName: "dir"))
    var publicDirectory: String?

    func directory() throws -> String {
        guard let directory = publicDirectory ?? Installation.foundPublicDirectory() else {
            throw CommandFailure(
                .failed, "the app's files were not found", hint: "--public DIR, the one with index.html")
        }
        return directory
    }
}
