package import Cryptography
import Synchronization

/// A connection that was let in.
struct Guest: Sendable {
    let socket: Descriptor
    let peer: PeerAddress
    /// What it is to agree to; `nil`: nothing is sealed.
    let context: TLSContext?
}

/// What new connections get to see of the server's certificate. It can be another one from any moment on; connections that
/// are there keep theirs.
package final class CurrentTLS: Sendable {
    private let current: Guarded<TLSContext>

    package init(_ context: TLSContext) { current = Guarded(context) }

    package var context: TLSContext { current.withLock { $0 } }

    package func replace(with context: TLSContext) { current.withLock { $0 = context } }
}

/// Where connections come in. Every loop stands at it, and whoever is woken lets in who waits: a loop that is held up
/// does not keep it shut, and a new connection mostly stays on the thread that accepted it.
final class Door: Sendable {
    let listener: Listener
    /// `nil`: what is said behind this door is said in the clear.
    private let secured: CurrentTLS?
    private let loops: [LoopHandle]
    private let census: Census
    private let application: any Application
    /// Said once, until somebody got in again.
    private let hasComplained = Atomic(false)

    init(
        _ listener: Listener, secured: CurrentTLS?, loops: [LoopHandle], application: any Application, census: Census
    ) {
        self.listener = listener
        self.secured = secured
        self.loops = loops
        self.application = application
        self.census = census
    }

    enum Visit {
        case guest(Guest)
        case nobody
        /// Nobody can be let in just now.
        case full
        case closed
    }

    /// Lets in the next one, who counts from now on.
    func open() -> Visit {
        while true {
            guard !census.isFull else { return complain("all \(census.capacity) connections are taken") }
            switch listener.accept() {
            case .connection(let socket, var peer):
                // Whoever comes on gets in; those at the handshake lose their place soon.
                if secured != nil, census.isFullAtHandshake { continue }
                peer.isSecure = secured != nil
                census.enter()
                if hasComplained.load(ordering: .relaxed) { hasComplained.store(false, ordering: .relaxed) }
                return .guest(Guest(socket: socket, peer: peer, context: secured?.context))
            case .nobody: return .nobody
            case .gone: continue
            case .exhausted(let error): return complain(error.description)
            case .closed: return .closed
            }
        }
    }

    private func complain(_ reason: String) -> Visit {
        if !hasComplained.exchange(true, ordering: .relaxed) {
            application.trouble("no new connections for a moment: \(reason)")
        }
        return .full
    }

    /// Which loop a guest stays with: the one that let it in, unless that has clearly more to do than another.
    func host(for finder: LoopHandle) -> LoopHandle {
        var host = finder
        var fewest = finder.guests.load(ordering: .relaxed) - Self.slack
        for loop in loops {
            let guests = loop.guests.load(ordering: .relaxed)
            if guests < fewest { (host, fewest) = (loop, guests) }
        }
        return host
    }

    /// How many connections more than another a loop may have: moving one to another thread costs more than the wait.
    private static let slack = 4
}
