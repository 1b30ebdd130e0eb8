/// What expenses come to, in all and for each person; without those that are only expected.
package struct Summary: Hashable, Sendable {
    package let total: Money
    package let count: Int
    /// Everybody who is listed in the ledger, and whoever else is named, in the order of the ids.
    package let people: [Person]

    package struct Person: Hashable, Sendable {
        package let participant: ParticipantID
        package var paid = Money.zero
        package var share = Money.zero
        package var net: Money { paid - share }
    }

    package init(_ state: LedgerState, _ filter: ExpenseFilter = .everything) {
        var (total, count) = (Money.zero, 0)
        var people: [ParticipantID: Person] = [:]
        for participant in state.listedParticipants { people[participant.id] = Person(participant: participant.id) }
        for expense in state.expenses(matching: filter) where !expense.input.isExpected {
            let input = expense.input
            total += input.amount
            count += 1
            if let payers = input.terms?.payers, !payers.isEmpty {
                for payer in payers {
                    people[payer.participant, default: Person(participant: payer.participant)].paid += payer.amount
                }
            } else {
                people[input.payer, default: Person(participant: input.payer)].paid += input.amount
            }
            for (participant, share) in zip(input.split, input.shares) {
                people[participant, default: Person(participant: participant)].share += share
            }
        }
        self.total = total
        self.count = count
        self.people = people.values.sorted { $0.participant < $1.participant }
    }
}
