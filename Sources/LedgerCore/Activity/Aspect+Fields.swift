/// The fields of what people enter, as the API names them.
extension ExpenseInput {
    var fields: [Activity.Field] {
        [.init("title", .text(title)), .init("amount", .money(amount)), .init("executionDate", .day(executionDate))]
            + fieldsOfTerms
    }

    /// Those that a schedule has as well.
    fileprivate var fieldsOfTerms: [Activity.Field] {
        [
            .init("payerId", .person(payer)),
            .init("payers", terms.flatMap { $0.payers.isEmpty ? nil : .parts($0.payers) }),
            .init("splitParticipantIds", .people(split)),
            .init("split", mode == .equal ? nil : .split(mode)),
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
        let split: [Activity.Field] = isByRatio ? [.init("split", .byRatio)] : []
        return [
            .init("title", .text(expense.title)), .init("amount", .money(expense.amount)),
            .init("schedule", .recurrence(recurrence)),
        ] + split + expense.fieldsOfTerms
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
    /// What holds from that date on, whether it is said there or before.
    func fields(of entry: PlanEntry, resolvedBy current: LedgerState) -> [Activity.Field] {
        switch entry {
        case .limit(let id, let month): [.init("amount", budget.limit(of: id, in: month).map { .money($0) })]
        case .ratio(let day):
            [.init("weights", budget.ratio(on: day).map { .split(.shares(current.added($0))) })]
        case .savingGoal(let id, let month):
            [.init("amount", .money(budget.savingGoal(of: resolved(id), in: month)))]
        }
    }

    /// Nothing about one that is as its schedule says.
    func fields(of occurrence: OccurrenceID, resolvedBy current: LedgerState) -> [Activity.Field] {
        guard let exception = exception(occurrence) else { return [] }
        guard let input = exception.input else { return [.init("skipped", .truth(true))] }
        return current.resolved(input).fields
    }

    func exception(_ id: OccurrenceID) -> Schedule.Exception? { schedules[id.schedule]?.exceptions[id.number] }
}

extension BudgetBook {
    /// Whether the other book says the same at that very date.
    func says(_ entry: PlanEntry, as other: BudgetBook) -> Bool {
        switch entry {
        case .limit(let id, let month): limits[id]?[month] == other.limits[id]?[month]
        case .ratio(let day): ratios[day] == other.ratios[day]
        case .savingGoal(let id, let month): savingGoals[id]?[month] == other.savingGoals[id]?[month]
        }
    }
}
