package import Accounts
import Cryptography
package import LedgerCore
import SQLiteStore

/// A token as its owner sees it afterwards: everything but the secret.
package struct Token: Hashable, Sendable {
    package let device: Device
    package let credential: Credential
}

extension Doorkeeper {
    /// The account's devices, browsers and tokens alike.
    package func devices(of account: AccountID) async throws -> [Device] {
        try await kept { try await store.devices(of: account) }
    }

    /// What devices are called: those that this server knows.
    package func names(of devices: Set<DeviceID>) async throws -> [DeviceID: String] {
        try await kept { try await store.names(of: devices) }
    }

    /// Signs the device out for good.
    package func removeDevice(
        _ id: DeviceID, of account: AccountID, as subject: Denial.Subject = .device
    ) async throws {
        guard try await devices(of: account).contains(where: { $0.id == id }) else { throw Denial.notFound(subject) }
        try await storing(whenMissing: .notFound(subject)) { try await store.removeDevice(id) }
        feed.announceSignOut(of: account)
    }

    /// Keeps which ledger the device shows first (`SC-FR-LED-4`). Whether it may open that ledger is for `Books` to say.
    func setActiveLedger(_ ledger: LedgerID?, of device: Device) async throws {
        var device = device
        device.activeLedger = ledger
        try await storing(whenMissing: .signInNeeded) { [device] in
            try await store.updateDevice(device)
        }
    }

    package func renameDevice(of caller: Caller, to name: String, field: String = "deviceName") async throws -> Device {
        var device = caller.device
        device.name = try Device.checkedName(name, field: field)
        try await storing(whenMissing: .signInNeeded) { [device] in
            try await store.updateDevice(device)
        }
        return device
    }

    package func tokens(of account: AccountID) async throws -> [Token] {
        let (devices, credentials) = try await kept {
            (try await store.devices(of: account), try await store.credentials(of: account))
        }
        let byID = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0) })
        return credentials.filter { $0.kind == .token }.compactMap { credential in
            byID[credential.device].map { Token(device: $0, credential: credential) }
        }
    }

    /// A token is a device of its own, with its own log. Whoever is signed out meanwhile gets none.
    package func addToken(
        named name: String, scope: Credential.Scope = .full, expiresAt: Instant?, by caller: Caller
    ) async throws -> SignedIn {
        let name = try Device.checkedName(name, field: "name")
        return try await admit(
            caller.account, named: name, kind: .token, scope: scope, expiresAt: expiresAt,
            for: .credential(caller.credential))
    }

    /// At the command line nobody is signed in.
    package func addToken(
        named name: String, scope: Credential.Scope = .full, expiresAt: Instant?, for account: Account
    ) async throws -> SignedIn {
        let name = try Device.checkedName(name, field: "name")
        return try await admit(account, named: name, kind: .token, scope: scope, expiresAt: expiresAt)
    }

    package func removeToken(_ id: CredentialID, of account: AccountID) async throws {
        guard let token = try await tokens(of: account).first(where: { $0.credential.id == id }) else {
            throw Denial.notFound(.token)
        }
        try await removeDevice(token.device.id, of: account, as: .token)
    }
}
