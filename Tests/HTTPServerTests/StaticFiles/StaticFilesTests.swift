import CZlib
import Glibc
import Testing

@testable import HTTPServer

@Suite("Static files")
struct StaticFilesTests {
    private static let script = Array(String(repeating: "export const word = 'agai';\n", count: 100).utf8)
    private static let picture = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37) }

    private let files = StaticFiles(files: [
        "/index.html": StaticFile(
            bytes: Array("<h1>hi</h1>".utf8), contentType: "text/html; charset=utf-8",
            fields: ["Content-Security-Policy": "default-src 'self'"], modified: 784_111_777),
        "/app.js": StaticFile(bytes: script, contentType: "text/javascript; charset=utf-8", modified: 784_111_777),
        "/icons/a b.png": StaticFile(
            bytes: picture, contentType: "image/png", cacheControl: "max-age=31536000, immutable", modified: 784_111_777
        ),
        "/empty.txt": StaticFile(bytes: [], contentType: "text/plain", modified: 0),
    ])

    private func get(_ target: String, _ fields: KeyValuePairs<String, String> = [:], method: String = "GET") throws
        -> Response
    {
        files.response(to: try RequestHead(method, target, fields))
    }

    @Test(
        "the root is index.html, and so are the app's own addresses",
        arguments: [
            "/", "/index.html", "/ledgers/0c9b2f3e/expenses", "/ledgers/", "/set-up?x=1", "/%C3%BCber",
        ])
    func shell(target: String) throws {
        let response = try get(target)
        #expect(response.status == .ok && response.content == Array("<h1>hi</h1>".utf8))
        #expect(response.fields["Content-Type"] == "text/html; charset=utf-8")
        #expect(response.fields["Content-Security-Policy"] == "default-src 'self'")
        #expect(response.fields["Cache-Control"] == "no-cache")
    }

    @Test(
        "what is not there, hidden or above is 404",
        arguments: [
            "/missing.js", "/icons/missing.png", "/.git/config", "/.hidden", "/../etc/passwd", "/a/../../etc/passwd",
            "/%2e%2e/x",
            "/..%2fetc%2fpasswd", "/icons%2Fa%20b.png", "/./index", "/a\\b", "/a%5cb", "/%01",
        ])
    func notThere(target: String) throws { #expect(try get(target).status == .notFound) }

    @Test("a path that cannot be decoded is 400", arguments: ["/%", "/%zz", "/%00", "/index.html%00.png", "/%ff"])
    func undecodable(target: String) throws { #expect(try get(target).status == .badRequest) }

    @Test("escapes in a path are decoded")
    func escaped() throws {
        let response = try get("/icons/a%20b.png")
        #expect(response.status == .ok && response.content == Self.picture)
        #expect(response.fields["Cache-Control"] == "max-age=31536000, immutable")
    }

    @Test("files can only be read")
    func methods() throws {
        #expect(try get("/app.js", method: "POST").status == .methodNotAllowed)
        #expect(try get("/app.js", method: "DELETE").fields["Allow"] == "GET, HEAD, OPTIONS")
        let options = try get("/app.js", method: "OPTIONS")
        #expect(options.status == .noContent && options.fields["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test("the compressed form has its own tag, unpacks to the same, and says that it varies")
    func gzip() throws {
        let plain = try get("/app.js")
        let packed = try get("/app.js", ["Accept-Encoding": "br, gzip"])
        #expect(plain.fields["Content-Encoding"] == nil && packed.fields["Content-Encoding"] == "gzip")
        #expect(plain.fields["Vary"] == "Accept-Encoding" && packed.fields["Vary"] == "Accept-Encoding")
        #expect(plain.fields["ETag"] != packed.fields["ETag"])
        #expect(packed.content.count < plain.content.count / 2)
        #expect(try unpack(packed.content) == Self.script)
    }

    @Test("pictures are not compressed again")
    func incompressible() throws {
        let response = try get("/icons/a%20b.png", ["Accept-Encoding": "gzip"])
        #expect(response.fields["Content-Encoding"] == nil && response.fields["Vary"] == nil)
    }

    @Test("a client that has the file is told so, with what its cache needs")
    func notModified() throws {
        for coding in ["identity", "gzip"] {
            let tag = try #require(try get("/app.js", ["Accept-Encoding": coding]).fields["ETag"])
            let response = try get("/app.js", ["Accept-Encoding": coding, "If-None-Match": "\"x\", W/\(tag)"])
            #expect(response.status == .notModified && response.content.isEmpty)
            #expect(response.fields["ETag"] == tag && response.fields["Vary"] == "Accept-Encoding")
            #expect(response.fields["Cache-Control"] == "no-cache")
        }
    }

    @Test(
        "conditions are weighed in their order",
        arguments: [
            (["If-None-Match": "*"], 304), (["If-None-Match": "\"x\""], 200), (["If-None-Match": "x"], 200),
            (["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 304),
            (["If-Modified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 200),
            (["If-Modified-Since": "soon"], 200),
            (["If-None-Match": "\"x\"", "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 200),
            (["If-Match": "\"x\""], 412), (["If-Match": "*"], 200),
            (["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 412),
            (["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 200),
        ] as [(KeyValuePairs<String, String>, Int)])
    func conditions(fields: KeyValuePairs<String, String>, status: Int) throws {
        #expect(try get("/app.js", fields).status.code == UInt16(status))
    }

    @Test(
        "a range is sent alone",
        arguments: [
            ("bytes=0-4", 0..<5, "bytes 0-4/2800"), ("bytes=2795-", 2795..<2800, "bytes 2795-2799/2800"),
            ("bytes=-5", 2795..<2800, "bytes 2795-2799/2800"), ("bytes=-9999", 0..<2800, "bytes 0-2799/2800"),
            ("Bytes=0-99999999999999999999", 0..<2800, "bytes 0-2799/2800"),
            ("bytes=2799-2799", 2799..<2800, "bytes 2799-2799/2800"),
            ("bytes=0-1,9999-", 0..<2, "bytes 0-1/2800"),
        ])
    func range(field: String, range: Range<Int>, contentRange: String) throws {
        let response = try get("/app.js", ["Range": field])
        #expect(response.status == .partialContent && response.content == Array(Self.script[range]))
        #expect(response.fields["Content-Range"] == contentRange)
        #expect(response.fields["ETag"] != nil)
    }

    @Test("several ranges come in parts")
    func ranges() throws {
        let response = try get("/app.js", ["Range": "bytes=0-5, 7-11 ,-3"])
        let type = try #require(response.fields["Content-Type"])
        #expect(response.status == .partialContent && type.hasPrefix("multipart/byteranges; boundary="))
        #expect(response.fields["Content-Range"] == nil)
        let boundary = String(type.dropFirst("multipart/byteranges; boundary=".count))
        let part = "\r\nContent-Type: text/javascript; charset=utf-8\r\nContent-Range: bytes "
        #expect(
            String(decoding: response.content, as: UTF8.self)
                == "--\(boundary)\(part)0-5/2800\r\n\r\nexport\r\n--\(boundary)\(part)7-11/2800\r\n\r\nconst\r\n"
                + "--\(boundary)\(part)2797-2799/2800\r\n\r\n';\n\r\n--\(boundary)--\r\n")
    }

    @Test(
        "what is not a range is ignored, what is not there is 416",
        arguments: [
            ("bytes=5-4", 200), ("bytes=", 200), ("bytes=a-b", 200), ("bytes=1", 200), ("bytes=-", 200),
            ("lines=1-2", 200),
            ("bytes=0-1 2-3", 200), ("bytes=--5", 200), ("bytes=0-2799,0-2799", 200), ("bytes=2800-", 416),
            ("bytes=-0", 416),
            ("bytes=9999-10000,5000-", 416),
        ])
    func notRanges(field: String, status: Int) throws {
        let response = try get("/app.js", ["Range": field])
        #expect(response.status.code == UInt16(status))
        #expect(response.fields["Content-Range"] == (status == 416 ? "bytes */2800" : nil))
    }

    @Test("a range counts only for the very same file, and never for HEAD")
    func ifRange() throws {
        let tag = try #require(try get("/app.js").fields["ETag"])
        func status(_ validator: String) throws -> UInt16 {
            try get("/app.js", ["Range": "bytes=0-1", "If-Range": validator]).status.code
        }
        #expect(try status(tag) == 206)
        #expect(try status("\"other\"") == 200)
        #expect(try status("W/\(tag)") == 200)
        #expect(try status("Sun, 06 Nov 1994 08:49:37 GMT") == 206)
        #expect(try status("Sun, 06 Nov 1994 08:49:38 GMT") == 200)
        #expect(try get("/app.js", ["Range": "bytes=0-1"], method: "HEAD").status == .ok)
        #expect(try get("/empty.txt", ["Range": "bytes=0-1"]).status.code == 416)
    }

    @Test(
        "Accept-Encoding is weighed",
        arguments: [
            ("gzip", true), ("GZIP", true), ("x-gzip", true), ("*", true), ("gzip;q=0", false), ("gzip; q=0.001", true),
            ("br", false),
            ("", false), ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip", true), ("*;q=0", false),
            ("gzip;q=0, *", false),
            ("gzip;q=2", false), ("gzip;level=9", false), ("deflate, gzip;q=1.000", true),
        ])
    func acceptEncoding(field: String, isGzip: Bool) { #expect(ContentCoding.prefersGzip(field) == isGzip) }

    @Test("a directory is read without what is hidden, linked or special")
    func directory() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/splitclone-files-XXXXXX".utf8CString)
        let root = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { system("rm -rf '\(root)'") }
        system(
            "cd '\(root)' && mkdir -p a/b .git && echo one > a/b/one.css && echo no > .secret && echo no > .git/config"
                + " && ln -s /etc/passwd passwd && ln -s /etc linked && mkfifo pipe && echo index > index.html")
        let files = try FileTree(directory: root).files
        #expect(files.keys.sorted() == ["/a/b/one.css", "/index.html"])
        #expect(files["/a/b/one.css"]?.bytes == Array("one\n".utf8))
        #expect(files["/a/b/one.css"]?.contentType == "text/css; charset=utf-8")
        let served = try StaticFiles(directory: root) { $0["/index.html"]?.bytes = Array("rewritten".utf8) }
        #expect(served.response(to: try RequestHead("GET", "/")).content == Array("rewritten".utf8))
        #expect(served.response(to: try RequestHead("GET", "/linked/hostname.txt")).status == .notFound)
        #expect(throws: ServerError.self) { try FileTree(directory: root + "/missing") }
    }

    private func unpack(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        try #require(inflateInit2_(&stream, 31, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 1 << 20)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : -1
            }
        }
        return Array(output.prefix(count))
    }
}

extension Response {
    var content: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .slice(let slice): Array(slice)
        case .none, .events: []
        }
    }
}
