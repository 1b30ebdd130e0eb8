import LedgerCore
import Testing

struct AcceptanceTests {
    var books: Bookkeeper

    init() throws {
        books = try Bookkeeper.household()
    }

    @Test("an accepted proposal is one event, signed by the device and the person it claimed")
    mutating func accepted() throws {
        let event = try #require(try books.record(.recordExpense(dinner, .sample())))
        #expect(event.kind == .expenseCreated(dinner, .sample()))
        #expect(event.authorDevice == phone)
        #expect(event.authorParticipant == anna)
        #expect(event.entryAt == books.now)
        #expect(event.schemaVersion == 1)
    }

    @Test("a device that claimed nobody signs with the nil UUID; a claim is signed by who is claimed")
    mutating func authors() throws {
        #expect(try books.record(.renameLedger(name: "Flat"), by: laptop)?.authorParticipant == ParticipantID.none)
        #expect(try books.record(.claim(ben), by: laptop)?.authorParticipant == ben)
        #expect(try books.record(.renameLedger(name: "Home"), by: laptop)?.authorParticipant == ben)
    }

    @Test("recording under an id that exists updates it")
    mutating func replacing() throws {
        try books.record(.recordExpense(dinner, .sample()))
        let update = try books.record(.recordExpense(dinner, .sample("Lunch")))
        #expect(update?.kind == .expenseUpdated(dinner, .sample("Lunch")))
        #expect(books.state.expenses[dinner]?.input == .sample("Lunch"))
    }

    @Test("what was deleted comes back only for those who want it back; a repeated write brings nothing back")
    mutating func reviving() throws {
        try books.record(.recordExpense(dinner, .sample()))
        try books.record(.deleteExpense(dinner))
        try books.record(.recordSettlement(payback, .sample()))
        try books.record(.deleteSettlement(payback))
        #expect(books.reasons(against: .recordExpense(dinner, .sample())).map(\.code) == [.deletedMeanwhile])
        #expect(books.reasons(against: .recordSettlement(payback, .sample())).map(\.code) == [.deletedMeanwhile])
        #expect(books.state.expenses.count == 0 && books.state.settlements.count == 0)
        let again = try books.record(.recordExpense(dinner, .sample(), revives: true))
        #expect(again?.kind == .expenseCreated(dinner, .sample()))
        try books.record(.recordSettlement(payback, .sample(), revives: true))
        #expect(books.state.expenses[dinner]?.input == .sample() && books.state.settlements[payback] != nil)
        #expect(try books.record(.recordExpense(dinner, .sample())) == nil, "there again, it can be repeated again")
    }

    @Test("a write that changes nothing writes nothing")
    mutating func nothingChanges() throws {
        try books.record(.renameLedger(name: "Flat"))
        try books.record(.recordExpense(dinner, .sample(labels: [food, travel])))
        try books.record(.recordSettlement(payback, .sample()))
        try books.record(.deleteLabel(travel))
        let revision = books.ledger.revision
        for proposal: Proposal in [
            .renameLedger(name: " Flat "), .addParticipant(anna, name: "Anna"), .renameParticipant(anna, name: "Anna"),
            .claim(anna), .createLabel(food, name: "Food"), .renameLabel(food, name: "Food\n"),
            .recordExpense(dinner, .sample(labels: [food])),
            .recordExpense(dinner, .sample(labels: [food], note: "  ")),
            .recordSettlement(payback, .sample(note: "")),
        ] {
            #expect(try books.record(proposal) == nil, "\(proposal)")
        }
        #expect(books.ledger.revision == revision)
    }

    @Test("what another app wrote with white space around it is the same to us")
    mutating func foreignWhiteSpace() throws {
        books.absorb(.expenseCreated(dinner, .sample(" Dinner ", note: "")), at: noon)
        books.absorb(.settlementRecorded(payback, .sample(note: " x")), at: noon)
        #expect(try books.record(.recordExpense(dinner, .sample(" Dinner ", note: ""))) == nil)
        #expect(try books.record(.recordSettlement(payback, .sample(note: " x"))) == nil)
    }

    @Test("white space around a text is taken off, an empty note is no note")
    mutating func trimming() throws {
        try books.record(.recordExpense(dinner, .sample("\u{A0} Dinner\t\n", note: " \r\n ")))
        #expect(books.state.expenses[dinner]?.input == .sample("Dinner", note: nil))
        try books.record(.recordExpense(dinner, .sample("Dinner", note: " two\r\nlines\t")))
        #expect(books.state.expenses[dinner]?.input.note == "two\r\nlines")
    }

