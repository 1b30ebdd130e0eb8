import LedgerCore
import LedgerSync
import Synchronization

/// A clock that stands still until a test turns it.
final class TestClock: Sendable {
    private struct Sleeper {
        let until: Duration
        let wake: CheckedContinuation<Void, Never>
    }

    private struct State {
        var elapsed: Duration = .zero
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state = Mutex(State())

    var sleepers: Int { state.withLock { $0.sleepers.count } }

    var syncClock: SyncClock {
        SyncClock(
            now: { Home.created.advanced(byMilliseconds: self.elapsed / .milliseconds(1)) },
            elapsed: { self.elapsed }, sleep: { await self.sleep($0) }, chance: { 0.5 })
    }

    private var elapsed: Duration { state.withLock { $0.elapsed } }

    func advance(by duration: Duration) async {
        let woken = state.withLock { state in
            state.elapsed += duration
            let woken = state.sleepers.filter { $0.value.until <= state.elapsed }
            for number in woken.keys { state.sleepers[number] = nil }
            return woken.values.map(\.wake)
        }
        for wake in woken { wake.resume() }
    }

    private func sleep(_ duration: Duration) async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                let isOver = state.withLock { state in
                    if state.cancelled.remove(number) != nil || duration <= .zero { return true }
                    state.sleepers[number] = Sleeper(until: state.elapsed + duration, wake: wake)
                    return false
                }
                if isOver { wake.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                if state.sleepers[number] == nil { state.cancelled.insert(number) }
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.wake.resume()
        }
    }
}

extension Duration {
    fileprivate static func / (whole: Duration, part: Duration) -> Int64 {
        Int64((whole / part as Double).rounded())
    }
}
