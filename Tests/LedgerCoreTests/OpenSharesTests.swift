import LedgerCore
import Testing

/// "Mark this expense as settled" (`PB-MAP-ST2`, `PB-MAP-ST4`).
struct OpenSharesTests {
    @Test("everybody's share is open but the payer's; what is paid for the expense closes it (PB-TC-53, PB-TC-55)")
    func closing() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        try books.record(.recordExpense(dinner, .sample(cents: 6000)))
        #expect(open(books) == [debt(ben, anna, 2000), debt(chloé, anna, 2000)])
        try pay(ben, anna, 2000, &books)
        #expect(open(books) == [debt(chloé, anna, 2000)])
        try pay(chloé, anna, 500, &books)
        #expect(open(books) == [debt(chloé, anna, 1500)])
        try pay(chloé, anna, 1500, &books)
        #expect(open(books).isEmpty)
    }

    @Test("another payment between the two closes nothing of the expense")
    func otherPayments() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        try books.record(.recordExpense(dinner, .sample(cents: 3000)))
        try books.record(.recordSettlement(payback, .sample(cents: 1000)))
        #expect(open(books) == [debt(ben, anna, 1000), debt(chloé, anna, 1000)])
    }

    @Test("what was paid for an expense that became cheaper is owed back")
    func cheaper() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        try books.record(.recordExpense(dinner, .sample(cents: 3000, for: [anna, ben])))
        try pay(ben, anna, 1500, &books)
        try books.record(.recordExpense(dinner, .sample(cents: 2000, for: [anna, ben])))
        #expect(open(books) == [debt(anna, ben, 500)])
    }

    @Test("an expense counts as changed when something is paid for it, and when that is taken back")
    func changes() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        try books.record(.recordExpense(dinner, .sample(cents: 3000)))
        let before = books.ledger.revision
        try pay(ben, anna, 1000, &books)
        #expect(books.ledger.changes(since: before)?.expenses == [dinner])
        try books.record(.deleteSettlement(SettlementID(1)))
        #expect(books.ledger.changes(since: before + 1)?.expenses == [dinner])
    }

    @Test("only for oneself: nothing is ever open")
    func alone() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        try books.record(.recordExpense(dinner, .sample(for: [anna])))
        #expect(open(books).isEmpty)
    }

    @Test("of two who both paid and both owe, one owes the difference")
    func severalPayers() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        var input = ExpenseInput.sample(cents: 4000, for: [anna, ben])
        input.terms = ExpenseTerms(
            payers: [
                Part(participant: anna, amount: Money(minorUnits: 3000)),
                Part(participant: ben, amount: Money(minorUnits: 1000)),
            ])
        try books.record(.recordExpense(dinner, input))
        #expect(open(books) == [debt(ben, anna, 1000)])
    }

    private func open(_ books: Bookkeeper) -> [Debt] {
        books.state.expenses[dinner].map { OpenShares(books.state).open(of: $0) } ?? []
    }

    private func debt(_ debtor: ParticipantID, _ creditor: ParticipantID, _ cents: Int128) -> Debt {
        Debt(debtor: debtor, creditor: creditor, amount: Money(minorUnits: cents))
    }

    private func pay(
        _ from: ParticipantID, _ to: ParticipantID, _ cents: Int128, _ books: inout Bookkeeper
    ) throws {
        var input = SettlementInput.sample(cents: cents, from: from, to: to)
        input.expense = dinner
        try books.record(.recordSettlement(SettlementID(Int(books.state.settlements.count) + 1), input))
    }
}
