import LedgerCore
import Testing

/// Taking back is an ordinary event, refused when something was built on what it takes back.
struct UndoTests {
    @Test("every kind of change is taken back by its opposite", arguments: [1, 2])
    func everyKind(version: Int) throws {
        let dora = ParticipantID(104)
        let inVersion1: [Proposal] = [
            .renameParticipant(ben, name: "Benno"), .createLabel(LabelID(3), name: "Rent"),
            .renameLabel(food, name: "Meals"), .deleteLabel(travel),
            .recordExpense(ExpenseID(9), .sample("Taxi")), .recordExpense(dinner, .sample("Supper", cents: 99)),
            .deleteExpense(dinner), .recordSettlement(SettlementID(9), .sample()),
            .recordSettlement(payback, .sample(cents: 1)), .deleteSettlement(payback), .renameLedger(name: "House"),
        ]
        let inVersion2: [Proposal] = [
            .addParticipant(dora, name: "Dora"), .colourParticipant(anna, .green), .retireParticipant(ben),
            .mergeParticipant(chloé, into: ben), .claim(ben), .addComment(CommentID(2), dinner, text: "Hm"),
            .deleteComment(CommentID(1), dinner), .changeSettings(LedgerSettings(isArchived: true)),
            .changeSettings(LedgerSettings(kind: .wallet, defaultSplit: .shares([.init(participant: anna, count: 2)]))),
        ]
        for proposal in inVersion1 + (version == 2 ? inVersion2 + Self.plans : []) {
            var books = try Self.lived(inVersion: version)
            let event = try #require(try books.record(proposal))
            let undo = try books.undo(event.id)
            #expect(undo.undoes == (version == 2 ? event.id : nil))
            try Self.expectReverse(event, undo, books)
            // And the undo itself.
            try Self.expectReverse(undo, try books.undo(undo.id), books)
        }
    }

    @Test("what was taken back says by what, until that is taken back too")
    func undoneBy() throws {
        var books = try Self.lived(inVersion: 2)
        let event = try #require(try books.record(.deleteExpense(dinner)))
        let undo = try books.undo(event.id)
        #expect(books.ledger.activity(of: event.id, for: books.undoer)?.undoneBy == undo.id)
        #expect(try books.reasonAgainstUndoing(event) == "It was taken back already.")
        #expect(books.feed(1).first?.summary == "Brought “Dinner” back, 30.00 EUR")
        try books.undo(undo.id)
        #expect(books.ledger.activity(of: event.id, for: books.undoer)?.undoneBy == nil)
        #expect(try books.reasonAgainstUndoing(event) == nil)
    }

    @Test("a chain of undoing and redoing may be as long as a log can be", arguments: [20_000, 20_001])
    func longChain(length: Int) throws {
        var books = try Self.lived(inVersion: 2)
        let first = try #require(try books.record(.deleteExpense(dinner)))
        var chain = [first]
        for number in 1...length {
            let kind = number.isMultiple(of: 2) ? first.kind : .expenseCreated(dinner, .sample())
            let instant = books.now.advanced(byMilliseconds: Int64(number))
            chain.append(.sample(100_000 + number, at: instant, kind).undoing(chain[number - 1].id))
        }
        var ledger = books.ledger
        ledger.insert(Array(chain.dropFirst()))
        // The last one stands, so every second one before it was taken back.
        let undoneBy = ledger.activity(of: first.id, for: books.undoer)?.undoneBy
        #expect(undoneBy == (length.isMultiple(of: 2) ? nil : chain[1].id))
    }

    @Test("a change is not taken back under a later one; when that is gone, it can be")
    func changedSince() throws {
        var books = try Self.lived(inVersion: 1)
        let first = try books.record(.recordExpense(dinner, .sample("Supper")))
        let second = try #require(try books.record(.recordExpense(dinner, .sample("Feast"))))
        #expect(try books.reasonAgainstUndoing(first) == "Anna changed it since.")
        try books.undo(second.id)
        #expect(try books.reasonAgainstUndoing(first) == nil)
    }

