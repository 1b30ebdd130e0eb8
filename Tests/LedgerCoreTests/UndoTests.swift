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
        for proposal in inVersion1 + (version == 2 ? inVersion2 : []) {
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
    /// The household after a while.
    private static func lived(inVersion version: Int) throws -> Bookkeeper {
        var books = try Bookkeeper.household(inVersion: version)
        try books.record(.renameLedger(name: "Home"))
        try books.record(.recordExpense(dinner, .sample(labels: [travel])))
        try books.record(.recordSettlement(payback, .sample()))
        if version == 2 {
            try books.record(.colourParticipant(anna, .red))
            try books.record(.addComment(CommentID(1), dinner, text: "Yum"))
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
        switch Int.random(in: 0..<17, using: &numbers) {
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

    func differences(from other: Contents) -> [String] {
        var differences: [String] = []
        if name != other.name || isArchived != other.isArchived { differences.append("\(name), \(isArchived)") }
        if people != other.people { differences.append("\(people) instead of \(other.people)") }
        if merged != other.merged { differences.append("\(merged) instead of \(other.merged)") }
        if labels != other.labels { differences.append("\(labels) instead of \(other.labels)") }
        if expenses != other.expenses { differences.append("\(expenses) instead of \(other.expenses)") }
        if settlements != other.settlements { differences.append("\(settlements) instead of \(other.settlements)") }
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
        comments = Dictionary(
            uniqueKeysWithValues: state.expenses.map { expense in
                (expense.id, Dictionary(uniqueKeysWithValues: state.comments(on: expense.id).map { ($0.id, $0.text) }))
            })
    }
}
