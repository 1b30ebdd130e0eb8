/// What a person says about an expense (`SC-FR-EXP-1`): everything but its id and its stamps.
package struct ExpenseInput: Hashable, Sendable {
    package var title: String
    package var amount: Money
    package var executionDate: CalendarDay
    package var payer: ParticipantID
    package var split: [ParticipantID]
    package var labels: [LabelID]
    package var note: String?

    package init(
        title: String, amount: Money, executionDate: CalendarDay, payer: ParticipantID, split: [ParticipantID],
        labels: [LabelID] = [], note: String? = nil
    ) {
        self.title = title
        self.amount = amount
        self.executionDate = executionDate
        self.payer = payer
        self.split = split
        self.labels = labels
        self.note = note
    }
}

/// What a person says about money handed back (`SC-FR-BAL-3`).
package struct SettlementInput: Hashable, Sendable {
    package var from: ParticipantID
    package var to: ParticipantID
    package var amount: Money
    package var date: CalendarDay
    package var note: String?

    package init(from: ParticipantID, to: ParticipantID, amount: Money, date: CalendarDay, note: String? = nil) {
        self.from = from
        self.to = to
        self.amount = amount
        self.date = date
        self.note = note
    }
}