    @Test("what something was built on stays")
    func builtOn() throws {
        var books = try Self.lived(inVersion: 2)
        let label = try books.record(.createLabel(LabelID(3), name: "Rent"))
        let dora = try books.record(.addParticipant(ParticipantID(104), name: "Dora"))
        let taxi = try books.record(
            .recordExpense(ExpenseID(9), .sample(for: [anna, ParticipantID(104)], labels: [LabelID(3)])))
        #expect(try books.reasonAgainstUndoing(label) == "The label is used by 1 expense.")
        #expect(try books.reasonAgainstUndoing(dora) == "Dora is used in 1 expense.")
        var payment = SettlementInput.sample(from: ParticipantID(104))
        payment.expense = ExpenseID(9)
        try books.record(.recordSettlement(SettlementID(9), payment))
        #expect(try books.reasonAgainstUndoing(taxi) == "Since then 1 payment for it was recorded.")
        #expect(try books.reasonAgainstUndoing(dora) == "Dora is used in 1 expense and 1 settlement.")
    }

    @Test("a participant of a version-1 ledger can not be taken back: it has no words for it")
    func needsVersion2() throws {
        var books = try Self.lived(inVersion: 1)
        let dora = try books.record(.addParticipant(ParticipantID(104), name: "Dora"))
        #expect(try books.reasonAgainstUndoing(dora)?.contains("Upgrade the ledger's format first") == true)
    }

    @Test("only a device of one's own is somebody else again; only one's own words come back")
    func ownThings() throws {
        var books = try Self.lived(inVersion: 2)
        let claim = try books.record(.claim(ben), by: laptop)
        #expect(try books.reasonAgainstUndoing(claim) == "Only the device itself says whose it is.")
        try books.record(.addComment(CommentID(5), dinner, text: "Mine"), by: laptop)
        let deletion = try books.record(.deleteComment(CommentID(5), dinner))
        #expect(try books.reasonAgainstUndoing(deletion) == "Only Ben can say that again.")
    }

    @Test(
        "taking back everything, from the newest on, leads back through every state there was",
        arguments: UInt64(1)...20)
    func anyHistory(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var books = try Self.lived(inVersion: 2)
        for person in [ben, chloé] { try books.record(.colourParticipant(person, .pink)) }
        var states: [(event: Event, before: Contents)] = []
        while states.count < 25 {
            let before = Contents(books.state)
            let revision = books.ledger.revision
            let proposal = Self.proposal(&numbers)
            // Whose goal it was is not known any more when two are one: that is not taken back.
            if case .setSavingGoal = proposal, !books.state.merged.isEmpty { continue }
            guard books.reasons(against: proposal).isEmpty, books.ledger.revision > revision,
                let event = books.ledger.events.last
            else { continue }
            states.append((event, before))
        }
        for (event, before) in states.reversed() {
            try books.undo(event.id)
            #expect(Contents(books.state).differences(from: before) == [])
        }
    }

    @Test("whatever a log holds, what can be taken back is", arguments: UInt64(1)...30)
    func anyLog(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let ledger = Ledger(RandomHistory.events(50, using: &numbers))
        let undoer = Undoer(
            device: DeviceID(1), ownDevices: [DeviceID(1), DeviceID(2)], schemaVersion: 2, currency: .euro)
        var count = 0
        for item in ActivityPage(ledger, limit: 100, for: undoer).items where item.cannotUndo == nil {
            let undoing = try #require(try ledger.undoing(item.event.id, for: undoer))
            let event = try #require(
                try ledger.accept(
                    undoing.proposal, by: undoing.device, at: noon, eventID: EventID(5), schemaVersion: 2))
            var after = ledger
            after.insert([event])
            let reverse = try #require(after.activity(of: EventID(5), for: undoer))
            if case .participantAdded = item.event.kind { continue }
            #expect(reverse.changes == item.changes.map { .init(field: $0.field, before: $0.after, after: $0.before) })
            #expect(after.activity(of: item.event.id, for: undoer)?.undoneBy == EventID(5))
            count += 1
        }
        #expect(count > 0)
    }
}

extension UndoTests {
    @Test("a category in use, and a schedule for which something was paid, stay")
    func plansBuiltOn() throws {
        var books = try Self.lived(inVersion: 2)
        let made = try books.record(.createCategory(CategoryID(3), CategoryInput(name: "Fun", owner: anna)))
        var taxi = ExpenseInput.sample(for: [anna])
        taxi.budget = BudgetTerms(category: CategoryID(3))
        try books.record(.recordExpense(ExpenseID(9), taxi))
        let weekly = try books.record(.recordSchedule(ScheduleID(2), .sample(for: [anna])))
        #expect(try books.reasonAgainstUndoing(made) == "The category is used by 1 expense.")
        #expect(try books.reasonAgainstUndoing(weekly) == nil)
        var payment = SettlementInput.sample()
        payment.expense = OccurrenceID(schedule: ScheduleID(2), number: 4).expense
        try books.record(.recordSettlement(SettlementID(9), payment))
        #expect(try books.reasonAgainstUndoing(weekly) == "Since then 1 payment for it was recorded.")
        let zone = try books.record(.changeSettings(LedgerSettings(timeZone: "Europe/Rome")))
        #expect(try books.reasonAgainstUndoing(zone) == nil)
    }

