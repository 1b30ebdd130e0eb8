import LedgerCore
import Testing

@Suite("Two participants who are one person")
struct MergeTests {
    var books: Bookkeeper

    init() throws {
        books = try Bookkeeper.household()
        books.schemaVersion = 2
    }

    private func position(of participant: ParticipantID) -> Int128? {
        Balances(books.state).positions.first { $0.participant == participant }?.amount.minorUnits
    }

    private func expense(
        _ cents: Int128, by payer: ParticipantID, _ shares: [(ParticipantID, Int128)]
    ) -> ExpenseInput {
        var input = ExpenseInput.sample(cents: cents, by: payer, for: shares.map(\.0))
        input.terms = ExpenseTerms(
            split: .exact(shares.map { Part(participant: $0.0, amount: Money(minorUnits: $0.1)) }))
        return input
    }

    @Test("PB-TC-51, PB-TC-70: the shares of one person add up, and stay what they were")
    mutating func shares() throws {
        try books.record(.recordExpense(dinner, expense(10000, by: anna, [(ben, 4000), (chloé, 6000)])))
        try books.record(.mergeParticipant(chloé, into: ben))
        let input = try #require(books.state.expenses[dinner]?.input)
        #expect(input.split == [ben] && input.shares.map(\.minorUnits) == [10000])
        #expect(position(of: ben) == -10000 && position(of: chloé) == nil)
        #expect(Balances(books.state).owes(ben, anna).minorUnits == 10000)
        #expect(books.state.name(of: chloé) == "Ben" && books.state.resolved(chloé) == ben)
    }

    @Test("PB-TC-60: I paid 45: 20 are mine, 10 the friend's, settled, and 15 the friend's under another name")
    mutating func friendTwice() throws {
        try books.record(.recordExpense(dinner, expense(4500, by: anna, [(anna, 2000), (ben, 1000), (chloé, 1500)])))
        try books.record(.recordSettlement(payback, .sample(cents: 1000, from: ben, to: anna)))
        try books.record(.mergeParticipant(chloé, into: ben))
        #expect(position(of: anna) == 1500)
    }

    @Test("PB-TC-61, PB-TC-62: what I owe under two names I owe")
    mutating func meTwice() throws {
        try books.record(.recordExpense(dinner, expense(4200, by: ben, [(anna, 1000), (chloé, 1200), (ben, 2000)])))
        try books.record(.recordSettlement(payback, .sample(cents: 1000, from: anna, to: ben)))
        try books.record(.recordExpense(ExpenseID(2), expense(3000, by: ben, [(chloé, 1000), (anna, 2000)])))
        #expect(position(of: anna) == -2000)
        try books.record(.mergeParticipant(chloé, into: anna))
        #expect(position(of: anna) == -4200)
    }

    @Test("PB-TC-52: what both have settled is settled for the one they are")
    mutating func settled() throws {
        try books.record(.recordExpense(dinner, expense(3000, by: anna, [(ben, 1000), (chloé, 2000)])))
        try books.record(.recordSettlement(payback, .sample(cents: 1000, from: ben, to: anna)))
        try books.record(.recordSettlement(SettlementID(2), .sample(cents: 2000, from: chloé, to: anna)))
        try books.record(.mergeParticipant(chloé, into: ben))
        #expect(Balances(books.state).debts.isEmpty)
    }

    @Test("PB-TC-63, PB-TC-64, PB-TC-65: the payer under another name is the payer")
    mutating func payer() throws {
        try books.record(.recordExpense(dinner, .sample(cents: 10000, by: chloé, for: [anna, ben])))
        try books.record(.mergeParticipant(chloé, into: ben))
        #expect(books.state.expenses[dinner]?.input.payer == ben)
        #expect(position(of: anna) == -5000 && position(of: ben) == 5000)
    }

    @Test("an odd cent stays with whom it was given to before")
    mutating func oddCent() throws {
        let dora = ParticipantID(50)
        books.absorb(.participantAdded(dora, name: "Dora"), at: noon)
        try books.record(.recordExpense(dinner, .sample(cents: 101, by: chloé, for: [ben, dora])))
        #expect(books.state.expenses[dinner]?.input.share(of: dora).minorUnits == 51)
        let emil = ParticipantID(999)
        books.absorb(.participantAdded(emil, name: "Emil"), at: noon)
        try books.record(.mergeParticipant(dora, into: emil))
        let input = try #require(books.state.expenses[dinner]?.input)
        #expect(input.share(of: emil).minorUnits == 51 && input.share(of: ben).minorUnits == 50)
        #expect(input.faultOfTerms == nil)
        #expect(try books.record(.recordExpense(dinner, input)) == nil, "what is shown can be written back")
    }

