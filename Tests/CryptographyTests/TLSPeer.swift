import COpenSSL

@testable import Cryptography

/// A client of OpenSSL's that talks to a session of ours, without a wire in between.
final class TLSPeer {
    struct Refused: Error {}

    let server: TestedSession
    private let session: OpaquePointer
    private let fromServer: OpaquePointer
    private let toServer: OpaquePointer

    /// - Parameter resuming: comes with the ticket that this one got.
    init(
        _ context: TLSContext, only version: Int32, offering protocolName: String = "http/1.1", resuming: TLSPeer? = nil
    ) throws {
        server = TestedSession(context)
        let client = succeeded(SSL_CTX_new(TLS_client_method()))
        defer { SSL_CTX_free(client) }
        SSL_CTX_set_security_level(client, 0)
        session = succeeded(SSL_new(client))
        succeeded(Int32(SSL_ctrl(session, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(version), nil)))
        succeeded(Int32(SSL_ctrl(session, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)))
        let offered = [UInt8(protocolName.utf8.count)] + Array(protocolName.utf8)
        SSL_set_alpn_protos(session, offered, UInt32(offered.count))
        if let resuming { SSL_set_session(session, SSL_get_session(resuming.session)) }
        fromServer = succeeded(BIO_new(BIO_s_mem()))
        toServer = succeeded(BIO_new(BIO_s_mem()))
        SSL_set_bio(session, fromServer, toServer)
    }

    deinit { SSL_free(session) }

    var version: String { String(cString: SSL_get_version(session)) }
    var isResumed: Bool { SSL_session_reused(session) == 1 }
    var hearsEnd: Bool {
        _ = try? hear([])
        return SSL_get_shutdown(session) & SSL_RECEIVED_SHUTDOWN != 0
    }

    var protocolName: String {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &name, &count)
        return String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    func meet(piece: Int) throws {
        for _ in 0..<10 {
            let result = SSL_connect(session)
            if result != 1, SSL_get_error(session, result) != SSL_ERROR_WANT_READ {
                ERR_clear_error()
                throw Refused()
            }
            carry(piece)
            if result == 1, server.session.isEstablished { return }
        }
        throw Refused()
    }

    /// Says something; what the server understood.
    func ask(_ bytes: [UInt8], piece: Int) throws -> [UInt8] {
        server.heard = []
        guard SSL_write(session, bytes, Int32(bytes.count)) == bytes.count else { throw Refused() }
        carry(piece)
        return server.heard
    }

    /// Lets the server say something; what came of it here.
    func hear(_ bytes: [UInt8]) throws -> [UInt8] {
        server.say(bytes)
        carry(10_000)
        var heard: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 20_000)
        while case let count = SSL_read(session, &part, Int32(part.count)), count > 0 { heard += part[..<Int(count)] }
        ERR_clear_error()
        return heard
    }

    func sayEnd() {
        SSL_shutdown(session)
        carry(10_000)
    }

    private func carry(_ piece: Int) {
        var bytes = [UInt8](repeating: 0, count: piece)
        var count = 0
        while BIO_read_ex(toServer, &bytes, piece, &count) == 1, count > 0 { server.take(Array(bytes[..<count])) }
        let wire = server.takeWire()
        if !wire.isEmpty { BIO_write(fromServer, wire, Int32(wire.count)) }
    }
}

/// A session of ours with what it heard and what it has to send.
final class TestedSession {
    let session: TLSSession
    var heard: [UInt8] = []
    private var wire: [UInt8] = []

    init(_ context: TLSContext) { session = TLSSession(context) }

    var hasEnded: Bool { session.hasEnded }

    func take(_ bytes: [UInt8]) {
        var plain = [UInt8](repeating: 0, count: bytes.count + TLSSession.mostKept)
        let result = bytes.withUnsafeBytes { bytes in
            plain.withUnsafeMutableBytes { session.open(bytes, into: $0, wire: &wire) }
        }
        heard += plain[..<result.count]
    }

    func say(_ bytes: [UInt8]) { bytes.withUnsafeBytes { session.seal($0, wire: &wire) } }

    /// Whether it had something to say about the end.
    func end() -> Bool {
        let before = wire.count
        session.end(wire: &wire)
        return wire.count > before
    }

    func takeWire() -> [UInt8] {
        defer { wire = [] }
        return wire
    }
}
