import SharedFolders
import Synchronization
import Testing

@Suite("HTTP through libcurl") struct CurlTransferTests {
    /// Records every request and answers each the same way.
    private final class Recorder: Sendable {
        let heads = Mutex<[String]>([])
        let bodies = Mutex<[[UInt8]]>([])

        func script(_ connection: WireConnection, _ number: Int) {
            while let request = connection.request() {
                heads.withLock { $0.append(request.head) }
                bodies.withLock { $0.append(request.body) }
                connection.answer(fields: "ETag: \"a\"\r\nX-Empty:\r\n")
            }
        }
    }

    @Test("a request arrives as it was made, with the fields it was given and none that were not")
    func requestAsMade() async throws {
        let recorder = Recorder()
        let wire = try Wire { recorder.script($0, $1) }
        defer { wire.end() }
        var request = TransferRequest("PROPFIND", try wire.address("/a%20b/?x=%2F"))
        request.fields = [("Depth", "1"), ("X-Empty", ""), ("X-Name", "Jörg")]
        request.body = Array("<x/>".utf8)
        let answer = try await wire.client.send(request)
        #expect(answer.status == 200)
        let head = try #require(recorder.heads.withLock { $0.first })
        let lines = head.split(separator: "\r\n").map { String($0) }
        #expect(lines[0] == "PROPFIND /a%20b/?x=%2F HTTP/1.1")
        let names = lines.dropFirst().compactMap { $0.split(separator: ":").first.map { $0.lowercased() } }
        #expect(
            names.sorted() == ["accept", "content-length", "depth", "host", "user-agent", "x-empty", "x-name"])
        #expect(lines.contains("X-Name: Jörg"))
        #expect(recorder.bodies.withLock { $0 } == [Array("<x/>".utf8)])
    }

    @Test(
        "a body is announced with its length, an empty one too, and none is no body",
        arguments: [nil, 0, 1, 70_000, 2_000_000] as [Int?])
    func bodies(count: Int?) async throws {
        let recorder = Recorder()
        let wire = try Wire { recorder.script($0, $1) }
        defer { wire.end() }
        let body = count.map { (0..<$0).map { UInt8(truncatingIfNeeded: $0 &* 31) } }
        _ = try await wire.client.send(TransferRequest("PUT", try wire.address(), body: body))
        let head = try #require(recorder.heads.withLock { $0.first }).lowercased()
        #expect(head.contains("content-length: \(count ?? -1)\r\n") == (count != nil))
        // libcurl on its own asks for a go-ahead with a long body, and waits a second when none comes.
        #expect(!head.contains("transfer-encoding") && !head.contains("expect:"))
        #expect(recorder.bodies.withLock { $0 } == [body ?? []])
    }

    @Test("an answer has its fields in lower case, in order, without the spaces around them")
    func fields() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.send("HTTP/1.1 207 Multi\r\nA:  one \r\nb:two\r\nA: three\r\nContent-Length: 0\r\nC:\r\n\r\n")
        }
        defer { wire.end() }
        let answer = try await wire.client.send(try wire.get())
        #expect(answer.status == 207 && answer.body.isEmpty)
        #expect(
            answer.fields.map { "\($0.name)=\($0.value)" } == ["a=one", "b=two", "a=three", "content-length=0", "c="])
        #expect(answer["a"] == "one" && answer["x"] == nil)
    }

    @Test("HEAD, 204 and 304 have no body, whatever length they announce")
    func noBody() async throws {
        let wire = try Wire { connection, _ in
            while let request = connection.request() {
                let status = request.path.dropFirst()
                connection.send("HTTP/1.1 \(status) Text\r\n\(status == "204" ? "" : "content-length: 5\r\n")\r\n")
            }
        }
        defer { wire.end() }
        #expect(await wire.outcome(TransferRequest("HEAD", try wire.address("/200"))) == .answer(200, ""))
        #expect(try await wire.outcome("/204") == .answer(204, ""))
        #expect(try await wire.outcome("/304") == .answer(304, ""))
        #expect(wire.server.accepted == 1)
    }

    @Test("any status is an answer, and a redirect is not followed", arguments: [302, 307, 308, 401, 404, 500, 599])
    func statuses(status: Int) async throws {
        let wire = try Wire { connection, number in
            while connection.request() != nil {
                connection.answer(status, fields: "Location: http://127.0.0.1:1/\r\n", body: Array("no".utf8))
            }
        }
        defer { wire.end() }
        let answer = try await wire.client.send(try wire.get())
        #expect(answer.status == status && answer.redirect == "http://127.0.0.1:1/")
        #expect(wire.server.accepted == 1)
    }

    @Test("what is wrong with a request is said before anything is sent")
    func refusedBeforeSending() async throws {
        let wire = try Wire { connection, _ in connection.answerAll() }
        defer { wire.end() }
        for value in ["a\r\nX: b", "a\nb", "a\rb", "a\0b", "\u{7F}"] {
            var request = try wire.get()
            request.fields = [("If-Match", value)]
            #expect(await wire.outcome(request) == .badRequest)
        }
        for name in ["", "a b", "a:b", "a\r\nb", "Content-Length", "Host", "Transfer-Encoding", "ä"] {
            var request = try wire.get()
            request.fields = [(name, "1")]
            #expect(await wire.outcome(request) == .badRequest, "\(name)")
        }
        for method in ["", "GET /", "GET\r\n", "G\0"] {
            #expect(await wire.outcome(TransferRequest(method, try wire.address())) == .badRequest)
        }
        #expect(wire.server.accepted == 0)
    }

    @Test("another machine is reached over https alone, unless the request says that plain http is meant")
    func plainHTTP() async throws {
        let wire = try Wire { connection, _ in connection.answerAll() }
        defer { wire.end() }
        // Reserved for documentation (RFC 5737): nobody answers there.
        let elsewhere = try #require(WebAddress("http://192.0.2.1:9/"))
        #expect(await wire.outcome(TransferRequest("GET", elsewhere)) == .badRequest)
        var meant = TransferRequest("GET", elsewhere, deadline: .milliseconds(200))
        meant.allowsPlainHTTP = true
        #expect(await wire.outcome(meant) == .unconnected)
    }

    @Test("a failure names the host and nothing else of the request")
    func failureTexts() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.resetAtEnd()
        }
        defer { wire.end() }
        var request = try wire.get("/secret-path?sig=secret-query")
        request.fields = [("Authorization", "Bearer secret-token")]
        let failure = await #expect(throws: TransferFailure.self) { try await wire.client.send(request) }
        let text = "\(try #require(failure))"
        #expect(text.contains("127.0.0.1") && !text.contains("secret"))
        #expect("\(request)" == "GET http://127.0.0.1:\(wire.server.port)")
        #expect(!String(reflecting: [request]).contains("secret"))
    }

    @Test("no listener is unconnected, no name is unresolved, no TLS is insecure: nothing has arrived")
    func neverSent() async throws {
        let wire = try Wire { connection, _ in connection.waitForEnd() }
        defer { wire.end() }
        let silent = try WireServer { _, _ in }
        let port = silent.port
        silent.stop()
        #expect(await eventually { silent.openConnections == 0 })
        try await Task.sleep(for: .milliseconds(50))
        let closed = try #require(WebAddress("http://127.0.0.1:\(port)/"))
        #expect(await wire.outcome(TransferRequest("GET", closed)) == .unconnected)
        // RFC 6761: never resolves.
        let nameless = try #require(WebAddress("https://nobody.invalid/"))
        #expect(await wire.outcome(TransferRequest("GET", nameless)) == .unresolved)
        let plain = try Wire { connection, _ in connection.send("HTTP/1.1 400 No\r\ncontent-length: 0\r\n\r\n") }
        defer { plain.end() }
        let secure = try #require(WebAddress("https://127.0.0.1:\(plain.server.port)/"))
        #expect(await plain.outcome(TransferRequest("GET", secure)) == .insecure)
        for failure in [TransferFailure.unconnected(""), .unresolved(""), .insecure(""), .badRequest("")] {
            #expect(!failure.mayHaveArrived)
        }
    }
}
