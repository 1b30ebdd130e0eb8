import COpenSSL
import Glibc

@testable import Cryptography
@testable import HTTPServer

/// A client that sends and receives exactly what a test says, over a blocking socket. Its time-out ends a test that
/// would wait for ever; none is meant to come near it.
final class Client {
    private let descriptor: CInt
    private var buffer: [UInt8] = []
    /// `nil`: what it says is said in the clear.
    fileprivate var session: OpaquePointer?

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(port: UInt16, timeoutSeconds: Int = 600, receiveBuffer: CInt? = nil, secure: Bool = false) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        }
        var address = SocketAddress(.v4(0x7f00_0001), port: port)
        let connected = address.withPointer { connect(self.descriptor, $0, $1) }
        guard connected == 0 else { throw Failure(description: "connect: errno \(errno)") }
        if secure { try beginTLS() }
    }

    deinit {
        SSL_free(session)
        close(descriptor)
    }

    private func beginTLS() throws {
        let context = SSL_CTX_new(TLS_client_method())
        defer { SSL_CTX_free(context) }
        session = SSL_new(context)
        SSL_set_fd(session, descriptor)
        guard SSL_connect(session) == 1 else { throw Failure(description: "no TLS") }
    }

    // MARK: Sending

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let session {
                let count = rest.withUnsafeBytes { SSL_write(session, $0.baseAddress, CInt($0.count)) }
                guard count > 0 else { throw Failure(description: "SSL_write") }
                rest = rest.dropFirst(Int(count))
                continue
            }
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure(description: "send: errno \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that no more will be sent.
    func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Ends the connection with a reset.
    func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        shutdown(descriptor, CInt(SHUT_RD))
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNSPEC)
        connect(descriptor, &address, socklen_t(MemoryLayout<sockaddr>.size))
    }

    // MARK: Receiving

    /// One answer. `toHead`: it has no body whatever its length says.
    func answer(toHead: Bool = false) throws -> Answer {
        let head = try text(upTo: "\r\n\r\n")
        var lines = head.split(separator: "\r\n").map(String.init)
        guard !lines.isEmpty, lines[0].hasPrefix("HTTP/1.1 "), let status = UInt16(lines[0].dropFirst(9).prefix(3))
        else {
            throw Failure(description: "not an answer: \(head)")
        }
        lines.removeFirst()
        var answer = Answer(status: status, lines: lines, body: [])
        guard !toHead, Status(status).hasBody else { return answer }
        if let length = answer["content-length"].flatMap({ Int($0) }) { answer.body = try take(length) }
        return answer
    }

    /// One chunk of a chunked answer; `nil` for the last.
    func chunk() throws -> String? {
        let size = try text(upTo: "\r\n")
        // To Swift, CR LF is one character.
        guard let length = Int(size.dropLast(), radix: 16) else { throw Failure(description: "not a chunk: \(size)") }
        let content = try take(length)
        _ = try take(2)
        return length == 0 ? nil : String(decoding: content, as: UTF8.self)
    }

    /// Everything until the server closes.
    func rest() throws -> [UInt8] {
        while try receive() {}
        defer { buffer = [] }
        return buffer
    }

    /// Whether the server has closed the connection properly and sent nothing more.
    func isAtEnd() -> Bool {
        buffer.isEmpty && (try? receive()) == false
    }

    func text(upTo end: String) throws -> String {
        let end = Array(end.utf8)
        var searched = 0
        while true {
            if let index = buffer.indices.dropFirst(searched).first(where: { buffer[$0...].starts(with: end) }) {
                return String(decoding: try take(index + end.count), as: UTF8.self)
            }
            searched = max(0, buffer.count - end.count)
            guard try receive() else {
                throw Failure(description: "closed within: \(String(decoding: buffer, as: UTF8.self))")
            }
        }
    }

    func take(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try receive() else { throw Failure(description: "closed after \(buffer.count) of \(count) bytes") }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// False at the end, which has to be said; a cut is none.
    private func receive(_ session: OpaquePointer, _ part: inout [UInt8]) throws -> Bool {
        let count = SSL_read(session, &part, CInt(part.count))
        if count > 0 {
            buffer += part[..<Int(count)]
            return true
        }
        let reason = SSL_get_error(session, count)
        guard reason == SSL_ERROR_ZERO_RETURN else { throw Failure(description: "SSL_read: \(reason)") }
        return false
    }

    /// False at the end.
    private func receive() throws -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        if let session { return try receive(session, &part) }
        let count = recv(descriptor, &part, part.count, 0)
        guard count >= 0 else { throw Failure(description: "recv: errno \(errno)") }
        buffer += part[..<count]
        return count > 0
    }
}

/// What a client got.
struct Answer: Equatable {
    let status: UInt16
    let lines: [String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(name: String) -> String? {
        let prefix = name.lowercased() + ": "
        return lines.first { $0.lowercased().hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}

extension Client {
    /// SHA-256 of the certificate that the server showed.
    var fingerprint: String? {
        guard let session, let certificate = SSL_get1_peer_certificate(session) else { return nil }
        return Certificate(owning: certificate).fingerprint
    }
}
