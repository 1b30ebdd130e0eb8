import Cryptography
package import HTTPServer

/// Makes one whole of the app's files when the server starts, so that no page ever runs with parts of two versions.
///
/// * `index.html`: the marker becomes an import map with the digest of every module, and each stylesheet gets its
///   digest. The map is the page's only inline script; the policy admits it by its hash.
/// * `service-worker.js`: the marker becomes the list of files to keep, with their digests and one version for all.
package enum AppShell {
    static let page = "/index.html"
    static let worker = "/service-worker.js"
    static let pageMarker = "<!-- integrity -->"
    static let workerMarker = #"{ "version": "unbuilt", "files": {} }"#

    package static func files(in directory: String) throws -> StaticFiles {
        try StaticFiles(directory: directory, arrange: arrange)
    }

    static func arrange(_ files: inout [String: StaticFile]) {
        for path in files.keys { files[path]?.fields = SecurityFields.file }
        let paths = files.keys.filter { $0.hasSuffix(".js") && $0 != worker && isPlain($0) }.sorted()
        let modules = paths.map { (path: $0, digest: digest(files[$0])) }
        if var file = files[page] {
            let text = assembled(String(decoding: file.bytes, as: UTF8.self), modules, files)
            let map = SHA256.hash(Array(importMap(modules).utf8))
            file.bytes = Array(text.utf8)
            file.fields = SecurityFields.page(inlineScript: "sha256-" + Base64.encode(map))
            files[page] = file
        }
        if var file = files[worker] {
            let text = String(decoding: file.bytes, as: UTF8.self)
            file.bytes = Array(text.replacing(workerMarker, with: keptFiles(files), maxReplacements: 1).utf8)
            files[worker] = file
        }
    }

    /// The page with its import map, its modules asked for early, and a digest at each stylesheet.
    private static func assembled(
        _ page: String, _ modules: [(path: String, digest: String)], _ files: [String: StaticFile]
    ) -> String {
        var page = page
        for (path, file) in files where path.hasSuffix(".css") && isPlain(path) {
            page = page.replacing(#"href="\#(path)""#, with: #"href="\#(path)" integrity="\#(digest(file))""#)
        }
        let preloads = modules.map { #"<link rel="modulepreload" href="\#($0.path)" integrity="\#($0.digest)">"# }
        let head = [#"<script type="importmap">\#(importMap(modules))</script>"#] + preloads
        return page.replacing(pageMarker, with: head.joined(separator: "\n    "), maxReplacements: 1)
    }

    /// An import map covers static and dynamic imports alike (HTML Standard, "integrity" of an import map).
    private static func importMap(_ modules: [(path: String, digest: String)]) -> String {
        #"{"integrity":\#(object(modules))}"#
    }

    /// The page is kept under `/`, the address it is asked for by.
    private static func keptFiles(_ files: [String: StaticFile]) -> String {
        let kept = files.filter { $0.key != worker && isPlain($0.key) }
            .map { (path: $0.key == page ? "/" : $0.key, digest: digest($0.value)) }
            .sorted { $0.path < $1.path }
        let whole = kept.map { $0.path + " " + $0.digest }.joined(separator: "\n")
        let version = Hexadecimal.encode(SHA256.hash(Array(whole.utf8)).prefix(8))
        return #"{"version":"\#(version)","files":\#(object(kept))}"#
    }

    /// A JSON object; neither plain paths nor digests have anything to escape.
    private static func object(_ digests: [(path: String, digest: String)]) -> String {
        "{" + digests.map { #""\#($0.path)":"\#($0.digest)""# }.joined(separator: ",") + "}"
    }

    /// As Subresource Integrity writes it (W3C SRI 3.1).
    private static func digest(_ file: StaticFile?) -> String {
        "sha384-" + Base64.encode(SHA384.hash(file?.bytes ?? []))
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
