package import Accounts
import GRDB
package import LedgerCore

extension Store {
    /// Synchronous and from memory: every request to a ledger asks.
    package func isMember(_ membership: Membership) throws(StoreError) -> Bool {
        try admissions.memberships().contains(membership)
    }

    /// The ledgers of an account, in the order in which it joined them.
    package func ledgers(of account: AccountID) throws(StoreError) -> [LedgerID] {
        try admissions.memberships().filter { $0.account == account }.map(\.ledger)
    }

    package func members(of ledger: LedgerID) throws(StoreError) -> [AccountID] {
        try admissions.memberships().filter { $0.ledger == ledger }.map(\.account)
    }

    /// Already a member: nothing changes.
    package func addMembership(_ membership: Membership, at instant: Instant) async throws(StoreError) {
        let ledger = try await opened(membership.ledger).number
        try await commits.write { try $0.insert(membership.account, memberOf: ledger, at: instant) }
    }

    package func removeMembership(_ membership: Membership) async throws(StoreError) {
        let ledger = try await number(of: membership.ledger)
        try await commits.write { database in
            try database.execute(
                sql: "DELETE FROM memberships WHERE account = ? AND ledger = ?",
                arguments: [membership.account.blob, ledger])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }
}

extension Database {
    /// `.missing` for an account that is being deleted: it comes into nothing new.
    func insert(_ account: AccountID, memberOf ledger: Int64, at instant: Instant) throws {
        guard try !isFenced(account) else { throw StoreError.missing }
        try execute(
            sql: "INSERT INTO memberships VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [account.blob, ledger, instant.milliseconds])
    }
}