    @Test("a transfer is in two ledgers: neither of them takes it back alone")
    func transfers() throws {
        var books = try Self.lived(inVersion: 2)
        let made = try books.record(.recordTransfer(toSavings, .sample()))
        #expect(try books.reasonAgainstUndoing(made)?.contains("the other ledger too") == true)
        let gone = try books.record(.deleteTransfer(toSavings))
        #expect(try books.reasonAgainstUndoing(gone)?.contains("the other ledger too") == true)
    }

    @Test("the plan of somebody who left meanwhile comes back as it was")
    func plansOfRetired() throws {
        var books = try Self.lived(inVersion: 2)
        try books.record(.setBurdenRatio(from: .may(2), [.init(participant: ben, count: 1)]))
        let ratio = try #require(try books.record(.setBurdenRatio(from: .may(2), [.init(participant: anna, count: 1)])))
        try books.record(.setSavingGoal(ben, from: .year2026(5), Money(5)))
        let goal = try #require(try books.record(.setSavingGoal(ben, from: .year2026(5), Money(6))))
        try books.record(.retireParticipant(ben))
        try books.undo(ratio.id)
        try books.undo(goal.id)
        #expect(books.state.budget.ratios[.may(2)]?.map(\.participant) == [ben])
        #expect(books.state.budget.savingGoal(of: ben, in: .year2026(5)) == Money(5))
    }

    @Test("the goal of two who are one is not taken back until they are two again")
    func goalsOfMerged() throws {
        var books = try Self.lived(inVersion: 2)
        let goal = try #require(try books.record(.setSavingGoal(ben, from: .year2026(5), Money(5))))
        let merge = try #require(try books.record(.mergeParticipant(ben, into: anna)))
        #expect(try books.reasonAgainstUndoing(goal) == "Anna is one with somebody else: set the goal anew.")
        try books.undo(merge.id)
        try books.undo(goal.id)
        #expect(books.state.budget.savingGoals[ben] == nil)
    }

    private static let plans: [Proposal] = [
        .createCategory(CategoryID(3), CategoryInput(name: "Fun", icon: "🎈", owner: ben)),
        .changeCategory(groceries, CategoryInput(name: "Food", colour: .red)), .deleteCategory(hobbies),
        .setBudget(groceries, from: .year2026(5), Money(0)), .setBudget(groceries, from: .year2026(7), nil),
        .setBudget(groceries, from: .year2026(6), Money(70000)), .forgetPlan(.limit(groceries, from: .year2026(5))),
        .setBurdenRatio(from: .may(1), [.init(participant: ben, count: 1)]),
        .setBurdenRatio(from: .may(9), nil), .forgetPlan(.ratio(from: .may(1))),
        .setSavingGoal(anna, from: .year2026(5), Money(1)), .setSavingGoal(ben, from: .year2026(6), Money(2)),
        .forgetPlan(.savingGoal(anna, from: .year2026(5))),
        .recordSchedule(
            ScheduleID(2), .sample("Gym", every: .custom(every: 10, .day), end: .on(.may(90)), isByRatio: true)),
        .recordSchedule(rent, .sample("Flat", every: .weekly)), .recordSchedule(rent, .sample(isByRatio: true)),
        .deleteSchedule(rent),
        .changeOccurrence(OccurrenceID(schedule: rent, number: 1), .sample("Half", cents: 1)),
        .changeOccurrence(OccurrenceID(schedule: rent, number: 3), .sample("Twice", cents: 160_000)),
        .skipOccurrence(OccurrenceID(schedule: rent, number: 1)),
        .skipOccurrence(OccurrenceID(schedule: rent, number: 3)),
        .changeOccurrence(OccurrenceID(schedule: rent, number: 2), .sample("Less", cents: 2)),
        .restoreOccurrence(OccurrenceID(schedule: rent, number: 2)),
        .restoreOccurrence(OccurrenceID(schedule: rent, number: 3)),
        .recordIncome(IncomeID(2), .sample("Gift", at: .once(.may(5)))),
        .recordIncome(salary, .sample(at: .once(.may(5)))),
        .deleteIncome(salary), .changeSettings(LedgerSettings(timeZone: "Europe/Berlin")),
    ]

