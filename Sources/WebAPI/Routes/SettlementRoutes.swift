import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Money handed back (`SC-FR-BAL-3`).
enum SettlementRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let moment = await member.moment()
        let settlements = moment.state.settlements.map { (place($0), $0) }.sorted { $0.0 < $1.0 }
        return page.answer(settlements, place: \.0) { json, item in
            json.value(SettlementView(settlement: item.1, moment: moment))
        }
    }

    @Sendable static func get(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let id = try call.id("settlement", of: SettlementID.self)
        let (moment, found) = await member.moment { $0.state.settlements[id] }
        guard let settlement = found else { throw Problem.notFound }
        let view = SettlementView(settlement: settlement, moment: moment)
        return .json(view, tag: view.revision)
    }

    @Sendable static func record(_ call: Call, _ member: Member) async throws -> Answer {
        let id: SettlementID = call.api.world.makeID()
        return try await put(id, call, member, Draft(call, member)).0
            .created(at: member.path + "/settlements/\(id)")
    }

    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.chosenID("settlement", of: SettlementID.self)
        let revives = try call.asksForRevival()
        let (answer, isNew) = try await put(id, call, member, Draft(call, member), revives: revives)
        return isNew ? answer.created(at: member.path + "/settlements/\(id)") : answer
    }

    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("settlement", of: SettlementID.self)
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await member.ledger.record(by: member.device, at: at) { view in
            try call.checkMatch(view.state.settlements[id]?.version.description)
            return [.deleteSettlement(id)]
        } answer: { _, _ in
            .noContent
        }
    }

    /// Marks an expense as settled (`product.md` 3): records what closes its open shares; nothing when none is open.
    @Sendable static func settle(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.expense().id
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: at) { view in
            guard let expense = view.standing.expenses[id] else { throw Problem.notFound }
            let today = view.today
            return view.openShares.open(of: expense).map { share in
                let input = SettlementInput(
                    from: share.debtor, to: share.creditor, amount: share.amount, date: today, expense: id)
                return .recordSettlement(call.api.world.makeID(), input)
            }
        } answer: { view, events in
            let settlements = events.compactMap { event -> Settlement? in
                guard case .settlementRecorded(let id, _) = event.kind else { return nil }
                return view.state.settlements[id]
            }
            let moment = Moment(view, currency)
            let answer = Answer.object { json in
                json.member("items", each: settlements) { json, settlement in
                    json.value(SettlementView(settlement: settlement, moment: moment))
                }
            }
            return settlements.isEmpty ? answer : answer.created(at: member.path + "/settlements")
        }
    }

    private static func put(
        _ id: SettlementID, _ call: Call, _ member: Member, _ draft: Draft, revives: Bool = false
    ) async throws -> (Answer, isNew: Bool) {
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: draft.recordedAt) { view in
            try call.checkMatch(view.state.settlements[id]?.version.description)
            return [.recordSettlement(id, try draft.input(in: view, device: member.device), revives: revives)]
        } answer: { view, events in
            guard let settlement = view.state.settlements[id] else { throw Problem.notFound }
            let shown = SettlementView(settlement: settlement, moment: Moment(view, currency))
            let isNew = events.contains { if case .settlementRecorded = $0.kind { true } else { false } }
            return (.json(shown, tag: shown.revision), isNew)
        }
    }

    private struct Draft: Sendable {
        let from: ParticipantID?
        let to: ParticipantID
        let amount: Money
        let date: CalendarDay?
        let note: String?
        let expense: ExpenseID?
        let recordedAt: Instant

        init(_ call: Call, _ member: Member) throws {
            var body = try call.body()
            from = body.optionalID("fromParticipantId")
            to = body.id("toParticipantId")
            amount = body.amount("amount", in: member.ledger.currency)
            date = body.optionalDay("date")
            note = body.optionalText("note")
            expense = body.optionalExpense("expenseId")
            recordedAt = body.recordedAt(now: call.now)
            try body.finish()
        }

        func input(in view: LedgerView, device: DeviceID) throws(Problem) -> SettlementInput {
            let from = try view.person(from, else: device, field: "fromParticipantId", asking: "Say who paid")
            return SettlementInput(
                from: from, to: to, amount: amount, date: date ?? view.today, note: note, expense: expense)
        }
    }

    /// Newest day first, then what was entered last.
    private static func place(_ settlement: Settlement) -> Place {
        Place(
            .number(~UInt128(settlement.input.date.daysSince1970 - CalendarDay.earliest.daysSince1970)),
            .number(~settlement.created.at.ordinal),
            .number(~settlement.id.bits))
    }
}
