import Testing

@testable import HTTPServer

@Suite("Request heads (RFC 9112 §§2–5)")
struct HeadReaderTests {
    @Test("a browser's head is understood")
    func understands() throws {
        let head = try RequestHead(
            parsing: "GET /ledgers/a%20b?from=2026-01-01&q=%C3%A9 HTTP/1.1\r\nHost: Home.Local:8080\r\n"
                + "Accept:text/html\r\nX-Empty:\r\nX-Padded: \t both sides \t\r\nCookie: a=1\r\ncookie: b=2\r\n"
                + "Accept-Language: de\r\naccept-language: en\r\n\r\n")
        #expect(head.method == .get && !head.headOnly && head.version == .http11)
        #expect(head.target == "/ledgers/a%20b?from=2026-01-01&q=%C3%A9")
        #expect(head.path == "/ledgers/a%20b")
        #expect(head.query == "from=2026-01-01&q=%C3%A9")
        #expect(head.host == "home.local" && head.authority == "Home.Local:8080")
        #expect(head["accept"] == "text/html" && head["X-EMPTY"] == "" && head["x-padded"] == "both sides")
        #expect(head["Cookie"] == "a=1; b=2")
        #expect(head["Accept-Language"] == "de, en" && head.all("accept-language") == ["de", "en"])
        #expect(head["missing"] == nil)
        #expect(head.layout.keepsAlive && !head.hasBody)
    }

    @Test("HEAD arrives as GET without a body to come", arguments: ["HEAD", "GET"])
    func headIsGet(method: String) throws {
        let head = try RequestHead(method, "/")
        #expect(head.method == .get && head.headOnly == (method == "HEAD"))
    }

    @Test(
        "every form of target is taken apart",
        arguments: [
            ("/", "/", nil, "localhost"), ("/?", "/", "", "localhost"), ("/a?b?c", "/a", "b?c", "localhost"),
            ("//double", "//double", nil, "localhost"), ("http://Other:81/x?y", "/x", "y", "other"),
            ("HTTP://other", "/", nil, "other"), ("https://other?x", "/", "x", "other"),
            ("http://[::1]:80/", "/", nil, "[::1]"),
        ])
    func targets(target: String, path: String, query: String?, host: String) throws {
        let head = try RequestHead("GET", target)
        #expect(head.path == path && head.query == query && head.host == host)
    }

    @Test(
        "the connection's fate is read from version and tokens",
        arguments: [
            ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
            ("HTTP/1.1", "Connection: foo , CLOSE,bar\r\n", false), ("HTTP/1.1", "Connection: closed\r\n", true),
            ("HTTP/1.0", "", false), ("HTTP/1.0", "Connection: keep-alive\r\n", true),
            ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
            ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
        ])
    func keepsAlive(version: String, field: String, expected: Bool) throws {
        #expect(try RequestHead(parsing: "GET / \(version)\r\nHost: a\r\n\(field)\r\n").layout.keepsAlive == expected)
    }

