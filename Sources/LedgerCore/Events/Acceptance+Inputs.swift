extension Acceptance {
    /// `SC-FR-EXP-1`, `SC-FR-EXP-4`.
    func recordExpense(_ id: ExpenseID, _ proposed: ExpenseInput) throws(Refusal) -> Event.Kind? {
        let existing = state.expenses[id]?.input
        let input = try checked(proposed, instead: existing) { ledger.history(of: id).compactMap(\.input) }
        guard let existing else { return .expenseCreated(id, input.workedOut()) }
        let updated = recorded(input, instead: existing)
        return updated.map { .expenseUpdated(id, $0) }
    }

    /// An input as it may be recorded, without its shares; refused with every reason at once.
    ///
    /// - Parameters:
    ///   - current: what it replaces.
    ///   - earlier: all that was said in its place, which may be said again.
    func checked(
        _ proposed: ExpenseInput, instead current: ExpenseInput?, _ earlier: () -> [ExpenseInput]
    ) throws(Refusal) -> ExpenseInput {
        var reasons: [Refusal.Reason] = []
        var input = asPayersSay(ofPresentPeople(proposed))
        input.title = TextRule.title.required(proposed.title, &reasons)
        input.note = TextRule.note.optional(proposed.note, &reasons)
        check(amount: input.amount, orZero: input.estimate != nil, &reasons)
        check([input.payer], field: "payerId", &reasons)
        check(split: input.split, &reasons)
        check(labels: input.labels, &reasons)
        input.labels.removeAll { state.deletedLabels.contains($0) }
        if input.terms != nil { checkTerms(&input, &reasons) }
        if input.budget != nil { checkBudget(of: &input, instead: current, earlier, &reasons) }
        guard reasons.isEmpty else { throw Refusal(reasons) }
        try refuseRetired(in: input, earlier)
        return input
    }

    /// With its shares; nil when people see the same already.
    func recorded(_ input: ExpenseInput, instead existing: ExpenseInput) -> ExpenseInput? {
        let shown = asShown(existing)
        let input = input.workedOut(unlessDividedAs: shown)
        return input == shown ? nil : input
    }

    /// `SC-FR-BAL-3`.
    func recordSettlement(_ id: SettlementID, _ proposed: SettlementInput) throws(Refusal) -> Event.Kind? {
        var reasons: [Refusal.Reason] = []
        var input = state.resolved(proposed)
        input.note = TextRule.note.optional(proposed.note, &reasons)
        check(amount: input.amount, &reasons)
        check([input.from], field: "fromParticipantId", &reasons)
        check([input.to], field: "toParticipantId", &reasons)
        if input.from == input.to {
            let message = "A settlement goes from one person to another."
            reasons.append(.init(code: .settlementWithSelf, field: "toParticipantId", message: message))
        }
        check(settled: input.expense, of: id, &reasons)
        guard reasons.isEmpty else { throw Refusal(reasons) }
        guard let existing = state.settlements[id] else { return .settlementRecorded(id, input) }
        var shown = existing.input
        shown.note = TextRule.trimmed(shown.note)
        return input == shown ? nil : .settlementUpdated(id, input)
    }

    /// What a person sees of an input: without deleted labels (`SC-FR-LBL-4`) and categories, without white space around a
    /// text.
    private func asShown(_ input: ExpenseInput) -> ExpenseInput {
        var shown = withoutDeletedCategory(input)
        shown.labels = input.labels.filter { state.labels[$0] != nil }
        shown.title = TextRule.trimmed(input.title) ?? ""
        shown.note = TextRule.trimmed(input.note)
        return shown
    }

    func check(amount: Money, orZero: Bool = false, _ reasons: inout [Refusal.Reason]) {
        if amount < .zero || (amount == .zero && !orZero) {
            let message = "The amount has to be greater than zero."
            reasons.append(.init(code: .amountNotPositive, field: "amount", message: message))
        } else if amount.minorUnits > Limits.acceptedMinorUnits {
            reasons.append(.init(code: .amountTooLarge, field: "amount", message: "The amount is too large."))
        }
    }

    private func check(split: [ParticipantID], _ reasons: inout [Refusal.Reason]) {
        if split.isEmpty {
            let message = "Somebody has to share the expense."
            reasons.append(.init(code: .splitEmpty, field: "splitParticipantIds", message: message))
        }
        if Set(split).count < split.count {
            let message = "Nobody can be in the split twice."
            reasons.append(.init(code: .splitHasDuplicates, field: "splitParticipantIds", message: message))
        }
        check(split, field: "splitParticipantIds", &reasons)
    }

    func check(_ people: [ParticipantID], field: String, _ reasons: inout [Refusal.Reason]) {
        guard let stranger = people.first(where: { state.participants[$0] == nil }) else { return }
        let message = "There is no participant \(stranger) in this ledger."
        reasons.append(.init(code: .unknownParticipant, field: field, message: message))
    }

    private func check(labels: [LabelID], _ reasons: inout [Refusal.Reason]) {
        if labels.count > Limits.labelsPerExpense {
            let message = "An expense has at most \(Limits.labelsPerExpense) labels."
            reasons.append(.init(code: .tooMany, field: "labelIds", message: message))
        }
        if Set(labels).count < labels.count {
            let message = "No label can be given twice."
            reasons.append(.init(code: .labelsHaveDuplicates, field: "labelIds", message: message))
        }
        if let unknown = labels.first(where: { state.labels[$0] == nil && !state.deletedLabels.contains($0) }) {
            let message = "There is no label \(unknown) in this ledger."
            reasons.append(.init(code: .unknownLabel, field: "labelIds", message: message))
        }
    }

    /// A settlement that already points at an expense may go on doing so when that was deleted.
    private func check(settled expense: ExpenseID?, of id: SettlementID, _ reasons: inout [Refusal.Reason]) {
        guard let expense, state.expenses[expense] == nil, state.occurrence(under: expense) == nil,
            state.settlements[id]?.input.expense != expense,
            !ledger.history(of: id).contains(where: { $0.input?.expense == expense })
        else { return }
        let message = "There is no expense \(expense) in this ledger."
        reasons.append(.init(code: .unknownExpense, field: "expenseId", message: message))
    }
}
