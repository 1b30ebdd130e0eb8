/// A figure with everything that it is the sum of, so that whoever sees it can be told why.
package struct BudgetBox: Hashable, Sendable {
    package private(set) var lines: [Line] = []

    package struct Line: Hashable, Sendable {
        package let title: String
        /// Nil for what falls on many days.
        package let date: CalendarDay?
        package let amount: Money
        package let source: BudgetSource
    }

    package var amount: Money { lines.reduce(.zero) { $0 + $1.amount } }

    mutating func add(_ line: Line) {
        if line.amount != .zero { lines.append(line) }
    }

    /// By date, what has none first.
    mutating func sort() {
        lines.sort { ($0.date ?? .earliest, $0.source.order) < ($1.date ?? .earliest, $1.source.order) }
    }
}

/// Where to look for what a line of a budget is about.
package enum BudgetSource: Hashable, Sendable {
    case category(CategoryID)
    case expense(ExpenseID)
    case occurrence(OccurrenceID)
    case income(IncomeID)
    case transfer(TransferID)

    /// Any order, as long as it is always the same.
    var order: UInt128 {
        switch self {
        case .category(let id): id.bits
        case .expense(let id): id.bits
        case .occurrence(let id): id.expense.bits
        case .income(let id): id.bits
        case .transfer(let id): id.bits
        }
    }
}
