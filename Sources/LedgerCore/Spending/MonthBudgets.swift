/// What each category was given for a month, and what became of it.
package struct MonthBudgets: Hashable, Sendable {
    package let month: CalendarMonth
    /// Every category, in the order in which they were made.
    package let items: [Item]
    package let uncategorised: Spending.Sum

    package struct Item: Hashable, Sendable {
        package let category: Category
        /// Nil: it has no budget.
        package let limit: Money?
        /// All that is budgeted in the month, also what is known of its rest.
        package let spent: Money
        /// What the month will come to if it goes on as it did.
        package let projected: Money
        package let shares: [ParticipantID: Money]
    }

    package enum Health: String, Hashable, Sendable, CaseIterable {
        case under, near, over
    }

    package init(month: CalendarMonth, on today: CalendarDay, in state: LedgerState) {
        self.month = month
        let outlays = state.outlays(in: month.days, asOf: today)
        let spending = Spending(outlays, in: month.days, of: state.budget)
        let pace = Pace(outlays, in: month, on: today, of: state.budget)
        items = state.budget.categoriesInOrder.map { category in
            let sum = spending[category.id]
            return Item(
                category: category, limit: state.budget.limit(of: category.id, in: month), spent: sum.amount,
                projected: sum.amount + (pace?.more(in: category.id) ?? .zero), shares: sum.shares)
        }
        uncategorised = spending[nil]
    }
}

extension MonthBudgets.Item {
    package var remaining: Money? { limit.map { $0 - spent } }

    package var health: MonthBudgets.Health? {
        guard let limit else { return nil }
        if spent > limit { return .over }
        let isNear = 5 * spent.minorUnits >= 4 * limit.minorUnits
        return isNear || projected > limit ? .near : .under
    }
}

/// How one-time expenses went on the days that are gone, from the sixth day of the current month on: fewer days tell
/// nothing. What recurs, is spread or expected is known and does not come faster or slower.
private struct Pace {
    /// One-time expenses up to today, and those that are entered for later.
    private let elapsed: Spending
    private let later: Spending
    private let days: Int128
    private let daysGone: Int128

    init?(_ outlays: [Outlay], in month: CalendarMonth, on today: CalendarDay, of book: BudgetBook) {
        guard CalendarMonth(today) == month, today.day >= 6 else { return nil }
        let oneTime = outlays.filter { $0.kind == .oneTime }
        elapsed = Spending(oneTime.filter { $0.input.executionDate <= today }, in: month.days, of: book)
        later = Spending(oneTime.filter { $0.input.executionDate > today }, in: month.days, of: book)
        days = Int128(month.dayCount)
        daysGone = Int128(today.day)
    }

    /// What is still to come in a category beyond what is entered.
    func more(in category: CategoryID) -> Money {
        let gone = elapsed[category].amount
        let scaled = Money(minorUnits: (gone.minorUnits * days).quotientRoundedDown(dividingBy: daysGone))
        return max(scaled - gone - later[category].amount, .zero)
    }
}
