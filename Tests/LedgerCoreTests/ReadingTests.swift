import LedgerCore
import Testing

struct FilterTests {
    let state: LedgerState

    init() throws {
        var books = try Bookkeeper.household()
        try books.record(.recordExpense(ExpenseID(1), .sample("Pizza", on: .may(1), labels: [food])))
        try books.record(
            .recordExpense(ExpenseID(2), .sample("Train", on: .may(2), by: ben, for: [ben], labels: [travel])))
        try books.record(.recordExpense(ExpenseID(3), .sample("Rent", on: .may(3), for: [ben], note: "for MÄRZ")))
        try books.record(.recordExpense(ExpenseID(4), .sample("Café", on: .may(4), labels: [travel, food])))
        state = books.state
    }

    private func found(_ filter: ExpenseFilter) -> [Int] {
        state.expenses(matching: filter).map { Int($0.id.bits) }.sorted()
    }

    @Test("a participant is involved as payer or in the split (SC-FR-HIS-3)")
    func participant() {
        #expect(found(.init(participant: anna)) == [1, 3, 4])
        #expect(found(.init(participant: ben)) == [1, 2, 3, 4])
        #expect(found(.init(participant: ParticipantID(9))) == [])
    }

    @Test("of several labels any one is enough (SC-FR-HIS-4), and all dimensions have to agree")
    func labels() {
        #expect(found(.init(labels: [travel])) == [2, 4])
        #expect(found(.init(labels: [food, travel])) == [1, 2, 4])
        #expect(found(.init(participant: anna, labels: [travel])) == [4])
        #expect(found(.init(labels: [LabelID(9)])) == [])
    }

    @Test("days include both ends (SC-FR-HIS-5)")
    func days() {
        #expect(found(.init(from: .may(2), to: .may(3))) == [2, 3])
        #expect(found(.init(from: .may(4))) == [4])
        #expect(found(.init(to: .may(1))) == [1])
        #expect(found(.init(from: .may(3), to: .may(2))) == [])
    }

    @Test(
        "text is looked for in title, note and labels, ignoring case",
        arguments: [
            ("PIZ", [1]), ("märz", [3]), ("TRAVEL", [2, 4]), ("cafe\u{301}", [4]), ("CAFÉ", [4]), ("", [1, 2, 3, 4]),
            ("nowhere", []),
        ])
    func text(wanted: String, expected: [Int]) {
        #expect(found(.init(text: wanted)) == expected)
    }

    @Test("the summary counts what the filter leaves")
    func summary() {
        let all = Summary(state)
        #expect(all.count == 4)
        #expect(all.total.minorUnits == 12000)
        #expect(all.people.map(\.participant) == [anna, ben, chloé])
        #expect(all.people.map(\.paid.minorUnits) == [9000, 3000, 0])
        #expect(all.people.map(\.share.minorUnits) == [2000, 8000, 2000])
        #expect(all.people.map(\.net.minorUnits) == [7000, -5000, -2000])
        #expect(Summary(state, .init(labels: [travel])).total.minorUnits == 6000)
    }

    @Test("each label knows how many expenses carry it (SC-FR-LBL-6)")
    func labelCounts() {
        #expect(state.expenseCounts == [food: 2, travel: 2])
        #expect(state.labelsInOrder.map(\.name) == ["Food", "Travel"])
        #expect(state.participantsInOrder.map(\.name) == ["Anna", "Ben", "Chloé"])
    }
}

