package import LedgerCore

/// What is reckoned from a ledger, kept for as long as its revision stays: many look at the same numbers. An open ledger
/// has one, and lends it to each of its views.
package final class Reckoned {
    private struct Values {
        var revision = -1
        var balances: Balances?
        var plan: SettleUpPlan?
        var expenses: [ExpenseID]?
        var openShares: OpenShares?
        var labelCounts: [LabelID: Int]?
    }

    private var values = Values()

    /// What was reckoned from a write that was taken back must not be mistaken for what comes under the same revision.
    func forget() { values = Values() }

    private func recall<Value>(
        _ place: WritableKeyPath<Values, Value?>, at revision: Int, _ reckon: () -> Value
    ) -> Value {
        if values.revision != revision { values = Values(revision: revision) }
        if let value = values[keyPath: place] { return value }
        let value = reckon()
        values[keyPath: place] = value
        return value
    }
}

extension Reckoned {
    fileprivate func balances(_ ledger: Ledger) -> Balances {
        recall(\.balances, at: ledger.revision) { Balances(ledger.state) }
    }

    fileprivate func plan(_ ledger: Ledger) -> SettleUpPlan {
        recall(\.plan, at: ledger.revision) { SettleUpPlan(standingIn: ledger.state, balances(ledger)) }
    }

    fileprivate func openShares(_ ledger: Ledger) -> OpenShares {
        recall(\.openShares, at: ledger.revision) { OpenShares(ledger.state) }
    }

    fileprivate func labelCounts(_ ledger: Ledger) -> [LabelID: Int] {
        recall(\.labelCounts, at: ledger.revision) { ledger.state.expenseCounts }
    }

    fileprivate func expenses(_ ledger: Ledger) -> [ExpenseID] {
        recall(\.expenses, at: ledger.revision) {
            ledger.state.expenses.map { (id: $0.id, place: ExpensePlace($0)) }
                .sorted { ExpenseOrder.newest.precedes($0.place, $1.place) }
                .map(\.id)
        }
    }
}

extension LedgerView {
    package var balances: Balances { reckoned.balances(ledger) }

    package var settleUpPlan: SettleUpPlan { reckoned.plan(ledger) }

    package var openShares: OpenShares { reckoned.openShares(ledger) }

    /// How many expenses carry each label (`SC-FR-LBL-6`).
    package var expenseCounts: [LabelID: Int] { reckoned.labelCounts(ledger) }

    /// A page of all expenses, newest first (`SC-FR-HIS-1`), without going through the others: the list that everybody
    /// opens first, and again after every change.
    package func newestExpenses(after place: ExpensePlace?, limit: Int) -> ExpensePage {
        let order = reckoned.expenses(ledger)
        var (low, high) = (0, place == nil ? 0 : order.count)
        while let place, low < high {
            let middle = (low + high) / 2
            let isBeyond = state.expenses[order[middle]].map { ExpenseOrder.newest.precedes(place, ExpensePlace($0)) }
            if isBeyond ?? true { high = middle } else { low = middle + 1 }
        }
        let expenses = order[low...].prefix(limit + 1).compactMap { state.expenses[$0] }
        return ExpensePage(expenses, in: .newest, after: place, limit: limit)
    }
}
