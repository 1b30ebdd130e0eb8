/// What comes again and again, and what is not as usual of it.
extension Acceptance {
    /// Checked as every one of its occurrences would be.
    func recordSchedule(_ id: ScheduleID, _ proposed: ScheduleInput) throws(Refusal) -> Event.Kind? {
        let existing = state.schedules[id]?.input
        guard existing != nil || state.schedules.count < Limits.schedules else {
            throw Refusal(.tooMany, "A ledger has at most \(Limits.schedules) schedules.")
        }
        var input = proposed
        var expense = proposed.expense
        expense.executionDate = proposed.recurrence.start
        var reasons = faults(of: proposed.recurrence)
        checkRecurring(&expense, &reasons)
        if input.isByRatio, let terms = expense.terms {
            let field = terms.payers.isEmpty ? "split" : "payers"
            let message = "What is shared by the burden ratio is paid by one person, and divided in no other way."
            reasons.append(.init(code: .scheduleMalformed, field: field, message: message))
        }
        do throws(Refusal) {
            input.expense = try checked(expense, instead: existing?.expense) {
                ledger.history(of: id).compactMap { $0.input?.expense }
            }
        } catch {
            reasons.append(contentsOf: error.reasons)
        }
        guard reasons.isEmpty else { throw Refusal(reasons) }
        guard let existing else {
            input.expense = input.expense.workedOut()
            return .scheduleCreated(id, input)
        }
        let updated = recorded(input.expense, instead: existing.expense)
        let isAsBefore =
            updated == nil && input.recurrence == existing.recurrence
            && input.isByRatio == existing.isByRatio
        input.expense = updated ?? existing.expense
        return isAsBefore ? nil : .scheduleUpdated(id, input)
    }

    /// What recurs is neither spread nor expected: its dates say when it counts.
    private func checkRecurring(_ input: inout ExpenseInput, _ reasons: inout [Refusal.Reason]) {
        guard input.spread != nil || input.expectation != nil else { return }
        let field = input.spread == nil ? "expected" : "spread"
        let message = "What comes again and again is neither spread nor expected."
        reasons.append(.init(code: .scheduleMalformed, field: field, message: message))
        input.budget = BudgetTerms(category: input.category)
    }

    private func faults(of recurrence: Recurrence) -> [Refusal.Reason] {
        recurrence.fault.map { [.init(code: .scheduleMalformed, field: "schedule", message: $0.message)] } ?? []
    }
}

// MARK: - Occurrences

extension Acceptance {
    func occurrence(_ id: OccurrenceID) throws(Refusal) -> Occurrence {
        guard let schedule = state.schedules[id.schedule] else { throw .missing(.noSuchSchedule, "schedule") }
        guard let occurrence = schedule.occurrence(id.number, of: state) else {
            throw Refusal(.noSuchOccurrence, "“\(schedule.input.expense.title)” does not come so often.")
        }
        return occurrence
    }

    func changeOccurrence(_ id: OccurrenceID, _ proposed: ExpenseInput) throws(Refusal) -> Event.Kind? {
        let occurrence = try occurrence(id)
        var said = proposed
        var reasons: [Refusal.Reason] = []
        checkRecurring(&said, &reasons)
        guard reasons.isEmpty else { throw Refusal(reasons) }
        let input = try checked(said, instead: occurrence.input) {
            ledger.history(of: id).compactMap(\.input) + [occurrence.input]
        }
        guard let changed = recorded(input, instead: occurrence.input) else {
            return occurrence.isSkipped ? .occurrenceRestored(id) : nil
        }
        return .occurrenceChanged(id, changed)
    }
}

// MARK: - Incomes and transfers

extension Acceptance {
    func recordIncome(_ id: IncomeID, _ proposed: IncomeInput) throws(Refusal) -> Event.Kind? {
        let existing = state.incomes[id]?.input
        guard existing != nil || state.incomes.count < Limits.incomes else {
            throw Refusal(.tooMany, "A ledger has at most \(Limits.incomes) incomes.")
        }
        var input = state.resolved(proposed)
        var reasons: [Refusal.Reason] = []
        input.name = TextRule.incomeName.required(proposed.name, &reasons)
        check(amount: input.amount, &reasons)
        checkPresent(
            [input.participant], orIn: ledger.history(of: id).compactMap { $0.input?.participant },
            field: "participantId", &reasons)
        if case .recurring(let recurrence) = input.time { reasons += faults(of: recurrence) }
        guard reasons.isEmpty else { throw Refusal(reasons) }
        guard let existing else { return .incomeRecorded(id, input) }
        return input == existing ? nil : .incomeUpdated(id, input)
    }

    /// What is there already under this id is replaced.
    func recordTransfer(_ id: TransferID, _ proposed: TransferInput) throws(Refusal) -> Event.Kind? {
        let existing = state.transfers[id]?.input
        guard existing != nil || state.transfers.count < Limits.transfers else {
            throw Refusal(.tooMany, "A ledger has at most \(Limits.transfers) transfers.")
        }
        var input = state.resolved(proposed)
        var reasons: [Refusal.Reason] = []
        check(amount: input.amount, &reasons)
        input.note = TextRule.note.optional(proposed.note, &reasons)
        checkPresent(
            [input.participant], orIn: existing.map { [$0.participant] } ?? [], field: "participantId", &reasons)
        guard reasons.isEmpty else { throw Refusal(reasons) }
        return input == existing ? nil : .transferRecorded(id, input)
    }
}
