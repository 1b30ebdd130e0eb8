import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Money that comes to one person, once or again and again.
enum IncomeRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        try await member.list(IncomeView.self, call)
    }

    @Sendable static func record(_ call: Call, _ member: Member) async throws -> Answer {
        let id: IncomeID = call.api.world.makeID()
        return try await put(id, call, member, Draft(call, member)).0.created(at: member.path + "/incomes/\(id)")
    }

    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.chosenID("income", of: IncomeID.self)
        let revives = try call.asksForRevival()
        let (answer, isNew) = try await put(id, call, member, Draft(call, member), revives: revives)
        return isNew ? answer.created(at: member.path + "/incomes/\(id)") : answer
    }

    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("income", of: IncomeID.self)
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await member.ledger.record(by: member.device, at: at) { view in
            try call.checkMatch(view.state.incomes[id]?.version.description)
            return [.deleteIncome(id)]
        } answer: { _, _ in
            .noContent
        }
    }

    private static func put(
        _ id: IncomeID, _ call: Call, _ member: Member, _ draft: Draft, revives: Bool = false
    ) async throws -> (Answer, isNew: Bool) {
        let (device, currency) = (member.device, member.ledger.currency)
        return try await member.ledger.record(by: device, at: draft.recordedAt) { view in
            try call.checkMatch(view.state.incomes[id]?.version.description)
            return [.recordIncome(id, try draft.input(in: view, device: device), revives: revives)]
        } answer: { view, events in
            guard let income = view.state.incomes[id] else { throw Problem.notFound }
            let shown = IncomeView(income: income, currency: currency)
            let isNew = events.contains { if case .incomeRecorded = $0.kind { true } else { false } }
            return (.json(shown, tag: shown.revision), isNew)
        }
    }

    private struct Draft: Sendable {
        let participant: ParticipantID?
        let name: String
        let amount: Money
        let date: CalendarDay?
        let recurrence: Recurrence?
        let recordedAt: Instant

        init(_ call: Call, _ member: Member) throws {
            var body = try call.body()
            participant = body.optionalID("participantId")
            name = body.text("name")
            amount = body.amount("amount", in: member.ledger.currency)
            date = body.optionalDay("date")
            recurrence = try body.optionalObject("schedule") { body throws(Problem) in try body.recurrence() }
            recordedAt = body.recordedAt(now: call.now)
            if date != nil, recurrence != nil {
                body.refuse(
                    "date", "once-or-recurring", "Say the “date” of what comes once, or a “schedule”, not both.")
            }
            try body.finish()
        }

        func input(in view: LedgerView, device: DeviceID) throws(Problem) -> IncomeInput {
            IncomeInput(
                participant: try view.person(participant, else: device, field: "participantId"), name: name,
                amount: amount,
                time: recurrence.map { .recurring($0) } ?? .once(date ?? view.today))
        }
    }
}
