/// What a person says about an expense (`SC-FR-EXP-1`): everything but its id and its stamps.
package struct ExpenseInput: Hashable, Sendable {
    package var title: String
    package var amount: Money
    /// Who paid; the first of them when several did.
    package var payer: ParticipantID
    /// Who shares, whatever the shares are.
    package var split: [ParticipantID]
    package var labels: [LabelID]
    package var note: String?
    /// Nil: one person paid, and all in `split` share equally.
    package var terms: ExpenseTerms?
    /// Nil: of no category, and budgeted when it was paid.
    package var budget: BudgetTerms?
    /// The smallest comes last: elsewhere it would leave a gap in a hundred thousand expenses.
    package var executionDate: CalendarDay

    package init(
        title: String, amount: Money, executionDate: CalendarDay, payer: ParticipantID, split: [ParticipantID],
        labels: [LabelID] = [], note: String? = nil, terms: ExpenseTerms? = nil, budget: BudgetTerms? = nil
    ) {
        self.title = title
        self.amount = amount
        self.executionDate = executionDate
        self.payer = payer
        self.split = split
        self.labels = labels
        self.note = note
        self.terms = terms
        self.budget = budget
    }
}

/// What a person says about money handed back (`SC-FR-BAL-3`).
package struct SettlementInput: Hashable, Sendable {
    package var from: ParticipantID
    package var to: ParticipantID
    package var amount: Money
    package var date: CalendarDay
    package var note: String?
    /// Whose open shares it pays, when it was made for one expense. Since schema version 2.
    package var expense: ExpenseID?

    package init(
        from: ParticipantID, to: ParticipantID, amount: Money, date: CalendarDay, note: String? = nil,
        expense: ExpenseID? = nil
    ) {
        self.from = from
        self.to = to
        self.amount = amount
        self.date = date
        self.note = note
        self.expense = expense
    }
}

extension SettlementInput {
    package func involves(_ participant: ParticipantID) -> Bool { from == participant || to == participant }
}
