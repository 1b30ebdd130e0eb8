import Testing

@testable import HTTPServer

/// Feeds a parser as a connection does: what it did not consume is given to it again, with more behind it.
struct ParserRun: Equatable {
    var requests: [String] = []
    var status: UInt16?

    init(_ pieces: [ArraySlice<UInt8>], limit: Int = 1 << 16, limits: Limits = Limits()) {
        var parser = RequestParser()
        var pending: [UInt8] = []
        var head: RequestHead?
        do throws(WireProblem) {
            for piece in pieces {
                pending += piece
                var offset = 0
                reading: while offset < pending.count {
                    switch try parser.step(pending.span, at: &offset, limits: limits) {
                    case .needsMore: break reading
                    case .head(let new):
                        head = new
                        if new.hasBody {
                            try parser.expectBody(of: new, limit: limit, isKept: true, limits: limits)
                        } else {
                            requests.append("\(new.method) \(new.target)")
                        }
                    case .body(let bytes):
                        requests.append("\(head?.target ?? "?") \(String(decoding: bytes, as: UTF8.self))")
                    }
                }
                pending.removeFirst(offset)
            }
        } catch {
            status = error.status.code
        }
    }

    init(_ text: String, limit: Int = 1 << 16, limits: Limits = Limits()) {
        self.init([Array(text.utf8)[...]], limit: limit, limits: limits)
    }
}

@Suite("Requests from bytes")
struct RequestParserTests {
    static let stream =
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET /b?c HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n\r\n"
        + "PUT /d HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
        + "3;name=\"v\"\r\nabc\r\n00A ; x\r\n0123456789\r\n0\r\nTrailer: 1\r\nOther:\r\n\r\n"
        + "DELETE /e HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
        + "POST /f HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /g HTTP/1.1\r\nHost: a\r\n\r\n"
    static let expected = ["/a hello", "get /b?c", "/d abc0123456789", "delete /e", "/f ", "get /g"]

    @Test("pipelined requests with every kind of body are told apart")
    func pipelined() {
        let run = ParserRun(Self.stream)
        #expect(run.requests == Self.expected && run.status == nil)
    }

    @Test("however the bytes are cut in two, the requests are the same")
    func cutAnywhere() {
        let bytes = Array(Self.stream.utf8)
        for cut in 0...bytes.count {
            let run = ParserRun([bytes[..<cut], bytes[cut...]])
            #expect(run.requests == Self.expected && run.status == nil, "cut at \(cut)")
        }
    }

    @Test("byte by byte the requests are the same")
    func byteByByte() {
        let bytes = Array(Self.stream.utf8)
        #expect(ParserRun(bytes.indices.map { bytes[$0...$0] }).requests == Self.expected)
    }

    @Test(
        "whatever is refused whole is refused when cut, too, and nothing is made of it",
        arguments: HeadReaderTests.ambiguous)
    func refusedWhenCut(head: String, status: UInt16) {
        let bytes = Array(head.utf8)
        #expect(ParserRun([bytes[...]]).status == status)
        for cut in 0...bytes.count {
            let run = ParserRun([bytes[..<cut], bytes[cut...]])
            #expect(run.status == status && run.requests.isEmpty, "cut at \(cut)")
        }
    }

    @Test(
        "chunks that are not well formed are refused",
        arguments: [
            ("\r\n", 400), (";x\r\n", 400), ("g\r\n", 400), ("-1\r\n", 400), ("+1\r\na\r\n", 400),
            ("0x1\r\na\r\n", 400),
            (" 1\r\na\r\n", 400), ("1 \r\na\r\n", 400), ("1\na\r\n", 400), ("1\ra\r\n", 400), ("1;\u{1}\r\na\r\n", 400),
            ("1;a\nb\r\na\r\n", 400), ("1\r\nab\r\n", 400), ("1\r\na\n0\r\n", 400), ("1\r\na\r0\r\n", 400),
            ("1 x\r\n", 400),
            ("00000000000000001\r\na", 400), ("fffffffffffffffff\r\n", 413), ("7fffffffffffffff\r\n", 413),
            ("11\r\n", 413),
            ("8\r\n12345678\r\n9\r\n", 413), ("0\r\nX : 1\r\n\r\n", 400), ("0\r\n X: 1\r\n\r\n", 400),
            ("0\r\nX: 1\n\r\n", 400),
            ("0\r\nX: \u{0}\r\n\r\n", 400), ("0\r\n\rX", 400), ("0\r\nX\r\n\r\n", 400),
            ("1;\(String(repeating: "x", count: 5_000))", 400),
            ("0\r\nX: \(String(repeating: "x", count: 17_000))", 431),
            ("0\r\n\(String(repeating: "X:\r\n", count: 200))", 431),
        ])
    func chunks(body: String, status: Int) {
        let run = ParserRun("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body, limit: 16)
        #expect(run.status == UInt16(status) && run.requests.isEmpty)
    }

    @Test("a body as long as the limit is taken, one byte more is 413 before any of it has come")
    func limit() {
        let head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: "
        #expect(ParserRun(head + "4\r\n\r\nabcd", limit: 4).requests == ["/x abcd"])
        #expect(ParserRun(head + "5\r\n\r\n", limit: 4).status == 413)
        #expect(ParserRun(head + "99999999999999999999999\r\n\r\n", limit: 4).status == 413)
    }

    @Test("bytes of all values arrive as they were sent")
    func binary() {
        let body = (0...255).map { UInt8($0) }
        var parser = RequestParser()
        let input = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 256\r\n\r\n".utf8) + body
        var offset = 0
        guard case .head(let head) = try? parser.step(input.span, at: &offset, limits: Limits()) else {
            Issue.record("no head")
            return
        }
        #expect(throws: Never.self) { try parser.expectBody(of: head, limit: 256, isKept: true, limits: Limits()) }
        guard case .body(let received) = try? parser.step(input.span, at: &offset, limits: Limits()) else {
            Issue.record("no body")
            return
        }
        #expect(received == body)
    }
}
