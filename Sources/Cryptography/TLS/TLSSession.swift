import COpenSSL

/// The server's side of one TLS connection, without a socket: what came goes in, what is to be sent comes out, and
/// nothing waits. It belongs to one event loop.
package final class TLSSession {
    /// How a connection stands after what came was looked at.
    package enum State {
        case open
        /// What came is no TLS, or not such as we agree to. What is to be sent says so to a client that speaks TLS.
        case failed
    }

    /// So much more than what came can be in it: a record of which the rest had come before (RFC 8446 §5.2).
    package static let mostKept = 16_384 + 256
    /// The largest record: a head and the start of its body travel in one.
    package static let recordBytes = 16_384

    private let session: OpaquePointer
    /// What OpenSSL is reading; only during a call.
    fileprivate var incoming = UnsafeRawBufferPointer(start: nil, count: 0)
    /// What OpenSSL writes during a call; the caller's own array, lent.
    fileprivate var outgoing: [UInt8] = []
    /// Nothing has come yet.
    package private(set) var isNew = true
    /// Both sides know each other.
    package private(set) var isEstablished = false
    /// The client says that no more comes.
    package private(set) var hasEnded = false
    private var isOver = false

    package init(_ context: TLSContext) {
        session = succeeded(SSL_new(context.pointer))
        let wire = succeeded(BIO_new(Self.wire))
        BIO_set_data(wire, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_bio(session, wire, wire)
        SSL_set_accept_state(session)
    }

    deinit { SSL_free(session) }

    /// Takes what came from the client. Puts what it says into `plain`, which must have room for `bytes` and `mostKept`,
    /// and appends what must be sent to `wire`. Returns how much it said.
    package func open(
        _ bytes: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer, wire: inout [UInt8]
    ) -> (count: Int, state: State) {
        swap(&wire, &outgoing)
        defer { swap(&wire, &outgoing) }
        isNew = false
        incoming = bytes
        defer { incoming = UnsafeRawBufferPointer(start: nil, count: 0) }
        ERR_clear_error()
        if !isEstablished {
            let result = SSL_do_handshake(session)
            guard result == 1 else { return (0, state(after: result)) }
            isEstablished = true
        }
        var count = 0
        while count < plain.count {
            var got = 0
            let result = SSL_read_ex(session, plain.baseAddress.map { $0 + count }, plain.count - count, &got)
            guard result == 1 else { return (count, state(after: result)) }
            count += got
        }
        return (count, .open)
    }

    private func state(after result: Int32) -> State {
        switch SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return .open
        case SSL_ERROR_ZERO_RETURN:
            hasEnded = true
            return .open
        default:
            isOver = true
            ERR_clear_error()
            return .failed
        }
    }

    /// Appends what `bytes` become on the wire.
    package func seal(_ bytes: UnsafeRawBufferPointer, wire: inout [UInt8]) {
        guard isEstablished, !isOver, !bytes.isEmpty else { return }
        swap(&wire, &outgoing)
        defer { swap(&wire, &outgoing) }
        ERR_clear_error()
        var written = 0
        if SSL_write_ex(session, bytes.baseAddress, bytes.count, &written) != 1 {
            isOver = true
            ERR_clear_error()
        }
    }

    /// Appends the word that nothing more comes (`close_notify`, RFC 8446 §6.1), once.
    package func end(wire: inout [UInt8]) {
        guard isEstablished, !isOver else { return }
        isOver = true
        swap(&wire, &outgoing)
        defer { swap(&wire, &outgoing) }
        _ = SSL_shutdown(session)
        ERR_clear_error()
    }

    /// In place of a socket: reads from `incoming` and writes to `outgoing` of the session whose data it has.
    /// Safe because it is made once and never changed.
    nonisolated(unsafe) private static let wire: OpaquePointer = {
        let kind = succeeded(BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire"))
        succeeded(
            BIO_meth_set_create(
                kind,
                { bio in
                    BIO_set_init(bio, 1)
                    return 1
                }))
        succeeded(
            BIO_meth_set_read(
                kind,
                { bio, target, count in
                    let session = TLSSession.owner(of: bio)
                    let taken = min(Int(count), session.incoming.count)
                    BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
                    guard taken > 0, let target, let source = session.incoming.baseAddress else {
                        BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
                        return -1
                    }
                    UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: taken)
                    session.incoming = UnsafeRawBufferPointer(rebasing: session.incoming.dropFirst(taken))
                    return Int32(taken)
                }))
        succeeded(
            BIO_meth_set_write(
                kind,
                { bio, source, count in
                    TLSSession.owner(of: bio).outgoing.append(
                        contentsOf: UnsafeRawBufferPointer(start: source, count: Int(count)))
                    return count
                }))
        succeeded(BIO_meth_set_ctrl(kind, { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }))
        return kind
    }()

    private static func owner(of bio: OpaquePointer?) -> TLSSession {
        // Safe because the session owns what has this as its data, and outlives every call.
        Unmanaged<TLSSession>.fromOpaque(BIO_get_data(bio)).takeUnretainedValue()
    }
}
