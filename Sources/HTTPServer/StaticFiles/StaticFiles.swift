/// A directory of files, read and compressed once at the start and then served from memory.
package struct StaticFiles: Sendable {
    /// A class, so that answering takes one reference instead of a copy of all that is prepared.
    private final class Entry: Sendable {
        let plain: Representation
        let gzipped: Representation?

        init(_ file: StaticFile) {
            let compressed = file.isCompressible ? Gzip.compress(file.bytes) : nil
            plain = Representation(file, bytes: file.bytes, coding: nil, varies: compressed != nil)
            gzipped = compressed.map { Representation(file, bytes: $0, coding: "gzip", varies: true) }
        }

        func response(to head: RequestHead) -> Response {
            guard let gzipped, ContentCoding.prefersGzip(head["Accept-Encoding"]) else {
                return plain.response(to: head)
            }
            return gzipped.response(to: head)
        }
    }

    private let entries: [String: Entry]
    private let start: Entry?

    /// Reads `directory` (no hidden files, no symbolic links). `arrange` gets the files by path (`/styles/app.css`) and may
    /// change, add and remove any before they are compressed and tagged.
    package init(directory: String, arrange: (inout [String: StaticFile]) throws -> Void = { _ in }) throws {
        var files = try FileTree(directory: directory).files
        try arrange(&files)
        self.init(files: files)
    }

    /// Serves files that are made, not read.
    package init(files: [String: StaticFile]) {
        entries = files.mapValues(Entry.init)
        start = entries["/index.html"]
    }

    /// The answer for everything that is not the API's: a file, `index.html` for one of the app's own addresses, 404,
    /// 405 with `Allow`, 204 for OPTIONS, 400 for a path that cannot be decoded.
    package func response(to head: RequestHead) -> Response {
        switch head.method {
        case .get: break
        case .options: return Response(.noContent, Self.allow)
        default:
            var response = Response.text(.methodNotAllowed, "A file can only be read.")
            response.fields.append(contentsOf: Self.allow)
            return response
        }
        let path = head.path
        if let entry = entries[path] { return entry.response(to: head) }
        guard let segments = try? PercentEncoding.segments(ofPath: path) else {
            return .text(.badRequest, "The address is not well formed.")
        }
        let isSafe = segments.allSatisfy { !$0.utf8.contains(UInt8(ascii: "/")) }
        if isSafe, let entry = entries["/" + segments.joined(separator: "/")] { return entry.response(to: head) }
        guard isSafe, Self.isAppAddress(segments), let start else { return .text(.notFound, "There is no such file.") }
        return start.response(to: head)
    }

    private static let allow: HeaderFields = ["Allow": Method.allowValue([.get])]

    /// The app's addresses have no extension; what leads upwards or is hidden is nobody's address.
    private static func isAppAddress(_ segments: [Substring]) -> Bool {
        guard let last = segments.last, !last.utf8.contains(UInt8(ascii: ".")) else { return false }
        return segments.allSatisfy { segment in
            !segment.hasPrefix(".") && segment.utf8.allSatisfy { $0 >= 32 && $0 != UInt8(ascii: "\\") }
        }
    }
}
