import JSON
import LedgerCore
import Testing

/// `Tests/Vectors/settle-up`: made by an implementation that tries everything, read by the app's JavaScript as well.
struct SettleUpVectorTests {
    @Test("plans are those of an implementation that tries everything")
    func plans() throws {
        for item in try cases("plans") {
            let debts = try numbers(item["debts"], of: 3).map {
                Debt(debtor: ParticipantID($0[0]), creditor: ParticipantID($0[1]), amount: money($0[2]))
            }
            let plan = SettleUpPlan(try positions(item["positions"]), debts: debts)
            #expect(try plan.payments == payments(item["payments"]))
            #expect(plan.isMinimal)
        }
    }

    @Test("positions rounded to whole units still sum to zero, and nobody is off by a unit")
    func rounding() throws {
        for item in try cases("rounding") {
            let exact = try positions(item["positions"])
            let rounded = exact.rounded(toUnitsOf: money(try #require(item["unit"]?.integer)))
            #expect(try rounded == positions(item["rounded"]))
            #expect(rounded.reduce(0) { $0 + $1.amount.minorUnits } == 0)
            for (a, b) in zip(exact, rounded) { #expect((a.amount - b.amount).magnitude < money(100)) }
        }
    }

    @Test("the plan that was shown stays valid, whatever else happens in between")
    func standing() throws {
        for story in try cases("standing") {
            for step in try #require(story["steps"]?.array) {
                let state = Ledger(try events(step["entries"])).state
                let unit = money(try #require(step["unit"]?.integer))
                let plan = SettleUpPlan(standingIn: state, Balances(state), inUnitsOf: unit)
                #expect(try plan.payments == payments(step["payments"]))
            }
        }
    }

    private func cases(_ name: String) throws -> [JSONValue] {
        let cases = try #require(try Vectors.json("settle-up/vectors.json")[name]?.array)
        #expect(cases.count > 5)
        return cases
    }

    private func money(_ amount: Int) -> Money { Money(minorUnits: Int128(amount)) }

    private func numbers(_ value: JSONValue?, of count: Int) throws -> [[Int]] {
        try #require(value?.array).map { row in
            let row = try #require(row.array).map { try #require($0.integer) }
            #expect(row.count == count)
            return row
        }
    }

    private func payments(_ value: JSONValue?) throws -> [SettleUpPlan.Payment] {
        try numbers(value, of: 3).map {
            .init(from: ParticipantID($0[0]), to: ParticipantID($0[1]), amount: money($0[2]))
        }
    }

    private func positions(_ value: JSONValue?) throws -> [Balances.Position] {
        try #require(value?.array).enumerated().map {
            .init(participant: ParticipantID($0.offset), amount: money(try #require($0.element.integer)))
        }
    }

    /// What is recorded and what is edited, each at its moment.
    private func events(_ entries: JSONValue?) throws -> [Event] {
        var events: [Event] = []
        for entry in try #require(entries?.array) {
            let (created, edited) = try kinds(entry)
            let at = try #require(entry["at"]?.integer)
            events.append(.sample(events.count + 1, at: Instant(milliseconds: Int64(at)), created))
            if let at = entry["edited"]?.integer {
                events.append(.sample(events.count + 1, at: Instant(milliseconds: Int64(at)), edited))
            }
        }
        return events
    }

    private func kinds(_ entry: JSONValue) throws -> (created: Event.Kind, edited: Event.Kind) {
        let number = { (name: String) in try #require(entry[name]?.integer) }
        let (id, amount) = (try number("id"), Int128(try number("amount")))
        if entry["kind"]?.string == "expense" {
            let split = try #require(entry["split"]?.array).map { ParticipantID(try #require($0.integer)) }
            let input = ExpenseInput.sample(cents: amount, by: ParticipantID(try number("payer")), for: split)
            return (.expenseCreated(ExpenseID(id), input), .expenseUpdated(ExpenseID(id), input))
        }
        let input = SettlementInput.sample(
            cents: amount, from: ParticipantID(try number("from")), to: ParticipantID(try number("to")))
        return (.settlementRecorded(SettlementID(id), input), .settlementUpdated(SettlementID(id), input))
    }
}
