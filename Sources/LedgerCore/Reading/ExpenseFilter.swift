/// Which expenses to show (`SC-FR-HIS-3`, `-4`, `-5`). Every dimension that is set has to agree; among labels any one.
package struct ExpenseFilter: Hashable, Sendable {
    package var participant: ParticipantID?
    package var labels: Set<LabelID>
    /// Both ends included; they are compared with the execution date.
    package var from: CalendarDay?
    package var to: CalendarDay?
    /// Looked for in the title, the note and the labels' names, ignoring case.
    package var text: String?

    package init(
        participant: ParticipantID? = nil, labels: Set<LabelID> = [], from: CalendarDay? = nil, to: CalendarDay? = nil,
        text: String? = nil
    ) {
        self.participant = participant
        self.labels = labels
        self.from = from
        self.to = to
        self.text = text
    }

    package static let everything = ExpenseFilter()

    func covers(_ day: CalendarDay) -> Bool {
        (from ?? .earliest) <= day && day <= (to ?? .latest)
    }
}

extension LedgerState {
    /// In no particular order.
    package func expenses(matching filter: ExpenseFilter) -> [Expense] {
        let labels = filter.labels.filter { self.labels[$0] != nil }
        let wanted = FoldedText(filter.text ?? "")
        let wantedLabels = Set(self.labels.values.filter { FoldedText($0.name).contains(wanted) }.map(\.id))
        return expenses.filter { expense in
            let input = expense.input
            guard filter.covers(input.executionDate) else { return false }
            if let participant = filter.participant, !input.involves(participant) { return false }
            if !filter.labels.isEmpty, labels.isDisjoint(with: input.labels) { return false }
            return wanted.isEmpty || FoldedText(input.title).contains(wanted)
                || input.note.map { FoldedText($0).contains(wanted) } == true
                || !wantedLabels.isDisjoint(with: input.labels)
        }
    }
}
