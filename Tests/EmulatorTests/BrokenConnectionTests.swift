import GraphEmulator
import Testing

@Suite("Faults of a connection") struct BrokenConnectionTests {
    let graph: GraphEmulator
    let address: String

    init() throws {
        graph = try GraphEmulator(seed: 19)
        graph.makeFile("one", Array("0123456789".utf8))
        let client = Client(graph)
        address = try #require(try client.get("/me/drive/root:/one:/content")[field: "location"])
    }

    private var target: String { String(address.dropFirst(graph.origin(.download).utf8.count)) }

    private func wire(_ timeout: Duration = .seconds(600), _ fields: Client.Fields = []) throws -> Wire {
        let wire = try Wire(port: graph.port(.download), timeout: timeout)
        try wire.send(Client.head("GET", target, fields, length: nil))
        return wire
    }

    @Test("F18: a body shorter than announced")
    func truncated() throws {
        graph.arm(.truncated(after: 4), at: .download)
        let reply = try Client.reply(try wire())
        #expect(reply[field: "content-length"] == "10" && reply.text == "0123" && !reply.isWhole)
    }

    @Test("F19: chunks without an end, and a body that ends where the connection does")
    func endless() throws {
        graph.arm(.chunkedWithoutEnd(after: 4), at: .download)
        let chunked = try Client.reply(try wire())
        #expect(chunked[field: "transfer-encoding"] == "chunked" && chunked.text == "4\r\n0123\r\n")
        graph.arm(.closeDelimited(after: 4), at: .download)
        let delimited = try Client.reply(try wire())
        #expect(delimited[field: "content-length"] == nil && delimited.text == "0123")
    }

    @Test("F20: a body longer than announced, and bytes that belong to no answer")
    func surplus() throws {
        graph.arm(.understated(by: 4), at: .download)
        let short = try wire()
        #expect(try Client.reply(short).text == "012345")
        try short.send(Client.head("GET", target, [("Connection", "close")], length: nil))
        #expect(String(decoding: short.rest(), as: UTF8.self).hasPrefix("6789HTTP/1.1 200"))
        graph.arm(.surplus("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong"), at: .download)
        let evil = try wire()
        #expect(try Client.reply(evil).text == "0123456789")
        #expect(try Client.reply(evil).text == "wrong")
    }

    @Test("F22: resets before, inside the fields of, and inside the body of an answer")
    func resets() throws {
        graph.arm(.reset(.beforeAnswer), at: .download)
        let first = try wire()
        #expect(first.reply() == nil && first.end == .reset)
        graph.arm(.reset(.insideFields), at: .download)
        let second = try wire()
        let part = second.rest()
        #expect(!part.isEmpty && part.starts(with: Array("HTTP/1.1 200".utf8)) && second.end == .reset)
        graph.arm(.reset(.insideBody(after: 3)), at: .download)
        let third = try wire()
        #expect(third.reply()?.text == "012" && third.end == .reset)
    }

    @Test("F23: an answer that does not come, or stops, or crawls")
    func stalls() throws {
        graph.arm(.stall(.beforeAnswer), at: .download)
        let silent = try wire(.milliseconds(300))
        #expect(silent.reply() == nil && silent.end == .timedOut)
        graph.arm(.stall(.insideBody(after: 3)), at: .download)
        let stopped = try wire()
        #expect(stopped.line() == "HTTP/1.1 200 OK")
        #expect(stopped.take(3) == Array("012".utf8))
        stopped.setTimeout(.milliseconds(300))
        #expect(stopped.rest().isEmpty && stopped.end == .timedOut)
        graph.arm(.stall(.insideFields, for: .milliseconds(100)), at: .download)
        #expect(try Client.reply(try wire()).text == "0123456789")
        graph.arm(.trickle(bytesPerSecond: 100), at: .download)
        let start = ContinuousClock.now
        #expect(try Client.reply(try wire()).text == "0123456789")
        #expect(ContinuousClock.now - start > .milliseconds(90))
    }

    @Test("F24: late and right, and every answer as late as is wanted")
    func delay() throws {
        graph.arm(.delay(.milliseconds(150)), at: .download)
        var start = ContinuousClock.now
        #expect(try Client.reply(try wire()).text == "0123456789")
        #expect(ContinuousClock.now - start > .milliseconds(140))
        graph.switches.latency = .milliseconds(60)
        start = .now
        #expect(try Client.reply(try wire()).text == "0123456789")
        #expect(ContinuousClock.now - start > .milliseconds(50))
    }

    @Test("F34: 100 at once, late or never; 103 before the answer")
    func interim() throws {
        func put(timeout: Duration = .seconds(60)) throws -> (wire: Wire, body: [UInt8]) {
            let token = graph.signIn(.owner).accessToken
            let wire = try Wire(port: graph.port(.graph), timeout: timeout)
            let fields = [("Authorization", "Bearer " + token), ("Expect", "100-continue"), ("Connection", "close")]
            try wire.send(Client.head("PUT", "/v1.0/me/drive/root:/new:/content", fields, length: 3))
            return (wire, Array("abc".utf8))
        }
        let (wire, body) = try put()
        #expect(wire.line() == "HTTP/1.1 100 Continue")
        try wire.send(body)
        #expect(try Client.reply(wire).status == 201)
        graph.arm(.continueNever, on: .put)
        let (silent, text) = try put(timeout: .milliseconds(500))
        #expect(silent.reply() == nil && silent.end == .timedOut)
        try silent.send(text)
        let answer = try Client.reply(silent)
        #expect(answer.status == 200 && answer.interim == [])
        graph.arm(.continueLate(.milliseconds(100)), on: .put)
        let start = ContinuousClock.now
        let (late, rest) = try put()
        #expect(late.line() == "HTTP/1.1 100 Continue")
        #expect(ContinuousClock.now - start > .milliseconds(90))
        try late.send(rest)
        #expect(try Client.reply(late).status == 200)
        graph.arm(.earlyHints, at: .download)
        let hinted = try Client.reply(try self.wire())
        #expect(hinted.interim == [103] && hinted.text == "0123456789")
    }

    @Test("F35: more fields than anybody needs, and longer ones")
    func headerBomb() throws {
        graph.arm(.headerBomb(count: 10_000, bytes: 20_000), at: .download)
        #expect(try Client.reply(try wire()).fields.count > 10_000)
        graph.arm(.headerBomb(count: 1, bytes: 1_000_000), at: .download)
        #expect(try Client.reply(try wire()).fields.contains { $0.value.utf8.count == 1_000_000 })
    }

    @Test("a connection serves one request after another, and none when the emulator has stopped")
    func keepAlive() throws {
        let wire = try wire()
        for _ in 0..<3 {
            #expect(try Client.reply(wire).text == "0123456789")
            try wire.send(Client.head("GET", target, [], length: nil))
        }
        #expect(wire.reply()?.status == 200)
        graph.arm(.stall(.beforeAnswer), at: .download)
        try wire.send(Client.head("GET", target, [], length: nil))
        graph.stop()
        #expect(wire.reply() == nil && wire.end != .timedOut)
        #expect(throws: (any Error).self) { try Client.reply(try self.wire(.milliseconds(300))) }
    }
}
