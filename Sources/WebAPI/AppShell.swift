import Cryptography
package import HTTPServer

/// Makes one whole of the app's files when the server starts, so that no page ever runs with parts of two versions.
///
/// * `index.html`: the marker becomes an import map with the digest of every module, and each stylesheet gets its
///   digest. The map is the page's only inline script; the policy admits it by its hash. The modules that the page needs
///   to start are asked for early; those that come later are not.
/// * `service-worker.js`: the marker becomes the list of files to keep, with their digests and one version for all.
/// * Below a path the addresses in both begin with it; all other files find each other by relative ones.
package enum AppShell {
    static let page = "/index.html"
    static let worker = "/service-worker.js"
    /// The page's scripts, in the order in which they run.
    static let entries = ["/first-words.js", "/app.js"]
    static let pageMarker = "<!-- integrity -->"
    static let workerMarker = #"{ "version": "unbuilt", "files": {} }"#

    /// - Parameter trust: where the server has an authority of its own.
    package static func files(
        in directory: String, trust: TrustPages? = nil, below base: RootPath = .top
    ) throws -> StaticFiles {
        try StaticFiles(directory: directory) { files in
            let drafts = TrustPages.takeDrafts(from: &files)
            arrange(&files, below: base)
            files.merge(trust?.files(from: drafts) ?? [:]) { _, page in page }
        }
    }

    static func arrange(_ files: inout [String: StaticFile], below base: RootPath = .top) {
        for path in files.keys { files[path]?.fields = SecurityFields.file }
        let paths = files.keys.filter { $0.hasSuffix(".js") && $0 != worker && isPlain($0) }.sorted()
        let modules = paths.map { (path: $0, digest: digest(files[$0])) }
        if var file = files[page] {
            let text = assembled(String(decoding: file.bytes, as: UTF8.self), modules, files, base)
            let map = SHA256.hash(Array(importMap(modules, base).utf8))
            file.bytes = Array(text.utf8)
            file.fields = SecurityFields.page(inlineScript: "sha256-" + Base64.encode(map))
            files[page] = file
        }
        if var file = files[worker] {
            let text = String(decoding: file.bytes, as: UTF8.self)
            file.bytes = Array(text.replacing(workerMarker, with: keptFiles(files, base), maxReplacements: 1).utf8)
            files[worker] = file
        }
    }

    /// The page with its import map, its modules asked for early, and a digest at each stylesheet.
    private static func assembled(
        _ page: String, _ modules: [(path: String, digest: String)], _ files: [String: StaticFile],
        _ base: RootPath
    ) -> String {
        var page = page
        for (path, file) in files where path.hasSuffix(".css") && isPlain(path) {
            page = page.replacing(#"href="\#(path)""#, with: #"href="\#(path)" integrity="\#(digest(file))""#)
        }
        let digests = Dictionary(uniqueKeysWithValues: modules.map { ($0.path, $0.digest) })
        let preloads = ModuleGraph.reached(from: entries, in: files).compactMap { path in
            digests[path].map { #"<link rel="modulepreload" href="\#(base.text + path)" integrity="\#($0)">"# }
        }
        let head = [#"<script type="importmap">\#(importMap(modules, base))</script>"#] + preloads
        for name in ["href", "src"] { page = page.replacing(#"\#(name)="/"#, with: #"\#(name)="\#(base.start)"#) }
        return page.replacing(pageMarker, with: head.joined(separator: "\n    "), maxReplacements: 1)
    }

    /// One number for all code and styles of the page (`AppManifest.build`), which a page can work out of itself: of the
    /// lines “path digest”, in order, of its import map and its stylesheets. The same wherever the app lies.
    static func build(of files: [String: StaticFile], below base: RootPath = .top) -> String {
        let page = String(decoding: files[page]?.bytes ?? [], as: UTF8.self)
        let parts = files.filter { path, _ in
            guard isPlain(path), path != worker else { return false }
            return path.hasSuffix(".js") || path.hasSuffix(".css") && page.contains(#"href="\#(base.text + path)""#)
        }
        let lines = parts.map { "\($0.key) \(digest($0.value))" }.sorted()
        return Hexadecimal.encode(SHA256.hash(Array(lines.joined(separator: "\n").utf8)))
    }

    /// An import map covers static and dynamic imports alike (HTML Standard, "integrity" of an import map).
    private static func importMap(_ modules: [(path: String, digest: String)], _ base: RootPath) -> String {
        #"{"integrity":\#(object(modules, base))}"#
    }

    /// The page is kept under `/`, the address it is asked for by.
    private static func keptFiles(_ files: [String: StaticFile], _ base: RootPath) -> String {
        let kept = files.filter { $0.key != worker && isPlain($0.key) }
            .map { (path: $0.key == page ? "/" : $0.key, digest: digest($0.value)) }
            .sorted { $0.path < $1.path }
        let whole = kept.map { $0.path + " " + $0.digest }.joined(separator: "\n")
        let version = Hexadecimal.encode(SHA256.hash(Array(whole.utf8)).prefix(8))
        return #"{"version":"\#(version)","files":\#(object(kept, base))}"#
    }

    /// A JSON object; neither plain paths nor digests have anything to escape.
    private static func object(_ digests: [(path: String, digest: String)], _ base: RootPath) -> String {
        "{" + digests.map { #""\#(base.text + $0.path)":"\#($0.digest)""# }.joined(separator: ",") + "}"
    }

    /// As Subresource Integrity writes it (W3C SRI 3.1).
    private static func digest(_ file: StaticFile?) -> String {
        "sha256-" + Base64.encode(SHA256.hash(file?.bytes ?? []))
    }

    /// Names that need no escaping in markup or in an address; the app has no others.
    private static func isPlain(_ path: String) -> Bool {
        path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
