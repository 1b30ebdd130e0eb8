import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The single times that a schedule comes.
enum OccurrenceRoutes {
    /// By their numbers, as far as is asked for: a year from today.
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        let until = query.optionalDay("until")
        let day = query.optionalDay("date")
        try query.finish()
        let id = try call.id("schedule", of: ScheduleID.self)
        let (moment, (state, lastForeseen)) = await member.moment(on: day) { ($0.state, $0.lastForeseen) }
        guard let schedule = state.schedules[id] else { throw Problem.notFound }
        let last = min(until ?? moment.today.adding(days: 365), lastForeseen)
        let numbers = schedule.input.recurrence.numbers(in: .earliest...last)
        return page.answer(numbers, place: { Place(.number(UInt128($0))) }) { json, number in
            guard let occurrence = schedule.occurrence(number, of: state) else { return }
            json.value(OccurrenceView(occurrence: occurrence, moment: moment))
        }
    }

    /// The fields that differ, or that it is skipped.
    @Sendable static func change(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.occurrence()
        let draft = try OccurrenceDraft(call, member)
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: draft.recordedAt) { view in
            let occurrence = try view.occurrence(id)
            try call.checkMatch(OccurrenceView(occurrence: occurrence, moment: Moment(view, currency)).revision)
            return [draft.proposal(for: occurrence, in: view.state)]
        } answer: { view, _ in
            .json(OccurrenceView(occurrence: try view.occurrence(id), moment: Moment(view, currency)))
        }
    }

    /// It is as its schedule says.
    @Sendable static func restore(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.occurrence()
        try call.refuseInput()
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: call.now) { view in
            let occurrence = try view.occurrence(id)
            try call.checkMatch(OccurrenceView(occurrence: occurrence, moment: Moment(view, currency)).revision)
            return [.restoreOccurrence(id)]
        } answer: { _, _ in
            .noContent
        }
    }
}

extension LedgerView {
    fileprivate func occurrence(_ id: OccurrenceID) throws -> Occurrence {
        guard let schedule = state.schedules[id.schedule] else { throw Problem.notFound }
        guard let occurrence = schedule.occurrence(id.number, of: state) else { throw schedule.comesNotSoOften }
        return occurrence
    }
}

extension Call {
    fileprivate func occurrence() throws(Problem) -> OccurrenceID {
        guard let number = parameters["k"].flatMap(OccurrenceID.number) else { throw .notFound }
        return OccurrenceID(schedule: try id("schedule"), number: number)
    }
}

/// What a body says of one occurrence; what it leaves out is as it was.
private struct OccurrenceDraft: Sendable {
    private let title: String?
    private let amount: Money?
    private let date: CalendarDay?
    private let payer: ParticipantID?
    private let payers: [Part]?
    private let people: [ParticipantID]?
    private let split: Split?
    private let labels: [LabelID]?
    /// The inner nil: it has none.
    private let note: String??
    private let category: CategoryID??
    private let isSkipped: Bool?
    let recordedAt: Instant

    init(_ call: Call, _ member: Member) throws {
        let currency = member.ledger.currency
        var body = try call.body()
        title = body.optionalText("title")
        amount = body.value("amount") == nil ? nil : body.amount("amount", in: currency)
        date = body.optionalDay("executionDate")
        payer = body.optionalID("payerId")
        payers = try body.optionalPayers(payer, in: currency)
        people = body.optionalIDs("splitParticipantIds")
        split = try body.optionalSplit("split", in: currency)
        labels = body.optionalIDs("labelIds")
        note = body.has("note") ? .some(body.optionalText("note")) : nil
        category = body.has("categoryId") ? .some(body.optionalID("categoryId")) : nil
        isSkipped = body.optionalTruth("skipped")
        recordedAt = body.recordedAt(now: call.now)
        let isMore = body.members.contains { !["skipped", "recordedAt"].contains($0.name) }
        if isSkipped == true, isMore {
            body.refuse("skipped", "skipped-and-changed", "What is skipped has nothing else to be said of it.")
        }
        if isSkipped == nil, !isMore { body.refuse("title", "missing", "Say what is different, or “skipped”: true.") }
        try body.finish()
    }

    func proposal(for occurrence: Occurrence, in state: LedgerState) -> Proposal {
        if isSkipped == true { return .skipOccurrence(occurrence.id) }
        return .changeOccurrence(occurrence.id, input(instead: occurrence.input, in: state))
    }

    private func input(instead current: ExpenseInput, in state: LedgerState) -> ExpenseInput {
        var input = current
        input.title = title ?? current.title
        input.amount = amount ?? current.amount
        input.executionDate = date ?? current.executionDate
        input.payer = payers?.first?.participant ?? payer ?? current.payer
        input.labels = labels ?? current.labels
        input.note = note ?? current.note
        input.budget = BudgetTerms(category: category ?? current.category)
        let together = payers ?? (payer == nil ? current.terms?.payers : nil) ?? []
        var division = (current.mode, current.split)
        if split != nil || people != nil || input.category != current.category {
            division = state.division(split, among: people, on: input.executionDate, in: input.category)
        }
        input.split = division.1
        input.terms = ExpenseTerms(unlessPlain: division.0, payers: together)
        return input
    }
}