    @Test("every text has its length, counted in Unicode scalars")
    mutating func lengths() {
        func text(_ count: Int) -> String { String(repeating: "é", count: count) }
        let id = ParticipantID(1)
        for (limit, proposal): (Int, (String) -> Proposal) in [
            (200, { .recordExpense(dinner, .sample($0)) }),
            (2000, { .recordExpense(dinner, .sample(note: $0)) }),
            (2000, { .recordSettlement(payback, .sample(note: $0)) }),
            (40, { .createLabel(LabelID(1), name: $0) }),
            (100, { .addParticipant(id, name: $0) }),
            (200, { .renameLedger(name: $0) }),
        ] {
            #expect(books.reasons(against: proposal(text(limit))).isEmpty)
            #expect(books.reasons(against: proposal(text(limit + 1))).map(\.code) == [.textTooLong])
        }
        #expect(books.reasons(against: .renameLedger(name: "e" + String(repeating: "\u{301}", count: 200))).count == 1)
    }

    @Test(
        "control characters and line breaks are refused in what is one line",
        arguments: ["a\u{0}b", "a\nb", "a\tb", "a\u{7F}b", "a\u{85}b", "a\u{2028}b", "a\u{1B}[31mb"])
    mutating func controlCharacters(text: String) {
        #expect(
            books.reasons(against: .recordExpense(dinner, .sample(text))).map(\.code) == [.textHasControlCharacters])
        #expect(books.reasons(against: .renameLedger(name: text)).map(\.code) == [.textHasControlCharacters])
    }

    @Test("every reason is given at once, each with its field and a sentence")
    mutating func allReasons() {
        let stranger = ParticipantID(9)
        let input = ExpenseInput.sample(
            " ", cents: 0, by: stranger, for: [ben, stranger, ben], labels: [food, food, LabelID(9)],
            note: String(repeating: "x", count: 2001))
        let reasons = books.reasons(against: .recordExpense(dinner, input))
        #expect(
            reasons.map { "\($0.field ?? "") \($0.code.rawValue)" } == [
                "title text-empty", "note text-too-long", "amount amount-not-positive", "payerId unknown-participant",
                "splitParticipantIds split-has-duplicates", "splitParticipantIds unknown-participant",
                "labelIds labels-have-duplicates", "labelIds unknown-label",
            ])
        #expect(reasons.allSatisfy { $0.message.hasSuffix(".") })
        #expect(books.state.expenses.count == 0)
    }

    @Test("amounts are above zero and at most 10^15 − 1 minor units")
    mutating func amounts() {
        func codes(_ cents: Int128) -> [Refusal.Code] {
            books.reasons(against: .recordExpense(dinner, .sample(cents: cents))).map(\.code)
        }
        #expect(codes(0) == [.amountNotPositive])
        #expect(codes(-1) == [.amountNotPositive])
        #expect(codes(1) == [])
        #expect(codes(999_999_999_999_999) == [])
        #expect(codes(1_000_000_000_000_000) == [.amountTooLarge])
    }

    @Test("somebody has to share, and a settlement has two ends that this ledger knows")
    mutating func ends() {
        #expect(books.reasons(against: .recordExpense(dinner, .sample(for: []))).map(\.code) == [.splitEmpty])
        let reasons = books.reasons(against: .recordSettlement(payback, .sample(cents: 0, from: anna, to: anna)))
        #expect(reasons.map(\.code) == [.amountNotPositive, .settlementWithSelf])
        let unknown = books.reasons(against: .recordSettlement(payback, .sample(from: ParticipantID(9))))
        #expect(unknown.map(\.field) == ["fromParticipantId"])
    }

    @Test("what is to be changed has to be there")
    mutating func missing() throws {
        for proposal: Proposal in [
            .renameParticipant(ParticipantID(9), name: "x"), .claim(ParticipantID(9)),
            .renameLabel(LabelID(9), name: "x"),
            .deleteLabel(LabelID(9)), .deleteExpense(dinner), .deleteSettlement(payback),
        ] {
            let refusal = try #require(throws: Refusal.self) { try books.record(proposal) }
            #expect(refusal.isAboutSomethingMissing)
        }
        let refusal = try #require(throws: Refusal.self) { try books.record(.recordExpense(dinner, .sample(for: []))) }
        #expect(!refusal.isAboutSomethingMissing)
    }

    @Test(
        "a label name is unique ignoring case (SC-FR-LBL-2)",
        arguments: [("Food", "FOOD"), ("straße", "STRASSE"), ("Ça", "ça"), ("ΟΔΟΣ", "οδος"), ("é", "E\u{301}")])
    mutating func labelNames(name: String, same: String) throws {
        // Food is there already.
        _ = try? books.record(.createLabel(LabelID(1), name: name))
        let taken = books.reasons(against: .createLabel(LabelID(2), name: same))
        #expect(taken.map(\.code) == [.labelNameTaken])
        #expect(books.reasons(against: .renameLabel(travel, name: same)).map(\.code) == [.labelNameTaken])
        #expect(books.reasons(against: .createLabel(LabelID(3), name: same + "x")).isEmpty)
    }

    @Test("a label may change the case of its own name, and a deleted label's name is free")
    mutating func freeNames() throws {
        #expect(try books.record(.renameLabel(food, name: "FOOD")) != nil)
        try books.record(.deleteLabel(food))
        #expect(try books.record(.createLabel(LabelID(1), name: "food")) != nil)
    }

    @Test("an expense entered while its label was deleted elsewhere is taken, without the label (SC-FR-LBL-4)")
    mutating func deletedLabel() throws {
        try books.record(.deleteLabel(food))
        try books.record(.recordExpense(dinner, .sample(labels: [food, travel])))
        #expect(books.state.expenses[dinner]?.input.labels == [travel])
    }
}

