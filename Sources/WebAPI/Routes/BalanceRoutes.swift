import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Who owes whom, why, and how to end it (`SC-FR-BAL-*`).
enum BalanceRoutes {
    @Sendable static func balances(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let asOf = query.optionalDay("asOf")
        try query.finish()
        let device = member.device
        let (balances, me) = await member.ledger.read { view in
            (asOf.map { Balances(view.standing(on: $0), asOf: $0) } ?? view.balances, view.participant(of: device))
        }
        return .json(BalancesView(balances: balances, me: me, currency: member.ledger.currency))
    }

    @Sendable static func statement(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let (one, other) = (try call.id("a", of: ParticipantID.self), try call.id("b", of: ParticipantID.self))
        let moment = await member.moment()
        let state = moment.state
        let (a, b) = (state.resolved(one), state.resolved(other))
        guard state.participants[a] != nil, state.participants[b] != nil else { throw Problem.notFound }
        let statement = Statement(of: a, with: b, in: state)
        return .object { json in
            json.member("currency", moment.currency.code)
            json.member("a", a)
            json.member("b", b)
            json.member("balance", statement.balance, moment.currency)
            json.member("lines", each: statement.lines) { json, line in
                json.value(StatementLineView(line: line, moment: moment))
            }
        }
    }

    @Sendable static func settleUp(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let isInWholeUnits = query.one("wholeUnits", "true or false") { ["true": true, "false": false][$0] } ?? false
        try query.finish()
        let currency = member.ledger.currency
        guard isInWholeUnits else {
            return .json(SettleUpView(plan: await member.ledger.read { $0.settleUpPlan }, currency: currency))
        }
        let (state, balances) = await member.ledger.read { ($0.standing, $0.balances) }
        let plan = SettleUpPlan(standingIn: state, balances, inUnitsOf: currency.wholeUnit)
        return .json(
            SettleUpView(plan: plan, leavesOpen: plan.leavesOpen(of: balances.positions), currency: currency))
    }

    @Sendable static func summary(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let filter = ExpenseFilter(&query)
        try query.finish()
        let state = await member.ledger.read { $0.standing }
        return .json(SummaryView(summary: Summary(state, filter), currency: member.ledger.currency))
    }
}
