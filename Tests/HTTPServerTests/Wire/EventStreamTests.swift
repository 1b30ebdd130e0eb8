import Synchronization
import Testing

@testable import HTTPServer

@Suite("Event streams")
struct EventStreamTests {
    private func open(_ port: UInt16, version: String = "1.1") throws -> Client {
        let client = try Client(port: port)
        try client.send("GET /events HTTP/\(version)\r\nHost: a\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.status == 200 && answer["Content-Type"] == "text/event-stream")
        #expect(answer["Content-Length"] == nil && answer["Transfer-Encoding"] == (version == "1.1" ? "chunked" : nil))
        return client
    }

    @Test("events arrive as they are sent, and the connection goes on when the stream is closed")
    func events() async throws {
        try await withServer { port, playground in
            let client = try open(port)
            #expect(try client.chunk() == "event: hello\ndata: one\ndata: two\n\n")
            let stream = try #require(playground.streams.withLock { $0.first })
            #expect(stream.isOpen)
            for number in 0..<3 {
                stream.send(event: "ledger", data: "\(number)")
                #expect(try client.chunk() == "event: ledger\ndata: \(number)\n\n")
            }
            stream.close()
            #expect(try client.chunk() == nil)
            #expect(!stream.isOpen && playground.endedStreams.load(ordering: .relaxed) == 1)
            try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "now \n")
        }
    }

    @Test("an HTTP/1.0 client gets the bare events until the end")
    func oldVersion() async throws {
        try await withServer { port, playground in
            let client = try open(port, version: "1.0")
            playground.streams.withLock { $0.first }?.close()
            #expect(try client.rest() == Array("event: hello\ndata: one\ndata: two\n\n".utf8))
        }
    }

    @Test("no text can end its event early or begin another")
    func lineEnds() {
        let stream = EventStream()
        stream.send(event: "e", data: "a\rb\r\n\r\nevent: x\n")
        #expect(
            String(decoding: stream.take().bytes, as: UTF8.self)
                == "event: e\ndata: a\ndata: b\ndata: \ndata: event: x\ndata: \n\n")
    }

    @Test("HEAD opens no stream")
    func head() async throws {
        try await withServer { port, playground in
            let client = try Client(port: port)
            try client.send("HEAD /events HTTP/1.1\r\nHost: a\r\n\r\nGET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer(toHead: true)["Content-Type"] == "text/event-stream")
            #expect(try client.answer().text == "now \n")
            #expect(playground.endedStreams.load(ordering: .relaxed) == 1)
        }
    }

    @Test("the owner is told when the client is gone")
    func gone() async throws {
        try await withServer { port, playground in
            var clients = try (0..<200).map { _ in try open(port) }
            #expect(playground.endedStreams.load(ordering: .relaxed) == 0)
            clients.removeFirst(150)
            #expect(await eventually { playground.endedStreams.load(ordering: .relaxed) == 150 })
            for stream in playground.streams.withLock({ $0 }) { stream.send(event: "ledger", data: "x") }
            for client in clients {
                _ = try client.chunk()
                #expect(try client.chunk() == "event: ledger\ndata: x\n\n")
            }
        }
    }

    @Test("a client that does not read is dropped, and nobody waits for it")
    func slowClient() async throws {
        try await withServer { port, playground in
            let client = try Client(port: port, receiveBuffer: 4_096)
            try client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await eventually { playground.streams.withLock { !$0.isEmpty } })
            let stream = try #require(playground.streams.withLock { $0.first })
            let big = String(repeating: "x", count: 10_000)
            for _ in 0..<5_000 where stream.isOpen {
                stream.send(event: "e", data: big)
                await Task.yield()
            }
            #expect(!stream.isOpen && playground.endedStreams.load(ordering: .relaxed) == 1)
        }
    }

    @Test("a quiet stream has a heartbeat")
    func heartbeat() async throws {
        var limits = Limits()
        limits.heartbeatSeconds = 1
        try await withServer(limits) { port, _ in
            let client = try open(port)
            _ = try client.chunk()
            #expect(try client.chunk() == ": still here\n\n")
            #expect(try client.chunk() == ": still here\n\n")
        }
    }
}
