import LedgerCore
import Testing

@Suite("Splits and payers, accepted and refused")
struct TermsAcceptanceTests {
    var books: Bookkeeper

    init() throws {
        books = try Bookkeeper.household()
        books.schemaVersion = 2
    }

    private func dinnerFor(
        cents: Int128 = 3000, by payer: ParticipantID = anna, for people: [ParticipantID] = [anna, ben, chloé],
        _ split: Split, payers: [Part] = []
    ) -> ExpenseInput {
        var input = ExpenseInput.sample(cents: cents, by: payer, for: people)
        input.terms = ExpenseTerms(split: split, payers: payers)
        return input
    }

    private func parts(_ parts: (ParticipantID, Int128)...) -> [Part] {
        parts.map { Part(participant: $0, amount: Money(minorUnits: $1)) }
    }

    private func weights(_ weights: (ParticipantID, Int)...) -> [Split.Weight] {
        weights.map { Split.Weight(participant: $0, count: $1) }
    }

    private mutating func refusal(_ input: ExpenseInput) -> [Refusal.Reason] {
        books.reasons(against: .recordExpense(dinner, input))
    }

    @Test("what a split comes to is recorded beside it")
    mutating func recorded() throws {
        try books.record(.recordExpense(dinner, dinnerFor(.shares(weights((anna, 1), (ben, 2), (chloé, 3))))))
        let input = try #require(books.state.expenses[dinner]?.input)
        #expect(input.terms?.shares.map(\.minorUnits) == [500, 1000, 1500] && input.terms?.debts == [])
        #expect(Balances(books.state).owes(chloé, anna).minorUnits == 1500)
    }

    @Test("several payers: everybody ends at what they paid less what they bear")
    mutating func payers() throws {
        try books.record(.recordExpense(dinner, dinnerFor(.equal, payers: parts((ben, 2000), (anna, 1000)))))
        let input = try #require(books.state.expenses[dinner]?.input)
        #expect(input.payer == ben, "the first of them")
        let balances = Balances(books.state)
        let positions = Dictionary(
            uniqueKeysWithValues: balances.positions.map { ($0.participant, $0.amount.minorUnits) })
        #expect(positions == [anna: 0, ben: 1000, chloé: -1000])
        let summary = Summary(books.state).people.map { $0.paid.minorUnits }
        #expect(summary == [1000, 2000, 0])
        let cash = Projection.cash.rows(of: anna, in: books.state).map(\.amount.minorUnits)
        let virtual = Projection.virtual.rows(of: ben, in: books.state).map(\.amount.minorUnits)
        #expect(cash == [-1000] && virtual == [1000])
        #expect(Statement(of: ben, with: chloé, in: books.state).balance == balances.owes(chloé, ben))
    }

    @Test("an equal split by one payer is written as in version 1, however it was said")
    mutating func plain() throws {
        let said = dinnerFor(.equal, payers: parts((ben, 3000)))
        #expect(try books.record(.recordExpense(dinner, said))?.kind == .expenseCreated(dinner, .sample(by: ben)))
        #expect(try books.record(.recordExpense(dinner, .sample(by: ben))) == nil)
    }

    @Test("what does not add up is refused, and the message says by how much")
    mutating func sums() {
        for (input, words) in [
            (
                dinnerFor(.exact(parts((anna, 1000), (ben, 1000), (chloé, 500)))),
                "25.00, which is 5.00 less than the amount, 30.00"
            ),
            (dinnerFor(.exact(parts((anna, 1000), (ben, 1000), (chloé, 1001)))), "30.01, which is 0.01 more"),
            (
                dinnerFor(.percent(weights((anna, 5000), (ben, 5000), (chloé, 1000)))),
                "110.00, which is 10.00 more than 100"
            ),
            (
                dinnerFor(.percent(weights((anna, 3333), (ben, 3333), (chloé, 3333)))),
                "99.99, which is 0.01 less than 100"
            ),
            (dinnerFor(.equal, payers: parts((anna, 1000), (ben, 1999))), "29.99, which is 0.01 less"),
            (dinnerFor(.adjustment(parts((anna, -2000)))), "Anna would be -3.32"),
            (
                dinnerFor(
                    .items(
                        .init(
                            items: [
                                .init(title: "", amount: Money(minorUnits: 2000), participants: [anna, ben, chloé])
                            ], tip: Money(minorUnits: 900)))), "29.00, which is 1.00 less"
            ),
        ] as [(ExpenseInput, String)] {
            let reasons = refusal(input)
            #expect(reasons.map(\.code) == [.doesNotAddUp])
            #expect(reasons.first?.message.contains(words) == true, "\(reasons)")
        }
    }

