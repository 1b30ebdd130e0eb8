package import Accounts
import GRDB
package import LedgerCore

extension Store {
    /// The fence before an account's deletion, in one step: its sessions and open invites end, its name is free, no password
    /// fits it, and it owns the server no more. `.taken`: it is the last owner. Done before: nothing changes.
    package func fence(_ account: AccountID, at now: Instant, name placeholder: String) async throws(StoreError) {
        let unusable = vault.seal("", .password(account))
        let mark = vault.mark(placeholder, "accounts.name")
        try await commits.write { database in
            let id = account.blob
            if try database.isFenced(account) { return }
            guard
                let isOwner = try Bool.fetchOne(
                    database, sql: "SELECT is_owner FROM accounts WHERE id = ?", arguments: [id])
            else { throw StoreError.missing }
            let others = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM accounts WHERE is_owner AND id <> ?", arguments: [id])
            guard !isOwner || others ?? 0 > 0 else { throw StoreError.taken }
            try database.execute(sql: "INSERT INTO deletions VALUES (?, ?)", arguments: [id, now.milliseconds])
            try database.execute(
                sql: "UPDATE accounts SET is_owner = FALSE, password = ?, name_mark = ? WHERE id = ?",
                arguments: [unusable, mark, id])
            try database.execute(
                sql: "DELETE FROM credentials WHERE device IN (SELECT id FROM devices WHERE account = ?)",
                arguments: [id])
            try database.execute(
                sql: "DELETE FROM invites WHERE inviter = ? AND claimed_by IS NULL", arguments: [id])
        }
    }

    /// Accounts whose deletion was begun and is not finished.
    package func fencedAccounts() async throws(StoreError) -> [AccountID] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT account FROM deletions ORDER BY begun_at, account").map {
                try $0.id(at: 0)
            }
        }
    }

    /// Keeps that nobody is behind these devices any more, and whom they were.
    package func addDepartures(
        _ departures: [DeviceID: ParticipantID], from ledger: LedgerID
    ) async throws(StoreError) {
        let number = try await opened(ledger).number
        try await commits.write { database in
            for (device, participant) in departures {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO departures VALUES (?, ?, ?)",
                    arguments: [number, device.blob, participant.blob])
            }
        }
    }

    /// The devices of deleted accounts, and whom each was in the ledger.
    package func departures(from ledger: LedgerID) async throws(StoreError) -> [DeviceID: ParticipantID] {
        let number = try await opened(ledger).number
        return try await read { database in
            let sql = "SELECT device, participant FROM departures WHERE ledger = ?"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [number])
            return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.id(at: 0), try $0.id(at: 1)) })
        }
    }
}

extension Database {
    func isFenced(_ account: AccountID) throws -> Bool {
        try Int.fetchOne(self, sql: "SELECT 1 FROM deletions WHERE account = ?", arguments: [account.blob]) != nil
    }
}
