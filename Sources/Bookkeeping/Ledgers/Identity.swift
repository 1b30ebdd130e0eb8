package import Accounts
package import LedgerCore
import SQLiteStore

/// Who an account is in a ledger: the people whom its devices claimed, those that are signed out by now included. The claim
/// alone says so, never a name or a place in a list (rule 5 of docs/security.md, "People").
package struct Identity: Hashable, Sendable {
    /// More than one only if its devices claimed different people.
    package let participants: Set<ParticipantID>
}

extension LedgerView {
    /// `devices`: all that ever were the account's.
    package func identity(of devices: [DeviceID]) -> Identity {
        Identity(participants: Set(devices.compactMap { participant(of: $0) }))
    }
}

extension Books {
    package func identity(of account: AccountID, in ledger: OpenLedger) async throws -> Identity {
        let devices = try await kept { try await store.allDevices(of: account) }
        return await ledger.read { $0.identity(of: devices) }
    }
}
