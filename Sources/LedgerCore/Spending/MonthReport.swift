/// Months side by side: what came in and what went out, by category and by person. Each is the sum of its days.
package struct MonthReport: Hashable, Sendable {
    package private(set) var months: [Month]

    package struct Month: Hashable, Sendable {
        package let month: CalendarMonth
        package fileprivate(set) var income: [ParticipantID: Money] = [:]
        package fileprivate(set) var spending = Spending()

        package var incomeTotal: Money { income.values.reduce(.zero, +) }
    }

    /// Both ends included; no month when they are swapped.
    package init(from: CalendarMonth, to: CalendarMonth, on today: CalendarDay, in state: LedgerState) {
        let count = max(from.distance(to: to) + 1, 0)
        months = (0..<count).compactMap { from.adding(months: $0).map { Month(month: $0) } }
        if months.isEmpty { return }
        let days = from.firstDay...to.lastDay
        let place = { (day: CalendarDay) in from.distance(to: CalendarMonth(day)) }
        state.forEachOutlay(in: days, asOf: today) { outlay in
            let touched = outlay.days.clamped(to: days)
            for place in place(touched.lowerBound)...place(touched.upperBound) {
                months[place].spending.add(outlay, in: months[place].month.days, of: state.budget)
            }
        }
        for (recipient, line) in state.incomeLines(in: days) {
            guard let date = line.date else { continue }
            months[place(date)].income[recipient, default: .zero] += line.amount
        }
    }
}
