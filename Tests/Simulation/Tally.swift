import Foundation
import Synchronization

/// What came of the stories. It is told in any case: also when time is up, and when a story does not end.
final class Tally: Sendable {
    private struct State {
        var told = 0
        var events = 0
        var bad: [UInt64] = []
        var current: (seed: UInt64, begun: ContinuousClock.Instant)?
    }

    private let state = Mutex(State())
    private let wanted: UInt64
    private let end: ContinuousClock.Instant
    private let directory: String

    /// One takes a tenth of a second; on a machine that is busy with everything else perhaps five.
    static let longestStory: Duration = .seconds(120)

    /// `directory`: is removed at the end.
    init(of wanted: UInt64, within limit: Duration, in directory: String) {
        self.wanted = wanted
        self.directory = directory
        end = .now + limit
    }

    /// False when there is no time for another one.
    func begin(_ seed: UInt64) -> Bool {
        if ContinuousClock.now > end { return false }
        state.withLock { $0.current = (seed, .now) }
        return true
    }

    func note(_ seed: UInt64, events: Int, faults: [String]) {
        state.withLock { state in
            state.told += 1
            state.events += events
            if !faults.isEmpty { state.bad.append(seed) }
            for fault in faults { print("seed \(seed): \(fault)") }
            fflush(nil)
        }
    }

    /// Sees to it that a story which waits for ever is named.
    func watch() {
        Thread.detachNewThread { [self] in
            while true {
                Thread.sleep(forTimeInterval: 1)
                guard let current = state.withLock({ $0.current }) else { continue }
                guard ContinuousClock.now - current.begun > Self.longestStory else { continue }
                note(current.seed, events: 0, faults: ["does not end"])
                close()
            }
        }
    }

    /// Prints the totals and ends the program.
    func close() -> Never {
        let state = state.withLock { $0 }
        if let seed = state.bad.first { print("again: Tests/Simulation/run 1 \(seed) --diary") }
        let cut = state.told < wanted ? " of \(wanted), then it ended" : ""
        print("\(state.events) events in \(state.told) stories\(cut)")
        print("\(state.told - state.bad.count) passed, \(state.bad.count) failed")
        fflush(nil)
        try? FileManager.default.removeItem(atPath: directory)
        exit(state.bad.isEmpty ? 0 : 1)
    }
}
