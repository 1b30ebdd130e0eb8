import JSON
import LedgerCore

/// What is planned, and what comes again and again, as a line writes it.
extension EventEncoder {
    static func plan(_ kind: Event.Kind, _ json: inout JSONWriter) {
        switch kind {
        case .categoryCreated(let id, let input), .categoryChanged(let id, let input):
            json.id("categoryId", id)
            json.member("name", input.name)
            if let icon = input.icon { json.member("icon", icon) }
            if let colour = input.colour { json.member("colour", colour.rawValue) }
            if let owner = input.owner { json.id("participantId", owner) }
        case .categoryDeleted(let id): json.id("categoryId", id)
        case .budgetSet(let id, let month, let limit):
            entry(.limit(id, from: month), &json)
            if let limit { json.amount(limit) } else { json.null("amount") }
        case .burdenRatioSet(let day, let weights):
            entry(.ratio(from: day), &json)
            if let weights {
                json.weights("weights", weights) { $0.member("weight", $1) }
            } else {
                json.null("weights")
            }
        case .savingGoalSet(let id, let month, let amount):
            entry(.savingGoal(id, from: month), &json)
            json.amount(amount)
        case .planForgotten(let forgotten): entry(forgotten, &json)
        default: recurring(kind, &json)
        }
    }

    private static func entry(_ entry: PlanEntry, _ json: inout JSONWriter) {
        switch entry {
        case .limit(let id, let month):
            json.id("categoryId", id)
            json.member("from", month.description)
        case .ratio(let day): json.day("from", day)
        case .savingGoal(let id, let month):
            json.id("participantId", id)
            json.member("from", month.description)
        }
    }

    private static func recurring(_ kind: Event.Kind, _ json: inout JSONWriter) {
        switch kind {
        case .scheduleCreated(let id, let input), .scheduleUpdated(let id, let input):
            json.id("scheduleId", id)
            json.key("input")
            json.object { schedule(input, &$0) }
        case .scheduleDeleted(let id): json.id("scheduleId", id)
        case .occurrenceChanged(let id, let input):
            occurrence(id, &json)
            json.key("input")
            json.object { expense(input, &$0) }
        case .occurrenceSkipped(let id), .occurrenceRestored(let id): occurrence(id, &json)
        case .incomeRecorded(let id, let input), .incomeUpdated(let id, let input):
            json.id("incomeId", id)
            json.key("input")
            json.object { income(input, &$0) }
        case .incomeDeleted(let id): json.id("incomeId", id)
        case .transferRecorded(let id, let input): transfer(id, input, &json)
        case .transferDeleted(let id): json.id("transferId", id)
        default: break
        }
    }

    /// As an expense, without a date.
    private static func schedule(_ input: ScheduleInput, _ json: inout JSONWriter) {
        let expense = input.expense
        json.member("title", expense.title)
        json.amount(expense.amount)
        json.id("payerId", expense.payer)
        json.ids("splitParticipantIds", expense.split)
        json.ids("labelIds", expense.labels)
        if let note = expense.note { json.member("note", note) }
        if input.isByRatio {
            json.key("split")
            json.object { $0.member("mode", "ratio") }
        } else if let terms = expense.terms {
            json.write(terms, of: expense.split)
        }
        if let category = expense.category { json.id("categoryId", category) }
        json.write(input.recurrence)
    }

    private static func occurrence(_ id: OccurrenceID, _ json: inout JSONWriter) {
        json.id("scheduleId", id.schedule)
        json.member("occurrence", id.number)
    }

    private static func income(_ input: IncomeInput, _ json: inout JSONWriter) {
        json.id("participantId", input.participant)
        json.member("name", input.name)
        json.amount(input.amount)
        switch input.time {
        case .once(let date): json.day("date", date)
        case .recurring(let recurrence): json.write(recurrence)
        }
    }

    private static func transfer(_ id: TransferID, _ input: TransferInput, _ json: inout JSONWriter) {
        json.id("transferId", id)
        json.id("participantId", input.participant)
        json.member("direction", input.direction.rawValue)
        json.amount(input.amount)
        json.day("date", input.date)
        json.member("ledgerId", input.otherLedger.description)
        if let note = input.note { json.member("note", note) }
    }
}

extension JSONWriter {
    /// After `debts`.
    mutating func write(_ budget: BudgetTerms) {
        if let category = budget.category { id("categoryId", category) }
        if let spread = budget.spread {
            key("spread")
            object { json in
                json.day("from", spread.from)
                json.day("to", spread.to)
                json.member("by", spread.unit.rawValue)
            }
        }
        switch budget.expectation {
        case nil: break
        case .open: member("expected", true)
        case .reconciled(let amount, let date):
            key("estimate")
            object { json in
                json.amount(amount)
                json.day("date", date)
            }
        }
    }

    fileprivate mutating func write(_ recurrence: Recurrence) {
        key("schedule")
        object { json in
            json.member("frequency", recurrence.frequency.name)
            if case .custom(let every, let unit) = recurrence.frequency {
                json.key("custom")
                json.object { json in
                    json.member("every", every)
                    json.member("unit", unit.rawValue)
                }
            }
            json.day("start", recurrence.start)
            switch recurrence.end {
            case .never: break
            case .on(let day): json.day("end", day)
            case .after(let count): json.member("count", count)
            }
        }
    }

    fileprivate mutating func null(_ name: StaticString) {
        key(name)
        null()
    }
}
