package import LedgerCore

/// What is reckoned from a ledger, kept for as long as its revision stays, and the day where occurrences come with the
/// days: many look at the same numbers. An open ledger has one, and lends it to each of its views.
package final class Reckoned {
    /// When what is kept is true.
    private struct Moment: Equatable {
        let revision: Int
        /// Nil where no day makes a difference.
        let day: CalendarDay?
    }

    private struct Values {
        var moment: Moment?
        var standing: LedgerState?
        var balances: Balances?
        var plan: SettleUpPlan?
        var expenses: [ExpenseID]?
        var openShares: OpenShares?
        var labelCounts: [LabelID: Int]?
    }

    private var values = Values()
    private let world: World

    init(_ world: World) { self.world = world }

    /// What was reckoned from a write that was taken back must not be mistaken for what comes under the same revision.
    func forget() { values = Values() }

    fileprivate var zoneHere: String? { world.zones.here }

    fileprivate func today(in zone: String?) -> CalendarDay { world.zones.day(of: world.now(), in: zone) }

    private func recall<Value>(
        _ place: WritableKeyPath<Values, Value?>, of ledger: Ledger, _ reckon: (LedgerState) -> Value
    ) -> Value {
        let state = ledger.state
        let day = state.schedules.isEmpty ? nil : today(in: state.timeZone)
        let moment = Moment(revision: ledger.revision, day: day)
        if values.moment != moment { values = Values(moment: moment, standing: day.map(state.standing)) }
        if let value = values[keyPath: place] { return value }
        let value = reckon(values.standing ?? state)
        values[keyPath: place] = value
        return value
    }
}

extension Reckoned {
    fileprivate func standing(_ ledger: Ledger) -> LedgerState {
        ledger.state.schedules.isEmpty ? ledger.state : recall(\.standing, of: ledger) { $0 }
    }

    fileprivate func balances(_ ledger: Ledger) -> Balances {
        recall(\.balances, of: ledger) { Balances($0) }
    }

    fileprivate func plan(_ ledger: Ledger) -> SettleUpPlan {
        recall(\.plan, of: ledger) { SettleUpPlan(standingIn: $0, balances(ledger)) }
    }

    fileprivate func openShares(_ ledger: Ledger) -> OpenShares {
        recall(\.openShares, of: ledger) { OpenShares($0) }
    }

    fileprivate func labelCounts(_ ledger: Ledger) -> [LabelID: Int] {
        recall(\.labelCounts, of: ledger, \.expenseCounts)
    }

    fileprivate func expenses(_ ledger: Ledger) -> [ExpenseID] {
        recall(\.expenses, of: ledger) { state in
            state.expenses.map { (id: $0.id, place: ExpensePlace($0)) }
                .sorted { ExpenseOrder.newest.precedes($0.place, $1.place) }
                .map(\.id)
        }
    }
}

extension LedgerView {
    /// As somebody chose; else the server's own.
    package var timeZone: String? { state.timeZone ?? reckoned.zoneHere }

    /// Which day it is where the ledger is kept.
    package var today: CalendarDay { reckoned.today(in: state.timeZone) }

    /// The state with every occurrence among the expenses that has come by today. As it is, without schedules.
    package var standing: LedgerState { reckoned.standing(ledger) }

    package var balances: Balances { reckoned.balances(ledger) }

    /// As it stands on another day, also one that is foreseen.
    package func standing(on day: CalendarDay) -> LedgerState {
        state.schedules.isEmpty ? state : state.standing(on: min(day, lastForeseen))
    }

    /// In ten years: no question makes a server work out what recurs for a thousand.
    package var lastForeseen: CalendarDay { today.adding(days: 3_653) }

    package var settleUpPlan: SettleUpPlan { reckoned.plan(ledger) }

    package var openShares: OpenShares { reckoned.openShares(ledger) }

    /// How many expenses carry each label (`SC-FR-LBL-6`).
    package var expenseCounts: [LabelID: Int] { reckoned.labelCounts(ledger) }

    /// A page of all expenses, newest first (`SC-FR-HIS-1`), without going through the others: the list that everybody
    /// opens first, and again after every change.
    package func newestExpenses(after place: ExpensePlace?, limit: Int) -> ExpensePage {
        let order = reckoned.expenses(ledger)
        let state = standing
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
