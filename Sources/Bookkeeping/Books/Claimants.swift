package import Accounts
package import LedgerCore
import SQLiteStore

/// Who has claimed whom in a ledger, as far as this server can tell: two people whom different accounts have claimed are not
/// one person (`people.md` 8).
package struct Claimants: Sendable {
    private enum Holder: Hashable {
        case account(AccountID)
        /// Somebody in another home.
        case elsewhere
    }

    private let accounts: [DeviceID: AccountID]
    /// Of this server, and of an account that was deleted since: nobody knows any more whose they were.
    private let gone: Set<DeviceID>

    init(accounts: [DeviceID: AccountID], gone: Set<DeviceID>) {
        self.accounts = accounts
        self.gone = gone
    }

    package func areDifferent(_ one: Participant, _ other: Participant, in view: LedgerView) -> Bool {
        let (ours, theirs) = (holders(of: one, view.authors), holders(of: other, view.authors))
        return !ours.isEmpty && !theirs.isEmpty && ours.union(theirs).count > 1
    }

    private func holders(of participant: Participant, _ authors: Authors) -> Set<Holder> {
        Set(
            participant.devices.compactMap { name in
                let device = authors.device(writingAs: name)
                if let account = accounts[device] { return .account(account) }
                return gone.contains(name) ? nil : .elsewhere
            })
    }
}

extension Books {
    package func claimants(in ledger: LedgerID) async throws -> Claimants {
        try await kept {
            let accounts = try await store.accountsByDevice()
            let written = try await store.segments(of: ledger).filter(\.isOwn).map(\.id.device)
            return Claimants(accounts: accounts, gone: Set(written).subtracting(accounts.keys))
        }
    }

    /// The merge of two participants that an event recorded, in whichever ledger of the account it is.
    package func merge(
        recordedBy event: EventID, for account: AccountID
    ) async throws -> (ledger: OpenLedger, participant: ParticipantID)? {
        for facts in try ledgers(of: account) {
            guard let ledger = try? await self.ledger(facts.id, for: account) else { continue }
            let participant = await ledger.read { view in
                view.state.merged.first { $0.value.merged.event == event }?.key
            }
            if let participant { return (ledger, participant) }
        }
        return nil
    }
}
