/// What an expense says beyond what everybody owes: which category it counts for, and when. Since schema version 2.
///
/// A class for the same reason as `ExpenseTerms`: most expenses of a group have none.
package final class BudgetTerms: Sendable {
    package let category: CategoryID?
    package let spread: Spread?
    package let expectation: Expectation?

    /// Nil when there is nothing to say.
    package init?(category: CategoryID? = nil, spread: Spread? = nil, expectation: Expectation? = nil) {
        if category == nil, spread == nil, expectation == nil { return nil }
        self.category = category
        self.spread = spread
        self.expectation = expectation
    }
}

extension BudgetTerms: Hashable {
    package static func == (left: BudgetTerms, right: BudgetTerms) -> Bool {
        left === right
            || (left.category == right.category && left.spread == right.spread
                && left.expectation == right.expectation)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(category)
        hasher.combine(spread)
    }
}

/// Money moved on one day that is budgeted over many: both ends are in it.
package struct Spread: Hashable, Sendable {
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Each month bears alike; `from` is the first and `to` the last day of one.
        case month
        /// Each day bears alike.
        case day
    }

    package var from: CalendarDay
    package var to: CalendarDay
    package var unit: Unit

    package init(from: CalendarDay, to: CalendarDay, by unit: Unit) {
        self.from = from
        self.to = to
        self.unit = unit
    }
}

/// An expense that was foreseen.
package enum Expectation: Hashable, Sendable {
    /// The expense's amount and date are an estimate: nobody owes anything yet.
    case open
    /// The expense is what it came to (zero: it never came); this is what had been expected.
    case reconciled(estimate: Money, on: CalendarDay)
}

extension ExpenseInput {
    package var category: CategoryID? { budget?.category }
    package var spread: Spread? { budget?.spread }
    package var expectation: Expectation? { budget?.expectation }
    /// Expected and not yet real: in no balance and no export.
    package var isExpected: Bool { budget?.expectation == .open }
}
