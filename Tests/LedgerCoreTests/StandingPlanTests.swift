import LedgerCore
import Testing

/// A plan that people were shown stays valid while they carry it out.
struct StandingPlanTests {
    @Test("payments in any order keep the plan, in minor and in whole units", arguments: UInt64(1)...30)
    func anyOrder(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var books = try Self.household(of: 6, &numbers)
        let unit = Money(minorUnits: seed % 2 == 0 ? 1 : 100)
        var left = Self.plan(books, unit)
        var last = left
        while let payment = left.payments.randomElement(using: &numbers) {
            try Self.record(payment, &books, &numbers)
            last = Self.plan(books, unit)
            #expect(last.payments == left.payments.filter { $0 != payment })
            left = last
        }
        #expect(last.leavesOpen(of: Balances(books.state).positions).allSatisfy { $0.amount.magnitude < unit })
    }

    @Test("an expense in between makes the plan anew, and what is shown then stays valid too")
    func newExpense() throws {
        var numbers = SeededNumbers(seed: 3)
        var books = try Self.household(of: 5, &numbers)
        try Self.record(try #require(Self.plan(books).payments.first), &books, &numbers)
        try books.record(.recordExpense(ExpenseID(900), .sample(cents: 777, by: anna, for: [ben, chloé])))
        let anew = Self.plan(books)
        #expect(anew == SettleUpPlan(Balances(books.state).positions, debts: Balances(books.state).debts))
        let payment = try #require(anew.payments.last)
        try Self.record(payment, &books, &numbers)
        #expect(Self.plan(books).payments == anew.payments.filter { $0 != payment })
    }

    @Test("a payment that is taken back stands in the plan again")
    func deletedPayment() throws {
        var numbers = SeededNumbers(seed: 8)
        var books = try Self.household(of: 6, &numbers)
        let shown = Self.plan(books)
        for payment in shown.payments.prefix(2) { try Self.record(payment, &books, &numbers) }
        let first = try #require(books.state.settlements.min { $0.created.at < $1.created.at })
        try books.record(.deleteSettlement(first.id))
        #expect(Self.plan(books).payments == shown.payments.filter { $0 != shown.payments[1] })
    }

    @Test("a payment of another amount is not the plan's: it is made anew")
    func otherAmount() throws {
        var numbers = SeededNumbers(seed: 12)
        var books = try Self.household(of: 4, &numbers)
        let payment = try #require(Self.plan(books).payments.first)
        let half = Money(minorUnits: payment.amount.minorUnits / 2)
        try Self.record(.init(from: payment.from, to: payment.to, amount: half), &books, &numbers)
        let balances = Balances(books.state)
        #expect(Self.plan(books) == SettleUpPlan(balances.positions, debts: balances.debts))
    }

    @Test("a plan never takes more payments than the largest-to-largest one", arguments: UInt64(1)...40)
    func greedy(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let books = try Self.household(of: 9, &numbers)
        let positions = Balances(books.state).positions
        #expect(Self.plan(books).payments.count <= Self.greedyPayments(positions.map(\.amount.minorUnits)))
    }

    @Test("two who owe each other directly pay each other, where that takes no payment more")
    func keptTogether() throws {
        var books = try Bookkeeper.household()
        let dora = ParticipantID(104)
        try books.record(.addParticipant(dora, name: "Dora"))
        try books.record(.recordExpense(ExpenseID(1), .sample(cents: 1000, by: dora, for: [anna])))
        try books.record(.recordExpense(ExpenseID(2), .sample(cents: 1000, by: chloé, for: [ben])))
        let plan = Self.plan(books)
        #expect(plan.groups == [[anna, dora], [ben, chloé]])
    }

    /// Random expenses among so many people, who are `ParticipantID(1)` and on.
    private static func household(of people: Int, _ numbers: inout SeededNumbers) throws -> Bookkeeper {
        var books = try Bookkeeper.household()
        let ids = [anna, ben, chloé] + (3..<people).map { ParticipantID($0) }
        for id in ids { try books.record(.addParticipant(id, name: "\(id)")) }
        for number in 1...8 {
            let split = ids.filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 }
            let payer = ids[Int.random(in: 0..<people, using: &numbers)]
            let cents = Int128(Int.random(in: 1...5000, using: &numbers))
            try books.record(
                .recordExpense(ExpenseID(number), .sample(cents: cents, by: payer, for: split.isEmpty ? [anna] : split))
            )
        }
        return books
    }

    private static func plan(_ books: Bookkeeper, _ unit: Money = Money(minorUnits: 1)) -> SettleUpPlan {
        SettleUpPlan(standingIn: books.state, Balances(books.state), inUnitsOf: unit)
    }

    private static func record(
        _ payment: SettleUpPlan.Payment, _ books: inout Bookkeeper, _ numbers: inout SeededNumbers
    ) throws {
        let id = SettlementID(Int.random(in: 1...1_000_000, using: &numbers))
        let input = SettlementInput(from: payment.from, to: payment.to, amount: payment.amount, date: .may(20))
        try books.record(.recordSettlement(id, input))
    }

    private static func greedyPayments(_ amounts: [Int128]) -> Int {
        var open = amounts
        var count = 0
        while let debtor = open.indices.min(by: { open[$0] < open[$1] }), open[debtor] < 0,
            let creditor = open.indices.max(by: { open[$0] < open[$1] })
        {
            let amount = min(-open[debtor], open[creditor])
            open[debtor] += amount
            open[creditor] -= amount
            count += 1
        }
        return count
    }
}
