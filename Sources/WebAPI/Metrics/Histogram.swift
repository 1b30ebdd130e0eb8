import Synchronization

/// How often a value fell between which bounds. Counted by atomics, so that many threads can at once and none waits.
package final class Histogram: Sendable {
    package enum Unit: Sendable {
        /// Of durations, shown in seconds.
        case nanoseconds
        case count

        fileprivate var scale: Double { self == .nanoseconds ? 1e-9 : 1 }
    }

    /// What has been counted. A value that equals a bound is below it.
    package struct Reading: Sendable, Equatable {
        package let bounds: [Double]
        /// Between one bound and the next; the last one is what lies above all.
        package let counts: [Int]
        package let sum: Double
    }

    /// From a lookup in memory to a client that is given up.
    package static let durations: [Double] = [
        0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30,
    ]
    /// Writes that share a commit: powers of two up to `Store.writesPerCommit`.
    package static let sizes: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

    private static let most = 16
    private let shown: [Double]
    private let bounds: [Int]
    private let unit: Unit
    private let counts = InlineArray<16, Atomic<Int>> { _ in Atomic(0) }
    private let total = Atomic<Int>(0)

    /// - Parameter bounds: ascending, fewer than sixteen, in the unit that is shown.
    package init(_ bounds: [Double], of unit: Unit) {
        precondition(bounds.count < Self.most, "too many bounds")
        shown = bounds
        self.unit = unit
        self.bounds = bounds.map { Int(($0 / unit.scale).rounded()) }
    }

    package func note(_ value: Int) {
        var place = 0
        while place < bounds.count, value > bounds[place] { place += 1 }
        counts[place].add(1, ordering: .relaxed)
        total.add(value, ordering: .relaxed)
    }

    package func note(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        note(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }

    package var reading: Reading {
        var read: [Int] = []
        for place in 0...bounds.count { read.append(counts[place].load(ordering: .relaxed)) }
        return Reading(bounds: shown, counts: read, sum: Double(total.load(ordering: .relaxed)) * unit.scale)
    }
}
