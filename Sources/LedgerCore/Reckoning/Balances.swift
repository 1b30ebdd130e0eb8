/// Who owes whom (`SC-FR-BAL-1`): raw and pairwise, nothing routed through third people (`SC-FR-BAL-4`).
///
/// Everybody whom an expense or settlement names is in it, also people whom this ledger does not know (their
/// `ParticipantAdded` may still be under way): so positions always sum to zero.
package struct Balances: Sendable {
    /// In the order of their ids.
    package let people: [ParticipantID]
    private let places: [ParticipantID: Int]
    /// What the person of the row owes the person of the column, row by row.
    private var owed: [Money]

    /// - Parameter asOf: counts only what was executed up to that day.
    package init(_ state: LedgerState, asOf day: CalendarDay = .latest) {
        people = Self.everybody(in: state).sorted()
        places = Dictionary(uniqueKeysWithValues: zip(people, people.indices))
        owed = Array(repeating: .zero, count: people.count * people.count)
        for expense in state.expenses where expense.input.executionDate <= day { add(expense.input) }
        for settlement in state.settlements where settlement.input.date <= day { add(settlement.input) }
    }

    package struct Debt: Hashable, Sendable {
        package let debtor: ParticipantID
        package let creditor: ParticipantID
        package let amount: Money
    }

    package struct Position: Hashable, Sendable {
        package let participant: ParticipantID
        /// Positive: is owed. Negative: owes.
        package let amount: Money

        package init(participant: ParticipantID, amount: Money) {
            self.participant = participant
            self.amount = amount
        }
    }

    /// What `debtor` owes `creditor`; negative when it is the other way round.
    package func owes(_ debtor: ParticipantID, _ creditor: ParticipantID) -> Money {
        guard let row = places[debtor], let column = places[creditor] else { return .zero }
        return net(row, column)
    }

    /// Every open debt, once, in the order of the ids.
    package var debts: [Debt] {
        people.indices.flatMap { row in
            people.indices.compactMap { column in
                let amount = net(row, column)
                return amount > .zero ? Debt(debtor: people[row], creditor: people[column], amount: amount) : nil
            }
        }
    }

    /// Everybody's, also when it is zero.
    package var positions: [Position] {
        people.indices.map { row in
            let amount = people.indices.reduce(Money.zero) { $0 - net(row, $1) }
            return Position(participant: people[row], amount: amount)
        }
    }

    /// The summary of one person (`SC-FR-BAL-2`): those with an open debt, positive where they owe this person.
    package func facing(_ participant: ParticipantID) -> [Position] {
        people.compactMap { other in
            let amount = owes(other, participant)
            return amount == .zero ? nil : Position(participant: other, amount: amount)
        }
    }
}

extension Balances {
    private mutating func add(_ expense: ExpenseInput) {
        guard let payer = places[expense.payer] else { return }
        for (participant, share) in zip(expense.split, expense.shares) {
            guard let debtor = places[participant] else { continue }
            owed[debtor * people.count + payer] += share
        }
    }

    private mutating func add(_ settlement: SettlementInput) {
        guard let from = places[settlement.from], let to = places[settlement.to] else { return }
        owed[from * people.count + to] -= settlement.amount
    }

    private func net(_ row: Int, _ column: Int) -> Money {
        owed[row * people.count + column] - owed[column * people.count + row]
    }

    private static func everybody(in state: LedgerState) -> Set<ParticipantID> {
        var people = Set(state.participants.keys)
        for expense in state.expenses {
            people.insert(expense.input.payer)
            people.formUnion(expense.input.split)
        }
        for settlement in state.settlements { people.formUnion([settlement.input.from, settlement.input.to]) }
        return people
    }
}
