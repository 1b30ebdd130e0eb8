package import Accounts
import GRDB
package import LedgerCore

extension Store {
    /// Keeps when devices were used, all in one commit. Devices that are gone by then are passed over.
    package func keepUses(_ uses: [DeviceID: Instant]) async throws(StoreError) {
        try await commits.write { database in
            for (device, instant) in uses {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO device_uses SELECT id, ? FROM devices WHERE id = ?",
                    arguments: [instant.milliseconds, device.blob])
            }
        }
    }

    /// When the devices of an account were used; those that never were are not in it.
    package func uses(of account: AccountID) async throws(StoreError) -> [DeviceID: Instant] {
        try await read { database in
            let sql = """
                SELECT device, used_at FROM device_uses JOIN devices ON devices.id = device_uses.device
                WHERE devices.account = ?
                """
            let rows = try Row.fetchAll(database, sql: sql, arguments: [account.blob])
            return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.id(at: 0), $0.instant(at: 1)) })
        }
    }

    /// For the owner's list: how many devices each account has, and when one of them was used last.
    package func presence() async throws(StoreError) -> [AccountID: Presence] {
        try await read { database in
            let sql = """
                SELECT account, count(*), max(coalesce(used_at, created_at))
                FROM devices LEFT JOIN device_uses ON device_uses.device = devices.id GROUP BY account
                """
            return try Dictionary(
                uniqueKeysWithValues: Row.fetchAll(database, sql: sql).map { row in
                    (try row.id(at: 0), Presence(deviceCount: row[1], lastUsedAt: row.optionalInstant(at: 2)))
                })
        }
    }
}
