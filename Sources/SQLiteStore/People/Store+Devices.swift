package import Accounts
import GRDB
package import LedgerCore

/// What somebody is let in for. It took time to prove, and has to be so still when the device is kept.
package enum Entitlement: Hashable, Sendable {
    /// The hash that was compared is the account's.
    case password(hash: String)
    case passkey(PasskeyID)
    /// Who asks is signed in.
    case credential(CredentialID)
    /// The machine's administrator asks, or the account is only just being made.
    case none
}

extension Store {
    /// Whom a secret lets in, by its hash. `nil`: nobody. Expiry is for the caller to judge.
    package func admission(secretHash: [UInt8]) throws(StoreError) -> Admission? {
        try admissions.admission(secretHash: secretHash)
    }

    package func devices(of account: AccountID) async throws(StoreError) -> [Device] {
        try await read { [vault] database in
            let sql = """
                SELECT \(Vault.deviceSelection)
                FROM devices LEFT JOIN ledgers ON ledgers.number = devices.active_ledger
                WHERE devices.account = ? ORDER BY devices.created_at, devices.id
                """
            return try Row.fetchAll(database, sql: sql, arguments: [account.blob]).map { try vault.device($0, at: 0) }
        }
    }

    /// Every device that ever was the account's, signed in or not: what it wrote and whom it claimed is still theirs.
    package func allDevices(of account: AccountID) async throws(StoreError) -> [DeviceID] {
        try await read { database in
            let sql = """
                SELECT id FROM devices WHERE account = ?
                UNION ALL SELECT device FROM past_devices WHERE account = ?
                """
            let rows = try Row.fetchAll(database, sql: sql, arguments: [account.blob, account.blob])
            return try rows.map { try $0.id(at: 0) }
        }
    }

    /// What devices are called: those that this server knows.
    package func names(of devices: Set<DeviceID>) async throws(StoreError) -> [DeviceID: String] {
        try await read { [vault] database in
            try devices.reduce(into: [:]) { names, device in
                let sql = "SELECT name FROM devices WHERE id = ?"
                guard let row = try Row.fetchOne(database, sql: sql, arguments: [device.blob]) else { return }
                names[device] = try vault.openText(try row.bytes(at: 0), .deviceName(device))
            }
        }
    }

    /// Whose each device is or was.
    package func accountsByDevice() async throws(StoreError) -> [DeviceID: AccountID] {
        try await read { database in
            let sql = "SELECT id, account FROM devices UNION ALL SELECT device, account FROM past_devices"
            return try Row.fetchAll(database, sql: sql).reduce(into: [:]) { accounts, row in
                accounts[try row.id(at: 0)] = try row.id(at: 1)
            }
        }
    }

    /// A new device and what lets it in, together. Devices whose credentials have expired by then go. `.missing` when the
    /// account is gone, or about to go, or when what it is let in for is so no more.
    package func admit(
        _ device: Device, with credential: Credential, for entitlement: Entitlement = .none
    ) async throws(StoreError) {
        let values = arguments(device)
        try await commits.write { [vault] database in
            guard try !database.isFenced(device.account), try database.holds(entitlement, of: device.account, in: vault)
            else { throw StoreError.missing }
            try database.execute(
                sql: "DELETE FROM devices WHERE id IN (SELECT device FROM credentials WHERE expires_at <= ?)",
                arguments: [credential.createdAt.milliseconds])
            try database.insertDevice(values)
            try database.insert(credential)
        }
    }

    /// Keeps the name and the active ledger.
    package func updateDevice(_ device: Device) async throws(StoreError) {
        let name = vault.seal(device.name, .deviceName(device.id))
        let ledger = device.activeLedger.map { vault.mark($0) }
        try await commits.write { database in
            try database.execute(
                sql: """
                    UPDATE devices SET name = ?, active_ledger = (SELECT number FROM ledgers WHERE mark = ?)
                    WHERE id = ?
                    """,
                arguments: [name, ledger, device.id.blob])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }

    /// With its credentials. Its log stays.
    package func removeDevice(_ device: DeviceID) async throws(StoreError) {
        try await commits.write { database in
            try database.execute(sql: "DELETE FROM devices WHERE id = ?", arguments: [device.blob])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }
}

// MARK: - Rows

extension Store {
    func arguments(_ device: Device) -> StatementArguments {
        [
            device.id.blob, device.account.blob, device.kind.rawValue,
            vault.seal(device.name, .deviceName(device.id)), device.createdAt.milliseconds,
            device.activeLedger.map { vault.mark($0) },
        ]
    }
}

extension Database {
    func holds(_ entitlement: Entitlement, of account: AccountID, in vault: Vault) throws -> Bool {
        switch entitlement {
        case .none: true
        case .password(let hash): try passwordHash(of: account, in: vault) == hash
        case .passkey(let id):
            try has("SELECT 1 FROM passkeys WHERE id = ? AND account = ?", [id.blob, account.blob])
        case .credential(let id):
            try has(
                """
                SELECT 1 FROM credentials JOIN devices ON devices.id = credentials.device
                WHERE credentials.id = ? AND devices.account = ?
                """, [id.blob, account.blob])
        }
    }

    private func has(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try Int.fetchOne(self, sql: sql, arguments: arguments) != nil
    }

    func insertDevice(_ values: StatementArguments) throws {
        try execute(
            sql: "INSERT INTO devices VALUES (?, ?, ?, ?, ?, (SELECT number FROM ledgers WHERE mark = ?))",
            arguments: values)
    }
}

extension Vault.Place {
    static func deviceName(_ id: DeviceID) -> Self { Self("devices.name", id.blob.bytes) }
}

extension Vault {
    static let deviceSelection = """
        devices.id, devices.account, devices.kind, devices.name, devices.created_at, ledgers.sealed_id, ledgers.mark
        """
    static let deviceColumns = 7

    func device(_ row: Row, at start: Int) throws -> Device {
        let id: DeviceID = try row.id(at: start)
        return Device(
            id: id, account: try row.id(at: start + 1), kind: try row.kind(at: start + 2),
            name: try openText(try row.bytes(at: start + 3), .deviceName(id)), createdAt: row.instant(at: start + 4),
            activeLedger: try row.optionalBytes(at: start + 5).map { sealed in
                try ledgerID(sealed, mark: try row.bytes(at: start + 6))
            })
    }
}

extension Row {
    func kind(at index: Int) throws -> Device.Kind {
        guard let kind = Device.Kind(rawValue: self[index]) else {
            throw StoreError.damaged(detail: "a kind of device")
        }
        return kind
    }
}
