import SharedFolders
import Testing

@Suite("Transfers over TLS") struct SecureTransferTests {
    private static let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"

    private func outcome(_ client: CurlTransfer, _ port: UInt16) async throws -> Outcome {
        let address = try #require(WebAddress("https://127.0.0.1:\(port)/"))
        do throws(TransferFailure) {
            // No limit of the exchange is near.
            let answer = try await client.send(TransferRequest("GET", address, deadline: .seconds(24 * 3600)))
            return .answer(answer.status, String(decoding: answer.body, as: UTF8.self))
        } catch {
            return Outcome(error)
        }
    }

    private func trusting(_ server: SecureServer) -> CurlTransfer {
        CurlTransfer(TransferSettings(certificateAuthorities: server.certificate))
    }

    @Test("a certificate that is trusted and for this host will do, and the connection is kept")
    func trusted() async throws {
        let server = try await SecureServer()
        let port = server.port
        let client = trusting(server)
        defer { client.close() }
        for _ in 0..<3 {
            async let outcome = outcome(client, port)
            // A second connection would wait in vain for the first to end.
            #expect(await server.request().hasPrefix("GET / HTTP/1.1\r\n"))
            try server.send(Self.answer)
            #expect(try await outcome == .ok)
        }
    }

    @Test("bytes after the end of an answer never reach the next one")
    func surplus() async throws {
        let server = try await SecureServer()
        let port = server.port
        let client = trusting(server)
        defer { client.close() }
        for _ in 0..<2 {
            async let outcome = outcome(client, port)
            #expect(await server.request().hasPrefix("GET /"))
            try server.send(Self.answer)
            #expect(try await outcome == .ok)
            try server.send("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison")
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    @Test("a certificate of somebody unknown is refused before anything is sent")
    func untrusted() async throws {
        let server = try await SecureServer()
        let port = server.port
        let client = CurlTransfer()
        defer { client.close() }
        #expect(try await outcome(client, port) == .insecure)
    }

    @Test("a certificate for another host is refused", arguments: ["DNS:example.com", "IP:127.0.0.2"])
    func otherHost(name: String) async throws {
        let server = try await SecureServer(name: name)
        let port = server.port
        let client = trusting(server)
        defer { client.close() }
        #expect(try await outcome(client, port) == .insecure)
    }

    @Test("TLS before 1.2 is refused")
    func oldProtocol() async throws {
        let server = try await SecureServer(options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        let port = server.port
        let client = trusting(server)
        defer { client.close() }
        #expect(try await outcome(client, port) == .insecure)
    }
}
