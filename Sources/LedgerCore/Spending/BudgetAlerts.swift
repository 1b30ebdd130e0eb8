/// What somebody should know of today: budgets of the month that are nearly or more than spent, what is to be paid soon, and
/// what should have been.
package struct BudgetAlerts: Hashable, Sendable {
    package let items: [Item]

    package struct Item: Hashable, Sendable {
        package let kind: Kind
        package let title: String
        /// On which it is, or was, to be paid; nil for a budget.
        package let date: CalendarDay?
        /// What is to be paid in all; of a budget what is spent.
        package let amount: Money
        package let source: BudgetSource
    }

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case overdue, overBudget, nearBudget, upcoming
    }

    /// Most pressing first. Somebody else's own categories, and what others pay among themselves, are left out.
    package init(on today: CalendarDay, in state: LedgerState, for participant: ParticipantID) {
        let person = state.resolved(participant)
        let budgets = MonthBudgets(month: CalendarMonth(today), on: today, in: state).items
            .filter { ($0.category.input.owner ?? person) == person }
        var found = budgets.compactMap { Item($0) }
        let soon = today...today.adding(days: Limits.upcomingDays)
        var bills: [Item] = []
        for expense in state.expenses where expense.input.isExpected && expense.input.involves(person) {
            let date = expense.input.executionDate
            if date > soon.upperBound { continue }
            bills.append(Item(date < today ? .overdue : .upcoming, expense.input, .expense(expense.id)))
        }
        for schedule in state.schedules.values {
            for occurrence in schedule.occurrences(in: soon, of: state)
            where !occurrence.isSkipped && occurrence.input.involves(person) {
                bills.append(Item(.upcoming, occurrence.input, .occurrence(occurrence.id)))
            }
        }
        found += bills.sorted {
            ($0.date ?? today, $0.title, $0.source.order) < ($1.date ?? today, $1.title, $1.source.order)
        }
        items = Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
    }
}

extension BudgetAlerts.Item {
    fileprivate init(_ kind: BudgetAlerts.Kind, _ input: ExpenseInput, _ source: BudgetSource) {
        self.init(kind: kind, title: input.title, date: input.executionDate, amount: input.amount, source: source)
    }

    /// Nil as long as there is nothing to say.
    fileprivate init?(_ item: MonthBudgets.Item) {
        guard let health = item.health, health != .under else { return nil }
        self.init(
            kind: health == .over ? .overBudget : .nearBudget, title: item.category.input.name, date: nil,
            amount: item.spent, source: .category(item.category.id))
    }
}
