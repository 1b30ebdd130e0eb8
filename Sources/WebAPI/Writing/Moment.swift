import Bookkeeping
import LedgerCore

/// A ledger as it stands in one moment: what entries are shown with.
final class Moment: Sendable {
    /// With every occurrence that has come.
    let state: LedgerState
    let openShares: OpenShares
    let today: CalendarDay
    let currency: Currency

    /// - Parameter day: as if it were that day.
    init(_ view: LedgerView, _ currency: Currency, on day: CalendarDay? = nil) {
        state = day.map(view.standing) ?? view.standing
        openShares = view.openShares
        today = day ?? view.today
        self.currency = currency
    }

    /// What it is shown as: occurrences are named after their schedule.
    func address(of expense: ExpenseID) -> ExpenseAddress {
        state.occurrences[expense].map { ExpenseAddress($0) } ?? ExpenseAddress(id: expense)
    }
}

extension Member {
    /// The moment, and what else is looked at in it.
    func moment<Value: Sendable>(
        on day: CalendarDay? = nil, _ look: @escaping @Sendable (LedgerView) -> Value
    ) async -> (Moment, Value) {
        let currency = ledger.currency
        return await ledger.read { view in (Moment(view, currency, on: day), look(view)) }
    }

    func moment(on day: CalendarDay? = nil) async -> Moment { await moment(on: day) { _ in }.0 }
}
