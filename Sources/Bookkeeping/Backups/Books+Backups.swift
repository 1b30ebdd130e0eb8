package import Accounts
import FolderFormat
package import LedgerCore
import SQLiteStore
import Synchronization

/// What an account took with it last, and when.
struct FreshBackup: Sendable {
    /// Milliseconds for which it counts as fresh.
    static let lasts: Int64 = 3_600_000

    let at: Instant
    let ledgers: Set<LedgerID>

    func holds(_ lost: some Sequence<LedgerID>, at now: Instant) -> Bool {
        now.milliseconds - at.milliseconds < Self.lasts && lost.allSatisfy(ledgers.contains)
    }
}

extension Books {
    /// A backup of some of the account's ledgers, or of all (`SC-FR-BAK-1`). The account's, and not every one on the server:
    /// an owner looks after the accounts of others and does not read what they write.
    package func backup(
        of chosen: [LedgerID]?, for account: AccountID, device: DeviceID, appVersion: String
    ) async throws -> [UInt8] {
        let own = try kept { try store.ledgers(of: account) }
        guard chosen?.allSatisfy(own.contains) ?? true else { throw Denial.notFound(.ledger) }
        let now = world.now()
        var bytes: [UInt8] = []
        let report = try await BackupMaking(store).write(
            chosen ?? own, exportedAt: now, device: device, appVersion: appVersion
        ) { bytes += $0 }
        freshBackups.withLock { $0[account] = FreshBackup(at: now, ledgers: Set(report.ledgers + report.missing)) }
        return bytes
    }

    /// For who has just written the account's ledgers to a file by another way.
    package func noteBackup(of ledgers: [LedgerID], for account: AccountID) {
        freshBackups.withLock { [now = world.now()] in
            $0[account] = FreshBackup(at: now, ledgers: Set(ledgers))
        }
    }

    func hasFreshBackup(of lost: [LedgerID], for account: AccountID) -> Bool {
        if lost.isEmpty { return true }
        return freshBackups.withLock { [now = world.now()] in $0[account]?.holds(lost, at: now) ?? false }
    }
}
