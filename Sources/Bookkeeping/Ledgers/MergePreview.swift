package import LedgerCore

/// What it means that two participants are one person, in numbers, before it is recorded and after.
package struct MergePreview: Hashable, Sendable {
    package struct Position: Hashable, Sendable {
        package let participant: ParticipantID
        package let before: Money
        package let after: Money
    }

    /// Everybody's; who is merged away has nothing afterwards.
    package let positions: [Position]
    /// How many name who is merged away.
    package let expenses: Int
    package let settlements: Int

    package init(of participant: ParticipantID, before: LedgerState, after: LedgerState) {
        let after = Dictionary(
            Balances(after).positions.map { ($0.participant, $0.amount) }, uniquingKeysWith: +)
        positions = Balances(before).positions.map {
            Position(participant: $0.participant, before: $0.amount, after: after[$0.participant] ?? .zero)
        }
        expenses = before.expenses.count { $0.input.involves(participant) }
        settlements = before.settlements.count { $0.input.involves(participant) }
    }
}
