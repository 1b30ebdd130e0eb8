/// When the next run is due, and which kind. Pure: told what happened and what time it is, it answers.
struct SyncSchedule {
    enum Kind: Equatable {
        /// Own segments only.
        case push
        /// Everything: pull, then push.
        case full
    }

    private var lastFull: Duration?
    private var lastAttempt: Duration
    private var firstWrite: Duration?
    private var lastClient: Duration?
    /// Somebody began to look since the last full run.
    private var hasAppeared = false
    private var failures = 0
    private var heldUntil: Duration?
    private var chance: Double

    init(at now: Duration, chance: Double) {
        lastAttempt = now
        self.chance = chance
    }

    /// `nil` unless the service named a time before which it wants to hear nothing.
    func held(at now: Duration) -> Duration? {
        heldUntil.flatMap { $0 > now ? $0 - now : nil }
    }

    mutating func noteWrite(at now: Duration) {
        firstWrite = firstWrite ?? now
    }

    mutating func noteClient(at now: Duration) {
        if !isWatched(at: now) { hasAppeared = true }
        lastClient = now
    }

    /// What is written from now on is not in this run.
    mutating func noteStart(of kind: Kind, at now: Duration) {
        firstWrite = nil
        lastAttempt = now
        if kind == .full { hasAppeared = false }
    }

    mutating func noteSuccess(of kind: Kind, at now: Duration, chance: Double) {
        lastAttempt = now
        if kind == .full { lastFull = now }
        failures = 0
        heldUntil = nil
        self.chance = chance
    }

    /// `pending`: there is something that still wants to be pushed.
    mutating func noteFailure(at now: Duration, retryAfter: Duration?, pending: Bool, chance: Double) {
        lastAttempt = now
        failures += 1
        heldUntil = retryAfter.map { now + $0 }
        if pending { firstWrite = firstWrite ?? now }
        self.chance = chance
    }

    /// How long until the next run, and its kind; after a failure always a full one, which looks before it writes.
    func next(at now: Duration) -> (kind: Kind, delay: Duration) {
        let due = failures > 0 ? (kind: Kind.full, at: lastAttempt + retryDelay(at: now)) : earliestDue(at: now)
        return (due.kind, max(.zero, max(due.at, heldUntil ?? .zero) - now))
    }

    private func earliestDue(at now: Duration) -> (kind: Kind, at: Duration) {
        let pull = nextPull(at: now)
        guard let firstWrite, firstWrite + SyncLimits.pushDelay < pull else { return (.full, pull) }
        return (.push, firstWrite + SyncLimits.pushDelay)
    }

    private func nextPull(at now: Duration) -> Duration {
        guard let lastFull else { return lastAttempt + pick(SyncLimits.firstPull) }
        if hasAppeared { return lastFull + SyncLimits.freshness }
        return lastFull + pick(period(at: now))
    }

    private func retryDelay(at now: Duration) -> Duration {
        let longest = firstWrite != nil ? SyncLimits.eagerRetry : pick(period(at: now))
        return min(SyncLimits.firstRetry * (1 << min(failures - 1, 16)) * (0.75 + chance / 2), longest)
    }

    private func period(at now: Duration) -> ClosedRange<Duration> {
        isWatched(at: now) ? SyncLimits.watchedPull : SyncLimits.idlePull
    }

    private func isWatched(at now: Duration) -> Bool {
        lastClient.map { $0 + SyncLimits.watching > now } ?? false
    }

    private func pick(_ range: ClosedRange<Duration>) -> Duration {
        range.lowerBound + (range.upperBound - range.lowerBound) * chance
    }
}
