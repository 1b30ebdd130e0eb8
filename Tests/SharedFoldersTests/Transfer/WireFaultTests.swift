import SharedFolders
import Synchronization
import Testing

/// What a server, a gateway or a bad line can do to one exchange.
@Suite("Faults on the wire") struct WireFaultTests {
    /// Sends `bytes` as the answer to the first request, then ends the connection; the second connection works.
    private func once(_ bytes: String, reset: Bool = false) throws -> Wire {
        try Wire { connection, number in
            guard number == 0 else { return connection.answerAll() }
            _ = connection.request()
            connection.send(bytes)
            if reset {
                WireConnection.pause(milliseconds: 50)
                connection.resetAtEnd()
            }
        }
    }

    @Test(
        "a body that ends before its announced end is cut, and the next request is right",
        arguments: [
            "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\nhalf",
        ], [false, true])
    func truncated(answer: String, reset: Bool) async throws {
        let wire = try once(answer, reset: reset)
        defer { wire.end() }
        #expect(try await wire.outcome() == .cut)
        #expect(try await wire.outcome() == .ok)
    }

    @Test("a body without announced length is whole only if it has the length the caller knows")
    func closeDelimited() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n\r\nhalf")
        }
        defer { wire.end() }
        var request = try wire.get()
        request.expectedLength = 10
        #expect(await wire.outcome(request) == .cut)
        request.expectedLength = 4
        #expect(await wire.outcome(request) == .answer(200, "half"))
        request.expectedLength = nil
        #expect(await wire.outcome(request) == .answer(200, "half"))
    }

    @Test("the expected length is of a success: the body of a refusal has its own")
    func expectedLengthOfRefusal() async throws {
        let wire = try once("HTTP/1.1 404 No\r\ncontent-length: 4\r\n\r\ngone")
        defer { wire.end() }
        var request = try wire.get()
        request.expectedLength = 10
        #expect(await wire.outcome(request) == .answer(404, "gone"))
    }

    @Test(
        "a broken connection is cut, whenever it breaks",
        arguments: [
            "", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\ncontent-le", "HTTP/1.1 200 OK\r\nx: y\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx",
        ],
        [false, true])
    func broken(answer: String, reset: Bool) async throws {
        let wire = try once(answer, reset: reset)
        defer { wire.end() }
        let outcome = try await wire.outcome()
        #expect(outcome == .cut)
        #expect(try await wire.outcome() == .ok)
    }

    @Test(
        "what is no HTTP is cut",
        arguments: [
            "garbage\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "SSH-2.0-x\r\n", "\u{0}\u{1}\u{2}\u{3}\r\n\r\n", "HTTP/1.1",
        ])
    func nonsense(answer: String) async throws {
        let wire = try once(answer)
        defer { wire.end() }
        #expect(try await wire.outcome() == .cut)
        #expect(try await wire.outcome() == .ok)
    }

    @Test(
        "a stall is given up, before the header, in it, in the body, and at a byte per second",
        .timeLimit(.minutes(30)),
        arguments: ["", "HTTP/1.1 200 OK\r\nx:", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", "drip"])
    func stalled(answer: String) async throws {
        let settings = TransferSettings(stalledBytesPerSecond: 10, stalledSeconds: 2)
        let wire = try Wire(settings: settings) { connection, _ in
            _ = connection.request()
            guard answer == "drip" else {
                connection.send(answer)
                return connection.waitForEnd()
            }
            connection.send("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n")
            while connection.send("x") { WireConnection.pause(milliseconds: 500) }
        }
        defer { wire.end() }
        // So far away that only the stall can end it.
        var request = try wire.get()
        request.deadline = .seconds(24 * 3600)
        #expect(await wire.outcome(request) == .timedOut)
        #expect(await eventually { wire.server.openConnections == 0 })
    }

    @Test("the deadline ends an exchange that is slow but never stalls")
    func deadline() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
            while connection.send("x") { WireConnection.pause(milliseconds: 20) }
        }
        defer { wire.end() }
        var request = try wire.get()
        request.deadline = .milliseconds(300)
        var outcome = await wire.outcome(request)
        // It ended before the request was sent, on a machine with much to do.
        while outcome == .unconnected, request.deadline < .seconds(3600) {
            request.deadline *= 2
            outcome = await wire.outcome(request)
        }
        #expect(outcome == .timedOut)
    }

    @Test("slow but legal is fine")
    func slow() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            WireConnection.pause(milliseconds: 2000)
            connection.answer()
        }
        defer { wire.end() }
        #expect(try await wire.outcome() == .ok)
    }

    @Test("interim answers are not the answer")
    func interim() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nX: early\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
            WireConnection.pause(milliseconds: 20)
            connection.answer(fields: "X: late\r\n")
            connection.answerAll()
        }
        defer { wire.end() }
        let answer = try await wire.client.send(TransferRequest("PUT", try wire.address(), body: Array("text".utf8)))
        #expect(answer.status == 200 && answer.body == Array("ok".utf8))
        #expect(answer.fields.map(\.name) == ["content-length", "x"] && answer["x"] == "late")
        #expect(try await wire.outcome() == .ok)
    }

    @Test(
        "too many fields, too long a field, and interim answers without end are too long",
        arguments: ["many", "long", "middling", "interim"])
    func headerBomb(kind: String) async throws {
        let wire = try Wire { connection, number in
            guard number == 0 else { return connection.answerAll() }
            _ = connection.request()
            let block =
                switch kind {
                case "many": "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 10_000)
                case "long": "HTTP/1.1 200 OK\r\na: " + String(repeating: "b", count: 1 << 20) + "\r\n"
                case "middling":
                    "HTTP/1.1 200 OK\r\n"
                        + String(repeating: "a: \(String(repeating: "b", count: 20_000))\r\n", count: 10)
                default: String(repeating: "HTTP/1.1 103 Early Hints\r\na: b\r\n\r\n", count: 1000)
                }
            connection.send(block)
            connection.waitForEnd()
        }
        defer { wire.end() }
        #expect(try await wire.outcome() == .tooLong)
        #expect(try await wire.outcome() == .ok)
    }

    @Test("a body over the limit is too long, announced or not; one at the limit is fine")
    func bodyLimit() async throws {
        let wire = try Wire { connection, _ in
            guard let request = connection.request() else { return }
            let chunk = [UInt8](repeating: 65, count: 100_000)
            if request.path == "/announced" { return connection.answer(body: chunk) }
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            for _ in 0..<1000 where !connection.send(chunk) { return }
        }
        defer { wire.end() }
        var request = try wire.get("/announced")
        request.bodyLimit = 99_999
        #expect(await wire.outcome(request) == .tooLong)
        request.bodyLimit = 100_000
        #expect(await wire.outcome(request) == .answer(200, String(repeating: "A", count: 100_000)))
        var endless = try wire.get("/endless")
        endless.bodyLimit = 1 << 20
        #expect(await wire.outcome(endless) == .tooLong)
    }

    @Test("gzip that nobody asked for is handed over as it came")
    func gzip() async throws {
        let packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x04, 0, 0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0]
        let wire = try Wire { connection, _ in
            guard let request = connection.request(), request.field("accept-encoding") == nil else { return }
            connection.answer(fields: "content-encoding: gzip\r\n", body: packed)
        }
        defer { wire.end() }
        let answer = try await wire.client.send(try wire.get())
        #expect(answer.body == packed && answer["content-encoding"] == "gzip")
    }

    @Test("trailers are no fields")
    func trailers() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nETag: \"t\"\r\n\r\n")
            connection.answerAll()
        }
        defer { wire.end() }
        let answer = try await wire.client.send(try wire.get())
        #expect(answer.body == Array("ok".utf8) && answer["etag"] == nil)
        #expect(try await wire.outcome() == .ok)
        #expect(wire.server.accepted == 1)
    }
}
