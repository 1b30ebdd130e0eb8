package import LedgerCore

/// A ledger as it stands while it is looked at. It never leaves the moment it was made for: what is wanted from it is
/// returned as a value.
package struct LedgerView {
    package let ledger: Ledger
    package let authors: Authors
    let departures: [DeviceID: ParticipantID]
    package let reckoned: Reckoned

    package var state: LedgerState { ledger.state }
    /// The number of distinct events, in order of arrival.
    package var revision: Int { ledger.revision }
}

extension LedgerView {
    /// The people who were an account that was deleted from this server, and whom nobody else has claimed.
    package var peopleOfDeletedAccounts: Set<ParticipantID> {
        Set(departures.values.map(state.resolved)).filter { person in
            state.participants[person]?.devices.allSatisfy { departures[$0] != nil } ?? false
        }
    }
}

/// Somebody changed the item since the version that a write was made for (412).
package struct ChangedMeanwhile: Error, Hashable, Sendable {
    package let current: EventID?
}

extension LedgerView {
    /// Compares the version that a write expects with the one that is there now.
    package func expect(_ expected: EventID?, of expense: ExpenseID) throws(ChangedMeanwhile) {
        try expect(expected, current: state.expenses[expense]?.version)
    }

    package func expect(_ expected: EventID?, of settlement: SettlementID) throws(ChangedMeanwhile) {
        try expect(expected, current: state.settlements[settlement]?.version)
    }

    private func expect(_ expected: EventID?, current: EventID?) throws(ChangedMeanwhile) {
        guard expected == nil || expected == current else { throw ChangedMeanwhile(current: current) }
    }
}
