/// What a ledger plans: categories and their budgets, who bears how much from when on, what somebody wants to save.
/// Everything that is dated holds from its date until the next one.
package struct BudgetBook: Hashable, Sendable {
    package internal(set) var categories: [CategoryID: Category] = [:]
    /// Categories that were here once, as they were. What was entered meanwhile may still name them.
    package internal(set) var deletedCategories: [CategoryID: CategoryInput] = [:]
    /// Monthly limits by the month from which on they hold; nil takes a limit back.
    package internal(set) var limits: [CategoryID: [CalendarMonth: Money?]] = [:]
    /// Weights by the day from which on they hold; empty takes the ratio back.
    package internal(set) var ratios: [CalendarDay: [Split.Weight]] = [:]
    package internal(set) var savingGoals: [ParticipantID: [CalendarMonth: Money]] = [:]

    package init() {}
}

extension BudgetBook {
    /// The category's limit for the month; nil when it has none.
    package func limit(of category: CategoryID, in month: CalendarMonth) -> Money? {
        (limits[category] ?? [:]).inForce(on: month)?.value ?? nil
    }

    /// Who bears how much of what is shared on the day; nil when nobody said.
    package func ratio(on day: CalendarDay) -> [Split.Weight]? {
        ratios.inForce(on: day).flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Zero unless set.
    package func savingGoal(of participant: ParticipantID, in month: CalendarMonth) -> Money {
        (savingGoals[participant] ?? [:]).inForce(on: month)?.value ?? .zero
    }

    /// In the order in which they were made.
    package var categoriesInOrder: [Category] {
        categories.values.sorted { ($0.created.at, $0.id) < ($1.created.at, $1.id) }
    }

    /// As it is now, or as it was when it was deleted.
    package func categoryEverKnown(_ id: CategoryID) -> CategoryInput? {
        categories[id]?.input ?? deletedCategories[id]
    }

    /// Nil for what is of none, also because its category was deleted.
    package func category(of input: ExpenseInput) -> Category? { input.category.flatMap { categories[$0] } }
}

extension Dictionary where Key: Comparable {
    /// The last that began by then.
    fileprivate func inForce(on key: Key) -> Element? { filter { $0.key <= key }.max { $0.key < $1.key } }
}
