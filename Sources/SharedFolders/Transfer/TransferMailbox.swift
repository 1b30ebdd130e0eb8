internal import CCurl
import Glibc
import Synchronization

/// What callers leave for the transfer thread. The thread begins with the first request.
final class TransferMailbox: Sendable {
    struct Mail {
        var starts: [TransferStart] = []
        var cancelled: [TransferTicket] = []
        var isClosed = false
    }

    private struct State {
        var mail = Mail()
        /// The thread's multi handle, for waking it and nothing else; `nil` before it runs and once it is about to end.
        var multi: UnsafeMutableRawPointer?
    }

    let settings: TransferSettings
    private let state = Mutex(State())

    init(_ settings: TransferSettings) {
        self.settings = settings
    }

    func start(_ start: TransferStart) {
        let refusal: TransferFailure? = state.withLock { state in
            if state.mail.isClosed || start.ticket.isCancelled { return .cancelled }
            if state.multi == nil {
                state.multi = CurlThread.begin(self)
            }
            guard state.multi != nil else { return .unconnected("no thread for transfers could be started") }
            state.mail.starts.append(start)
            curl_multi_wakeup(state.multi)
            return nil
        }
        if let refusal { start.continuation.resume(returning: .failure(refusal)) }
    }

    func cancel(_ ticket: TransferTicket) {
        state.withLock { state in
            guard state.multi != nil else { return }
            state.mail.cancelled.append(ticket)
            curl_multi_wakeup(state.multi)
        }
    }

    func close() {
        state.withLock { state in
            state.mail.isClosed = true
            if state.multi != nil { curl_multi_wakeup(state.multi) }
        }
    }

    /// For the thread: all that came since it last asked. After an answer that says closed, nobody wakes it any more.
    func collect() -> Mail {
        state.withLock { state in
            let mail = state.mail
            state.mail = Mail(isClosed: mail.isClosed)
            if mail.isClosed { state.multi = nil }
            return mail
        }
    }
}
