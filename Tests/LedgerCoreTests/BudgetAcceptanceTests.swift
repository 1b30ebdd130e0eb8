import LedgerCore
import Testing

let groceries = CategoryID(601)
let hobbies = CategoryID(602)
let rent = ScheduleID(701)
let salary = IncomeID(801)
let toSavings = TransferID(901)

extension CalendarMonth {
    static func year2026(_ month: Int) -> CalendarMonth {
        CalendarMonth(.may(1)).adding(months: month - 5) ?? .earliest
    }
}

extension Money {
    init(_ cents: Int) { self.init(minorUnits: Int128(cents)) }
}

@Suite("Categories and plans, accepted and refused")
struct BudgetAcceptanceTests {
    var books: Bookkeeper

    init() throws {
        books = try Bookkeeper.budgeting()
    }

    private mutating func codes(_ proposal: Proposal) -> [Refusal.Code] { books.reasons(against: proposal).map(\.code) }

    private func weights(_ weights: (ParticipantID, Int)...) -> [Split.Weight] {
        weights.map { Split.Weight(participant: $0, count: $1) }
    }

    @Test("a category's name is unique ignoring case among those of everybody, and among each person's")
    mutating func categoryNames() throws {
        #expect(codes(.createCategory(CategoryID(1), CategoryInput(name: " groceries "))) == [.categoryNameTaken])
        try books.record(.createCategory(CategoryID(1), CategoryInput(name: "Groceries", owner: ben)))
        #expect(
            codes(.createCategory(CategoryID(2), CategoryInput(name: "GROCERIES", owner: ben))) == [.categoryNameTaken])
        #expect(codes(.changeCategory(hobbies, CategoryInput(name: "Groceries"))) == [], "Anna's own")
        #expect(books.state.budget.categories[hobbies]?.input.owner == anna, "whose it is never changes")
        #expect(try books.record(.changeCategory(hobbies, CategoryInput(name: "Groceries", owner: ben))) == nil)
    }

    @Test("whose a category is stays: saying otherwise is refused, of one that is there and of one that was deleted")
    mutating func categoryOwnerStays() throws {
        let (mine, shared) = (CategoryInput(name: "New", owner: anna), CategoryInput(name: "New"))
        for isDeleted in [false, true] {
            if isDeleted {
                try books.record(.deleteCategory(groceries))
                try books.record(.deleteCategory(hobbies))
            }
            #expect(codes(.createCategory(groceries, mine)) == [.categoryOwnerFixed])
            #expect(codes(.createCategory(hobbies, shared)) == [.categoryOwnerFixed])
            #expect(codes(.createCategory(hobbies, CategoryInput(name: "New", owner: ben))) == [.categoryOwnerFixed])
        }
        try books.record(.createCategory(hobbies, mine))
        #expect(books.state.budget.categories[hobbies]?.input == mine)
        try books.record(.mergeParticipant(anna, into: ben))
        try books.record(.createCategory(hobbies, CategoryInput(name: "Ours", owner: anna)))
        #expect(books.state.budget.categories[hobbies]?.input.owner == ben, "both are one person")
    }

    @Test("every reason against a category at once; its owner is somebody who is there")
    mutating func categoryReasons() throws {
        let long = CategoryInput(name: " ", icon: String(repeating: "x", count: 17), owner: ParticipantID(9))
        #expect(Set(codes(.createCategory(CategoryID(1), long))) == [.unknownParticipant, .textEmpty, .textTooLong])
        #expect(
            codes(.createCategory(CategoryID(1), CategoryInput(name: String(repeating: "é", count: 41)))) == [
                .textTooLong
            ])
        try books.record(.retireParticipant(chloé))
        #expect(codes(.createCategory(CategoryID(1), CategoryInput(name: "X", owner: chloé))) == [.retiredParticipant])
        #expect(codes(.changeCategory(CategoryID(1), CategoryInput(name: "X"))) == [.noSuchCategory])
        #expect(codes(.deleteCategory(CategoryID(1))) == [.noSuchCategory])
    }

    @Test("what is in somebody's own category that person bears alone, whoever paid")
    mutating func individual() throws {
        var input = ExpenseInput.sample(by: ben, for: [anna])
        input.budget = BudgetTerms(category: hobbies)
        try books.record(.recordExpense(dinner, input))
        #expect(Balances(books.state).owes(anna, ben).minorUnits == 3000)
        input.split = [anna, ben]
        #expect(codes(.recordExpense(dinner, input)) == [.splitNotForCategory])
        input.split = [ben]
        #expect(codes(.recordExpense(ExpenseID(2), input)) == [.splitNotForCategory])
        input.budget = BudgetTerms(category: CategoryID(9))
        #expect(codes(.recordExpense(dinner, input)) == [.unknownCategory])
    }

    @Test("a category that was deleted meanwhile is left out; an expense that names it is as before when it is edited")
    mutating func deletedCategory() throws {
        var input = ExpenseInput.sample()
        input.budget = BudgetTerms(category: groceries)
        try books.record(.recordExpense(dinner, input))
        try books.record(.deleteCategory(groceries))
        #expect(try books.record(.recordExpense(dinner, input)) == nil)
        input.title = "Supper"
        try books.record(.recordExpense(dinner, input))
        #expect(books.state.expenses[dinner]?.input.category == nil)
        try books.record(.recordExpense(ExpenseID(2), input))
        #expect(books.state.expenses[ExpenseID(2)]?.input.budget == nil)
    }

    @Test("a budget holds from its month on until it is changed, ended or forgotten")
    mutating func budgets() throws {
        try books.record(.setBudget(groceries, from: .year2026(5), Money(40000)))
        try books.record(.setBudget(groceries, from: .year2026(7), Money(0)))
        try books.record(.setBudget(groceries, from: .year2026(9), nil))
        func limits() -> [Int128?] {
            (4...9).map { books.state.budget.limit(of: groceries, in: .year2026($0))?.minorUnits }
        }
        #expect(limits() == [nil, 40000, 40000, 0, 0, nil])
        #expect(try books.record(.setBudget(groceries, from: .year2026(9), nil)) == nil)
        #expect(try books.record(.setBudget(hobbies, from: .year2026(9), nil)) == nil, "there was none")
        try books.record(.forgetPlan(.limit(groceries, from: .year2026(7))))
        #expect(limits() == [nil, 40000, 40000, 40000, 40000, nil])
        #expect(try books.record(.forgetPlan(.limit(groceries, from: .year2026(7)))) == nil)
        #expect(codes(.setBudget(groceries, from: .year2026(5), Money(-1))) == [.budgetNegative])
        #expect(codes(.setBudget(groceries, from: .year2026(5), Money(1_000_000_000_000_000))) == [.amountTooLarge])
        #expect(codes(.setBudget(CategoryID(9), from: .year2026(5), nil)) == [.noSuchCategory])
    }

    @Test("a category that comes back has its budgets again")
    mutating func revivedCategory() throws {
        let input = try #require(books.state.budget.categories[groceries]?.input)
        try books.record(.setBudget(groceries, from: .year2026(5), Money(1)))
        try books.record(.deleteCategory(groceries))
        try books.record(.createCategory(groceries, input))
        #expect(books.state.budget.limit(of: groceries, in: .year2026(6)) == Money(1))
    }

    @Test("the burden ratio: each once, whole weights above zero, of those who are there; dated")
    mutating func ratio() throws {
        try books.record(.setBurdenRatio(from: .may(1), weights((anna, 60), (ben, 40))))
        #expect(try books.record(.setBurdenRatio(from: .may(1), weights((anna, 60), (ben, 40)))) == nil)
        try books.record(.setBurdenRatio(from: .may(20), nil))
        #expect(books.state.budget.ratio(on: .may(19))?.map(\.count) == [60, 40])
        #expect(books.state.budget.ratio(on: .may(20)) == nil)
        for (wrong, code) in [
            ([], .splitEmpty), (weights((anna, 1), (anna, 2)), .splitHasDuplicates),
            (weights((anna, 0), (ben, 1)), .weightNotPositive), (weights((anna, -1)), .weightNotPositive),
            (weights((anna, 1_000_001)), .partTooLarge), (weights((ParticipantID(9), 1)), .unknownParticipant),
        ] as [([Split.Weight], Refusal.Code)] {
            #expect(codes(.setBurdenRatio(from: .may(2), wrong)) == [code])
        }
        try books.record(.retireParticipant(chloé))
        #expect(codes(.setBurdenRatio(from: .may(2), weights((chloé, 1)))) == [.retiredParticipant])
        #expect(codes(.setBurdenRatio(from: .may(2), weights((anna, 0), (chloé, 1), (chloé, 1)))).count == 3)
    }

    @Test("a saving goal is somebody's who is there, and not below zero")
    mutating func goals() throws {
        try books.record(.setSavingGoal(anna, from: .year2026(5), Money(10000)))
        #expect(books.state.budget.savingGoal(of: anna, in: .year2026(8)) == Money(10000))
        #expect(try books.record(.setSavingGoal(anna, from: .year2026(5), Money(10000))) == nil)
        #expect(codes(.setSavingGoal(anna, from: .year2026(5), Money(-1))) == [.budgetNegative])
        #expect(codes(.setSavingGoal(ParticipantID(9), from: .year2026(5), Money(1))) == [.unknownParticipant])
    }

    @Test("plans of two who are one person are that person's: weights add up, of two goals the later event's counts")
    mutating func merged() throws {
        try books.record(.createCategory(CategoryID(1), CategoryInput(name: "Ben's", owner: ben)))
        try books.record(.setBurdenRatio(from: .may(1), weights((anna, 50), (ben, 30), (chloé, 20))))
        try books.record(.setSavingGoal(ben, from: .year2026(5), Money(1)))
        try books.record(.setSavingGoal(chloé, from: .year2026(5), Money(2)))
        let before = books.state
        try books.record(.mergeParticipant(ben, into: chloé))
        #expect(books.state.budget.ratio(on: .may(1)) == weights((anna, 50), (chloé, 50)))
        #expect(books.state.budget.savingGoal(of: chloé, in: .year2026(5)) == Money(2))
        #expect(books.state.budget.categories[CategoryID(1)]?.input.owner == chloé)
        try books.record(.unmergeParticipant(ben))
        #expect(books.state.budget == before.budget)
    }

    @Test("a time zone has the form of a name")
    mutating func timeZone() throws {
        try books.record(.changeSettings(LedgerSettings(timeZone: "America/Argentina/Buenos_Aires")))
        #expect(books.state.timeZone == "America/Argentina/Buenos_Aires")
        #expect(try books.record(.changeSettings(LedgerSettings(timeZone: "America/Argentina/Buenos_Aires"))) == nil)
        for wrong in ["", "Europe Berlin", "../etc", "Ä", String(repeating: "a", count: 65)] {
            #expect(codes(.changeSettings(LedgerSettings(timeZone: wrong))) == [.unknownTimeZone])
        }
    }

    @Test("what a ledger of version 1 can not hold is refused with the way out")
    mutating func olderLedger() throws {
        books.schemaVersion = 1
        var expected = ExpenseInput.sample()
        expected.budget = BudgetTerms(expectation: .open)
        for proposal in [
            .deleteCategory(groceries), .setBudget(groceries, from: .year2026(5), Money(1)),
            .recordExpense(dinner, expected),
            .setBurdenRatio(from: .may(1), weights((anna, 1))), .setSavingGoal(anna, from: .year2026(5), Money(1)),
            .recordSchedule(rent, .sample()), .recordIncome(salary, .sample()), .recordTransfer(toSavings, .sample()),
            .changeSettings(LedgerSettings(timeZone: "UTC")), .createCategory(CategoryID(1), CategoryInput(name: "x")),
        ] as [Proposal] {
            #expect(codes(proposal) == [.needsSchemaVersion2], "\(proposal)")
        }
    }
}

