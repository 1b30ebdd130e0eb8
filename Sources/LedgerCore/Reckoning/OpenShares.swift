/// What is still open of expenses: what one person owes another because of an expense, less what was paid for that very
/// expense (`Settlement.input.expense`). An expense is settled when nothing of it is open.
package struct OpenShares: Sendable {
    fileprivate struct Pair: Hashable {
        let debtor: ParticipantID
        let creditor: ParticipantID
    }

    private var paid: [ExpenseID: [Pair: Money]] = [:]

    package init(_ state: LedgerState) {
        for settlement in state.settlements {
            let input = settlement.input
            guard let expense = input.expense else { continue }
            paid[expense, default: [:]].add(input.amount, from: input.from, to: input.to)
        }
    }

    /// In the order of the ids. Two who owe each other because of one expense owe the difference; what was paid too much,
    /// because the expense was changed since, is owed back.
    package func open(of expense: Expense) -> [Debt] {
        var open: [Pair: Money] = [:]
        for debt in expense.input.debts { open.add(debt.amount, from: debt.debtor, to: debt.creditor) }
        if let paid = paid[expense.id] {
            for (pair, amount) in paid where open[pair] != nil { open[pair, default: .zero] -= amount }
        }
        return open.compactMap { pair, amount in
            if amount == .zero { return nil }
            return amount > .zero
                ? Debt(debtor: pair.debtor, creditor: pair.creditor, amount: amount)
                : Debt(debtor: pair.creditor, creditor: pair.debtor, amount: -amount)
        }.sorted { ($0.debtor, $0.creditor) < ($1.debtor, $1.creditor) }
    }
}

extension [OpenShares.Pair: Money] {
    /// A pair stands under the lower id first.
    fileprivate mutating func add(_ amount: Money, from debtor: ParticipantID, to creditor: ParticipantID) {
        if debtor < creditor {
            self[OpenShares.Pair(debtor: debtor, creditor: creditor), default: .zero] += amount
        } else if creditor < debtor {
            self[OpenShares.Pair(debtor: creditor, creditor: debtor), default: .zero] -= amount
        }
    }
}
