import Bookkeeping
import Cryptography
import LedgerCore
import Synchronization

/// Time and dice of what `splitclone demo` tells: everything happens when it is told to have happened, and alike for the
/// same seed on the same day.
final class StoryWorld: Sendable {
    let today: CalendarDay
    private let seed: Int
    private let present: Instant
    private let state: Mutex<State>

    private struct State {
        var now: Instant
        var drawn = 0
    }

    init(seed: Int, endingAt present: Instant) {
        self.seed = seed
        self.present = present
        today = Machine.day(of: present)
        state = Mutex(State(now: present))
    }

    var world: World {
        World(now: { self.state.withLock { $0.now } }, newID: { self.draw() }, zones: Machine.world.zones)
    }

    func makeID<Tag>(_: ID<Tag>.Type = ID<Tag>.self) -> ID<Tag> { world.makeID() }

    /// Nothing happens after the present.
    func go(to day: CalendarDay, hour: Int) {
        let moment = Instant(milliseconds: Int64(day.daysSince1970) * 86_400_000 + Int64(hour) * 3_600_000)
        state.withLock { $0.now = min(moment, present) }
    }

    func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(draw() % UInt128(range.count))
    }

    private func draw() -> UInt128 {
        let count = state.withLock { state in
            state.drawn += 1
            return state.drawn
        }
        return SHA256.hash(Array("\(seed) \(count)".utf8)).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }
}
