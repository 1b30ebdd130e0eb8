package import Accounts
package import LedgerCore
import SQLiteStore

/// Who an account is in a ledger: the people whom its devices claimed, those that are signed out by now included. The claim
/// alone says so, never a name or a place in a list (rule 5 of docs/security.md, "People").
package struct Identity: Hashable, Sendable {
    /// Everyone the account's devices are; more than one only if they claimed different people.
    package let participants: Set<ParticipantID>
    /// The names under which its devices write here.
    package let authors: Set<DeviceID>
}

extension LedgerView {
    /// `devices`: all that ever were the account's.
    package func identity(of devices: [DeviceID]) -> Identity {
        Identity(
            participants: Set(devices.compactMap { participant(of: $0) }),
            authors: Set(devices.flatMap(authors.names)))
    }

    /// Whether somebody else's device claimed the participant.
    package func isTaken(_ participant: Participant, from identity: Identity) -> Bool {
        !participant.devices.isSubset(of: identity.authors)
    }
}

extension Books {
    package func identity(of account: AccountID, in ledger: OpenLedger) async throws -> Identity {
        let devices = try await kept { try await store.allDevices(of: account) }
        return await ledger.read { $0.identity(of: devices) }
    }
}
