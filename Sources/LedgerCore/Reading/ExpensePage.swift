/// A stretch of a list of expenses. Pages follow each other by the place of the last item, not by a count, so that
/// expenses that come or go in between neither repeat nor hide others.
package struct ExpensePage: Sendable {
    package let expenses: [Expense]
    /// After which the next page begins; nil when this is the last.
    package let next: ExpensePlace?

    /// Keeps no more than twice a page in hand, and sorts that now and then: a page of a hundred out of a hundred
    /// thousand costs little more than going through them.
    package init(
        _ expenses: some Sequence<Expense>, in order: ExpenseOrder, after place: ExpensePlace?, limit: Int
    ) {
        let wanted = min(max(limit, 1), 1_000_000) + 1
        var best: [(place: ExpensePlace, expense: Expense)] = []
        var last: ExpensePlace?
        for expense in expenses {
            let candidate = ExpensePlace(expense)
            if let place, !order.precedes(place, candidate) { continue }
            if let last, !order.precedes(candidate, last) { continue }
            best.append((candidate, expense))
            guard best.count >= 2 * wanted else { continue }
            best = Self.first(wanted, of: best, in: order)
            last = best[wanted - 1].place
        }
        best = Self.first(wanted, of: best, in: order)
        self.expenses = best.prefix(wanted - 1).map(\.expense)
        next = best.count == wanted ? best[wanted - 2].place : nil
    }

    private static func first(
        _ count: Int, of candidates: [(place: ExpensePlace, expense: Expense)], in order: ExpenseOrder
    ) -> [(place: ExpensePlace, expense: Expense)] {
        Array(candidates.sorted { order.precedes($0.place, $1.place) }.prefix(count))
    }
}

package enum ExpenseOrder: String, Sendable, CaseIterable {
    /// By execution date, then by entry, then by id (`SC-FR-HIS-1`).
    case newest, oldest
    case largest, smallest

    package func precedes(_ left: ExpensePlace, _ right: ExpensePlace) -> Bool {
        switch self {
        case .newest: right.age < left.age
        case .oldest: left.age < right.age
        case .largest: (right.amount, right.age) < (left.amount, left.age)
        case .smallest: (left.amount, right.age) < (right.amount, left.age)
        }
    }
}

/// Where an expense stands in a list, whatever its order.
package struct ExpensePlace: Hashable, Sendable {
    let age: Age
    let amount: Money

    struct Age: Hashable, Comparable, Sendable {
        let day: CalendarDay
        let created: Instant
        let id: ExpenseID

        static func < (left: Age, right: Age) -> Bool {
            (left.day, left.created, left.id) < (right.day, right.created, right.id)
        }
    }

    package init(_ expense: Expense) {
        age = Age(day: expense.input.executionDate, created: expense.created.at, id: expense.id)
        amount = expense.input.amount
    }
}

extension ExpensePlace: CustomStringConvertible {
    /// `2026-05-14_1778760191123_4720_uuid`
    package var description: String {
        "\(age.day)_\(age.created.milliseconds)_\(amount.minorUnits)_\(age.id)"
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let day = CalendarDay(parts[0]), let milliseconds = Int64(parts[1]),
            let minorUnits = Int128(parts[2]), let id = ExpenseID(parts[3])
        else { return nil }
        age = Age(day: day, created: Instant(milliseconds: milliseconds), id: id)
        amount = Money(minorUnits: minorUnits)
    }
}
