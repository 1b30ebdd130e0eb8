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
            what it should be.

            Examples:
              splitclone verify https://money.example
              splitclone verify /usr/share/splitclone/Public --manifest app.sha256
            """)

    @Argument(help: "The address of a server, or a directory with the app.") var place: String
    @Option(help: ArgumentHelp("What the release says of itself.", valueName: "file")) var manifest: String?
    @OptionGroup var app: AppFiles

    func run() throws {
        let expected = try self.expected()
        let found = try place.contains("://") ? served(expected) : AppManifest(directory: place).files
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

    private func expected() throws -> AppManifest {
        guard let manifest else { return try AppManifest(directory: try app.directory(), below: base) }
        guard let text = SmallFile.read(manifest) else {
            throw CommandFailure(.failed, "\(manifest) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard let read = AppManifest(parsing: text) else {
            throw CommandFailure(.askedWrongly, "\(manifest) is no manifest", hint: "splitclone manifest makes one")
        }
        return read
    }

    /// Below a path the page and the service worker name other addresses.
    private var base: RootPath { WebAddress(place).flatMap { RootPath($0.path) } ?? .top }

    /// What a server gives out under the expected names. Nothing else can run in a page that is as it should be: its policy
    /// and its import map keep everything out that they do not name.
    private func served(_ expected: AppManifest) throws -> [String: String] {
        let base = place.hasSuffix("/") ? String(place.dropLast()) : place
        let transfer = CurlTransfer()
        defer { transfer.close() }
        var found: [String: String] = [:]
        for name in expected.files.keys.sorted() {
            guard let address = WebAddress("\(base)/\(name)") else {
                throw CommandFailure(.askedWrongly, "“\(place)” is no address", hint: "such as https://money.example")
            }
            var request = TransferRequest("GET", address)
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
