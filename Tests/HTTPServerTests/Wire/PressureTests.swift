import Dispatch
import Glibc
import Synchronization
import Testing

@testable import HTTPServer

@Suite("Under pressure")
struct PressureTests {
    @Test(
        "a client that asks 300 times and reads slowly gets 300 × 40 KB in order", arguments: [1, 777, 1 << 20],
        [false, true])
    func slowReader(piece: Int, secure: Bool) async throws {
        try await withServer(secure: secure) { port, _ in
            let client = try Client(port: port, receiveBuffer: 4_096, secure: secure)
            let requests = (0..<300).map { "GET \($0 % 7 == 3 ? "/later" : "/forty") HTTP/1.1\r\nHost: a\r\n\r\n" }
            let bytes = Array(requests.joined().utf8)
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try client.send(Array(bytes[start..<min(start + piece, bytes.count)]))
            }
            for index in 0..<300 {
                let answer = try client.answer()
                try #require(answer.body.count == (index % 7 == 3 ? 6 : 40_960), "answer \(index)")
            }
        }
    }

    @Test("what a client does not take fills the kernel's memory only so far")
    func unsentBytes() async throws {
        try await blocking {
            let listener = try Listener(host: "127.0.0.1", port: 0, backlog: 1)
            let client = try Client(port: listener.port, receiveBuffer: 4_096)
            try client.send("x")
            var accepted = listener.accept()
            while case .nobody = accepted { accepted = listener.accept() }
            guard case .connection(let socket, _) = accepted else {
                Issue.record("nobody was let in")
                return
            }
            let bytes = [UInt8](repeating: 0, count: 1 << 20)
            var taken = 0
            while true {
                let count = send(socket.number, bytes, bytes.count, CInt(MSG_NOSIGNAL))
                guard count > 0 else { break }
                taken += count
            }
            #expect(errno == EAGAIN && taken < 4 * Int(Limits().unsentBytes), "\(taken) bytes were taken")
            client.finishSending()
        }
    }

    @Test(
        "an answer that comes while earlier ones are stuck goes to its own client and nobody else",
        arguments: [false, true])
    func stuckAnswer(secure: Bool) async throws {
        try await withServer(loops: 1, secure: secure) { port, playground in
            let slow = try Client(port: port, receiveBuffer: 4_096, secure: secure)
            let many = 3_000
            // As much as is collected before it is sent, and a handler that answers only when that is stuck.
            for _ in 0..<many / 20 {
                try slow.send(String(repeating: "GET /ten HTTP/1.1\r\nHost: a\r\n\r\n", count: 19))
                try slow.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            let other = try Client(port: port, secure: secure)
            for number in 0..<50 {
                try other.send("GET /now?\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                try #require(try other.answer().text == "now \(number)\n")
            }
            for index in 0..<many {
                let answer = try slow.answer()
                try #require(answer.body.count == (index % 20 == 19 ? 6 : 10_240), "answer \(index)")
            }
        }
    }

    @Test("a handler that never ends, and one that pipelines without end, harm nobody else")
    func stuck() async throws {
        try await withServer(loops: 1) { port, playground in
            let stuck = try (0..<20).map { _ in try Client(port: port) }
            for client in stuck {
                try client.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\nGET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            let greedy = try Client(port: port)
            try greedy.send(String(repeating: "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", count: 2_000))
            let polite = try Client(port: port)
            for _ in 0..<10 {
                try polite.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try polite.answer().text == "later\n")
            }
            for _ in 0..<2_000 { try #require(try greedy.answer().status == 200) }
            await playground.gate.open()
            for client in stuck {
                #expect(try client.answer().text == "free\n")
                #expect(try client.answer().text == "now \n", "what was sent meanwhile is answered then")
            }
        }
    }

    @Test("clients that vanish in the middle of anything leave the server as it was")
    func reset() async throws {
        try await withServer { port, playground in
            for request in [
                "GET /now HTTP/1.1\r\nHost", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
                "GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n", "GET /events HTTP/1.1\r\nHost: a\r\n\r\n",
                String(repeating: "GET /forty HTTP/1.1\r\nHost: a\r\n\r\n", count: 200),
            ] {
                for _ in 0..<5 {
                    let client = try Client(port: port)
                    try client.send(request)
                    client.reset()
                }
            }
            await playground.gate.open()
            let client = try Client(port: port)
            try client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "later\n")
            #expect(
                await eventually {
                    playground.endedStreams.load(ordering: .relaxed) == playground.streams.withLock { $0.count }
                })
        }
    }

    @Test("a loop that is held up does not keep the door shut")
    func heldUp() async throws {
        try await withServer(loops: 2) { port, playground in
            let blocked = try Client(port: port)
            try blocked.send("GET /blocked HTTP/1.1\r\nHost: a\r\n\r\n")
            pause(milliseconds: 50)
            for _ in 0..<3 {
                let client = try Client(port: port)
                try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer().status == 200)
            }
            playground.lock.signal()
            #expect(try blocked.answer().text == "free\n")
        }
    }

    @Test("who comes, asks and says no more at once is answered", arguments: [1, 2])
    func hasty(loops: Int) async throws {
        try await withServer(loops: loops) { port, _ in
            for number in 0..<200 {
                let client = try Client(port: port)
                try client.send("GET /now?\(number) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                try #require(try client.answer().text == "now \(number)\n")
                #expect(client.isAtEnd())
            }
        }
    }

    @Test("a guest stays with the loop that let it in, unless another has clearly fewer")
    func host() throws {
        let loops = try (0..<3).map { _ in
            LoopHandle(queue: DispatchQueue(label: "test"), bell: try #require(Descriptor(open("/dev/null", O_RDONLY))))
        }
        let door = Door(
            try Listener(host: "127.0.0.1", port: 0, backlog: 1), secured: nil, loops: loops,
            application: Playground(), census: Census(capacity: 16, limits: Limits()))
        #expect(door.host(for: loops[1]) === loops[1])
        loops[1].guests.add(4, ordering: .relaxed)
        loops[2].guests.add(1, ordering: .relaxed)
        #expect(door.host(for: loops[1]) === loops[1])
        loops[1].guests.add(2, ordering: .relaxed)
        #expect(door.host(for: loops[1]) === loops[0], "the one with the fewest")
        #expect(door.host(for: loops[2]) === loops[2])
    }

    @Test("a thousand idle connections all still answer")
    func idle() async throws {
        try await withServer { port, _ in
            let clients = try (0..<1_000).map { _ in try Client(port: port) }
            for round in 0..<2 {
                for client in clients { try client.send("GET /now?\(round) HTTP/1.1\r\nHost: a\r\n\r\n") }
                for client in clients { try #require(try client.answer().text == "now \(round)\n") }
            }
        }
    }

    @Test("bodies that would take too much memory together are refused, until others are done")
    func bodies() async throws {
        var limits = Limits()
        limits.bodyBytes = 100_000
        try await withServer(limits, loops: 1) { port, _ in
            let head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 60000\r\n\r\n"
            let body = [UInt8](repeating: 0, count: 60_000)
            let first = try Client(port: port)
            try first.send(head)
            _ = try first.text(upTo: "\r\n\r\n")
            let second = try Client(port: port)
            try second.send(head)
            let refused = try second.answer()
            #expect(refused.status == 503 && refused["Retry-After"] == "10")
            try first.send(body)
            #expect(try first.answer().body == body)
            try first.send(head)
            _ = try first.text(upTo: "\r\n\r\n")
            try first.send(body)
            #expect(try first.answer().body == body, "the room is free again")
        }
    }

    @Test("when connections run out the server pauses, says so, and goes on when there is room")
    func full() async throws {
        var limits = Limits()
        limits.descriptors = 2_000
        limits.reservedDescriptors = 1_984
        limits.acceptPauseMilliseconds = 20
        try await withServer(limits) { port, playground in
            var clients = try (0..<16).map { _ in try Client(port: port) }
            for client in clients { try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n") }
            for client in clients { #expect(try client.answer().status == 200) }
            let late = try Client(port: port)
            try late.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await eventually { playground.troubles.load(ordering: .relaxed) > 0 })
            clients.removeAll()
            #expect(try late.answer().status == 200)
        }
    }
}

/// Waits in the thread: the tasks of other tests that block theirs would make a sleeping task late.
private func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

@Suite("Deadlines")
struct DeadlineTests {
    private var quick: Limits {
        var limits = Limits()
        limits.headSeconds = 1
        limits.bodySeconds = 1
        limits.idleSeconds = 1
        limits.stalledWriteSeconds = 1
        limits.drainSeconds = 1
        return limits
    }

    @Test("a head that drips is answered 408, counted from its first byte")
    func slowHead() async throws {
        try await withServer(quick) { port, _ in
            let client = try Client(port: port)
            let bytes = Array("GET /now HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 200))".utf8)
            var sent = 0
            for byte in bytes {
                do { try client.send([byte]) } catch { break }
                sent += 1
                if sent > 5 { pause(milliseconds: 50) }
                if sent > 80 { break }
            }
            let answer = try client.answer()
            #expect(answer.status == 408 && answer["Connection"] == "close" && answer["X-Request-Id"] != nil)
        }
    }

    @Test("a body that drips is answered 408, a fast one is not hurried")
    func slowBody() async throws {
        var limits = quick
        limits.bodyBytesPerSecond = 1_000
        try await withServer(limits) { port, _ in
            let slow = try Client(port: port)
            try slow.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\nab")
            let fast = try Client(port: port)
            let head = Array("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n".utf8)
            // At each moment, seconds ahead of the rate it has to keep.
            try fast.send(head + [UInt8](repeating: 1, count: 10_000))
            for _ in 0..<20 {
                pause(milliseconds: 150)
                try fast.send([UInt8](repeating: 1, count: 2_000))
            }
            #expect(try fast.answer().body.count == 50_000)
            #expect(try slow.answer().status == 408)
            #expect(slow.isAtEnd())
        }
    }

    @Test("an idle connection is closed without a word, also one that never spoke")
    func idle() async throws {
        try await withServer(quick) { port, _ in
            let mute = try Client(port: port)
            let client = try Client(port: port)
            try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().status == 200)
            #expect(client.isAtEnd() && mute.isAtEnd())
        }
    }

    @Test("a client that reads nothing is let go")
    func stalledWrite() async throws {
        try await withServer(quick) { port, _ in
            let client = try Client(port: port, receiveBuffer: 4_096)
            try client.send(String(repeating: "GET /forty HTTP/1.1\r\nHost: a\r\n\r\n", count: 500))
            pause(milliseconds: 4_000)
            let received = (try? client.rest().count) ?? 0
            #expect(received < 500 * 40_960)
        }
    }

    @Test("a handler may take longer than any of them")
    func slowHandler() async throws {
        try await withServer(quick) { port, playground in
            let client = try Client(port: port)
            try client.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")
            pause(milliseconds: 2_500)
            await playground.gate.open()
            #expect(try client.answer().text == "free\n")
        }
    }
}