    @Test("what two of one person owed each other is nothing; several payers become one")
    mutating func payers() throws {
        var input = ExpenseInput.sample(cents: 3000, for: [anna, ben, chloé])
        input.terms = ExpenseTerms(
            payers: [(ben, 1000), (chloé, 2000)].map { Part(participant: $0.0, amount: Money(minorUnits: $0.1)) })
        try books.record(.recordExpense(dinner, input))
        try books.record(.mergeParticipant(chloé, into: ben))
        let merged = try #require(books.state.expenses[dinner]?.input)
        #expect(merged.terms?.payers == [] && merged.payer == ben && merged.faultOfTerms == nil)
        #expect(position(of: anna) == -1000 && position(of: ben) == 1000)
    }

    @Test(
        "PB-MAP-ID3, PB-MAP-ID4: chains are followed; with oneself, in a circle, twice or into somebody who left is refused"
    )
    mutating func chains() throws {
        let dora = ParticipantID(50)
        try books.record(.addParticipant(dora, name: "Dora"))
        try books.record(.mergeParticipant(dora, into: chloé))
        #expect(books.reasons(against: .mergeParticipant(chloé, into: dora)).map(\.code) == [.mergeWithSelf])
        try books.record(.mergeParticipant(chloé, into: ben))
        #expect(books.state.resolved(dora) == ben && books.state.merges(into: ben).count == 2)
        #expect(books.reasons(against: .mergeParticipant(ben, into: dora)).map(\.code) == [.mergeWithSelf])
        #expect(books.reasons(against: .mergeParticipant(dora, into: anna)).map(\.code) == [.alreadyMerged])
        #expect(try books.record(.mergeParticipant(dora, into: ben)) == nil)
        #expect(
            books.reasons(against: .mergeParticipant(ben, into: ParticipantID(9))).map(\.code) == [.unknownParticipant])
        try books.record(.retireParticipant(anna))
        #expect(books.reasons(against: .mergeParticipant(ben, into: anna)).map(\.code) == [.retiredParticipant])
        try books.record(.unmergeParticipant(chloé))
        #expect(books.state.resolved(dora) == chloé && books.state.participants[chloé]?.name == "Chloé")
        #expect(books.reasons(against: .unmergeParticipant(chloé)).map(\.code) == [.noSuchMerge])
    }

    @Test("of two merges that would close a circle the first in the order of events counts, whichever arrives first")
    func circles() {
        let people: [Event] = [
            .sample(1, at: noon, .participantAdded(anna, name: "Anna")),
            .sample(2, at: noon, .participantAdded(ben, name: "Ben")),
        ]
        let one = Event.sample(3, at: noon.advanced(byMilliseconds: 1), .participantMerged(anna, into: ben))
        let other = Event.sample(4, at: noon.advanced(byMilliseconds: 2), .participantMerged(ben, into: anna))
        for arrivals in [[one, other], [other, one]] {
            var ledger = Ledger(people)
            for event in arrivals { ledger.insert([event]) }
            #expect(Array(ledger.state.participants.keys) == [ben] && ledger.state.resolved(anna) == ben)
        }
    }

    @Test("devices of both are the one person's, and go back with who claimed them")
    mutating func devices() throws {
        try books.record(.claim(ben), by: laptop)
        try books.record(.mergeParticipant(ben, into: anna))
        #expect(books.state.participants[anna]?.devices == [phone, laptop])
        #expect(books.state.participant(of: laptop) == anna)
        #expect(try books.record(.renameLedger(name: "Home"), by: laptop)?.authorParticipant == anna)
        try books.record(.unmergeParticipant(ben))
        #expect(
            books.state.participants[anna]?.devices == [phone] && books.state.participants[ben]?.devices == [laptop])
        try books.record(.release, by: laptop)
        #expect(books.state.participant(of: laptop) == nil)
    }

    @Test("whoever has a copy is told which entries speak of other people now")
    mutating func changes() throws {
        try books.record(.recordExpense(dinner, .sample(by: ben, for: [ben])))
        try books.record(.recordExpense(ExpenseID(2), .sample(by: chloé, for: [chloé])), by: laptop)
        try books.record(.recordSettlement(payback, .sample(from: ben, to: chloé)))
        let revision = books.ledger.revision
        try books.record(.mergeParticipant(ben, into: chloé))
        let changes = try #require(books.ledger.changes(since: revision))
        #expect(changes.roster && changes.expenses.contains(dinner) && changes.settlements == [payback])
        let merged = books.ledger.revision
        try books.record(.unmergeParticipant(ben))
        #expect(try #require(books.ledger.changes(since: merged)).expenses.contains(dinner))
    }

    @Test("a merge that comes into force because who was merged is added late is told as a change of the entries")
    mutating func addedLate() throws {
        let dora = ParticipantID(50)
        let early = books.now
        try books.record(.recordExpense(dinner, .sample(by: ben)))
        books.absorb(.expenseCreated(ExpenseID(2), .sample(by: dora, for: [dora])), at: books.now)
        books.absorb(.participantMerged(dora, into: ben), at: books.now)
        #expect(books.state.resolved(dora) == dora)
        let revision = books.ledger.revision
        books.absorb(.participantAdded(dora, name: "Dora"), at: early)
        #expect(books.state.expenses[ExpenseID(2)]?.input.payer == ben)
        #expect(books.ledger.changes(since: revision)?.expenses == [dinner, ExpenseID(2)].sorted())
    }

    @Test("a merge that loses its force because somebody had left before is told as a change of the entries")
    mutating func leftBefore() throws {
        let early = books.now
        try books.record(.recordExpense(dinner, .sample(by: chloé, for: [chloé])))
        try books.record(.recordSettlement(payback, .sample(from: chloé, to: anna)))
        try books.record(.mergeParticipant(chloé, into: ben))
        #expect(books.state.expenses[dinner]?.input.payer == ben)
        let revision = books.ledger.revision
        books.absorb(.participantRetired(ben), at: early)
        #expect(books.state.expenses[dinner]?.input.payer == chloé)
        let changes = try #require(books.ledger.changes(since: revision))
        #expect(changes.expenses == [dinner] && changes.settlements == [payback])
    }

    @Test("who leaves after a merge that a fast clock stamped does so after it: the two stay one")
    mutating func leavesAfterFastClock() throws {
        let tomorrow = books.now.advanced(byMilliseconds: 86_400_000)
        books.absorb(.participantMerged(chloé, into: ben), at: tomorrow)
        let retirement = try #require(try books.record(.retireParticipant(ben)))
        #expect(retirement.entryAt > tomorrow)
        #expect(books.state.resolved(chloé) == ben && books.state.participants[ben]?.retiredAt != nil)
    }

    @Test(
        "merging and taking it back leaves everything as it was; any order of arrival is the same",
        arguments: UInt64(1)...60)
    func identity(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let history = RandomHistory.events(120, using: &numbers)
        var ledger = Ledger(history)
        let before = ledger.state
        let people = before.participants.keys.sorted().shuffled(using: &numbers)
        guard people.count > 2 else { return }
        let late = noon.advanced(byMilliseconds: 1_000_000)
        func event(_ number: Int, _ kind: Event.Kind) -> Event {
            .sample(number, at: late.advanced(byMilliseconds: Int64(number)), kind)
        }
        let merges = [
            event(1, .participantMerged(people[0], into: people[1])),
            event(2, .participantMerged(people[1], into: people[2])),
        ]
        ledger.insert([merges[0]])
        ledger.insert([merges[1]])
        #expect(Balances(ledger.state).positions.reduce(.zero) { $0 + $1.amount } == .zero)
        for expense in ledger.state.expenses {
            let input = expense.input
            #expect(Set(input.split).isDisjoint(with: people.prefix(2)) && !people.prefix(2).contains(input.payer))
            let raw = before.expenses[expense.id]?.input
            #expect(input.shares.reduce(.zero, +) == (raw?.shares.reduce(.zero, +) ?? .zero))
        }
        let all = history + merges
        #expect(Ledger(all.shuffled(using: &numbers)).state == ledger.state)
        var trickling = Ledger()
        for event in all.shuffled(using: &numbers) { trickling.insert([event]) }
        #expect(trickling.state == ledger.state)
        var taken = ledger
        taken.removeLast(2)
        #expect(taken.state == before)
        ledger.insert([event(3, .participantUnmerged(people[1])), event(4, .participantUnmerged(people[0]))])
        #expect(ledger.state == before)
    }
}
