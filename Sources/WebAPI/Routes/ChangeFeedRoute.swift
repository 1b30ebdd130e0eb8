import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore
import Synchronization

/// `GET /changes`: a doorbell. It says *that* a ledger changed, and to which revision; what changed is asked for.
enum ChangeFeedRoute {
    /// Streams of one account at once: a large household with every tab open. More is a mistake, or malice.
    static let mostStreams = 500

    @Sendable static func open(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        call.api.forwardings.note(call)
        let feed = call.books.feed
        let account = caller.account.id
        guard feed.listenerCount(of: account) < mostStreams else {
            var problem = Problem(
                429, "too-many-streams", "This account already has \(mostStreams) event streams open.")
            problem.retryAfter = 30
            throw problem
        }
        let doorkeeper = call.api.doorkeeper
        let secret = try SignIn.secret(call)
        let listening = Listening(feed)
        let stream = EventStream(onEnd: { listening.end() })
        listening.begin(as: account) { [weak stream] news in
            // Who was signed out since hears nothing more.
            guard doorkeeper.admits(secret) else {
                stream?.close()
                return
            }
            guard case .changed(let ledger, let revision) = news else { return }
            var json = JSONWriter()
            json.object { json in
                json.member("ledgerId", ledger.text)
                json.member("revision", revision)
            }
            stream?.send(event: "ledger", data: String(decoding: json.bytes, as: UTF8.self))
        }
        // Signed out while the stream was being opened?
        if !doorkeeper.admits(secret) { stream.close() }
        // Something to read at once, so that whoever waits knows the stream is open.
        stream.send(comment: "open")
        return Answer(.ok, .events(stream))
    }
}

/// A subscription that ends with its stream, also when the stream ends before the subscription has begun.
private final class Listening: Sendable {
    private enum State {
        case ready
        case begun(ChangeFeed.Subscription)
        case ended
    }

    private let feed: ChangeFeed
    private let state = Mutex(State.ready)

    init(_ feed: ChangeFeed) { self.feed = feed }

    func begin(as account: AccountID, _ listener: @escaping ChangeFeed.Listener) {
        state.withLock { state in
            guard case .ready = state else { return }
            state = .begun(feed.listen(as: account, listener))
        }
    }

    func end() {
        let ended = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .begun(let subscription) = ended { feed.end(subscription) }
    }
}
