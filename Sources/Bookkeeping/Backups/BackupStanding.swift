package import LedgerCore
import Synchronization

/// How backups by the clock stand.
package struct BackupStanding: Sendable {
    package let directory: String
    package let newest: Instant?
    package let next: Instant
    package let isOverdue: Bool
    /// Why the last one failed, until one succeeds.
    package let problem: String?

    /// Twice the time between two has gone by: one was missed, and the next one, too.
    package static func isOverdue(newest: Instant, every interval: Duration, at now: Instant) -> Bool {
        Duration.milliseconds(now.milliseconds - newest.milliseconds) > interval * 2
    }
}

extension ServerBackups {
    package func standing() throws -> BackupStanding {
        let (now, newest) = (world.now(), try? Self.made(in: plan.directory).last)
        let problem = failure.withLock { $0 }
        let wait = newest.map { _ in (try? due()) ?? .zero } ?? .zero
        return BackupStanding(
            directory: plan.directory, newest: newest,
            next: now.advanced(byMilliseconds: Int64(max(wait, .zero) / .milliseconds(1))),
            isOverdue: newest.map { BackupStanding.isOverdue(newest: $0, every: plan.interval, at: now) }
                ?? (problem != nil),
            problem: problem)
    }
}
