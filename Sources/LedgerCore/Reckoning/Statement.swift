/// How the balance between two people came about, line by line.
package struct Statement: Sendable {
    package let lines: [Line]

    package struct Line: Hashable, Sendable {
        package let item: Item
        package let date: CalendarDay
        /// What this line adds to what the other person owes; negative when it takes away from it.
        package let amount: Money
        /// What the other person owes after this line.
        package let running: Money
    }

    package enum Item: Hashable, Sendable {
        case expense(ExpenseID)
        case settlement(SettlementID)

        package var bits: UInt128 {
            switch self {
            case .expense(let id): id.bits
            case .settlement(let id): id.bits
            }
        }
    }

    /// Seen by `participant`: positive amounts are what `other` owes. Oldest first.
    package init(of participant: ParticipantID, with other: ParticipantID, in state: LedgerState) {
        guard participant != other else {
            lines = []
            return
        }
        let entries =
            state.expenses.compactMap { Entry($0, participant, other) }
            + state.settlements.compactMap { Entry($0, participant, other) }
        var running = Money.zero
        lines = entries.sorted(by: Entry.precedes).map { entry in
            running += entry.amount
            return Line(item: entry.item, date: entry.date, amount: entry.amount, running: running)
        }
    }

    /// What `other` owes in the end.
    package var balance: Money { lines.last?.running ?? .zero }
}

extension Statement {
    private struct Entry {
        let item: Item
        let date: CalendarDay
        let created: Instant
        let amount: Money

        /// Nil when the expense puts nothing between these two.
        init?(_ expense: Expense, _ participant: ParticipantID, _ other: ParticipantID) {
            let input = expense.input
            if input.isExpected { return nil }
            if let terms = input.terms, !terms.payers.isEmpty {
                let between = terms.debts.compactMap { debt -> Money? in
                    switch (debt.debtor, debt.creditor) {
                    case (other, participant): debt.amount
                    case (participant, other): -debt.amount
                    default: nil
                    }
                }
                if between.isEmpty { return nil }
                amount = between.reduce(.zero, +)
            } else if input.payer == participant, input.split.contains(other) {
                amount = input.share(of: other)
            } else if input.payer == other, input.split.contains(participant) {
                amount = -input.share(of: participant)
            } else {
                return nil
            }
            (item, date, created) = (.expense(expense.id), input.executionDate, expense.created.at)
        }

        init?(_ settlement: Settlement, _ participant: ParticipantID, _ other: ParticipantID) {
            let input = settlement.input
            switch (input.from, input.to) {
            case (participant, other): amount = input.amount
            case (other, participant): amount = -input.amount
            default: return nil
            }
            (item, date, created) = (.settlement(settlement.id), input.date, settlement.created.at)
        }

        static func precedes(_ left: Entry, _ right: Entry) -> Bool {
            (left.date, left.created, left.item.bits) < (right.date, right.created, right.item.bits)
        }
    }
}
