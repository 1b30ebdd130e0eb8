import Synchronization
import Testing

@testable import HTTPServer

@Suite("The end")
struct ShutdownTests {
    @Test("what is being answered is finished, idle connections and streams end, new ones are refused")
    func graceful() async throws {
        try await blocking {
            let playground = Playground()
            let server = Server(Configuration(host: "127.0.0.1", port: 0), application: playground)
            let port = try server.start().plain
            let idle = try Client(port: port)
            let busy = try Client(port: port)
            let listening = try Client(port: port)
            try idle.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try idle.answer()
            try busy.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")
            try listening.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try listening.answer()
            _ = try listening.chunk()
            #expect(await eventually { await playground.gate.count == 1 })

            // Long before the grace ends.
            async let ended: Void = server.shutdown(grace: .seconds(3600))
            #expect(idle.isAtEnd())
            #expect(try listening.chunk() == nil)
            #expect(listening.isAtEnd())
            #expect(throws: (any Error).self) { try Client(port: port) }
            await playground.gate.open()
            let answer = try busy.answer()
            #expect(answer.text == "free\n" && answer["Connection"] == "close" && busy.isAtEnd())
            await ended
            #expect(playground.endedStreams.load(ordering: .relaxed) == 1)
        }
    }

    @Test("after the grace everything ends, and handlers that go on do no harm", .timeLimit(.minutes(30)))
    func graceless() async throws {
        try await blocking {
            let playground = Playground()
            let server = Server(Configuration(host: "127.0.0.1", port: 0), application: playground)
            let client = try Client(port: try server.start().plain)
            try client.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await eventually { await playground.gate.count == 1 })
            // The handler waits for the gate, which opens only afterwards.
            await server.shutdown(grace: .seconds(1))
            #expect(client.isAtEnd())
            await playground.gate.open()
            await server.shutdown(grace: .zero)
        }
    }

    @Test("a port that is taken is said to be")
    func taken() async throws {
        try await withServer { port, playground in
            let second = Server(Configuration(host: "127.0.0.1", port: port), application: playground)
            #expect(throws: ServerError.self) { try second.start() }
            let nonsense = Server(Configuration(host: "nowhere", port: 0), application: playground)
            #expect(throws: ServerError.self) { try nonsense.start() }
        }
    }

    @Test("a server listens on IPv6 too, and on every address")
    func dualStack() async throws {
        try await blocking {
            let server = Server(Configuration(host: "::", port: 0), application: Playground())
            let client = try Client(port: try server.start().plain)
            try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().status == 200)
            await server.shutdown(grace: .zero)
        }
    }
}
