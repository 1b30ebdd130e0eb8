/// How far off estimates were: what came out different from what had been expected. Of expenses whose actual date lies
/// within the days; those that are still open have none.
package struct Variance: Hashable, Sendable {
    /// By actual date.
    package private(set) var items: [Item] = []
    package private(set) var total = Deviation()
    /// What is in no category is under nil.
    package private(set) var byCategory: [CategoryID?: Deviation] = [:]
    package private(set) var byMonth: [CalendarMonth: Deviation] = [:]

    package struct Deviation: Hashable, Sendable {
        package private(set) var expected = Money.zero
        package private(set) var actual = Money.zero
        /// Above zero: it cost more.
        package var variance: Money { actual - expected }

        static func += (left: inout Deviation, right: Deviation) {
            left.expected += right.expected
            left.actual += right.actual
        }
    }

    package struct Item: Hashable, Sendable {
        package let expense: Expense
        package let deviation: Deviation
        /// The actual one.
        package var date: CalendarDay { expense.input.executionDate }
    }

    /// Both ends included; nothing when they are swapped.
    package init(from: CalendarDay, to: CalendarDay, in state: LedgerState) {
        let found = state.expenses(matching: ExpenseFilter(from: from, to: to)).compactMap { expense in
            expense.input.deviation.map { Item(expense: expense, deviation: $0) }
        }
        items = found.sorted { ($0.date, $0.expense.id) < ($1.date, $1.expense.id) }
        for item in items {
            total += item.deviation
            byCategory[state.budget.category(of: item.expense.input)?.id, default: Deviation()] += item.deviation
            byMonth[CalendarMonth(item.date), default: Deviation()] += item.deviation
        }
    }
}

extension ExpenseInput {
    /// Nil unless it had been expected and is real by now.
    package var deviation: Variance.Deviation? {
        guard case .reconciled(let estimate, _)? = expectation else { return nil }
        return Variance.Deviation(expected: estimate, actual: amount)
    }
}
