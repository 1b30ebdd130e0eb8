package import LedgerCore

/// Time and chance, as the engine sees them: the world's in a server, a script's in a test.
package struct SyncClock: Sendable {
    /// What is written into states that people read.
    package let now: @Sendable () -> Instant
    /// What periods are measured with: never goes back, whatever happens to the clock on the wall.
    package let elapsed: @Sendable () -> Duration
    /// Returns early when the task is cancelled.
    package let sleep: @Sendable (Duration) async -> Void
    /// Somewhere in 0..<1.
    package let chance: @Sendable () -> Double
    /// 128 random bits.
    package let newID: @Sendable () -> UInt128

    package init(
        now: @escaping @Sendable () -> Instant, elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async -> Void, chance: @escaping @Sendable () -> Double,
        newID: @escaping @Sendable () -> UInt128 = { .random(in: .min ... .max) }
    ) {
        self.now = now
        self.elapsed = elapsed
        self.sleep = sleep
        self.chance = chance
        self.newID = newID
    }

    package static func system(now: @escaping @Sendable () -> Instant) -> SyncClock {
        let start = ContinuousClock.now
        return SyncClock(
            now: now, elapsed: { ContinuousClock.now - start }, sleep: { try? await Task.sleep(for: $0) },
            chance: { Double.random(in: 0..<1) })
    }
}