    @Test("a part that is no part is refused: nothing, less than nothing, too much, twice, of a stranger")
    mutating func parts() {
        let stranger = ParticipantID(9)
        for (input, code) in [
            (dinnerFor(.shares(weights((anna, 1), (ben, 0), (chloé, 1)))), .partNotPositive),
            (dinnerFor(.shares(weights((anna, 1), (ben, -1), (chloé, 1)))), .partNotPositive),
            (dinnerFor(.shares(weights((anna, 1), (ben, 1_000_001), (chloé, 1)))), .partTooLarge),
            (dinnerFor(.percent(weights((anna, -5000), (ben, 5000), (chloé, 10000)))), .partNotPositive),
            (dinnerFor(.exact(parts((anna, 3000), (ben, 0), (chloé, 0)))), .partNotPositive),
            (dinnerFor(.exact(parts((anna, 4000), (ben, -500), (chloé, -500)))), .partNotPositive),
            (dinnerFor(.equal, payers: parts((anna, 3000), (ben, 0))), .partNotPositive),
            (dinnerFor(.equal, payers: parts((anna, 3500), (ben, -500))), .partNotPositive),
            (dinnerFor(.equal, payers: parts((anna, 1000), (anna, 2000))), .payersHaveDuplicates),
            (dinnerFor(.equal, payers: parts((anna, 1000), (stranger, 2000))), .unknownParticipant),
            (dinnerFor(for: [anna, ben], .shares(weights((anna, 1), (ben, 1), (anna, 1)))), .splitHasDuplicates),
            (dinnerFor(.shares(weights((anna, 1)))), .splitNamesOthers),
            (dinnerFor(for: [anna], .adjustment(parts((ben, 5)))), .splitNamesOthers),
            (dinnerFor(.adjustment(parts((anna, Int128(10) << 60)))), .partTooLarge),
            (dinnerFor(.items(.init(items: []))), .partNotPositive),
            (
                dinnerFor(.items(.init(items: [.init(title: "", amount: .zero, participants: [anna, ben, chloé])]))),
                .partNotPositive
            ),
        ] as [(ExpenseInput, Refusal.Code)] {
            #expect(refusal(input).map(\.code) == [code], "\(input.mode)")
        }
        #expect(books.state.expenses.count == 0)
    }

    @Test("payers of less than nothing divide nothing, even where their sum is right: they are refused alone")
    mutating func negativePayers() {
        let input = dinnerFor(
            cents: 10, by: ben, for: [ben, chloé], .equal, payers: parts((ben, 82), (anna, -16), (chloé, -16)))
        let reasons = refusal(input)
        #expect(reasons.map(\.field) == ["payers"] && reasons.map(\.code) == [.partNotPositive])
    }

