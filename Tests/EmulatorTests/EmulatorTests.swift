import GraphEmulator
import JSON
import Testing

@Suite("The emulator itself") struct EmulatorTests {
    @Test("the same seed gives the same ids, tags and answers; another seed gives others")
    func deterministic() throws {
        func run(_ seed: UInt64) throws -> [String] {
            let graph = try GraphEmulator(seed: seed)
            let client = Client(graph)
            _ = try client.makeFolder("/me/drive/root/children", "A")
            _ = try client.put("/me/drive/root:/A/one:/content", "hello")
            let port = { (text: String) in
                text.replacing(graph.origin(.graph), with: "").replacing(graph.origin(.download), with: "")
            }
            return [graph.clientID, client.token ?? ""] + [port(try client.get("/me/drive/root:/A:/children").text)]
        }
        #expect(try run(1) == run(1))
        #expect(try Set(run(1)).isDisjoint(with: run(2)))
    }

    @Test("a reset is a new beginning, and the clock goes on")
    func reset() throws {
        let graph = try GraphEmulator(seed: 1)
        let first = Client(graph)
        graph.makeFile("A/one", [1])
        graph.arm(.status(500), occurrence: 1...)
        graph.advance(by: .seconds(5))
        graph.reset()
        #expect(graph.items().isEmpty && graph.log.isEmpty && graph.now == 1_795_262_405_000)
        #expect(try first.get("/me/drive").status == 401)
        #expect(try Client(graph).get("/me/drive").status == 200)
    }

    @Test("the log has every request in order, with all its fields")
    func log() throws {
        let graph = try GraphEmulator(seed: 1)
        let client = Client(graph)
        _ = try client.put(
            "/me/drive/root:/one:/content?@microsoft.graph.conflictBehavior=fail", "hello", [("X-Mine", "1")])
        _ = try client.get("/me/drive")
        #expect(graph.log.map(\.number) == [1, 2])
        let entry = try #require(graph.log.first)
        #expect(entry.method == "PUT" && entry.origin == .graph && entry.status == 201 && entry.bodyLength == 5)
        #expect(entry.path == "/v1.0/me/drive/root:/one:/content")
        #expect(entry.query == "@microsoft.graph.conflictBehavior=fail")
        #expect(entry["x-mine"] == "1" && entry.body == Array("hello".utf8))
        graph.clearLog()
        _ = try client.get("/me/drive")
        #expect(graph.log.map(\.number) == [3])
    }

    @Test("every doubt has its settings: one at a time, and all together")
    func uncertainties() {
        let single = Uncertainties.oneAtATime
        #expect(single.count == 17)
        #expect(Set(single.map(\.description)).count == 17 && single.first?.description == "as expected")
        #expect(single.contains { $0.description == "putIfNoneMatch ignored" })
        let all = Uncertainties.everyCombination()
        #expect(
            all.count == 18_432 && all.contains { $0.putWithoutParent == .creates && $0.deleteIfMatch == .alwaysFails })
    }

    @Test("two requests at once do not disturb each other")
    func parallel() async throws {
        let graph = try GraphEmulator(seed: 1)
        let client = Client(graph)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<16 {
                group.addTask { try client.put("/me/drive/root:/f\(number):/content", "\(number)").status }
            }
            for try await status in group { #expect(status == 201) }
        }
        #expect(graph.items().count == 16 && graph.log.count == 16)
    }

    @Test("requests that are not HTTP are refused")
    func nonsense() throws {
        let graph = try GraphEmulator(seed: 1)
        let heads = [
            "GET /v1.0/me HTTP/1.1\r\n\r\n", "GET /v1.0/me HTTP/1.0\r\nHost: a\r\n\r\n",
            "GET x HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /v1.0/me HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n",
            "PUT /v1.0/me HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "GET /v1.0/me HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        ]
        for head in heads {
            let wire = try Wire(port: graph.port(.graph))
            try wire.send(head)
            #expect(wire.reply()?.status == 400, "\(head)")
        }
    }

    @Test("sessions take what is too large for one PUT, in order, without a token")
    func sessions() throws {
        let graph = try GraphEmulator(seed: 1)
        let client = Client(graph)
        let body = #"{"item":{"@microsoft.graph.conflictBehavior":"fail"}}"#
        let session = try client.post("/me/drive/root:/big:/createUploadSession", body)
        let address = try #require(session["uploadUrl"]?.string)
        let first = [UInt8](repeating: 1, count: 327_680)
        func send(_ bytes: [UInt8], from start: Int, _ fields: Client.Fields = []) throws -> Reply {
            let range = "bytes \(start)-\(start + bytes.count - 1)/327690"
            return try client.fetch(address, [("Content-Range", range)] + fields, method: "PUT", body: bytes)
        }
        #expect(try send(first, from: 0, [("Authorization", "Bearer x")]).status == 401)
        #expect(try send([1], from: 0).status == 400)
        #expect(try send(first, from: 0).status == 202)
        #expect(try send(first, from: 0).status == 416)
        #expect(try client.fetch(address)["nextExpectedRanges"]?.array == [.string("327680-")])
        #expect(try send([UInt8](repeating: 2, count: 10), from: 327_680).status == 201)
        #expect(graph.item("big")?.content.count == 327_690)
        #expect(try client.fetch(address).status == 404)
        #expect(try client.post("/me/drive/root:/big:/createUploadSession", body).status == 409)
    }
}
