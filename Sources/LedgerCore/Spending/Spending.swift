/// What is budgeted within some days, by category and by person.
package struct Spending: Hashable, Sendable {
    /// What is in no category, or in one that was deleted, is under nil.
    private var categories: [CategoryID?: Sum] = [:]

    package struct Sum: Hashable, Sendable {
        /// All of it; of somebody's own category what that person bears.
        package fileprivate(set) var amount = Money.zero
        package fileprivate(set) var shares: [ParticipantID: Money] = [:]
    }

    package init() {}

    /// - Parameter today: the day on which an overdue estimate counts.
    package init(in days: ClosedRange<CalendarDay>, asOf today: CalendarDay, of state: LedgerState) {
        self.init(state.outlays(in: days, asOf: today), in: days, of: state.budget)
    }

    init(_ outlays: [Outlay], in days: ClosedRange<CalendarDay>, of book: BudgetBook) {
        for outlay in outlays { add(outlay, in: days, of: book) }
    }

    mutating func add(_ outlay: Outlay, in days: ClosedRange<CalendarDay>, of book: BudgetBook) {
        let category = book.category(of: outlay.input)
        let owner = category?.input.owner
        var sum = categories[category?.id] ?? Sum()
        if owner == nil { sum.amount += outlay.part(of: outlay.input.amount, in: days) }
        for (participant, share) in zip(outlay.input.split, outlay.input.shares) {
            let part = outlay.part(of: share, in: days)
            if part != .zero { sum.shares[participant, default: .zero] += part }
            if participant == owner { sum.amount += part }
        }
        categories[category?.id] = sum
    }

    package subscript(category: CategoryID?) -> Sum { categories[category] ?? Sum() }

    package var total: Money { categories.values.reduce(.zero) { $0 + $1.amount } }

    package var byPerson: [ParticipantID: Money] {
        categories.values.reduce(into: [:]) { sums, sum in sums.merge(sum.shares) { $0 + $1 } }
    }
}
