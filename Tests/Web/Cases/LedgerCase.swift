import JSON
import LedgerCore

/// A whole ledger with what follows from it: balances, sums, the plan that stands, a statement, what is open of an expense.
struct LedgerCase {
    private let currency: Currency
    private let people: [ParticipantID]
    private let state: LedgerState
    private let pair: [ParticipantID]

    init(_ draw: inout Draw) {
        currency = Currency(readFrom: draw.one(of: ["EUR", "JPY", "KWD"]))
        people = draw.people(2...7)
        var log = Log(author: people[0])
        for person in people { log.add(.participantAdded(person, name: "Somebody")) }
        draw.enter(&log, among: people)
        // Payments of the plan, others, and sometimes an expense afterwards.
        for _ in 0..<draw.int(0...2) { draw.settle(&log, among: people) }
        if draw.once(in: 3) {
            var last = draw.expense(among: people)
            if draw.once(in: 2) { last.budget = BudgetTerms(expectation: .open) }
            log.add(.expenseCreated(draw.id(), last))
        }
        state = Ledger(log.events).state.standing(on: Draw.today)
        pair = draw.some(of: people, atLeast: 2)
    }

    func write(to json: inout JSONWriter) {
        json.member("kind", "ledger")
        json.key("wire")
        json.object { writeWire(to: &$0) }
        let balances = Balances(state)
        json.member("debts", each: balances.debts) { json, debt in json.object { debt.write(to: &$0) } }
        json.member("positions", each: balances.positions) { json, position in
            json.object { json in
                json.member("participantId", position.participant.description)
                json.member("amount", position.amount.minorUnits.description)
            }
        }
        write(Summary(state), to: &json)
        json.key("plan")
        json.object { SettleUpPlan(standingIn: state, balances).write(to: &$0) }
        json.key("inWholeUnits")
        json.object { SettleUpPlan(standingIn: state, balances, inUnitsOf: currency.wholeUnit).write(to: &$0) }
        json.member("pair", each: pair.prefix(2)) { $0.value($1.description) }
        // A line that moves nothing tells nothing, and the app leaves it out.
        let lines = Statement(of: pair[0], with: pair[1], in: state).lines.filter { $0.amount != .zero }
        json.member("statement", each: lines) { json, line in
            json.array { json in
                json.value(line.amount.minorUnits.description)
                json.value(line.running.minorUnits.description)
            }
        }
        let open = OpenShares(state)
        json.member("open", each: state.expenses.filter { !$0.input.isExpected }) { json, expense in
            json.object { json in
                json.member("id", expense.id.description)
                json.member("debts", each: open.open(of: expense)) { json, debt in json.object { debt.write(to: &$0) } }
            }
        }
    }

    private func write(_ summary: Summary, to json: inout JSONWriter) {
        json.member("total", summary.total.minorUnits.description)
        json.member("count", summary.count)
        json.member("people", each: summary.people) { json, person in
            json.object { json in
                json.member("participantId", person.participant.description)
                json.member("paid", person.paid.minorUnits.description)
                json.member("share", person.share.minorUnits.description)
            }
        }
    }

    /// As the API sends a snapshot, as far as sums need it.
    private func writeWire(to json: inout JSONWriter) {
        json.key("ledger")
        json.object { json in
            json.member("id", "case")
            json.member("minorDigits", currency.digits)
            json.member("participants", each: people) { json, person in
                json.object { $0.member("id", person.description) }
            }
            json.member("labels", each: [String]()) { $0.value($1) }
        }
        json.member("expenses", each: state.expenses) { json, expense in
            json.object { json in
                json.member("id", expense.id.description)
                json.member("createdAt", expense.created.at.description)
                json.member("lastEditedAt", expense.lastEdited?.at.description)
                if expense.input.isExpected { json.member("expected", true) }
                if let occurrence = state.occurrences[expense.id] {
                    json.member("scheduleId", occurrence.schedule.description)
                }
                ExpenseText(currency: currency).write(expense.input, to: &json)
            }
        }
        json.member("settlements", each: state.settlements) { json, settlement in
            json.object { json in
                json.member("id", settlement.id.description)
                json.member("createdAt", settlement.created.at.description)
                json.member("lastEditedAt", settlement.lastEdited?.at.description)
                json.member("fromParticipantId", settlement.input.from.description)
                json.member("toParticipantId", settlement.input.to.description)
                json.member("amount", settlement.input.amount.text(in: currency))
                json.member("date", settlement.input.date.description)
                json.member("expenseId", settlement.input.expense?.description)
            }
        }
    }
}

extension Draw {
    /// The first entry of a log is of 2026-01-01.
    static let today = CalendarDay(daysSince1970: 20_460)

    /// Expenses, some of them only expected, some changed afterwards, and sometimes one that comes every week.
    fileprivate mutating func enter(_ log: inout Log, among people: [ParticipantID]) {
        for _ in 0..<int(0...12) {
            let id: ExpenseID = id()
            var input = expense(among: people)
            if once(in: 8) { input.budget = BudgetTerms(expectation: .open) }
            log.add(.expenseCreated(id, input))
            if once(in: 8) { log.add(.expenseUpdated(id, expense(among: people))) }
        }
        guard once(in: 4) else { return }
        let start = Self.today.adding(days: int(-30...3))
        var input = expense(among: people)
        input.executionDate = start
        let weekly = Recurrence(.weekly, start: start)
        let bits = id(Schedule.self).bits & ~0xffff_ffff_ffff
        log.add(
            .scheduleCreated(
                ScheduleID(bits: bits), ScheduleInput(expense: input, recurrence: weekly, isByRatio: false)))
    }

    /// Some payments of the plan, now and then one of another amount or for one expense.
    fileprivate mutating func settle(_ log: inout Log, among people: [ParticipantID]) {
        let state = Ledger(log.events).state.standing(on: Self.today)
        let unit = Money(minorUnits: once(in: 2) ? 1 : 100)
        let plan = SettleUpPlan(standingIn: state, Balances(state), inUnitsOf: unit)
        for payment in some(of: plan.payments, atLeast: 0) {
            let other = Money(minorUnits: amount(digits: 1...5))
            let paid = once(in: 6) ? other : payment.amount
            let expense = once(in: 6) ? state.expenses.map(\.id).first : nil
            let input = SettlementInput(
                from: payment.from, to: payment.to, amount: paid, date: day(), expense: expense)
            let id: SettlementID = id()
            log.add(.settlementRecorded(id, input))
            if once(in: 10) { log.add(.settlementUpdated(id, input)) }
        }
    }
}
