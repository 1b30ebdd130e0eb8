import Glibc

/// Time and chance, as parameters: tests turn them by hand.
package struct TransferClock: Sendable {
    /// Since some moment, never set back.
    package let elapsed: @Sendable () -> Duration
    /// Milliseconds since 1970 UTC.
    package let now: @Sendable () -> Int64
    package let sleep: @Sendable (Duration) async throws -> Void
    /// From 0 to below 1.
    package let chance: @Sendable () -> Double

    package init(
        elapsed: @escaping @Sendable () -> Duration, now: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> Double
    ) {
        self.elapsed = elapsed
        self.now = now
        self.sleep = sleep
        self.chance = chance
    }

    package static let system = TransferClock(
        elapsed: {
            let time = read(CLOCK_BOOTTIME)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        },
        now: {
            let time = read(CLOCK_REALTIME)
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        },
        sleep: { try await Task.sleep(for: $0) },
        chance: { .random(in: 0..<1) })

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
