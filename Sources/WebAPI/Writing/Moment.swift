import Bookkeeping
import JSON
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

    /// All of a kind, in pages.
    /// - Parameter isDated: whether they can be asked for as of another day.
    func list<View: Listed>(_: View.Type, _ call: Call, isDated: Bool = false) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        let day = isDated ? query.optionalDay("date") : nil
        try query.finish()
        return page.answer(View.all(in: await moment(on: day)), place: \.place) { json, view in json.value(view) }
    }
}

/// What has a list of its own.
protocol Listed: JSONWritable {
    var place: Place { get }

    /// In the order of their places.
    static func all(in moment: Moment) -> [Self]
}
