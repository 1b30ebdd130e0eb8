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

    /// Ends it, unless nobody else would be left: the last one takes the ledger off instead (`removeLedger`). `.missing`:
    /// not a member.
    package func leave(_ membership: Membership) async throws(StoreError) -> Bool {
        let ledger = try await number(of: membership.ledger)
        return try await commits.write { database in
            guard try database.hasMembers(ledger, besides: membership.account) else {
                guard try database.isMember(membership.account, of: ledger) else { throw StoreError.missing }
                return false
            }
            try database.removeMember(membership.account, of: ledger)
            return true
        }
    }

    package func removeMembership(_ membership: Membership) async throws(StoreError) {
        let ledger = try await number(of: membership.ledger)
        try await commits.write { try $0.removeMember(membership.account, of: ledger) }
    }
}

extension Database {
    func removeMember(_ account: AccountID, of ledger: Int64) throws {
        try execute(
            sql: "DELETE FROM memberships WHERE account = ? AND ledger = ?", arguments: [account.blob, ledger])
        guard changesCount == 1 else { throw StoreError.missing }
    }

    func isMember(_ account: AccountID, of ledger: Int64) throws -> Bool {
        let sql = "SELECT 1 FROM memberships WHERE account = ? AND ledger = ?"
        return try Int.fetchOne(self, sql: sql, arguments: [account.blob, ledger]) != nil
    }

    /// Who is being deleted leaves, too.
    func hasMembers(_ ledger: Int64, besides account: AccountID) throws -> Bool {
        let sql = """
            SELECT 1 FROM memberships
            WHERE ledger = ? AND account <> ? AND account NOT IN (SELECT account FROM deletions)
            """
        return try Int.fetchOne(self, sql: sql, arguments: [ledger, account.blob]) != nil
    }

    /// `.missing` for an account that is being deleted: it comes into nothing new.
    func insert(_ account: AccountID, memberOf ledger: Int64, at instant: Instant) throws {
        guard try !isFenced(account) else { throw StoreError.missing }
        try execute(
            sql: "INSERT INTO memberships VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [account.blob, ledger, instant.milliseconds])
    }
}
