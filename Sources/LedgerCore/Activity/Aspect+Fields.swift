/// The fields of what people enter, as the API names them.
extension ExpenseInput {
    var fields: [Activity.Field] {
        [.init("title", .text(title)), .init("amount", .money(amount)), .init("executionDate", .day(executionDate))]
            + fieldsOfTerms()
    }

    /// Those that a schedule has as well.
    fileprivate func fieldsOfTerms(byRatio: Bool = false) -> [Activity.Field] {
        [
            .init("payerId", .person(payer)),
            .init("payers", terms.flatMap { $0.payers.isEmpty ? nil : .parts($0.payers) }),
            .init("splitParticipantIds", .people(split)),
            .init("split", byRatio ? .byRatio : mode == .equal ? nil : .split(mode)),
            .init(
                "shares", mode == .equal ? nil : .parts(zip(split, shares).map { Part(participant: $0, amount: $1) })),
            .init("labelIds", labels.isEmpty ? nil : .labels(labels)), .init("note", note.map { .text($0) }),
            .init("categoryId", category.map { .category($0) }), .init("spread", spread.map { .spread($0) }),
            .init("expected", isExpected ? .truth(true) : nil),
            .init("estimate", estimate.map { .estimate($0.amount, $0.date) }),
        ]
    }
}

extension SettlementInput {
    var fields: [Activity.Field] {
        [
            .init("fromParticipantId", .person(from)), .init("toParticipantId", .person(to)),
            .init("amount", .money(amount)), .init("date", .day(date)), .init("note", note.map { .text($0) }),
            .init("expenseId", expense.map { .expense($0) }),
        ]
    }
}

extension CategoryInput {
    func fields(_ current: LedgerState) -> [Activity.Field] {
        [
            .init("name", .text(name)), .init("icon", icon.map { .text($0) }),
            .init("colour", colour.map { .text($0.rawValue) }),
            .init("participantId", owner.map { .person(current.resolved($0)) }),
        ]
    }
}

extension ScheduleInput {
    var fields: [Activity.Field] {
        [
            .init("title", .text(expense.title)), .init("amount", .money(expense.amount)),
            .init("schedule", .recurrence(recurrence)),
        ] + expense.fieldsOfTerms(byRatio: isByRatio)
    }
}

extension IncomeInput {
    var fields: [Activity.Field] {
        let fields: [Activity.Field] = [
            .init("participantId", .person(participant)), .init("name", .text(name)), .init("amount", .money(amount)),
        ]
        return switch time {
        case .once(let date): fields + [.init("date", .day(date)), .init("schedule", nil)]
        case .recurring(let recurrence): fields + [.init("date", nil), .init("schedule", .recurrence(recurrence))]
        }
    }
}

extension TransferInput {
    var fields: [Activity.Field] {
        [
            .init("participantId", .person(participant)), .init("direction", .text(direction.rawValue)),
            .init("amount", .money(amount)), .init("date", .day(date)),
            .init("ledgerId", .text(otherLedger.description)), .init("note", note.map { .text($0) }),
        ]
    }
}

extension LedgerState {
    /// What is said for that very date.
    func fields(of entry: PlanEntry, resolvedBy current: LedgerState) -> [Activity.Field] {
        switch entry {
        case .limit(let id, let month):
            let said = budget.limits[id]?[month]
            return [
                .init("from", said.map { _ in .text(month.description) }),
                .init("amount", said.flatMap(\.self).map { .money($0) }),
            ]
        case .ratio(let day):
            let said = budget.ratios[day].map(current.added)
            return [
                .init("from", said.map { _ in .day(day) }),
                .init("weights", said.flatMap { $0.isEmpty ? nil : .split(.shares($0)) }),
            ]
        case .savingGoal(let id, let month):
            let said = budget.savingGoals[resolved(id)]?[month]
            return [
                .init("from", said.map { _ in .text(month.description) }), .init("amount", said.map { .money($0) }),
            ]
        }
    }

    /// Nothing about one that is as its schedule says.
    func fields(of occurrence: OccurrenceID, resolvedBy current: LedgerState) -> [Activity.Field] {
        guard let exception = exception(occurrence) else { return [] }
        let skipped = Activity.Field("skipped", exception.input == nil ? .truth(true) : nil)
        return [skipped] + (exception.input.map { current.resolved($0).fields } ?? [])
    }

    func exception(_ id: OccurrenceID) -> Schedule.Exception? { schedules[id.schedule]?.exceptions[id.number] }
}
