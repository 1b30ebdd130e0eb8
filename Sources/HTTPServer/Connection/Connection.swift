import CEpoll
import Cryptography

/// One client: what has been read of its next request, what has not been sent of its last answer, and what comes next.
/// It lives on one loop and is touched by nobody else. A value that cannot be copied: within the loop nobody can hold a
/// second one, and the compiler proves what it would otherwise check at every access to a class.
struct Connection: ~Copyable {
    enum Phase {
        /// Client and server agree on TLS.
        case handshake
        /// Between requests, within a head, within a body.
        case idle, head, body
        /// A handler has the request. Nothing more is read: the kernel's buffers hold the client back.
        case busy
        case streaming(EventStream)
        /// The last answer is on its way; then close at once, or read on so that the client gets to see it.
        case finishing(drains: Bool)
        case draining
        case closed
    }

    /// The request that is being answered.
    struct Current {
        let id: RequestID
        let head: RequestHead?
        let started: UInt64
        var closes = false
    }

    let tag: UInt64
    private(set) var peer: PeerAddress
    let socket: Descriptor
    let census: Census

    var phase = Phase.idle
    /// When this phase began, in the loop's seconds. For streams: when something was last sent.
    var since: UInt32
    var current: Current?
    /// The answer that was decided before the body came; the body is only read past.
    var refusal: Response?
    /// Room that was taken for the body of the current request.
    var reservedBytes = 0
    var parser = RequestParser()

    /// Bytes read and not dealt with: part of a head, or requests that have to wait for their turn.
    var pendingInput: [UInt8] = []
    /// Whether `pendingInput` may hold a whole request.
    var hasUnparsed = false
    var streamFrame = StreamFrame()
    var unsent: ArraySlice<UInt8> = []
    var unsentBody: ArraySlice<UInt8> = []
    var lastProgress: UInt32

    /// Edge-triggered: says that a read may find something, until one does not. A new client has mostly sent already.
    var isReadable = true
    /// The client will send nothing more.
    var isHalfClosed = false
    var drained = 0

    /// `nil`: what is said here is said in the clear.
    private(set) var tls: TLSSession?
    /// It speaks plain HTTP where TLS is expected: its one answer says where to go.
    private(set) var isAstray = false

    init(tag: UInt64, _ guest: Guest, bench: borrowing Workbench) {
        self.tag = tag
        peer = guest.peer
        socket = guest.socket
        census = bench.census
        since = bench.clock.seconds
        lastProgress = bench.clock.seconds
        guard let context = guest.context else { return }
        tls = TLSSession(context)
        phase = .handshake
        census.beginHandshake()
    }

    deinit {
        census.release(bodyBytes: reservedBytes)
        if tls != nil, case .handshake = phase { census.endHandshake() }
        census.leave()
    }

    /// The handshake is over, or there never was one: requests may come.
    mutating func welcome(inTheClear: Bool, _ bench: borrowing Workbench) {
        guard case .handshake = phase else { return }
        census.endHandshake()
        if inTheClear {
            tls = nil
            isAstray = true
            peer.isSecure = false
        }
        enter(.idle, bench)
    }

    var isClosed: Bool { if case .closed = phase { true } else { false } }

    var isBlocked: Bool { !unsent.isEmpty || !unsentBody.isEmpty }

    var takesRequests: Bool {
        switch phase {
        case .idle, .head, .body: true
        default: false
        }
    }

    mutating func enter(_ phase: Phase, _ bench: borrowing Workbench) {
        // A client may have gone while its answer was being sent.
        guard !isClosed else { return }
        self.phase = phase
        since = bench.clock.seconds
    }

    /// The socket itself is closed when the loop lets go of the connection.
    mutating func close() {
        if case .streaming(let stream) = phase { stream.abandon() }
        if tls != nil {
            if case .handshake = phase { census.endHandshake() }
            sayGoodbye()
        }
        phase = .closed
        pendingInput = []
        hasUnparsed = false
        unsent = []
        unsentBody = []
    }

    /// What the loop has to do for a connection it has served.
    enum Outcome { case rests, wantsTurn, isOver }

    /// Takes note of what epoll says, and does what can be done now.
    mutating func serve(noting events: UInt32, _ bench: inout Workbench) -> Outcome {
        if events != 0 { note(events) }
        let wantsTurn = advance(&bench)
        return isClosed ? .isOver : wantsTurn ? .wantsTurn : .rests
    }

    /// Does all that can be done now: send, then answer, then read, as long as something moves. What waits in
    /// `pendingInput` goes before reading, because no event will announce it again. True: it wants another turn.
    private mutating func advance(_ bench: inout Workbench) -> Bool {
        var turn = Turn(requests: bench.limits.requestsPerTurn, reads: 4)
        while flush(&bench) {
            switch phase {
            case .finishing(let drains):
                finish(drains: drains, &bench)
            case .draining:
                guard isReadable else { return false }
                guard turn.reads > 0 else { return true }
                turn.reads -= 1
                drain(&bench)
            case .idle, .head, .body, .handshake:
                if hasUnparsed {
                    guard turn.requests > 0 else { return true }
                    parsePending(&bench, &turn)
                } else {
                    guard isReadable else { return false }
                    guard turn.reads > 0 else { return true }
                    turn.reads -= 1
                    receive(&bench, &turn)
                }
            case .streaming(let stream):
                guard takeEvents(of: stream, &bench) else { return false }
            case .busy, .closed:
                return false
            }
        }
        return false
    }

    /// What one connection may do before the others get their turn.
    struct Turn {
        var requests: Int
        var reads: Int
    }
}

extension Connection {
    /// Notes what epoll says about the socket.
    private mutating func note(_ events: UInt32) {
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0, !isDraining { return close() }
        if events & EPOLLRDHUP.rawValue != 0 { isHalfClosed = true }
        if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLHUP.rawValue) != 0 { isReadable = true }
        // Who listens to a stream and says that no more comes has left.
        if isHalfClosed, case .streaming = phase { close() }
    }

    private var isDraining: Bool { if case .draining = phase { true } else { false } }

    /// The server ends: what an idle client has just sent is still looked for.
    mutating func prepareToLeave() {
        if case .idle = phase { isReadable = true }
    }

    /// The server ends: a connection that asks nothing is not needed any more.
    mutating func leaveIfIdle() {
        switch phase {
        case .idle where !hasUnparsed && !isBlocked, .head, .handshake: close()
        default: break
        }
    }
}
