/// What is still open of expenses: what one person owes another because of an expense, less what was paid for that very
/// expense (`SettlementInput.expense`). An expense is settled when nothing of it is open.
package struct OpenShares: Sendable {
    /// What the lower of two ids owes the higher.
    private struct Link {
        let low: ParticipantID
        let high: ParticipantID
        var amount: Money

        init(_ debt: Debt) {
            let isAscending = debt.debtor < debt.creditor
            low = isAscending ? debt.debtor : debt.creditor
            high = isAscending ? debt.creditor : debt.debtor
            amount = isAscending ? debt.amount : -debt.amount
        }

        func joins(_ other: Link) -> Bool { low == other.low && high == other.high }

        var debt: Debt {
            amount > .zero
                ? Debt(debtor: low, creditor: high, amount: amount) : Debt(debtor: high, creditor: low, amount: -amount)
        }
    }

    private var paid: [ExpenseID: [Link]] = [:]

    package init(_ state: LedgerState) {
        for settlement in state.settlements {
            let input = settlement.input
            guard let expense = input.expense, input.from != input.to else { continue }
            let backwards = Debt(debtor: input.to, creditor: input.from, amount: input.amount)
            paid[expense, default: []].append(Link(backwards))
        }
    }

    /// Whether something was paid for it.
    package func hasPayments(for expense: ExpenseID) -> Bool { paid[expense] != nil }

    /// In the order of the ids. Two who owe each other because of one expense owe the difference; what was paid too much,
    /// because the expense was changed since, is owed back. Of what is only expected nothing is owed yet.
    package func open(of expense: Expense) -> [Debt] {
        let input = expense.input
        if input.isExpected { return [] }
        let payments = paid[expense.id] ?? []
        // Mostly nobody paid yet, and all owe the same person.
        if payments.isEmpty, input.payments.count == 1 { return input.debts.sorted(by: Self.precede) }
        var links = input.debts.map(Link.init)
        for payment in payments where links.contains(where: payment.joins) { links.append(payment) }
        links.sort { ($0.low, $0.high) < ($1.low, $1.high) }
        var open: [Link] = []
        for link in links {
            if let last = open.last, last.joins(link) {
                open[open.count - 1].amount += link.amount
            } else {
                open.append(link)
            }
        }
        return open.filter { $0.amount != .zero }.map(\.debt).sorted(by: Self.precede)
    }

    private static func precede(_ left: Debt, _ right: Debt) -> Bool {
        (left.debtor, left.creditor) < (right.debtor, right.creditor)
    }
}
