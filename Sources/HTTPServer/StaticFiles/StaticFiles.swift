/// One file that is served: what it holds and how it is labelled.
package struct StaticFile: Sendable, Equatable {
    package var bytes: [UInt8]
    package var contentType: String
    package var cacheControl: String
    /// Further fields of its answers, such as a content security policy.
    package var fields: HeaderFields
    /// Seconds since 1970.
    package var modified: Int

    package init(
        bytes: [UInt8], contentType: String, cacheControl: String = "no-cache", fields: HeaderFields = HeaderFields(),
        modified: Int
    ) {
        self.bytes = bytes
        self.contentType = contentType
        self.cacheControl = cacheControl
        self.fields = fields
        self.modified = modified
    }
}

/// A directory of files, read and compressed once at the start and then served from memory.
package struct StaticFiles: Sendable {
    /// Reads `directory` (no hidden files, no symbolic links). `arrange` gets the files by path (`/styles/app.css`) and may
    /// change, add and remove any before they are compressed and tagged.
    package init(
        directory: String, arrange: (inout [String: StaticFile]) throws -> Void = { _ in }
    ) throws {
        var files: [String: StaticFile] = [:]
        try arrange(&files)
    }

    package init(files: [String: StaticFile]) {}

    /// The answer for everything that is not the API's: a file, `index.html` for one of the app's own addresses, 404,
    /// 405 with `Allow`, 204 for OPTIONS, 400 for a path that cannot be decoded.
    package func response(to head: RequestHead) -> Response { Response(404) }
}