    @Test("HTTP/1.0 needs no Host, and has no 100-continue")
    func oldVersion() throws {
        let head = try RequestHead(
            parsing: "POST / HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(head.host == nil && head.contentLength == 3 && !head.layout.expectsContinue)
    }

    @Test("one empty line before a request is forgiven, a second is not")
    func emptyLine() throws {
        #expect(try RequestHead(parsing: "\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n").path == "/a")
        #expect(refusal("\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
    }

    @Test("what could be read in two ways is refused", arguments: ambiguous)
    func refusals(head: String, status: UInt16) {
        #expect(refusal(head) == status, "\(head.debugDescription)")
    }

    @Test(
        "a Host is one well-formed name or address",
        arguments: [
            ("a", true), ("a.b-c_d~e:8080", true), ("127.0.0.1", true), ("[::1]", true), ("[fe80::1]:443", true),
            ("a:", true),
            ("a:65535", true), ("", false), (":80", false), ("a:65536", false), ("a:80x", false), ("a:-1", false),
            ("a b", false), ("a,b", false), ("u@a", false), ("a/", false), ("[]", false), ("[::1", false),
            ("[::1]x", false),
            ("[g::]", false), ("a%20b", false), ("a\\b", false), ("a?b", false), ("ä", false), ("a:1:2", false),
        ])
    func hosts(host: String, isFine: Bool) {
        #expect((refusal("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == nil) == isFine)
    }

    static let ambiguous: [(String, UInt16)] = [
        // The request line
        ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\r\n", 400), ("GET / HTT\r\n\r", 400), ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400), ("GET / http/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\rHost: a\r\n\r\n", 400), ("GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /ä HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /#x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\u{2}", 400), ("GET / HTTP/11\r\nHost: a\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
        ("GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505), ("GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505),
        ("get / HTTP/1.1\r\nHost: a\r\n\r\n", 501), ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        // Fields
        ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{7f}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nX(: 1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n\rX", 400), ("GET / HTTP/1.1\r\nHost: a\r\nÄ: 1\r\n\r\n", 400),
        // Host
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("GET http://b/ HTTP/1.1\r\n\r\n", 400),
        // Framing
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ١\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n", 400),
        ("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \"chunked\"\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding\t: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n", 417),
    ]
}

/// The status with which a head is refused; `nil` if it is not.
private func refusal(_ head: String) -> UInt16? {
    do throws(WireProblem) {
        _ = try RequestHead(parsing: head)
        return nil
    } catch {
        return error.code == "malformed-request" && error.detail.hasPrefix("This is not one whole")
            ? 0 : error.status.code
    }
}

@Suite("Limits of a head")
struct HeadLimitsTests {
    private func refusal(_ head: String) -> UInt16? {
        do throws(WireProblem) {
            _ = try RequestHead(parsing: head)
            return nil
        } catch {
            return error.status.code
        }
    }

    @Test("a request line of 8,000 bytes is taken, a much longer one is 414")
    func requestLine() {
        let path = "/" + String(repeating: "a", count: 7_986)
        #expect("GET \(path) HTTP/1.1".utf8.count == 8_000)
        #expect(refusal("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") == nil)
        #expect(refusal("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: a\r\n\r\n") == 414)
        #expect(refusal("GET /\(String(repeating: "a", count: 9_000))") == 414, "before its end is there")
    }

    @Test("15 KB of fields are taken, more than 16 KB are 431")
    func fieldBytes() {
        func head(_ bytes: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\n"
                + String(repeating: "X: \(String(repeating: "y", count: 995))\r\n", count: bytes / 1000)
        }
        #expect(refusal(head(15_000) + "\r\n") == nil)
        #expect(refusal(head(17_000) + "\r\n") == 431)
        #expect(refusal("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 17_000))") == 431)
        #expect(refusal("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "y", count: 17_000))") == 431)
    }

    @Test("a control byte is refused wherever it stands in a value; a tab, and bytes above ASCII, are not")
    func controlBytes() throws {
        for length in 1...20 {
            for place in 0..<length {
                for (byte, isFine) in [
                    (0, false), (9, true), (10, false), (31, false), (127, false), (128, true), (255, true),
                ] {
                    var value = [UInt8](repeating: UInt8(ascii: "v"), count: length)
                    value[place] = UInt8(byte)
                    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + value + Array("\r\n\r\n".utf8)
                    var reader = HeadReader()
                    let head = try? reader.read(bytes.span, limits: Limits())
                    #expect((head != nil) == isFine, "\(byte) at \(place) of \(length)")
                }
            }
        }
    }

    @Test("each of many fields can be asked for")
    func manyFields() throws {
        let fields = (0..<100).map { "X-\($0): value \($0)\r\n" }.joined()
        let head = try RequestHead(parsing: "GET / HTTP/1.1\r\nHost: a\r\n\(fields)Last: x\r\nlast: y\r\n\r\n")
        for number in 0..<100 { #expect(head["x-\(number)"] == "value \(number)") }
        #expect(head["Host"] == "a" && head["X-100"] == nil && head.all("Last") == ["x", "y"])
    }

    @Test("what one head of a connection said is forgotten for the next")
    func restart() throws {
        let first = Array("PUT /a HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nX: y\r\n\r\n".utf8)
        let second = Array("GET /b HTTP/1.1\r\nHost: b\r\n\r\n".utf8)
        var reader = HeadReader()
        _ = try reader.read(first.span, limits: Limits())
        let head = try #require(try reader.read(second.span, limits: Limits())).head
        #expect(head.path == "/b" && head.version == .http11 && head.host == "b" && head["X"] == nil)
        #expect(head["Connection"] == nil && head.layout.keepsAlive)
    }

    @Test("100 fields are taken, 200 are 431")
    func fieldCount() {
        func head(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: count) + "\r\n"
        }
        #expect(refusal(head(100)) == nil)
        #expect(refusal(head(200)) == 431)
    }

    @Test("a method without end is refused")
    func method() {
        #expect(refusal(String(repeating: "A", count: 100)) == 400)
    }
}
