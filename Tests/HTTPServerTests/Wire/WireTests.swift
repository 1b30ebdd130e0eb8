import Synchronization
import Testing

@testable import HTTPServer

@Suite("Over the wire")
struct WireTests {
    @Test("requests are answered at once and later, with date and id, on one connection")
    func answers() async throws {
        try await withServer { port, playground in
            let start = ContinuousClock.now
            let client = try Client(port: port)
            for (path, text) in [("/now?a", "now a\n"), ("/later", "later\n"), ("/now", "now \n")] {
                try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try client.answer()
                #expect(answer.status == 200 && answer.text == text)
                #expect(answer["Date"]?.hasSuffix(" GMT") == true && answer["X-Request-Id"]?.count == 16)
                #expect(answer["Connection"] == nil)
            }
            let heard = playground.exchanges.withLock { $0 }
            #expect(heard.map(\.status.code) == [200, 200, 200] && Set(heard.map(\.id)).count == 3)
            let took = start.duration(to: .now)
            #expect(heard.allSatisfy { $0.peer.ip.isLoopback && $0.duration > .zero && $0.duration < took })
        }
    }

    @Test("HEAD has the length of GET and no body")
    func head() async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send(
                "HEAD /forty HTTP/1.1\r\nHost: a\r\n\r\nHEAD /later HTTP/1.1\r\nHost: a\r\n\r\nGET /now HTTP/1.1\r\nHost: a\r\n\r\n"
            )
            #expect(try client.answer(toHead: true)["Content-Length"] == "40960")
            #expect(try client.answer(toHead: true)["Content-Length"] == "6")
            #expect(try client.answer().text == "now \n")
        }
    }

    @Test("204 and 304 have no length")
    func noContent() async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send("GET /empty HTTP/1.1\r\nHost: a\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
            let empty = try client.answer()
            #expect(empty.status == 204 && empty["Content-Length"] == nil && empty["Transfer-Encoding"] == nil)
            let options = try client.answer()
            #expect(options.status == 204 && options["Allow"]?.contains("PATCH") == true)
        }
    }

    @Test(
        "a wire error is answered with date, id and goodbye, and then the connection ends",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", 400), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
            ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 60_000))\r\n\r\n", 431),
            ("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 17\r\n\r\n", 413),
            ("POST /small HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n11\r\n", 413),
            ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: elsewhere.example:80\r\n\r\n", 421),
            ("GET / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n", 417),
        ])
    func wireErrors(request: String, status: Int) async throws {
        try await withServer { port, playground in
            let client = try Client(port: port)
            try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n" + request + "GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "now \n")
            let answer = try client.answer()
            #expect(answer.status == UInt16(status) && answer["Connection"] == "close")
            #expect(answer["Date"] != nil && answer["X-Request-Id"]?.count == 16)
            #expect(client.isAtEnd(), "nothing behind it is answered")
            #expect(playground.exchanges.withLock { $0.last?.status.code } == UInt16(status))
        }
    }

    @Test("the application words the errors of its own addresses")
    func problems() async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send("POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 413 && answer["Content-Type"] == "application/problem+json")
            #expect(answer.text == #"{"code":"content-too-large"}"#)
        }
    }

    @Test(
        "the end of the connection is said in the words of the client's version",
        arguments: [
            ("GET /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "close", true),
            ("GET /now HTTP/1.0\r\n\r\n", "close", true),
            ("GET /later HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "keep-alive", false),
        ])
    func connection(request: String, field: String, ends: Bool) async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send(request)
            let answer = try client.answer()
            #expect(answer.status == 200 && answer["Connection"] == field)
            if ends {
                #expect(client.isAtEnd())
            } else {
                try client.send(request)
                #expect(try client.answer().status == 200)
            }
        }
    }

    @Test("a client that has finished sending still gets its answers")
    func halfClosed() async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\nGET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            client.finishSending()
            #expect(try client.answer().text == "later\n")
            #expect(try client.answer().text == "now \n")
            #expect(client.isAtEnd())
        }
    }
}

@Suite("Bodies over the wire")
struct WireBodyTests {
    @Test("bodies come back as they went, by length and in chunks, however they are cut")
    func echo() async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
            try client.send(body)
            #expect(try client.answer().body == body)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for start in stride(from: 0, to: body.count, by: 777) {
                let part = body[start..<min(start + 777, body.count)]
                try client.send(Array("\(String(part.count, radix: 16));x=y\r\n".utf8) + part + [13, 10])
            }
            try client.send("0\r\nTrailer: x\r\n\r\n")
            #expect(try client.answer().body == body)
        }
    }

    @Test("a client that still sends a body that is too long gets to read the 413")
    func tooLong() async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n")
            for _ in 0..<80 { try client.send([UInt8](repeating: 0, count: 100_000)) }
            let answer = try client.answer()
            #expect(answer.status == 413 && answer["Connection"] == "close" && client.isAtEnd())
        }
    }

    @Test(
        "a refused body is read past, so that the connection can be kept",
        arguments: [
            "Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        ])
    func refused(body: String) async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send("POST /refused HTTP/1.1\r\nHost: a\r\n\(body)GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 401 && answer.text == "who are you?" && answer["Connection"] == nil)
            #expect(try client.answer().text == "now \n")
        }
    }

    @Test(
        "a refused body that is long, or turns out to be, ends the connection",
        arguments: [
            "Content-Length: 900000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nfffff\r\n",
        ])
    func refusedLong(body: String) async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            try client.send("POST /refused HTTP/1.1\r\nHost: a\r\n\(body)")
            let answer = try client.answer()
            #expect(answer.status == 401 && answer["Connection"] == "close" && client.isAtEnd())
        }
    }

    @Test("a body is asked for when it is wanted, and only then")
    func expectation() async throws {
        try await withServer { port, _ in
            let client = try Client(port: port)
            let head = "HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n"
            try client.send("POST /echo \(head)")
            #expect(try client.text(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try client.send("abc")
            #expect(try client.answer().text == "abc")
            try client.send("POST /refused \(head)")
            #expect(try client.answer().status == 401)
            #expect(client.isAtEnd())
        }
    }
}
