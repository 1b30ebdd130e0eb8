import Cryptography
import Glibc
import Testing

@testable import HTTPServer

@Suite("Over TLS")
struct SecureTests {
    @Test("requests, pipelined ones, bodies, chunks and the end are as in the clear")
    func requests() async throws {
        try await withServer(secure: true) { port, playground in
            let client = try Client(port: port, secure: true)
            try client.send(String(repeating: "GET /now?a HTTP/1.1\r\nHost: a\r\n\r\n", count: 100))
            for _ in 0..<100 { try #require(try client.answer().text == "now a\n") }
            let body = String(repeating: "0123456789", count: 100_000)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
            #expect(try client.answer().text == body)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            #expect(try client.answer().text == "abc")
            try client.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 17\r\n\r\n")
            let refused = try client.answer()
            #expect(refused.status == 413 && refused["Connection"] == "close")
            #expect(client.isAtEnd(), "with close_notify: otherwise this would be an error")
            let peers = playground.exchanges.withLock { $0.map(\.peer.isSecure) }
            #expect(peers.allSatisfy { $0 } && peers.count == 103)
        }
    }

    @Test("events come as they are sent, and the end of the stream is not the end of the connection")
    func events() async throws {
        try await withServer(secure: true) { port, playground in
            let client = try Client(port: port, secure: true)
            try client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().status == 200)
            #expect(try client.chunk() == "event: hello\ndata: one\ndata: two\n\n")
            let stream = try #require(playground.streams.withLock { $0.first })
            for number in 0..<3 {
                stream.send(event: "ledger", data: "\(number)")
                #expect(try client.chunk() == "event: ledger\ndata: \(number)\n\n")
            }
            stream.close()
            #expect(try client.chunk() == nil)
            try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "now \n")
        }
    }

    @Test("who leaves the s out of https is told where to go, and a program what to do")
    func inTheClear() async throws {
        try await withServer(secure: true) { port, playground in
            let browser = try Client(port: port)
            try browser.send("GET /a?b=c HTTP/1.1\r\nHost: home.local:\(port)\r\n\r\n")
            let answer = try browser.answer()
            #expect(answer.status == 307 && answer["Location"] == "https://home.local:\(port)/a?b=c")
            #expect(answer["Connection"] == "close" && browser.isAtEnd())
            let program = try Client(port: port)
            try program.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
            #expect(try program.answer().status == 400)
            let stranger = try Client(port: port)
            try stranger.send("GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")
            #expect(try stranger.answer().status == 421, "nobody is sent to where we are not")
            #expect(playground.exchanges.withLock { $0.allSatisfy { !$0.peer.isSecure } })
        }
    }

    @Test("what is no handshake ends the connection, and who never ends theirs harms nobody")
    func stuckHandshakes() async throws {
        var limits = Limits()
        limits.handshakes = 8
        limits.handshakeSeconds = 2
        limits.crowdedHandshakeSeconds = 1
        try await withServer(limits, loops: 1, secure: true) { port, _ in
            let garbage = try Client(port: port)
            try garbage.send([UInt8](repeating: 0x80, count: 300))
            _ = try garbage.rest()
            let stuck = try (0..<20).map { _ in try Client(port: port) }
            for client in stuck { try client.send([22, 3, 1, 2]) }
            // More than may be at the handshake are not kept, the others not for long.
            for client in stuck { #expect((try? client.rest()) ?? [] == []) }
            let client = try Client(port: port, secure: true)
            try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.answer().text == "now \n")
        }
    }

    @Test("a new certificate is for new connections; those that are there go on")
    func replacement() async throws {
        try await blocking {
            let current = CurrentTLS(testTLS)
            let server = Server(
                Configuration(host: "127.0.0.1", port: 0, secure: .init(port: 0, tls: current)),
                application: Playground())
            let port = try #require(try server.start().secure)
            let old = try Client(port: port, secure: true)
            let key = PrivateKey()
            let authority = LocalAuthority(making: "other", for: [], at: time(nil))
            let certificate = authority.issue(for: [.dns("localhost")], to: key, at: time(nil))
            current.replace(with: try TLSContext(chain: [certificate], key: key))
            let new = try Client(port: port, secure: true)
            #expect(new.fingerprint == certificate.fingerprint && old.fingerprint != new.fingerprint)
            for client in [old, new] {
                try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer().status == 200)
            }
            // Long before the grace ends, and each is told.
            await server.shutdown(grace: .seconds(3600))
            #expect(old.isAtEnd() && new.isAtEnd())
        }
    }
}
