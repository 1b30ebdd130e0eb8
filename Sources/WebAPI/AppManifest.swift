import Cryptography
package import HTTPServer

/// The files of the app as a browser is given them, each with its SHA-256 (`SC-ARC-HST-2`): what a release says of itself,
/// and what a running server is compared with.
///
/// As text it is what `sha256sum -c` reads, so that nobody needs this program to check it.
package struct AppManifest: Equatable, Sendable {
    /// One number for all the code that a page runs: the SHA-256 of the import map's and the stylesheets' digests, which the
    /// browser enforces. The app works out the same from the page that it is in.
    package let build: String
    /// By name, without the slash before it: in hexadecimal.
    package let files: [String: String]

    package init(build: String, files: [String: String]) {
        self.build = build
        self.files = files
    }

    /// As a server with this directory serves them.
    package init(directory: String, below base: RootPath = .top) throws {
        var served: [String: StaticFile] = [:]
        _ = try StaticFiles(directory: directory) { files in
            _ = TrustPages.takeDrafts(from: &files)
            AppShell.arrange(&files, below: base)
            served = files
        }
        build = AppShell.build(of: served, below: base)
        files = Dictionary(
            uniqueKeysWithValues: served.map { (String($0.key.dropFirst()), Self.digest($0.value.bytes)) })
    }

    package static func digest(_ bytes: [UInt8]) -> String { Hexadecimal.encode(SHA256.hash(bytes)) }

    // MARK: As text

    private static let buildLine = "# build "

    /// - Parameter title: says what these files are of.
    package func text(title: String) -> String {
        let lines = files.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }
        return "# \(title)\n\(Self.buildLine)\(build)\n" + lines.joined()
    }

    /// `nil`: this is no such text.
    package init?(parsing text: String) {
        var build: String?
        var files: [String: String] = [:]
        for line in text.split(separator: "\n") {
            if line.hasPrefix(Self.buildLine) { build = String(line.dropFirst(Self.buildLine.count)) }
            if line.hasPrefix("#") { continue }
            let (digest, name) = (line.prefix(64), line.dropFirst(66))
            guard digest.count == 64, digest.allSatisfy(\.isHexDigit), !name.isEmpty else { return nil }
            files[String(name)] = String(digest)
        }
        guard let build, !files.isEmpty else { return nil }
        self.init(build: build, files: files)
    }
}

extension AppManifest {
    /// What is not as it should be, by name.
    package struct Difference: Equatable, Sendable {
        package enum Kind: String, Sendable {
            case differs, missing, added
        }

        package let kind: Kind
        package let name: String
    }

    /// - Parameter found: the digests of what is there; names that were not looked for are left out by `nil`.
    package func differences(from found: [String: String]) -> [Difference] {
        let expected = files.compactMap { name, digest -> Difference? in
            guard let other = found[name] else { return Difference(kind: .missing, name: name) }
            return other == digest ? nil : Difference(kind: .differs, name: name)
        }
        let added = found.keys.filter { files[$0] == nil }.map { Difference(kind: .added, name: $0) }
        return (expected + added).sorted { $0.name < $1.name }
    }
}