    /// The household after a while.
    private static func lived(inVersion version: Int) throws -> Bookkeeper {
        var books = try Bookkeeper.household(inVersion: version)
        try books.record(.renameLedger(name: "Home"))
        try books.record(.recordExpense(dinner, .sample(labels: [travel])))
        try books.record(.recordSettlement(payback, .sample()))
        if version == 2 {
            try books.record(.colourParticipant(anna, .red))
            try books.record(.addComment(CommentID(1), dinner, text: "Yum"))
            try books.record(.createCategory(groceries, CategoryInput(name: "Groceries", icon: "🥕", colour: .green)))
            try books.record(.createCategory(hobbies, CategoryInput(name: "Hobbies", owner: anna)))
            try books.record(.setBudget(groceries, from: .year2026(5), Money(40000)))
            try books.record(.setBurdenRatio(from: .may(1), [.init(participant: anna, count: 60)]))
            try books.record(.setSavingGoal(anna, from: .year2026(5), Money(10000)))
            try books.record(.recordSchedule(rent, .sample()))
            try books.record(.skipOccurrence(OccurrenceID(schedule: rent, number: 2)))
            try books.record(.changeOccurrence(OccurrenceID(schedule: rent, number: 3), .sample("Rent and heat")))
            try books.record(.recordIncome(salary, .sample()))
            try books.record(.changeSettings(LedgerSettings(timeZone: "UTC")))
        }
        return books
    }

    private static func expectReverse(_ event: Event, _ undo: Event, _ books: Bookkeeper) throws {
        let done = try #require(books.ledger.activity(of: event.id, for: books.undoer))
        let undone = try #require(books.ledger.activity(of: undo.id, for: books.undoer))
        if case .participantAdded = event.kind {
            #expect(undone.changes == [.init(field: "retired", before: .truth(false), after: .truth(true))])
            return
        }
        #expect(!done.changes.isEmpty)
        let reversed = done.changes.map { Activity.Change(field: $0.field, before: $0.after, after: $0.before) }
        #expect(undone.changes == reversed, "\(event.kind)")
    }

    private static func proposal(_ numbers: inout SeededNumbers) -> Proposal {
        let people = [anna, ben, chloé, ParticipantID(104)]
        let person = people[Int.random(in: 0..<4, using: &numbers)]
        let other = people[Int.random(in: 0..<4, using: &numbers)]
        let expense = ExpenseID(Int.random(in: 401...403, using: &numbers))
        let settlement = SettlementID(Int.random(in: 501...502, using: &numbers))
        let label = LabelID(Int.random(in: 301...303, using: &numbers))
        let name = "name \(Int.random(in: 1...99, using: &numbers))"
        let cents = Int128(Int.random(in: 1...9999, using: &numbers))
        let input = ExpenseInput.sample(
            name, cents: cents, by: person, for: person == other ? [other] : [person, other])
        switch Int.random(in: 0..<30, using: &numbers) {
        case 17...: return plan(name, person, input, &numbers)
        case 0: return .renameLedger(name: name)
        case 1: return .addParticipant(person, name: name, colour: .blue)
        case 2: return .renameParticipant(person, name: name)
        case 3: return .retireParticipant(person)
        case 4: return .reinstateParticipant(person)
        case 5: return .colourParticipant(person, Colour.allCases[Int(cents % 6)])
        case 6: return .createLabel(label, name: name)
        case 7: return .deleteLabel(label)
        case 8, 9: return .recordExpense(expense, input, revives: true)
        case 10: return .deleteExpense(expense)
        case 11: return .recordSettlement(settlement, .sample(cents: cents, from: person, to: other), revives: true)
        case 12: return .deleteSettlement(settlement)
        case 13: return .mergeParticipant(person, into: other)
        case 14: return .addComment(CommentID(Int(cents)), expense, text: name)
        case 15: return .changeSettings(LedgerSettings(isArchived: cents % 2 == 0))
        default: return .unmergeParticipant(person)
        }
    }
}