extension Bookkeeper {
    /// The household in version 2, with a shared category and one of Anna's.
    static func budgeting() throws -> Bookkeeper {
        var books = try household(inVersion: 2)
        try books.record(.createCategory(groceries, CategoryInput(name: "Groceries", icon: "🥕", colour: .green)))
        try books.record(.createCategory(hobbies, CategoryInput(name: "Hobbies", owner: anna)))
        return books
    }
}

extension ScheduleInput {
    static func sample(
        _ title: String = "Rent", cents: Int128 = 80000, every frequency: Recurrence.Frequency = .monthly,
        start: CalendarDay = .may(1), end: Recurrence.End = .never, by payer: ParticipantID = anna,
        for people: [ParticipantID] = [anna, ben], isByRatio: Bool = false
    ) -> ScheduleInput {
        ScheduleInput(
            expense: .sample(title, cents: cents, on: start, by: payer, for: people),
            recurrence: Recurrence(frequency, start: start, end: end), isByRatio: isByRatio)
    }
}

extension IncomeInput {
    static func sample(
        _ name: String = "Salary", of participant: ParticipantID = anna, cents: Int = 200_000,
        at time: IncomeInput.Time = .recurring(Recurrence(.monthly, start: .may(1)))
    ) -> IncomeInput {
        IncomeInput(participant: participant, name: name, amount: Money(cents), time: time)
    }
}

extension TransferInput {
    static func sample(_ direction: Direction = .out, of participant: ParticipantID = anna, cents: Int = 5000)
        -> TransferInput
    {
        TransferInput(
            participant: participant, direction: direction, amount: Money(cents), date: .may(3),
            otherLedger: LedgerID("savings")!)
    }
}
