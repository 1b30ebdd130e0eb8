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

    /// The media type that goes with the last part of a name (IANA's registry; text is UTF-8 here).
    package static func contentType(ofPath path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "txt": "text/plain; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "json": "application/json",
        "map": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "avif": "image/avif",
        "gif": "image/gif", "ico": "image/x-icon", "woff2": "font/woff2", "woff": "font/woff",
        "wasm": "application/wasm",
        "pdf": "application/pdf", "xml": "application/xml", "csv": "text/csv; charset=utf-8",
    ]

    /// Whether compressing is worth a try: pictures and fonts are compressed already.
    var isCompressible: Bool {
        contentType.hasPrefix("text/") || contentType.hasSuffix("json") || contentType.hasSuffix("xml")
            || contentType == "application/wasm"
    }
}
