/// One person's money movements, as another finance program wants to see them (`SC-FR-EXR-3`).
package enum Projection: String, Sendable, CaseIterable {
    /// What left or entered the person's bank account.
    case cash
    /// What changed the person's position in the ledger.
    case virtual

    package struct Row: Hashable, Sendable {
        package let item: Statement.Item
        package let date: CalendarDay
        /// Positive: into the account that mirrors the export.
        package let amount: Money
    }

    /// By date, then by id. A filter of labels or of a category leaves settlements out, because they carry none
    /// (`SC-FR-EXR-5`).
    package func rows(
        of participant: ParticipantID, in state: LedgerState, matching filter: ExpenseFilter = .everything
    ) -> [Row] {
        var rows = state.expenses(matching: filter).compactMap { row($0, participant) }
        if filter.labels.isEmpty, filter.category == nil {
            rows += state.settlements.compactMap { filter.covers($0.input.date) ? row($0, participant) : nil }
        }
        return rows.sorted { ($0.date, $0.item.bits) < ($1.date, $1.item.bits) }
    }

    private func row(_ expense: Expense, _ participant: ParticipantID) -> Row? {
        if expense.input.isExpected { return nil }
        return amount(expense.input, participant).map {
            Row(item: .expense(expense.id), date: expense.input.executionDate, amount: $0)
        }
    }

    private func amount(_ input: ExpenseInput, _ participant: ParticipantID) -> Money? {
        let paid = input.paid(by: participant)
        switch self {
        case .cash:
            return paid == .zero ? nil : -paid
        case .virtual where paid != .zero:
            let lent = paid - input.share(of: participant)
            return lent == .zero ? nil : lent
        case .virtual:
            return input.split.contains(participant) ? -input.share(of: participant) : nil
        }
    }

    private func row(_ settlement: Settlement, _ participant: ParticipantID) -> Row? {
        let input = settlement.input
        let sign: Money
        // Between two who turned out to be one person.
        if input.from == input.to { return nil }
        switch participant {
        case input.from: sign = self == .cash ? -input.amount : input.amount
        case input.to: sign = self == .cash ? input.amount : -input.amount
        default: return nil
        }
        return Row(item: .settlement(settlement.id), date: input.date, amount: sign)
    }
}
