import Synchronization

/// A bounded number of places, given out in the order of asking.
final class RequestPlaces: Sendable {
    private struct State {
        var free: Int
        var queue: [(ticket: TransferTicket, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// How many stand in the queue.
    var waiting: Int { state.withLock { $0.queue.count } }

    /// False when the task was cancelled while it waited: then there is no place to leave.
    func enter() async -> Bool {
        let ticket = TransferTicket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if ticket.isCancelled { return false }
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.queue.append((ticket, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                ticket.cancel()
                return state.queue.firstIndex { $0.ticket === ticket }.map { state.queue.remove(at: $0).continuation }
            }
            waiting?.resume(returning: false)
        }
    }

    func leave() {
        let next = state.withLock { state in
            guard !state.queue.isEmpty else {
                state.free += 1
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.queue.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
