/// An answer that goes on: Server-Sent Events (HTML Living Standard §9.2). A handler makes one, keeps it, answers
/// with `.events(stream)` and sends whenever it has news, from anywhere.
///
/// Nothing waits for a slow client: what it does not read is kept up to `Limits.waitingEventBytes`, then it is dropped.
package final class EventStream: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var wake: (@Sendable () -> Void)?
        var isWoken = false
        var isEnded = false
        var limit = Limits().waitingEventBytes
    }

    private let state = Guarded(State())
    private let onEnd: @Sendable () -> Void

    /// `onEnd` is called once, when the client is gone, was dropped, or the stream was closed; maybe from within `send`.
    package init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }

    package var isOpen: Bool { state.withLock { !$0.isEnded } }

    /// Sends one event. After the end this does nothing.
    package func send(event: String, data: String) {
        let isLineEnd = { (character: Character) in ["\n", "\r", "\r\n"].contains(character) }
        var bytes = Array("event: \(event.filter { !isLineEnd($0) })\n".utf8)
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
            bytes += Array("data: \(line)\n".utf8)
        }
        send(raw: bytes + [10])
    }

    /// Sends a comment, which keeps proxies from thinking the connection dead.
    package func send(comment: String) { send(raw: Array(": \(comment)\n\n".utf8)) }

    /// Says goodbye: what is waiting is still sent, then the connection ends.
    package func close() { finish { $0.isEnded = true } }

    private func send(raw bytes: [UInt8]) {
        finish { state in
            guard !state.isEnded else { return }
            if state.waiting.count + bytes.count > state.limit {
                state.waiting = []
                state.isEnded = true
            } else {
                state.waiting += bytes
            }
        }
    }

    /// Changes the state, then wakes the loop, and tells the owner if this was the end.
    private func finish(_ change: (inout State) -> Void) {
        let (wake, ended) = state.withLock { state in
            let wasEnded = state.isEnded
            change(&state)
            let wake = state.isWoken ? nil : state.wake
            if wake != nil { state.isWoken = true }
            return (wake, state.isEnded && !wasEnded)
        }
        wake?()
        if ended { onEnd() }
    }

    // MARK: The loop's side

    /// From now on `wake` is called when there is something to take.
    func attach(limit: Int, wake: @escaping @Sendable () -> Void) {
        finish {
            $0.limit = limit
            $0.wake = wake
        }
    }

    func take() -> (bytes: [UInt8], isEnded: Bool) {
        state.withLock { state in
            state.isWoken = false
            defer { state.waiting = [] }
            return (state.waiting, state.isEnded)
        }
    }

    /// The client is gone.
    func abandon() {
        finish { state in
            state.wake = nil
            state.waiting = []
            state.isEnded = true
        }
    }
}

extension Response {
    /// Answers with a stream of events.
    package static func events(_ stream: EventStream) -> Response {
        let fields: HeaderFields = [
            "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
        ]
        return Response(.ok, fields, body: .events(stream))
    }
}
