import LedgerCore
import Testing

struct ActivityTests {
    @Test("the feed says in words and field by field what happened, newest first")
    func words() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        try books.record(.recordExpense(dinner, .sample()))
        try books.record(.recordExpense(dinner, .sample("Supper", cents: 3200, note: "with wine")))
        try books.record(.deleteExpense(dinner))
        let items = books.feed(3)
        #expect(items.map(\.summary) == ["Deleted “Supper”", "Changed “Supper”", "Added “Dinner”, 30.00 EUR"])
        #expect(items.allSatisfy { $0.author == anna && $0.subject.kind == .expense && $0.subject.id == dinner.bits })
        #expect(
            items[1].changes == [
                .init(field: "title", before: .text("Dinner"), after: .text("Supper")),
                .init(field: "amount", before: .money(Money(minorUnits: 3000)), after: .money(Money(minorUnits: 3200))),
                .init(field: "note", before: nil, after: .text("with wine")),
            ])
        #expect(items[2].changes.first == .init(field: "title", before: nil, after: .text("Dinner")))
        #expect(items[0].changes.first == .init(field: "title", before: .text("Supper"), after: nil))
    }

    @Test("what people, labels, settings and comments go through is told too")
    func otherWords() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        let dora = ParticipantID(104)
        let proposals: [Proposal] = [
            .renameLedger(name: "Home"), .addParticipant(dora, name: "Dora"), .renameParticipant(dora, name: "Dóra"),
            .colourParticipant(dora, .blue), .mergeParticipant(dora, into: ben), .unmergeParticipant(dora),
            .retireParticipant(dora), .reinstateParticipant(dora), .renameLabel(food, name: "Meals"),
            .changeSettings(LedgerSettings(isArchived: true)), .recordExpense(dinner, .sample()),
            .addComment(CommentID(1), dinner, text: "Whose wine?"), .recordSettlement(payback, .sample()),
        ]
        for proposal in proposals { try books.record(proposal) }
        #expect(
            books.feed(13).reversed().map(\.summary) == [
                "Named the ledger “Home”", "Added Dora", "Renamed Dora to Dóra", "Gave Dóra the colour blue",
                "Merged Dóra into Ben", "Took back that Dóra is somebody else", "Retired Dóra", "Took Dóra back",
                "Renamed the label “Food” to “Meals”", "Archived the ledger", "Added “Dinner”, 30.00 EUR",
                "Commented on “Dinner”: “Whose wine?”", "Recorded that Ben paid Anna 10.00 EUR",
            ])
        #expect(books.feed(13).allSatisfy { !$0.changes.isEmpty })
    }

    @Test("what is planned and what comes again is told too")
    func wordsOfPlans() throws {
        var books = try Bookkeeper.budgeting()
        var expected = ExpenseInput.sample("Heating")
        expected.budget = BudgetTerms(expectation: .open)
        let time = OccurrenceID(schedule: rent, number: 1)
        let proposals: [Proposal] = [
            .changeCategory(groceries, CategoryInput(name: "Food")),
            .setBudget(groceries, from: .year2026(5), Money(40000)),
            .setBudget(groceries, from: .year2026(8), nil), .forgetPlan(.limit(groceries, from: .year2026(8))),
            .deleteCategory(groceries),
            .setBurdenRatio(from: .may(1), [.init(participant: anna, count: 60), .init(participant: ben, count: 40)]),
            .setBurdenRatio(from: .may(5), nil), .setSavingGoal(ben, from: .year2026(5), Money(100)),
            .recordSchedule(rent, .sample(every: .custom(every: 2, .month))), .recordSchedule(rent, .sample("Flat")),
            .skipOccurrence(time), .changeOccurrence(time, .sample("Half")), .restoreOccurrence(time),
            .deleteSchedule(rent),
            .recordIncome(salary, .sample()), .recordIncome(salary, .sample("Wages")), .deleteIncome(salary),
            .recordTransfer(toSavings, .sample()), .deleteTransfer(toSavings), .recordExpense(dinner, expected),
            .changeSettings(LedgerSettings(timeZone: "Europe/Berlin")),
        ]
        for proposal in proposals { try books.record(proposal) }
        let items = Array(books.feed(proposals.count).reversed())
        #expect(
            items.map(\.summary) == [
                "Changed the category “Food”", "Set the budget of “Food” to 400.00 EUR from 2026-05 on",
                "Ended the budget of “Food” from 2026-08 on", "Took back the budget of “Food” from 2026-08 on",
                "Deleted the category “Food”", "Set who bears how much from 2026-05-01 on: Anna 60, Ben 40",
                "Ended the burden ratio from 2026-05-05 on", "Set Ben’s saving goal to 1.00 EUR from 2026-05 on",
                "Scheduled “Rent”, 800.00 EUR every 2 months from 2026-05-01 on", "Changed the schedule “Flat”",
                "Skipped “Flat” of 2026-06-01", "Changed “Flat” of 2026-06-01",
                "Took back what was said of “Flat” of 2026-06-01", "Deleted the schedule “Flat”",
                "Added the income “Salary” of Anna, 2000.00 EUR", "Changed the income “Wages”",
                "Deleted the income “Wages”", "Recorded the transfer of 50.00 EUR of Anna’s from here",
                "Deleted the transfer of 50.00 EUR of Anna’s from here", "Expected “Heating”, 30.00 EUR",
                "Set the ledger’s time zone to Europe/Berlin",
            ])
        #expect(items.allSatisfy { !$0.changes.isEmpty })
        #expect(items[1].subject.kind == .category && items[1].subject.title == "Food")
        #expect(
            items[1].changes == [
                .init(field: "from", before: nil, after: .text("2026-05")),
                .init(field: "amount", before: nil, after: .money(Money(40000))),
            ])
        #expect(items[8].changes.contains { $0.field == "schedule" && $0.before == nil })
        #expect(items[10].changes == [.init(field: "skipped", before: nil, after: .truth(true))])
    }

    @Test("an event that changed nothing is shown as such, and can not be taken back")
    func withoutEffect() throws {
        var books = try Bookkeeper.household()
        books.absorb(.expenseUpdated(ExpenseID(77), .sample()), at: books.now)
        let item = try #require(books.feed(1).first)
        #expect(item.summary.hasSuffix("(without effect)") && item.changes.isEmpty)
        #expect(item.cannotUndo == "It changed nothing.")
    }

    @Test("pages follow each other without gap or repetition, whatever comes meanwhile", arguments: UInt64(1)...10)
    func paging(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var ledger = Ledger(RandomHistory.events(60, using: &numbers))
        let expected = ledger.events.sorted { $1.order < $0.order }.map(\.id)
        var seen: [EventID] = []
        var place: Event.Order?
        repeat {
            let page = ActivityPage(ledger, after: place, limit: 7, for: .phone)
            seen += page.items.map(\.event.id)
            place = page.next
            let at = noon.advanced(byMilliseconds: 1000)
            ledger.insert([.sample(Int.random(in: 1...999, using: &numbers), at: at, .ledgerRenamed(name: "late"))])
        } while place != nil
        #expect(seen == expected)
    }

    @Test("who is named by what is planned stays: a ratio, a saving goal, how an expense is split as a rule")
    func plannedWith() throws {
        var books = try Bookkeeper.household(inVersion: 2)
        let dora = ParticipantID(104)
        let event = try books.record(.addParticipant(dora, name: "Dora"))
        let weights = [Split.Weight(participant: anna, count: 1), .init(participant: dora, count: 2)]
        let plans: [(Proposal, String)] = [
            (.setBurdenRatio(from: .may(3), weights), "burden ratio"),
            (.setSavingGoal(dora, from: .year2026(5), Money(5)), "saving goal"),
            (.changeSettings(LedgerSettings(defaultSplit: .shares(weights))), "default split"),
        ]
        for (proposal, use) in plans {
            let planned = try #require(try books.record(proposal))
            #expect(try books.reasonAgainstUndoing(event) == "Dora is used in 1 \(use).")
            try books.undo(planned.id)
            #expect(try books.reasonAgainstUndoing(event) == nil)
        }
    }
}

extension Undoer {
    /// Anna, whose only device the phone is.
    static let phone = Undoer(
        device: LedgerCoreTests.phone, ownDevices: [LedgerCoreTests.phone], schemaVersion: 2, currency: .euro)
}

extension Bookkeeper {
    static func household(inVersion version: Int) throws -> Bookkeeper {
        var books = try household()
        books.schemaVersion = version
        return books
    }

    var undoer: Undoer {
        Undoer(device: phone, ownDevices: [phone], schemaVersion: schemaVersion, currency: .euro)
    }

    func feed(_ count: Int) -> [Activity] { ActivityPage(ledger, limit: count, for: undoer).items }

    /// Takes an event back, and answers the event that did.
    @discardableResult
    mutating func undo(_ id: EventID) throws -> Event {
        let undoing = try #require(try ledger.undoing(id, for: undoer))
        return try #require(try record(undoing.proposal, by: undoing.device))
    }

    /// Why it can not be taken back.
    func reasonAgainstUndoing(_ event: Event?) throws -> String? {
        let id = try #require(event?.id)
        return try #require(ledger.activity(of: id, for: undoer)).cannotUndo
    }
}