extension UndoTests {
    private static func plan(
        _ name: String, _ person: ParticipantID, _ input: ExpenseInput, _ numbers: inout SeededNumbers
    ) -> Proposal {
        let category = CategoryID(Int.random(in: 601...603, using: &numbers))
        let schedule = ScheduleID(Int.random(in: 701...702, using: &numbers))
        let income = IncomeID(Int.random(in: 801...802, using: &numbers))
        let occurrence = OccurrenceID(schedule: schedule, number: Int.random(in: 0...3, using: &numbers))
        let month = CalendarMonth.year2026(Int.random(in: 5...6, using: &numbers))
        let day = CalendarDay.may(Int.random(in: 1...2, using: &numbers))
        let cents = Int.random(in: 1...9999, using: &numbers)
        let isOdd = cents % 2 == 1
        switch Int.random(in: 0..<15, using: &numbers) {
        case 0: return .createCategory(category, CategoryInput(name: name, owner: isOdd ? person : nil))
        case 1: return .changeCategory(category, CategoryInput(name: name))
        case 2: return .deleteCategory(category)
        case 3: return .setBudget(category, from: month, isOdd ? Money(cents) : nil)
        case 4: return .setBurdenRatio(from: day, isOdd ? [.init(participant: person, count: cents)] : nil)
        case 5: return .setSavingGoal(person, from: month, Money(cents))
        case 6: return .forgetPlan(isOdd ? .limit(category, from: month) : .ratio(from: day))
        case 7, 8:
            let recurrence = Recurrence(.weekly, start: day, end: isOdd ? .never : .after(2))
            return .recordSchedule(
                schedule, ScheduleInput(expense: input, recurrence: recurrence, isByRatio: cents % 3 == 0),
                revives: true)
        case 9: return .deleteSchedule(schedule)
        case 10: return .changeOccurrence(occurrence, input)
        case 11: return .skipOccurrence(occurrence)
        case 12: return .restoreOccurrence(occurrence)
        case 13: return .recordIncome(income, .sample(name, of: person, cents: cents, at: .once(day)), revives: true)
        default: return .deleteIncome(income)
        }
    }
}

/// What a ledger holds, without who made it so and when. Somebody who left and is named nowhere is as good as not there.
private struct Contents: Equatable {
    var name: String
    var isArchived: Bool
    var people: [ParticipantID: [String]]
    var merged: [ParticipantID: ParticipantID]
    var labels: [LabelID: String]
    var expenses: [ExpenseID: ExpenseInput]
    var settlements: [SettlementID: SettlementInput]
    var comments: [ExpenseID: [CommentID: String]]
    var plan: [String]

    func differences(from other: Contents) -> [String] {
        var differences: [String] = []
        if name != other.name || isArchived != other.isArchived { differences.append("\(name), \(isArchived)") }
        if people != other.people { differences.append("\(people) instead of \(other.people)") }
        if merged != other.merged { differences.append("\(merged) instead of \(other.merged)") }
        if labels != other.labels { differences.append("\(labels) instead of \(other.labels)") }
        if expenses != other.expenses { differences.append("\(expenses) instead of \(other.expenses)") }
        if settlements != other.settlements { differences.append("\(settlements) instead of \(other.settlements)") }
        if plan != other.plan { differences.append("\(plan) instead of \(other.plan)") }
        if comments != other.comments { differences.append("\(comments) instead of \(other.comments)") }
        return differences
    }

    init(_ state: LedgerState) {
        name = state.name
        isArchived = state.archivedAt != nil
        people = Dictionary(
            uniqueKeysWithValues: state.listedParticipants.map { person in
                let devices = person.devices.sorted().map(\.description)
                return (
                    person.id, [person.name, person.colour?.rawValue ?? "", "\(person.retiredAt != nil)"] + devices
                )
            })
        merged = state.merged.mapValues { state.resolved($0.into) }
        labels = state.labels.mapValues(\.name)
        expenses = Dictionary(uniqueKeysWithValues: state.expenses.map { ($0.id, $0.input) })
        settlements = Dictionary(uniqueKeysWithValues: state.settlements.map { ($0.id, $0.input) })
        let budget = state.budget
        plan =
            budget.categories.map { "\($0) \($1.input)" }
            + budget.limits.map { "\($0) \($1.sorted { $0.key < $1.key })" }
            + budget.savingGoals.map { "\($0) \($1.sorted { $0.key < $1.key })" } + budget.ratios.map { "\($0) \($1)" }
            + state.schedules.values.flatMap { schedule in
                [
                    "\(schedule.id) \(schedule.input.recurrence) \(schedule.input.expense.title) \(schedule.input.isByRatio)"
                ]
                    + schedule.exceptions.map { "\(schedule.id).\($0) \($1.input?.title ?? "skipped")" }
            } + state.incomes.values.map { "\($0.id) \($0.input)" }
        plan.sort()
        comments = Dictionary(
            uniqueKeysWithValues: state.expenses.map { expense in
                (expense.id, Dictionary(uniqueKeysWithValues: state.comments(on: expense.id).map { ($0.id, $0.text) }))
            })
    }
}
