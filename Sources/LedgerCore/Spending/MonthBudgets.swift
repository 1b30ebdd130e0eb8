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
        var spending = Spending()
        var pace = Pace(of: month, on: today)
        state.forEachOutlay(in: month.days, asOf: today) { outlay in
            spending.add(outlay, in: month.days, of: state.budget)
            pace?.add(outlay, of: state.budget)
        }
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
    private let month: CalendarMonth
    private let today: CalendarDay
    /// One-time expenses up to today, and those that are entered for later.
    private var elapsed = Spending()
    private var later = Spending()

    init?(of month: CalendarMonth, on today: CalendarDay) {
        guard CalendarMonth(today) == month, today.day >= 6 else { return nil }
        (self.month, self.today) = (month, today)
    }

    mutating func add(_ outlay: Outlay, of book: BudgetBook) {
        guard outlay.kind == .oneTime else { return }
        if outlay.input.executionDate <= today {
            elapsed.add(outlay, in: month.days, of: book)
        } else {
            later.add(outlay, in: month.days, of: book)
        }
    }

    /// What is still to come in a category beyond what is entered.
    func more(in category: CategoryID) -> Money {
        let gone = elapsed[category].amount
        let whole = gone.minorUnits * Int128(month.dayCount)
        let scaled = Money(minorUnits: whole.quotientRoundedDown(dividingBy: Int128(today.day)))
        return max(scaled - gone - later[category].amount, .zero)
    }
}