    @Test("what a ledger of version 1 can not hold is refused with the way out")
    mutating func olderLedger() throws {
        books.schemaVersion = 1
        let proposals: [Proposal] = [
            .recordExpense(dinner, dinnerFor(.shares(weights((anna, 1), (ben, 1), (chloé, 1))))),
            .recordExpense(dinner, dinnerFor(.equal, payers: parts((anna, 1000), (ben, 2000)))),
            .addParticipant(ParticipantID(7), name: "Dora", colour: .pink), .colourParticipant(anna, .red),
            .retireParticipant(ben), .mergeParticipant(ben, into: anna), .release,
            .changeSettings(LedgerSettings(isArchived: true)),
        ]
        for proposal in proposals {
            #expect(books.reasons(against: proposal).map(\.code) == [.needsSchemaVersion2], "\(proposal)")
        }
        try books.record(.recordExpense(dinner, .sample()))
        #expect(
            books.reasons(against: .addComment(CommentID(1), dinner, text: "?")).map(\.code) == [.needsSchemaVersion2])
        let undone = try books.record(.undoing(EventID(1), .deleteExpense(dinner)))
        #expect(undone?.undoes == nil, "the deed is done, only the word for it is missing")
        books.schemaVersion = 2
        let again = try books.record(.undoing(EventID(1), .recordExpense(dinner, .sample(), revives: true)))
        #expect(again?.undoes == EventID(1))
    }

    @Test("what somebody recorded stays recorded when another field is edited, and comes back with its shares")
    mutating func kept() throws {
        // Another program divided the odd cent otherwise than we do.
        var theirs = dinnerFor(cents: 100, .shares(weights((anna, 1), (ben, 1), (chloé, 1))))
        theirs.terms = ExpenseTerms(split: theirs.mode, shares: [33, 33, 34].map { Money(minorUnits: $0) })
        #expect(theirs.faultOfTerms == nil)
        books.absorb(.expenseCreated(dinner, theirs), at: books.now)
        var edited = dinnerFor(cents: 100, theirs.mode)
        #expect(try books.record(.recordExpense(dinner, edited)) == nil)
        edited.title = "Supper"
        try books.record(.recordExpense(dinner, edited))
        #expect(books.state.expenses[dinner]?.input.shares == theirs.shares)
        edited.amount = Money(minorUnits: 103)
        try books.record(.recordExpense(dinner, edited))
        #expect(books.state.expenses[dinner]?.input.shares.map(\.minorUnits) == [35, 34, 34])
        try books.record(.recordExpense(dinner, theirs))
        #expect(books.state.expenses[dinner]?.input == theirs)
    }

    @Test(
        "who left takes part in nothing new; where they were they stay, also when it comes back, and debts are settled")
    mutating func retired() throws {
        try books.record(.recordExpense(dinner, .sample()))
        try books.record(.retireParticipant(chloé))
        #expect(books.reasons(against: .recordExpense(ExpenseID(2), .sample())).map(\.code) == [.retiredParticipant])
        let paid = dinnerFor(for: [anna, ben], .equal, payers: parts((anna, 1000), (chloé, 2000)))
        #expect(refusal(paid) == [], "of this expense they are a part")
        try books.record(.recordExpense(dinner, .sample("Supper")))
        try books.record(.deleteExpense(dinner))
        try books.record(.recordExpense(dinner, .sample("Supper"), revives: true))
        try books.record(.recordSettlement(payback, .sample(from: chloé, to: anna)))
        #expect(books.reasons(against: .claim(chloé)).map(\.code) == [.retiredParticipant])
        #expect(books.state.presentParticipants == [anna, ben] && books.state.listedParticipants.count == 3)
        try books.record(.reinstateParticipant(chloé))
        #expect(refusal(.sample()).isEmpty && books.state.presentParticipants.count == 3)
    }

    @Test("who left and is named nowhere is not listed any more")
    mutating func gone() throws {
        try books.record(.retireParticipant(chloé))
        #expect(books.state.listedParticipants.map(\.id) == [anna, ben])
        #expect(Balances(books.state).people == [anna, ben])
    }

    @Test("a default split fits every amount, names people of the ledger, and is not used when one of them left")
    mutating func defaultSplit() throws {
        let split = Split.shares(weights((anna, 2), (ben, 1)))
        try books.record(.changeSettings(LedgerSettings(defaultSplit: split)))
        #expect(books.state.usualSplit == split)
        #expect(try books.record(.changeSettings(LedgerSettings(defaultSplit: split))) == nil)
        for (wrong, code) in [
            (.exact(parts((anna, 1))), .notADefault), (.shares(weights((ParticipantID(9), 1))), .unknownParticipant),
            (.percent(weights((anna, 5000), (ben, 6000))), .doesNotAddUp),
        ] as [(Split, Refusal.Code)] {
            let reasons = books.reasons(against: .changeSettings(LedgerSettings(defaultSplit: wrong)))
            #expect(reasons.map(\.code) == [code])
        }
        try books.record(.retireParticipant(ben))
        #expect(books.state.usualSplit == nil && books.state.defaultSplit == split)
        try books.record(.changeSettings(LedgerSettings(defaultSplit: .equal)))
        #expect(books.state.defaultSplit == .equal)
    }

    @Test("comments stay in order, are there once, and come back with their expense")
    mutating func comments() throws {
        try books.record(.recordExpense(dinner, .sample()))
        try books.record(.addComment(CommentID(2), dinner, text: " Twice? "))
        try books.record(.addComment(CommentID(1), dinner, text: "No\nonce"))
        #expect(books.state.comments(on: dinner).map(\.text) == ["Twice?", "No\nonce"])
        #expect(books.reasons(against: .addComment(CommentID(3), dinner, text: " ")).map(\.code) == [.textEmpty])
        #expect(
            books.reasons(against: .addComment(CommentID(3), ExpenseID(9), text: "x")).map(\.code) == [.noSuchExpense])
        try books.record(.deleteComment(CommentID(2), dinner))
        #expect(books.reasons(against: .deleteComment(CommentID(2), dinner)).map(\.code) == [.noSuchComment])
        #expect(books.ledger.history(of: dinner).count == 1, "a comment is no version of the expense")
        try books.record(.deleteExpense(dinner))
        try books.record(.recordExpense(dinner, .sample(), revives: true))
        #expect(books.state.comments(on: dinner).map(\.text) == ["No\nonce"])
    }
}