struct CausalityTests {
    var books: Bookkeeper

    init() throws {
        books = try Bookkeeper.household()
    }

    private let hourAhead = noon.advanced(byMilliseconds: 3_600_000)

    @Test("an edit made after seeing another one wins, even when the other home's clock runs fast")
    mutating func fastClock() throws {
        try books.record(.recordExpense(dinner, .sample()))
        books.absorb(.expenseUpdated(dinner, .sample("fast")), at: hourAhead)
        let edit = try books.record(.recordExpense(dinner, .sample("mine")))
        #expect(edit?.entryAt == hourAhead.advanced(byMilliseconds: 1))
        #expect(books.state.expenses[dinner]?.input.title == "mine")
        let deletion = try books.record(.deleteExpense(dinner))
        #expect(deletion?.entryAt == hourAhead.advanced(byMilliseconds: 2))
        #expect(books.state.expenses[dinner] == nil)
    }

    @Test("what a fast clock wrote about one thing does not move the stamps of others")
    mutating func othersKeepTheirTime() throws {
        books.absorb(.participantRenamed(ben, name: "Benjamin"), at: hourAhead)
        books.absorb(.labelRenamed(food, name: "Groceries"), at: hourAhead)
        for proposal: Proposal in [
            .renameParticipant(anna, name: "Annie"), .renameLabel(travel, name: "Trips"), .renameLedger(name: "Flat"),
            .claim(ben), .recordExpense(dinner, .sample()),
        ] {
            #expect(try books.record(proposal)?.entryAt == books.now)
        }
        #expect(
            try books.record(.renameParticipant(ben, name: "Ben"))?.entryAt == hourAhead.advanced(byMilliseconds: 1))
        #expect(books.state.participants[ben]?.name == "Ben")
    }

    @Test("a claim comes after the person was added and after the device's own earlier claims")
    mutating func claims() throws {
        let dora = ParticipantID(104)
        books.absorb(.participantAdded(dora, name: "Dora"), at: hourAhead)
        #expect(try books.record(.claim(dora))?.entryAt == hourAhead.advanced(byMilliseconds: 1))
        #expect(try books.record(.claim(ben))?.entryAt == hourAhead.advanced(byMilliseconds: 2))
        #expect(books.state.participant(of: phone) == ben)
    }

    @Test("what was stamped at the end of time can not be changed, and says so")
    mutating func endOfTime() {
        books.absorb(.expenseCreated(dinner, .sample()), at: .latest)
        #expect(books.reasons(against: .deleteExpense(dinner)).map(\.code) == [.endOfTime])
        #expect(books.state.expenses[dinner] != nil)
    }

    @Test("a clock that is out of all bounds still gives an instant that can be written")
    func outOfBounds() throws {
        let proposal = Proposal.recordExpense(dinner, .sample())
        for (milliseconds, instant) in [(Int64.min, Instant.earliest), (.max, .latest)] {
            let at = Instant(milliseconds: milliseconds)
            #expect(try books.ledger.accept(proposal, by: phone, at: at, eventID: EventID(1))?.entryAt == instant)
        }
    }

    @Test("every accepted change takes effect, whatever others stamped", arguments: UInt64(1)...20)
    mutating func alwaysEffective(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        for number in 0..<40 {
            let at = noon.advanced(byMilliseconds: Int64.random(in: 0...9_000_000, using: &numbers))
            books.absorb(
                Bool.random(using: &numbers) ? .expenseDeleted(dinner) : .expenseCreated(dinner, .sample("\(number)")),
                at: at)
            try books.record(.recordExpense(dinner, .sample("mine \(number)"), revives: true))
            #expect(books.state.expenses[dinner]?.input.title == "mine \(number)")
        }
    }
}
