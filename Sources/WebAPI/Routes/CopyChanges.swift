import Bookkeeping
import LedgerCore

/// What a copy lacks that was made at an earlier revision, on an earlier day: entries that are to be looked at again; those that
/// are gone are not in the state.
struct CopyChanges: Sendable {
    let expenses: [ExpenseAddress]
    let settlements: [SettlementID]
    /// Whether what is planned may be another: categories, budgets, schedules and their like.
    let plans: Bool

    /// - Parameter day: of the copy; without one it is taken to have no occurrence.
    /// - Returns: `nil` for a revision that the ledger never had.
    init?(_ view: LedgerView, since revision: Int, on day: CalendarDay?) {
        guard let changes = view.ledger.changes(since: revision) else { return nil }
        let (state, today) = (view.standing, view.today)
        let kinds = view.ledger.events[revision...].map(\.kind)
        let isAnotherDay = day != today
        // A label that went or came back shows on every expense that carries it.
        let labels = Set(kinds.compactMap(\.labelThatCameOrWent))
        // With the days what is expected becomes overdue.
        let overdue = min(day ?? today, today)..<today
        var expenses = Set(changes.expenses)
        if !labels.isEmpty || !overdue.isEmpty {
            expenses.formUnion(
                state.expenses.lazy.filter { expense in
                    let input = expense.input
                    return !labels.isDisjoint(with: input.labels)
                        || input.isExpected && overdue.contains(input.executionDate)
                }.map(\.id))
        }
        var occurrences = state.occurrences
        if !changes.schedules.isEmpty || isAnotherDay && !state.schedules.isEmpty {
            let copied = view.occurrences(at: revision, on: day)
            expenses.formUnion(copied.changes(to: state))
            occurrences.merge(copied.ids) { $1 }
        }
        self.expenses = expenses.sorted().map { id in
            occurrences[id].map { ExpenseAddress($0) } ?? ExpenseAddress(id: id)
        }
        settlements = changes.settlements
        // What was spent of a budget changes with every expense.
        plans =
            isAnotherDay || changes.budget || !changes.schedules.isEmpty || !changes.incomes.isEmpty
            || !changes.transfers.isEmpty || !expenses.isEmpty
    }
}

/// The occurrences that a copy has.
private struct CopiedOccurrences {
    let ids: [ExpenseID: OccurrenceID]
    /// As they were; none for a copy of which that is not known.
    let expenses: [ExpenseID: Expense]

    /// Those that came, went, or are not as they were.
    func changes(to state: LedgerState) -> [ExpenseID] {
        state.occurrences.keys.filter { expenses[$0] != state.expenses[$0] }
            + ids.keys.filter { state.expenses[$0] == nil }
    }
}

extension LedgerView {
    /// Worked out from the ledger as it was: nobody keeps what was shown to whom.
    fileprivate func occurrences(at revision: Int, on day: CalendarDay?) -> CopiedOccurrences {
        var before = ledger
        before.removeLast(ledger.revision - revision)
        let standing = before.state.standing(on: min(day ?? today, today))
        let expenses = standing.occurrences.keys.compactMap { standing.expenses[$0] }
        return CopiedOccurrences(
            ids: standing.occurrences,
            expenses: day == nil ? [:] : Dictionary(uniqueKeysWithValues: expenses.map { ($0.id, $0) }))
    }
}

extension Event.Kind {
    fileprivate var labelThatCameOrWent: LabelID? {
        switch self {
        case .labelCreated(let id, _), .labelDeleted(let id): id
        default: nil
        }
    }
}
