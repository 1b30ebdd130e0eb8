package import Accounts
package import Interchange
package import LedgerCore
import Synchronization

/// Where plans wait until somebody says what is to become of them: in memory, for an hour, and not too many.
package final class ImportDesk: Sendable {
    package struct Waiting: Sendable {
        package let id: ImportID
        package let account: AccountID
        package let plan: ImportPlan
        package let since: Instant
        package let progress = ImportProgress()

        package var expires: Instant { since.advanced(byMilliseconds: lastsMilliseconds) }
    }

    /// A person maps names and looks at rows; who comes back later sends the file again.
    static let lastsMilliseconds: Int64 = 60 * 60 * 1000
    /// Of one account.
    static let mostWaiting = 4
    /// Of all plans together, roughly in bytes: more than two of the largest.
    static let mostBytes = 256 << 20

    private let waiting = Mutex<[Waiting]>([])

    package init() {}

    /// The oldest make room.
    package func keep(_ plan: ImportPlan, as id: ImportID, of account: AccountID, at now: Instant) -> Waiting {
        let new = Waiting(id: id, account: account, plan: plan, since: now)
        waiting.withLock { waiting in
            Self.clear(&waiting, at: now)
            waiting.append(new)
            while waiting.count(where: { $0.account == account }) > Self.mostWaiting {
                if let oldest = waiting.firstIndex(where: { $0.account == account }) { waiting.remove(at: oldest) }
            }
            while waiting.count > 1, waiting.reduce(0, { $0 + $1.plan.weight }) > Self.mostBytes {
                waiting.removeFirst()
            }
        }
        return new
    }

    /// Nil when it is not there, or somebody else's.
    package func plan(_ id: ImportID, of account: AccountID, at now: Instant) -> Waiting? {
        waiting.withLock { waiting in
            Self.clear(&waiting, at: now)
            return waiting.first { $0.id == id && $0.account == account }
        }
    }

    package func plans(of account: AccountID, at now: Instant) -> [Waiting] {
        waiting.withLock { waiting in
            Self.clear(&waiting, at: now)
            return waiting.filter { $0.account == account }
        }
    }

    /// Whether there was one.
    package func forget(_ id: ImportID, of account: AccountID) -> Bool {
        waiting.withLock { waiting in
            let before = waiting.count
            waiting.removeAll { $0.id == id && $0.account == account }
            return waiting.count < before
        }
    }

    private static func clear(_ waiting: inout [Waiting], at now: Instant) {
        waiting.removeAll { now.milliseconds - $0.since.milliseconds > lastsMilliseconds }
    }
}

extension ImportPlan {
    /// Roughly the bytes that it takes.
    fileprivate var weight: Int {
        let (ofEntry, ofPart) = (300, 24)
        return entries.reduce(0) { $0 + ofEntry + ofPart * $1.parts.count + ($1.note?.utf8.count ?? 0) }
    }
}
