/// Which expenses to show (`SC-FR-HIS-3`, `-4`, `-5`). Every dimension that is set has to agree; among labels any one.
package struct ExpenseFilter: Hashable, Sendable {
    package var participant: ParticipantID?
    package var labels: Set<LabelID>
    /// `CategoryID.none` for those that are in no category, also because theirs was deleted.
    package var category: CategoryID?
    /// Both ends included; they are compared with the execution date.
    package var from: CalendarDay?
    package var to: CalendarDay?
    /// Looked for in the title, the note and the labels' names, ignoring case.
    package var text: String?

    package init(
        participant: ParticipantID? = nil, labels: Set<LabelID> = [], category: CategoryID? = nil,
        from: CalendarDay? = nil, to: CalendarDay? = nil, text: String? = nil
    ) {
        self.participant = participant
        self.labels = labels
        self.category = category
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
    package func expenses(matching filter: ExpenseFilter) -> some Sequence<Expense> {
        let matcher = ExpenseMatcher(filter, self)
        return expenses.lazy.filter { matcher.matches($0.input) }
    }
}

/// A filter, prepared for one state.
private struct ExpenseMatcher {
    let filter: ExpenseFilter
    /// Whom that one turned out to be.
    let participant: ParticipantID?
    let labels: Set<LabelID>
    let book: BudgetBook
    let text: FoldedText
    /// The labels whose name contains the text.
    let namedLabels: Set<LabelID>

    init(_ filter: ExpenseFilter, _ state: LedgerState) {
        let text = FoldedText(filter.text ?? "")
        self.filter = filter
        participant = filter.participant.map(state.resolved)
        self.text = text
        book = state.budget
        labels = filter.labels.filter { state.labels[$0] != nil }
        namedLabels = Set(state.labels.values.filter { FoldedText($0.name).contains(text) }.map(\.id))
    }

    func matches(_ input: ExpenseInput) -> Bool {
        filter.covers(input.executionDate)
            && (participant.map(input.involves) ?? true)
            && (filter.labels.isEmpty || !labels.isDisjoint(with: input.labels))
            && (filter.category.map { $0 == book.category(of: input)?.id ?? .none } ?? true)
            && (text.isEmpty || says(input))
    }

    private func says(_ input: ExpenseInput) -> Bool {
        FoldedText(input.title).contains(text) || FoldedText(input.note ?? "").contains(text)
            || !namedLabels.isDisjoint(with: input.labels)
    }
}
