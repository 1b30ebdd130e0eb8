import LedgerCore
import Testing

struct SplitTests {
    @Test("what does not divide goes to the payer (SC-FR-SPL-2)")
    func payerBearsTheRest() {
        let input = ExpenseInput.sample(cents: 1000, by: ben)
        #expect(input.shares.map(\.minorUnits) == [333, 334, 333])
    }

    @Test("a payer who does not share leaves the rest to the id that sorts first, wherever it stands")
    func firstBearsTheRest() {
        let input = ExpenseInput.sample(cents: 101, by: anna, for: [chloé, ben])
        #expect(input.shares.map(\.minorUnits) == [50, 51])
    }

    @Test("shares always add up to the amount", arguments: UInt64(1)...50)
    func sum(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let split = (1...Int.random(in: 1...30, using: &numbers)).map { ParticipantID($0) }.shuffled(using: &numbers)
        let cents = Int128(UInt64.random(in: 1...999_999_999_999_999, using: &numbers))
        let input = ExpenseInput.sample(
            cents: cents, by: ParticipantID(Int.random(in: 1...40, using: &numbers)), for: split)
        #expect(input.shares.reduce(.zero, +) == input.amount)
        #expect(split.reduce(.zero) { $0 + input.share(of: $1) } == input.amount)
        #expect(input.shares.allSatisfy { $0 >= .zero })
    }

    @Test("a foreign expense that nobody shares has no shares")
    func nobody() {
        #expect(ExpenseInput.sample(for: []).shares.isEmpty)
    }
}

struct BalancesTests {
    private func household() throws -> Bookkeeper {
        var books = try Bookkeeper.household()
        try books.record(.recordExpense(dinner, .sample(cents: 3000, on: .may(10))))
        try books.record(.recordExpense(ExpenseID(2), .sample(cents: 800, on: .may(12), by: ben, for: [anna, ben])))
        try books.record(.recordSettlement(payback, .sample(cents: 250, from: chloé, to: anna, on: .may(14))))
        return books
    }

    @Test("balances are pairwise: nothing is routed through third people (SC-FR-BAL-1, SC-FR-BAL-4)")
    func pairs() throws {
        let balances = Balances(try household().state)
        #expect(
            balances.debts.map { "\($0.debtor == ben ? "Ben" : "Chloé") \($0.amount.minorUnits)" } == [
                "Ben 600", "Chloé 750",
            ])
        #expect(balances.debts.allSatisfy { $0.creditor == anna })
        #expect(balances.owes(anna, ben).minorUnits == -600)
        #expect(balances.positions.map(\.amount.minorUnits) == [1350, -600, -750])
        #expect(balances.facing(anna).map(\.amount.minorUnits) == [600, 750])
        #expect(balances.facing(chloé) == [.init(participant: anna, amount: Money(minorUnits: -750))])
    }

    @Test("as of a day, only what was executed up to then counts")
    func asOf() throws {
        let state = try household().state
        #expect(Balances(state, asOf: .may(9)).debts.isEmpty)
        #expect(Balances(state, asOf: .may(10)).owes(ben, anna).minorUnits == 1000)
        #expect(Balances(state, asOf: .may(12)).owes(ben, anna).minorUnits == 600)
        #expect(Balances(state, asOf: .may(13)).owes(chloé, anna).minorUnits == 1000)
    }

    @Test(
        "positions sum to zero and each is the sum of its pairs, also with people nobody added",
        arguments: UInt64(1)...20)
    func sums(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let state = Ledger(RandomHistory.events(150, using: &numbers)).state
        let balances = Balances(state)
        #expect(balances.positions.reduce(.zero) { $0 + $1.amount } == .zero)
        for position in balances.positions {
            let facing = balances.facing(position.participant)
            #expect(facing.reduce(.zero) { $0 + $1.amount } == position.amount)
            for other in balances.people {
                let owes = balances.owes(other, position.participant)
                #expect(owes == -balances.owes(position.participant, other))
                #expect(Statement(of: position.participant, with: other, in: state).balance == owes)
            }
        }
    }

    @Test("the largest amounts a log can hold do not overflow")
    func largest() {
        let most = Int128(999_999_999_999_999_999_999_999)
        let state = Ledger((1...50).map { .sample($0, at: noon, .expenseCreated(ExpenseID($0), .sample(cents: most))) })
            .state
        #expect(Balances(state).positions.reduce(.zero) { $0 + $1.amount } == .zero)
        #expect(Summary(state).total.minorUnits == 50 * most)
    }

    @Test("a log that names twenty thousand people is reckoned all the same")
    func manyStrangers() {
        let events = (1...10_000).map { number in
            let input = ExpenseInput.sample(cents: 10, by: ParticipantID(number), for: [ParticipantID(90_000 + number)])
            return Event.sample(number, at: noon, .expenseCreated(ExpenseID(number), input))
        }
        let balances = Balances(Ledger(events).state)
        #expect(balances.people.count == 20_000)
        #expect(balances.debts.count == 10_000)
        #expect(SettleUpPlan(balances.positions).payments.count == 10_000)
    }

    @Test("somebody the ledger does not know yet is shown by the beginning of the id")
    func stranger() {
        let state = Ledger([.sample(1, at: noon, .expenseCreated(dinner, .sample(cents: 900)))]).state
        #expect(Balances(state).people == [anna, ben, chloé])
        #expect(state.name(of: anna) == "Unknown 00000000")
    }

    @Test("the statement of two people lists what is between them, with the running amount")
    func statement() throws {
        let state = try household().state
        let lines = Statement(of: anna, with: ben, in: state).lines
        #expect(lines.map(\.item) == [.expense(dinner), .expense(ExpenseID(2))])
        #expect(lines.map(\.amount.minorUnits) == [1000, -400])
        #expect(lines.map(\.running.minorUnits) == [1000, 600])
        #expect(Statement(of: ben, with: anna, in: state).lines.map(\.running.minorUnits) == [-1000, -600])
        #expect(Statement(of: ben, with: chloé, in: state).lines.isEmpty)
        #expect(Statement(of: anna, with: chloé, in: state).lines.last?.item == .settlement(payback))
        #expect(Statement(of: anna, with: anna, in: state).lines.isEmpty)
    }
}
