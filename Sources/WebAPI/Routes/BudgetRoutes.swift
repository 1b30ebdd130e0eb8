import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// What a month may cost, and what it does: budgets, the daily budget, reports, alerts.
enum BudgetRoutes {
    /// Longer than that nobody looks at months side by side.
    private static let mostMonths = 120

    @Sendable static func budgets(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let month = query.optionalMonth("month")
        let date = query.optionalDay("date")
        try query.finish()
        let (state, today) = await member.plain(on: date)
        let budgets = MonthBudgets(month: month ?? CalendarMonth(today), on: today, in: state)
        return .json(MonthBudgetsView(budgets: budgets, currency: member.ledger.currency))
    }

    @Sendable static func daily(_ call: Call, _ member: Member) async throws -> Answer {
        let (person, today, state) = try await whom(call, member)
        let budget = DailyBudget(of: person, on: today, in: state)
        return .json(DailyBudgetView(budget: budget, currency: member.ledger.currency))
    }

    @Sendable static func alerts(_ call: Call, _ member: Member) async throws -> Answer {
        let (person, today, state) = try await whom(call, member)
        let currency = member.ledger.currency
        return .object { json in
            json.member("items", each: BudgetAlerts(on: today, in: state, for: person).items) { json, item in
                json.value(AlertView(item: item, currency: currency))
            }
        }
    }

    /// Who is asked about, and on which day: me, and today.
    private static func whom(
        _ call: Call, _ member: Member
    ) async throws -> (ParticipantID, today: CalendarDay, LedgerState) {
        var query = try call.query()
        let chosen = query.one("participant", "the id of a person") { ParticipantID(typed: $0) }
        let date = query.optionalDay("date")
        try query.finish()
        let device = member.device
        return try await member.ledger.read { view throws(Problem) in
            let person = view.state.resolved(try view.person(chosen, else: device, field: "participant"))
            guard view.state.participants[person] != nil else {
                throw .refused("participant", "unknown-participant", "There is nobody with this id in the ledger.")
            }
            return (person, date ?? view.today, view.state)
        }
    }

    /// The months up to this one, if nobody says which: a year of them.
    @Sendable static func months(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let (from, to) = (query.optionalMonth("from"), query.optionalMonth("to"))
        let date = query.optionalDay("date")
        try query.finish()
        let (state, today) = await member.plain(on: date)
        let last = to ?? max(CalendarMonth(today), from ?? .earliest)
        let first = from ?? last.adding(months: -11) ?? .earliest
        guard (0..<mostMonths).contains(first.distance(to: last)) else {
            throw Problem.refused(
                "from", "invalid-parameter", "“from” can not be after “to”, and at most \(mostMonths) months are told.")
        }
        let report = MonthReport(from: first, to: last, on: today, in: state)
        let currency = member.ledger.currency
        return .object { json in
            json.member("items", each: report.months) { json, month in
                json.value(MonthReportView(month: month, book: state.budget, currency: currency))
            }
        }
    }

    @Sendable static func variance(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let (from, to) = (query.optionalDay("from"), query.optionalDay("to"))
        try query.finish()
        if let from, let to, to < from {
            throw Problem.refused("from", "invalid-parameter", "“from” can not be after “to”.")
        }
        let (state, _) = await member.plain()
        let variance = Variance(from: from ?? .earliest, to: to ?? .latest, in: state)
        return .json(VarianceView(variance: variance, currency: member.ledger.currency))
    }
}

/// What is said once and holds from then on.
enum PlanRoutes {
    @Sendable static func ratio(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let date = query.optionalDay("date")
        try query.finish()
        let (state, today) = await member.plain(on: date)
        return .json(BurdenRatioView(book: state.budget, today: today))
    }

    /// `null`: from then on there is none.
    @Sendable static func setRatio(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let from = body.optionalDay("from")
        let isThere = body.has("weights")
        let weights = try body.optionalWeights("weights") { body throws(Problem) in body.integer("weight") }
        if !isThere { body.refuse("weights", "missing", "Say the “weights”, or null for no ratio.") }
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await member.ledger.record(by: member.device, at: at) { view in
            [.setBurdenRatio(from: from ?? view.today, weights)]
        } answer: { view, _ in
            .json(BurdenRatioView(book: view.state.budget, today: view.today))
        }
    }

    @Sendable static func savingGoals(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        return goals(await member.plain().state, member)
    }

    @Sendable static func setSavingGoal(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let person: ParticipantID? = body.optionalID("participantId")
        let from = body.optionalMonth("from")
        let amount = body.amount("amount", in: member.ledger.currency)
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let device = member.device
        return try await member.ledger.record(by: device, at: at) { view in
            let person = try view.person(person, else: device, field: "participantId")
            return [.setSavingGoal(person, from: from ?? CalendarMonth(view.today), amount)]
        } answer: { view, _ in
            goals(view.state, member)
        }
    }

    private static func goals(_ state: LedgerState, _ member: Member) -> Answer {
        let currency = member.ledger.currency
        return .object { json in
            json.member("items", each: SavingGoal.all(in: state)) { json, goal in json.write(goal, currency) }
        }
    }
}

extension Member {
    /// What has been recorded, and which day it is: what recurs is worked out by whoever asks.
    fileprivate func plain(on day: CalendarDay? = nil) async -> (state: LedgerState, today: CalendarDay) {
        await ledger.read { view in (view.state, day ?? view.today) }
    }
}