struct PageTests {
    @Test("pages in any order give every expense once, also while others are added", arguments: ExpenseOrder.allCases)
    func paging(order: ExpenseOrder) {
        var numbers = SeededNumbers(seed: 7)
        var ledger = Ledger()
        func add(_ number: Int) {
            let day = CalendarDay.may(Int.random(in: 1...5, using: &numbers))
            let input = ExpenseInput.sample(cents: Int128(Int.random(in: 1...4, using: &numbers)), on: day)
            ledger.insert([.sample(number, at: noon, .expenseCreated(ExpenseID(number), input))])
        }
        for number in 1...83 { add(number) }
        var seen: [Expense] = []
        var place: ExpensePlace?
        repeat {
            let page = ExpensePage(ledger.state.expenses, in: order, after: place, limit: 7)
            seen += page.expenses
            place = page.next.flatMap { ExpensePlace($0.description) }
            add(1000 + seen.count)
        } while place != nil
        let first = seen.filter { $0.id.bits <= 83 }
        #expect(Set(first.map(\.id)).count == 83)
        #expect(Set(seen.map(\.id)).count == seen.count)
        for (left, right) in zip(seen, seen.dropFirst()) {
            #expect(order.precedes(ExpensePlace(left), ExpensePlace(right)))
        }
    }

    @Test("newest execution date comes first, then the later entry (SC-FR-HIS-1)")
    func newest() {
        let state = Ledger([
            .sample(1, at: noon, .expenseCreated(ExpenseID(1), .sample(on: .may(2)))),
            .sample(2, at: noon.advanced(byMilliseconds: 1), .expenseCreated(ExpenseID(2), .sample(on: .may(2)))),
            .sample(3, at: noon, .expenseCreated(ExpenseID(3), .sample(on: .may(3)))),
        ]).state
        let page = ExpensePage(state.expenses, in: .newest, after: nil, limit: 3)
        #expect(page.expenses.map(\.id.bits) == [3, 2, 1])
        #expect(page.next == nil)
    }

    @Test(
        "a cursor that was tampered with is none", arguments: ["", "x", "2026-05-14_1_2", "2026-05-14_1_2_3", "_1_2_"])
    func cursors(text: String) {
        #expect(ExpensePlace(text) == nil)
    }
}

struct HistoryTests {
    @Test("the history tells every version with who and when, and leaves out what had no effect")
    func versions() throws {
        var books = try Bookkeeper.household()
        try books.record(.recordExpense(dinner, .sample()))
        try books.record(.recordExpense(dinner, .sample("Lunch")), by: laptop)
        try books.record(.deleteExpense(dinner))
        books.absorb(.expenseUpdated(dinner, .sample("too late")), at: books.now.advanced(byMilliseconds: 5))
        let history = books.ledger.history(of: dinner)
        #expect(history.map(\.change) == [.created, .updated, .deleted])
        #expect(history.map(\.input?.title) == ["Dinner", "Lunch", nil])
        #expect(history.map(\.by) == [anna, .none, anna])
        #expect(history.map(\.device) == [phone, laptop, phone])
        #expect(books.ledger.history(of: ExpenseID(9)).isEmpty)
    }

    @Test("a settlement has a history too")
    func settlements() throws {
        var books = try Bookkeeper.household()
        try books.record(.recordSettlement(payback, .sample()))
        try books.record(.recordSettlement(payback, .sample(cents: 5)))
        #expect(books.ledger.history(of: payback).map(\.input?.amount.minorUnits) == [1000, 5])
    }

    @Test("changes since a revision name what is not as it was")
    func changes() throws {
        var books = try Bookkeeper.household()
        let before = books.ledger.revision
        try books.record(.recordExpense(dinner, .sample()))
        try books.record(.recordSettlement(payback, .sample()))
        try books.record(.deleteExpense(dinner))
        let changes = try #require(books.ledger.changes(since: before))
        #expect(changes.expenses == [dinner])
        #expect(changes.settlements == [payback])
        #expect(!changes.roster)
        #expect(changes.revision == before + 3)
        #expect(books.ledger.changes(since: 0)?.roster == true)
        #expect(books.ledger.changes(since: before + 3)?.expenses == [])
        #expect(books.ledger.changes(since: before + 4) == nil)
        #expect(books.ledger.changes(since: -1) == nil)
    }
}
