import LedgerCore
import Testing

@Suite("Schedules, expectations, incomes and transfers, accepted and refused")
struct ScheduleAcceptanceTests {
    var books: Bookkeeper

    init() throws {
        books = try Bookkeeper.budgeting()
    }

    private mutating func codes(_ proposal: Proposal) -> [Refusal.Code] { books.reasons(against: proposal).map(\.code) }

    private func expected(cents: Int128 = 3000, _ expectation: LedgerCore.Expectation = .open) -> ExpenseInput {
        var input = ExpenseInput.sample(cents: cents)
        input.budget = BudgetTerms(category: groceries, expectation: expectation)
        return input
    }

    private func time(_ number: Int) -> OccurrenceID { OccurrenceID(schedule: rent, number: number) }

    // MARK: Schedules

    @Test("a schedule is checked as each of its expenses would be: every reason at once")
    mutating func scheduleReasons() throws {
        let wrong = ScheduleInput.sample(
            " ", cents: 0, every: .custom(every: 100, .day), by: ParticipantID(9), for: [anna, anna])
        #expect(
            Set(codes(.recordSchedule(rent, wrong))) == [
                .scheduleMalformed, .textEmpty, .amountNotPositive, .unknownParticipant, .splitHasDuplicates,
            ])
        for recurrence in [
            Recurrence(.custom(every: 0, .week), start: .may(1)), Recurrence(.daily, start: .may(2), end: .on(.may(1))),
            Recurrence(.daily, start: .may(2), end: .after(0)),
        ] {
            var input = ScheduleInput.sample()
            input.recurrence = recurrence
            #expect(codes(.recordSchedule(rent, input)) == [.scheduleMalformed])
            #expect(codes(.recordIncome(salary, .sample(at: .recurring(recurrence)))) == [.scheduleMalformed])
        }
    }

    @Test("a schedule's shares are recorded; what recurs is neither spread nor expected")
    mutating func scheduleTerms() throws {
        var input = ScheduleInput.sample(cents: 1000)
        input.expense.terms = ExpenseTerms(
            split: .shares([.init(participant: anna, count: 2), .init(participant: ben, count: 1)]))
        try books.record(.recordSchedule(rent, input))
        #expect(books.state.schedules[rent]?.input.expense.terms?.shares.map(\.minorUnits) == [667, 333])
        #expect(try books.record(.recordSchedule(rent, input)) == nil)
        input.isByRatio = true
        #expect(codes(.recordSchedule(rent, input)) == [.scheduleMalformed], "divided in two ways")
        input.expense.terms = nil
        try books.record(.recordSchedule(rent, input))
        #expect(books.state.schedules[rent]?.input.expense.terms == nil)
        input.expense.budget = BudgetTerms(expectation: .open)
        #expect(codes(.recordSchedule(rent, input)) == [.scheduleMalformed])
        input.expense.budget = BudgetTerms(category: hobbies)
        #expect(codes(.recordSchedule(rent, input)) == [.splitNotForCategory])
        input.expense.split = [anna]
        #expect(codes(.recordSchedule(rent, input)) == [])
    }

    @Test("a schedule that would have come ten thousand times already is refused; one that did may come less often")
    mutating func tooOften() throws {
        let old = ScheduleInput.sample(cents: 1, every: .daily, start: .earliest)
        #expect(codes(.recordSchedule(rent, old)) == [.scheduleMalformed])
        #expect(
            codes(.recordSchedule(rent, .sample(cents: 1, every: .daily, start: .earliest, end: .after(10_000)))) == [])
        books.absorb(.scheduleCreated(ScheduleID(2), old), at: books.now)
        #expect(codes(.recordSchedule(ScheduleID(2), .sample("x", every: .daily, start: .earliest))) == [])
        let ended = ScheduleInput.sample("x", every: .daily, start: .earliest, end: .on(.may(1)))
        #expect(codes(.recordSchedule(ScheduleID(2), ended)) == [])
        #expect(
            codes(.recordSchedule(ScheduleID(2), .sample("x", every: .daily, start: .earliest))) == [.scheduleMalformed]
        )
    }

    @Test("who left is in no new schedule; in one where they were, they stay")
    mutating func retired() throws {
        try books.record(.recordSchedule(rent, .sample(for: [anna, chloé])))
        try books.record(.recordIncome(salary, .sample(of: chloé)))
        try books.record(.retireParticipant(chloé))
        #expect(codes(.recordSchedule(ScheduleID(2), .sample(for: [anna, chloé]))) == [.retiredParticipant])
        #expect(codes(.recordIncome(IncomeID(2), .sample(of: chloé))) == [.retiredParticipant])
        #expect(codes(.recordTransfer(toSavings, .sample(of: chloé))) == [.retiredParticipant])
        #expect(codes(.recordSchedule(rent, .sample("Flat", for: [anna, chloé]))) == [])
        #expect(codes(.recordIncome(salary, .sample("Wages", of: chloé))) == [])
        try books.record(.deleteSchedule(rent))
        #expect(codes(.recordSchedule(rent, .sample(for: [anna, chloé]))) == [.deletedMeanwhile])
        #expect(codes(.recordSchedule(rent, .sample(for: [anna, chloé]), revives: true)) == [])
    }

    @Test("merged people are one in schedules, their occurrences and incomes, and are as before when they part")
    mutating func merged() throws {
        try books.record(.recordSchedule(rent, .sample(cents: 1000, by: chloé, for: [anna, ben, chloé])))
        try books.record(.recordSchedule(ScheduleID(2), .sample(for: [ben, chloé], isByRatio: true)))
        try books.record(.changeOccurrence(time(1), .sample(cents: 900, on: .may(2), for: [ben, chloé])))
        try books.record(.recordIncome(salary, .sample(of: ben)))
        let before = books.state
        try books.record(.mergeParticipant(ben, into: chloé))
        let schedule = try #require(books.state.schedules[rent])
        #expect(schedule.input.expense.split == [anna, chloé] && schedule.exceptions[1]?.input?.split == [chloé])
        #expect(schedule.input.expense.shares.map(\.minorUnits) == [333, 667])
        #expect(books.state.schedules[ScheduleID(2)]?.input.expense.split == [chloé])
        #expect(books.state.incomes[salary]?.input.participant == chloé)
        try books.record(.unmergeParticipant(ben))
        #expect(books.state.schedules == before.schedules && books.state.incomes == before.incomes)
    }

    // MARK: Occurrences

    @Test("one occurrence is changed, skipped and put back alone; one that is not there is not")
    mutating func occurrences() throws {
        try books.record(.recordSchedule(rent, .sample(end: .after(3))))
        #expect(codes(.skipOccurrence(time(3))) == [.noSuchOccurrence])
        #expect(codes(.changeOccurrence(time(3), .sample())) == [.noSuchOccurrence])
        #expect(codes(.restoreOccurrence(OccurrenceID(schedule: ScheduleID(2), number: 0))) == [.noSuchSchedule])
        #expect(try books.record(.restoreOccurrence(time(1))) == nil)
        let asScheduled = try #require(books.state.schedules[rent]?.occurrence(1, of: books.state)?.input)
        #expect(try books.record(.changeOccurrence(time(1), asScheduled)) == nil)
        let before = books.state.schedules
        try books.record(.skipOccurrence(time(1)))
        #expect(try books.record(.skipOccurrence(time(1))) == nil)
        #expect(codes(.changeOccurrence(time(1), .sample(cents: 0))) == [.amountNotPositive])
        try books.record(.changeOccurrence(time(1), .sample("Half the rent", cents: 40000, for: [anna, ben])))
        #expect(books.state.schedules[rent]?.occurrence(1, of: books.state)?.input.title == "Half the rent")
        try books.record(.restoreOccurrence(time(1)))
        #expect(books.state.schedules == before)
        #expect(books.ledger.history(of: time(1)).map(\.change) == [.created, .deleted, .created, .updated])
        #expect(books.ledger.history(of: time(0)).count == 1 && books.ledger.history(of: time(3)).isEmpty)
    }

    @Test("what was said of an occurrence outlives a change and the deletion of its schedule")
    mutating func exceptions() throws {
        try books.record(.recordSchedule(rent, .sample()))
        try books.record(.skipOccurrence(time(2)))
        try books.record(.recordSchedule(rent, .sample("Flat")))
        #expect(books.state.schedules[rent]?.exceptions.keys.sorted() == [2])
        try books.record(.deleteSchedule(rent))
        #expect(codes(.skipOccurrence(time(2))) == [.noSuchSchedule])
        try books.record(.recordSchedule(rent, .sample("Flat"), revives: true))
        #expect(books.state.schedules[rent]?.exceptions.keys.sorted() == [2])
    }

    @Test("occurrences are commented on and settled under the id that lists know them by")
    mutating func standIn() throws {
        try books.record(.recordSchedule(rent, .sample(end: .after(2))))
        #expect(books.state.occurrence(under: time(1).expense) == time(1))
        #expect(books.state.occurrence(under: time(2).expense) == nil && books.state.occurrence(under: dinner) == nil)
        try books.record(.addComment(CommentID(1), time(1).expense, text: "Late"))
        #expect(books.state.comments(on: time(1).expense).map(\.text) == ["Late"])
        #expect(codes(.addComment(CommentID(2), time(2).expense, text: "x")) == [.noSuchExpense])
        var payment = SettlementInput.sample()
        payment.expense = time(1).expense
        #expect(codes(.recordSettlement(payback, payment)) == [])
        payment.expense = time(2).expense
        #expect(codes(.recordSettlement(payback, payment)) == [.unknownExpense])
    }

    // MARK: Spread and expected

    @Test("a spread has its ends in order, by month on the borders of months, and not over what is only expected")
    mutating func spread() throws {
        var input = ExpenseInput.sample()
        func spread(_ spread: Spread, _ expectation: LedgerCore.Expectation? = nil) -> Proposal {
            input.budget = BudgetTerms(spread: spread, expectation: expectation)
            return .recordExpense(dinner, input)
        }
        let year = Spread(from: CalendarDay("2026-01-01")!, to: CalendarDay("2026-12-31")!, by: .month)
        #expect(codes(spread(year)) == [])
        #expect(codes(spread(Spread(from: .may(2), to: .may(1), by: .day))) == [.spreadMalformed])
        #expect(codes(spread(Spread(from: .may(1), to: .may(30), by: .month))) == [.spreadMalformed])
        #expect(codes(spread(Spread(from: .earliest, to: .latest, by: .day))) == [.spreadMalformed])
        #expect(codes(spread(year, .open)) == [.spreadExpected])
    }

    @Test("what was expected is reconciled once, at any amount; it may never have come")
    mutating func reconciled() throws {
        try books.record(.recordExpense(dinner, expected()))
        let open = try #require(books.state.expenses[dinner]?.input)
        let real = try open.reconciled(as: Money(3200), on: .may(16), paidBy: ben)
        try books.record(.recordExpense(dinner, real))
        #expect(books.feed(1).first?.summary == "Reconciled “Dinner”, 32.00 EUR")
        let input = try #require(books.state.expenses[dinner]?.input)
        #expect(
            input.estimate?.amount == Money(3000) && input.estimate?.date == .may(14) && input.category == groceries)
        #expect(throws: Refusal.notExpected) { try input.reconciled(as: Money(1), on: .may(16)) }
        var edited = input
        edited.title = "Supper"
        #expect(codes(.recordExpense(dinner, edited)) == [], "an edit keeps what was expected")
        #expect(
            codes(.recordExpense(dinner, expected(.reconciled(estimate: Money(1), on: .may(14))))) == [.notExpected])
        #expect(codes(.recordExpense(ExpenseID(2), real)) == [.notExpected])
        try books.record(.deleteExpense(dinner))
        #expect(codes(.recordExpense(dinner, edited, revives: true)) == [])
        #expect(codes(.recordExpense(dinner, expected())) == [], "it may be expected again")
        try books.record(.recordExpense(dinner, expected().reconciled(as: .zero, on: .may(17))))
        #expect(books.feed(1).first?.summary == "Said that “Dinner” never came")
        #expect(Balances(books.state).debts.isEmpty)
        #expect(codes(.recordExpense(ExpenseID(2), .sample(cents: 0))) == [.amountNotPositive])
    }

    @Test("whatever its split, what was expected is divided as it was when it came to something else")
    mutating func reconciledShares() throws {
        let parts = [(anna, 1000), (ben, 1999), (chloé, 1)].map { Part(participant: $0.0, amount: Money($0.1)) }
        let items = Split.Receipt(items: [.init(title: "All", amount: Money(3000), participants: [anna, ben, chloé])])
        let weights = [(anna, 1), (ben, 2), (chloé, 3)].map { Split.Weight(participant: $0.0, count: $0.1) }
        for (number, split) in [
            Split.equal, .exact(parts), .items(items), .shares(weights),
            .adjustment([Part(participant: anna, amount: Money(1000))]),
        ].enumerated() {
            for (place, payers) in [
                [], [Part(participant: anna, amount: Money(2999)), Part(participant: ben, amount: Money(1))],
            ]
            .enumerated() {
                for (size, amount) in [0, 1, 2999, 3000, 99999].enumerated() {
                    let id = ExpenseID(1000 + number * 100 + place * 10 + size)
                    var input = expected()
                    input.terms = ExpenseTerms(split: split, payers: payers)
                    try books.record(.recordExpense(id, input))
                    let open = try #require(books.state.expenses[id]?.input)
                    try books.record(.recordExpense(id, open.reconciled(as: Money(amount), on: .may(15))))
                    let real = try #require(books.state.expenses[id]?.input)
                    #expect(real.shares.reduce(.zero, +) == Money(amount) && real.faultOfTerms == nil)
                    #expect(real.payments.reduce(.zero) { $0 + $1.amount } == Money(amount))
                    if amount == 3000 { #expect(real.shares == open.shares) }
                }
            }
        }
    }

    @Test("the largest amounts that a log can hold are divided too")
    mutating func largest() throws {
        let most = Money(minorUnits: Limits.storedMinorUnits - 1)
        let half = Money(minorUnits: most.minorUnits / 2)
        let others = Money(minorUnits: most.minorUnits - half.minorUnits)
        var input = ScheduleInput.sample(cents: most.minorUnits, for: [anna, ben, chloé])
        input.expense.terms = ExpenseTerms(
            payers: [Part(participant: anna, amount: half), Part(participant: ben, amount: others)])
        input.expense = input.expense.workedOut()
        #expect(input.expense.faultOfTerms == nil)
        books.absorb(.scheduleCreated(rent, input), at: books.now)
        books.absorb(.participantRetired(chloé), at: books.now)
        let occurrence = try #require(books.state.schedules[rent]?.occurrence(9, of: books.state))
        #expect(occurrence.input.split == [anna, ben] && occurrence.input.faultOfTerms == nil)
        var parts = ExpenseInput.sample(cents: most.minorUnits, for: [anna, ben])
        parts.terms = ExpenseTerms(
            split: .exact([Part(participant: anna, amount: half), Part(participant: ben, amount: others)]))
        parts.budget = BudgetTerms(expectation: .open)
        let real = try parts.workedOut().reconciled(as: Money(minorUnits: most.minorUnits - 1), on: .may(1))
        #expect(real.workedOut().faultOfTerms == nil)
    }

    // MARK: Incomes and transfers

    @Test("an income is somebody's, has a name and comes to something; so does a transfer")
    mutating func incomes() throws {
        let nothing = IncomeInput.sample(" ", of: ParticipantID(9), cents: 0)
        #expect(Set(codes(.recordIncome(salary, nothing))) == [.textEmpty, .amountNotPositive, .unknownParticipant])
        try books.record(.recordIncome(salary, .sample()))
        #expect(try books.record(.recordIncome(salary, .sample())) == nil)
        try books.record(.recordIncome(salary, .sample("Wages", of: ben, at: .once(.may(4)))))
        #expect(books.ledger.history(of: salary).map(\.change) == [.created, .updated])
        try books.record(.deleteIncome(salary))
        #expect(
            codes(.deleteIncome(salary)) == [.noSuchIncome] && codes(.deleteTransfer(toSavings)) == [.noSuchTransfer])
        #expect(codes(.recordIncome(salary, .sample())) == [.deletedMeanwhile])
        #expect(
            Set(codes(.recordTransfer(toSavings, .sample(of: ParticipantID(9), cents: -1)))) == [
                .amountNotPositive, .unknownParticipant,
            ])
        try books.record(.recordTransfer(toSavings, .sample()))
        #expect(try books.record(.recordTransfer(toSavings, .sample())) == nil)
        try books.record(.recordTransfer(toSavings, .sample(cents: 7000)))
        #expect(books.state.transfers[toSavings]?.input.amount == Money(7000))
        try books.record(.deleteTransfer(toSavings))
        #expect(codes(.recordTransfer(toSavings, .sample())) == [.deletedMeanwhile])
    }

    @Test("whoever has a copy is told what of it to load anew")
    mutating func changes() throws {
        var input = ExpenseInput.sample()
        input.budget = BudgetTerms(category: groceries)
        try books.record(.recordExpense(dinner, input))
        try books.record(.recordExpense(ExpenseID(2), .sample()))
        try books.record(.recordSchedule(rent, .sample()))
        func since(_ proposals: Proposal...) throws -> Changes {
            let revision = books.ledger.revision
            for proposal in proposals { try books.record(proposal) }
            return try #require(books.ledger.changes(since: revision))
        }
        let goal = try since(.setSavingGoal(anna, from: .year2026(5), Money(1)))
        #expect(goal.budget && !goal.roster && goal.schedules.isEmpty && goal.expenses.isEmpty)
        let ratio = try since(.setBurdenRatio(from: .may(1), [.init(participant: anna, count: 1)]))
        #expect(ratio.budget && ratio.schedules == [rent])
        let category = try since(.deleteCategory(groceries))
        #expect(category.budget && category.expenses == [dinner])
        #expect(try since(.skipOccurrence(time(0))).schedules == [rent])
        let money = try since(.recordIncome(salary, .sample()), .recordTransfer(toSavings, .sample()))
        #expect(money.incomes == [salary] && money.transfers == [toSavings] && !money.budget)
        #expect(try since(.retireParticipant(chloé)).schedules == [rent])
        let merge = try since(.mergeParticipant(ben, into: anna))
        #expect(merge.budget && merge.schedules == [rent] && merge.incomes == [salary])
    }
}
