/// What a ledger plans: categories and their budgets, who bears how much from when on, what somebody wants to save.
/// Everything that is dated holds from its date until the next one.
package struct BudgetBook: Hashable, Sendable {
    package internal(set) var categories: [CategoryID: Category] = [:]
    /// Monthly limits by the month from which on they hold; nil takes a limit back.
    package internal(set) var limits: [CategoryID: [CalendarMonth: Money?]] = [:]
    /// Weights by the day from which on they hold; empty takes the ratio back.
    package internal(set) var ratios: [CalendarDay: [Split.Weight]] = [:]
    package internal(set) var savingGoals: [ParticipantID: [CalendarMonth: Money]] = [:]

    package init() {}
}
