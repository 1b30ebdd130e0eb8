import Glibc
import SharedFolders
import Synchronization
import Testing

@Suite("Connections") struct ConnectionTests {
    @Test("requests one after another share a connection")
    func reuse() async throws {
        let wire = try Wire { connection, _ in connection.answerAll() }
        defer { wire.end() }
        for _ in 0..<20 { #expect(try await wire.outcome() == .ok) }
        #expect(wire.server.accepted == 1)
    }

    @Test(
        "bytes after the end of an answer never reach the next one, whether they come with it or later",
        arguments: [0, 30] as [UInt32])
    func surplus(delay: UInt32) async throws {
        let poison = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison"
        let hasCome = Atomic(false)
        let wire = try Wire { connection, number in
            guard connection.request() != nil else { return }
            guard number == 0 else {
                connection.answer(body: Array("right".utf8))
                return connection.answerAll(Array("right".utf8))
            }
            let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
            if delay == 0 {
                connection.send(answer + poison)
            } else {
                connection.send(answer)
                WireConnection.pause(milliseconds: delay)
                connection.send(poison)
            }
            connection.waitForDelivery()
            hasCome.store(true, ordering: .releasing)
            while connection.request() != nil { connection.send(poison) }
        }
        defer { wire.end() }
        #expect(try await wire.outcome() == .ok)
        #expect(await eventually { hasCome.load(ordering: .acquiring) })
        for _ in 0..<3 { #expect(try await wire.outcome() == .answer(200, "right")) }
    }

    @Test("surplus bytes are noticed by who knows the length")
    func surplusLength() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\noklahoma")
        }
        defer { wire.end() }
        var request = try wire.get()
        request.expectedLength = 8
        #expect(await wire.outcome(request) == .cut)
    }

    @Test(
        "a write on a kept connection that turns out dead is not sent a second time on its own, with a body or without",
        arguments: ["PUT", "DELETE", "MOVE"])
    func writesHappenOnce(_ method: String) async throws {
        let writes = Mutex(0)
        let wire = try Wire { connection, number in
            while let request = connection.request() {
                if request.line.hasPrefix(method) {
                    writes.withLock { $0 += 1 }
                    return connection.resetAtEnd()
                }
                connection.answer()
            }
        }
        defer { wire.end() }
        #expect(try await wire.outcome() == .ok)
        let write = TransferRequest(method, try wire.address(), body: method == "PUT" ? Array("text".utf8) : nil)
        #expect(await wire.outcome(write) == .cut)
        try await Task.sleep(for: .milliseconds(100))
        #expect(writes.withLock { $0 } == 1)
    }

    @Test("a read on a kept connection that the server has closed goes through on a new one")
    func readsGoThrough() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.answer()
        }
        defer { wire.end() }
        for _ in 0..<5 { #expect(try await wire.outcome() == .ok) }
        #expect(wire.server.accepted == 5)
    }

    @Test("200 requests at once are all answered, over no more connections than allowed")
    func manyAtOnce() async throws {
        let wire = try Wire { connection, _ in
            while let request = connection.request() {
                WireConnection.pause(milliseconds: 2)
                connection.answer(body: Array(request.path.utf8))
            }
        }
        defer { wire.end() }
        let right = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { try await wire.outcome("/\(number)") == .answer(200, "/\(number)") }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 200)
        #expect(wire.server.accepted <= 8)
    }

    @Test("cancelling the task ends the exchange, and its connection with it", .timeLimit(.minutes(30)))
    func cancellation() async throws {
        let wire = try Wire(settings: TransferSettings(stalledSeconds: 24 * 3600)) { connection, _ in
            _ = connection.request()
            connection.waitForEnd()
        }
        defer { wire.end() }
        // No limit of the exchange is near.
        var request = try wire.get()
        request.deadline = .seconds(24 * 3600)
        let task = Task { [request] in await wire.outcome(request) }
        #expect(await eventually { wire.server.openConnections == 1 })
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await eventually { wire.server.openConnections == 0 })
    }

    @Test("a task that is cancelled before it begins sends nothing; one that waits for a connection gives up its wait")
    func cancellationEarly() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.waitForEnd()
        }
        defer { wire.end() }
        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await wire.outcome()
        }
        early.cancel()
        #expect(try await early.value == .cancelled)
        #expect(wire.server.accepted == 0)
        let waiting = (0..<20).map { _ in Task { try await wire.outcome() } }
        #expect(await eventually { wire.server.openConnections == 8 })
        waiting.forEach { $0.cancel() }
        for task in waiting { #expect(try await task.value == .cancelled) }
        #expect(await eventually { wire.server.openConnections == 0 })
    }

    @Test("cancelling at any moment loses no request and mixes up no two answers")
    func cancellationAtAnyMoment() async throws {
        let wire = try Wire { connection, _ in
            while let request = connection.request() {
                connection.answer(body: Array(request.path.utf8))
            }
        }
        defer { wire.end() }
        var seed: UInt64 = 0x5EED
        for number in 0..<300 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let delay = Duration.microseconds(Int(seed >> 33) % 1500)
            let doomed = Task { try await wire.outcome("/doomed\(number)") }
            try await Task.sleep(for: delay)
            doomed.cancel()
            let outcome = try await doomed.value
            #expect(outcome == .cancelled || outcome == .answer(200, "/doomed\(number)"))
            #expect(try await wire.outcome("/\(number)") == .answer(200, "/\(number)"))
        }
    }

    @Test("close ends everything under way and all that comes later")
    func close() async throws {
        let wire = try Wire { connection, _ in
            _ = connection.request()
            connection.waitForEnd()
        }
        defer { wire.end() }
        let tasks = (0..<12).map { _ in Task { try await wire.outcome() } }
        #expect(await eventually { wire.server.openConnections == 8 })
        wire.client.close()
        wire.client.close()
        for task in tasks { #expect(try await task.value == .cancelled) }
        #expect(try await wire.outcome() == .cancelled)
        #expect(await eventually { wire.server.openConnections == 0 })
    }

    @Test("a client that nobody holds any more closes its connections and leaves no descriptor open")
    func noLeaks() async throws {
        let server = try WireServer { connection, _ in connection.answerAll() }
        defer { server.stop() }
        let address = try #require(WebAddress("http://127.0.0.1:\(server.port)/"))
        let before = try openDescriptors()
        for _ in 0..<60 {
            let answer = try await CurlTransfer().send(TransferRequest("GET", address))
            #expect(answer.status == 200)
        }
        #expect(await eventually { server.openConnections == 0 })
        // Other tests open and close some meanwhile; each leak would count sixty times.
        #expect(await eventually { ((try? openDescriptors()) ?? .max) < before + 55 })
    }

    private func openDescriptors() throws -> Int {
        let directory = try #require(opendir("/proc/self/fd"))
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
    }
}
