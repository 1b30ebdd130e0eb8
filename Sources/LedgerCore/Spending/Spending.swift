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
        state.forEachOutlay(in: days, asOf: today) { add($0, in: days, of: state.budget) }
    }

    mutating func add(_ outlay: Outlay, in days: ClosedRange<CalendarDay>, of book: BudgetBook) {
        let category = book.category(of: outlay.input)
        // In its place: to take the sum out and put it back would copy its shares.
        categories[category?.id, default: Sum()].add(outlay, in: days, ownedBy: category?.input.owner)
    }

    package subscript(category: CategoryID?) -> Sum { categories[category] ?? Sum() }

    package var total: Money { categories.values.reduce(.zero) { $0 + $1.amount } }

    package var byPerson: [ParticipantID: Money] {
        categories.values.reduce(into: [:]) { sums, sum in sums.merge(sum.shares) { $0 + $1 } }
    }
}

extension Spending.Sum {
    fileprivate mutating func add(
        _ outlay: Outlay, in days: ClosedRange<CalendarDay>, ownedBy owner: ParticipantID?
    ) {
        if owner == nil { amount += outlay.part(of: outlay.input.amount, in: days) }
        for (participant, share) in zip(outlay.input.split, outlay.input.shares) {
            let part = outlay.part(of: share, in: days)
            if part != .zero { shares[participant, default: .zero] += part }
            if participant == owner { amount += part }
        }
    }
}
