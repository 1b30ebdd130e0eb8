import Glibc

/// The time as a loop knows it: looked up once a round, and the `Date` rendered once a second.
struct LoopClock {
    /// Seconds that never jump; for deadlines.
    private(set) var seconds: UInt32
    /// The value of a `Date` field.
    private(set) var date = ""

    init() {
        seconds = Self.monotonicSeconds
        renderDate()
    }

    /// Looks at the clock; true if a second has passed.
    mutating func tick() -> Bool {
        let now = Self.monotonicSeconds
        guard now != seconds else { return false }
        seconds = now
        renderDate()
        return true
    }

    /// For measuring how long an answer took.
    static var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static var monotonicSeconds: UInt32 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt32(truncatingIfNeeded: time.tv_sec)
    }

    private mutating func renderDate() {
        date = HTTPDate(secondsSince1970: time(nil)).description
    }
}
