import Testing

@testable import LedgerCore

struct OccurrenceTests {
    private let rent = ExpenseInput.sample("Rent", cents: 1000, on: .sample("2026-01-31"), for: [anna, ben])
    private let monthly = Recurrence(.monthly, start: .sample("2026-01-31"))
    private let id = ScheduleID(601)

    private func weights(_ a: Int, _ b: Int) -> [Split.Weight] {
        [Split.Weight(participant: anna, count: a), Split.Weight(participant: ben, count: b)]
    }

    private func found(_ state: LedgerState, _ from: String, _ to: String) -> [Occurrence] {
        state.schedules[id]?.occurrences(in: .sample(from)...(.sample(to)), of: state) ?? []
    }

    private func told(_ occurrences: [Occurrence]) -> [String] {
        occurrences.map { "\($0.id.number) \($0.date)" + ($0.isSkipped ? " skipped" : $0.isChanged ? " changed" : "") }
    }

    @Test("each has its number, its date and the schedule's words")
    func regular() throws {
        var state = LedgerState.wallet
        state.schedule(rent, monthly)
        let all = found(state, "2026-02-01", "2026-04-30")
        #expect(told(all) == ["1 2026-02-28", "2 2026-03-31", "3 2026-04-30"])
        #expect(all.allSatisfy { $0.input.title == "Rent" && $0.input.shares.map(\.minorUnits) == [500, 500] })
        #expect(all[0].expense.id == OccurrenceID(schedule: id, number: 1).expense)
        #expect(state.schedules[id]?.occurrence(2, of: state) == all[1])
        #expect(state.schedules[id]?.occurrence(-1, of: state) == nil)
    }

    @Test("one that was moved is where it was moved to, and nowhere else")
    func moved() {
        var state = LedgerState.wallet
        state.schedule(rent, monthly)
        var later = rent
        later.executionDate = .sample("2026-03-02")
        state.except(1, of: id, later)
        state.except(2, of: id, nil)
        #expect(told(found(state, "2026-02-01", "2026-02-28")) == [])
        #expect(told(found(state, "2026-03-01", "2026-03-31")) == ["1 2026-03-02 changed", "2 2026-03-31 skipped"])
        #expect(state.standing(on: .sample("2026-03-31")).expenses.count == 2)
    }

    @Test("a change of one that does not come any more changes nothing")
    func beyondTheEnd() {
        var state = LedgerState.wallet
        state.schedule(rent, Recurrence(.monthly, start: monthly.start, end: .after(2)))
        state.except(2, of: id, rent)
        #expect(told(found(state, "2026-01-01", "2027-01-01")) == ["0 2026-01-31", "1 2026-02-28"])
        #expect(state.schedules[id]?.occurrence(2, of: state) == nil)
    }

    @Test("by the ratio in force on its date; equally as long as there is none")
    func byRatio() {
        var state = LedgerState.wallet
        state.budget.ratios = [
            .sample("2026-02-28"): weights(60, 40), .sample("2026-04-01"): weights(1, 3), .sample("2026-06-01"): [],
        ]
        state.schedule(rent, monthly, byRatio: true)
        let shares = found(state, "2026-01-01", "2026-06-30").map { $0.input.shares.map(\.minorUnits) }
        #expect(shares == [[500, 500], [600, 400], [600, 400], [250, 750], [250, 750], [500, 500]])
    }

    @Test("what is in somebody's own category is theirs alone, whatever the ratio")
    func ownCategory() {
        var state = LedgerState.wallet
        let hobby = state.category(701, "Hobby", of: ben)
        state.budget.ratios = [.earliest: weights(1, 1)]
        var input = rent
        input.budget = BudgetTerms(category: hobby)
        state.schedule(input, monthly, byRatio: true)
        #expect(found(state, "2026-01-01", "2026-01-31").map(\.input.split) == [[ben]])
    }

    @Test("whoever left bears what comes up to that day, the others what comes later, and no event says so")
    func departure() {
        var state = LedgerState.wallet
        state.budget.ratios = [.earliest: weights(60, 40)]
        state.schedule(rent, monthly, byRatio: true)
        state.schedule(rent, monthly, 9000)
        state.leave(ben, on: .sample("2026-02-28"))
        for schedule in state.schedules.values {
            let all = schedule.occurrences(in: .sample("2026-02-01")...(.sample("2026-03-31")), of: state)
            #expect(all.map(\.input.split) == [[anna, ben], [anna]])
            #expect(all[1].input.shares.map(\.minorUnits) == [1000] && all[1].input.payer == anna)
        }
        let balances = Balances(state.standing(on: .sample("2026-12-31")))
        #expect(balances.owes(ben, anna).minorUnits == 400 + 500 + 400 + 500)
    }

    @Test("when the one who pays has left, the only one who is left pays; of several none is chosen")
    func payerLeft() {
        var state = LedgerState.wallet
        var input = rent
        input.payer = ben
        state.schedule(input, monthly)
        state.leave(ben, on: .sample("2026-02-01"))
        #expect(found(state, "2026-01-01", "2026-02-28").map(\.input.payer) == [ben, anna])
        #expect(found(state, "2026-01-01", "2026-02-28").map(\.input.debts.count) == [1, 0])
        state.participants[chloé] = Participant(id: chloé, name: "Chloé", added: .sample)
        #expect(found(state, "2026-01-01", "2026-02-28").map(\.input.payer) == [ben, ben])
    }

    @Test("when everybody in it has left, it stays as it was recorded")
    func everybodyLeft() {
        var state = LedgerState.wallet
        state.participants[chloé] = Participant(id: chloé, name: "Chloé", added: .sample)
        state.schedule(rent, monthly)
        for person in [anna, ben] { state.leave(person, on: .sample("2026-02-01")) }
        let last = found(state, "2026-02-01", "2026-02-28").first?.input
        #expect(last?.split == [anna, ben] && last?.shares.map(\.minorUnits) == [500, 500] && last?.payer == chloé)
    }

    @Test("those who stay share by the ratio if it names each of them, else equally")
    func someStay() {
        var state = LedgerState.wallet
        state.participants[chloé] = Participant(id: chloé, name: "Chloé", added: .sample)
        var input = ExpenseInput.sample("Rent", cents: 1000, on: monthly.start)
        input.terms = ExpenseTerms(
            split: .exact([
                Part(participant: anna, amount: .cents(100)), Part(participant: ben, amount: .cents(200)),
                Part(participant: chloé, amount: .cents(700)),
            ]))
        state.schedule(input.workedOut(), monthly)
        state.leave(chloé, on: .sample("2026-02-01"))
        #expect(found(state, "2026-02-01", "2026-02-28").map(\.input.shares) == [[.cents(500), .cents(500)]])
        state.budget.ratios = [.earliest: weights(60, 40)]
        #expect(found(state, "2026-02-01", "2026-02-28").map(\.input.shares) == [[.cents(600), .cents(400)]])
        state.budget.ratios = [.earliest: [Split.Weight(participant: anna, count: 1)]]
        #expect(found(state, "2026-02-01", "2026-02-28").map(\.input.shares) == [[.cents(500), .cents(500)]])
    }

    @Test("several who pay are owed what they paid, also when somebody left who only shared")
    func severalPayers() {
        var state = LedgerState.wallet
        state.participants[chloé] = Participant(id: chloé, name: "Chloé", added: .sample)
        var input = ExpenseInput.sample("Rent", cents: 1000, on: monthly.start)
        input.terms = ExpenseTerms(
            payers: [Part(participant: anna, amount: .cents(300)), Part(participant: ben, amount: .cents(700))])
        state.schedule(input.workedOut(), monthly)
        state.leave(chloé, on: .sample("2026-02-01"))
        let march = found(state, "2026-03-01", "2026-03-31").map(\.input)
        let debts = [
            Debt(debtor: anna, creditor: ben, amount: .cents(350)),
            Debt(debtor: ben, creditor: anna, amount: .cents(150)),
        ]
        #expect(march.map(\.debts) == [debts])
        #expect(march.allSatisfy { $0.faultOfTerms == nil })
    }
}

struct StandingTests {
    @Test("without schedules a state stands as it is; with them, what has come is an expense like others")
    func standing() {
        var state = LedgerState.wallet
        state.add(.sample(for: [anna, ben]), 1)
        #expect(state.standing(on: .latest) == state)
        state.schedule(
            .sample("Rent", cents: 1000, on: .may(1), for: [anna, ben]), Recurrence(.weekly, start: .may(1)))
        let standing = state.standing(on: .may(8))
        #expect(standing.expenses.count == 3 && standing.occurrences.count == 2)
        #expect(Balances(standing).owes(ben, anna).minorUnits == 1500 + 2 * 500)
        #expect(Balances(state).owes(ben, anna).minorUnits == 1500)
        #expect(Summary(standing).total.minorUnits == 5000)
    }

    @Test("should an occurrence have the id of an expense, or of another occurrence, the same one is shown everywhere")
    func meetingIDs() {
        var state = LedgerState.wallet
        let weekly = Recurrence(.weekly, start: .may(1), end: .after(3))
        state.schedule(.sample("A", on: .may(1)), weekly, 600)
        state.schedule(.sample("B", on: .may(1)), weekly, 602)
        state.add(.sample("Mine"), 604)
        let titles = (601...605).map { state.standing(on: .latest).expenses[ExpenseID($0)]?.input.title }
        #expect(titles == ["A", "A", "A", "Mine", "B"])
    }

    @Test("what is only expected is owed by nobody, in no export and in no sum, and changes no plan")
    func expected() {
        var state = LedgerState.wallet
        let open = BudgetTerms(expectation: .open)
        var input = ExpenseInput.sample(cents: 3000, on: .may(1), for: [anna, ben])
        input.budget = open
        state.add(input, 1)
        #expect(Balances(state).debts.isEmpty && Statement(of: anna, with: ben, in: state).lines.isEmpty)
        #expect(state.expenses[ExpenseID(1)].map { OpenShares(state).open(of: $0) } == [])
        #expect(Summary(state).count == 0)
        for projection in Projection.allCases { #expect(projection.rows(of: anna, in: state).isEmpty) }
        input.budget = BudgetTerms(expectation: .reconciled(estimate: .cents(2000), on: .may(2)))
        state.add(input, 1)
        #expect(Balances(state).owes(ben, anna).minorUnits == 1500 && Summary(state).count == 1)
    }

    @Test("a plan stands until the day on which something comes that recurs")
    func plan() {
        var state = LedgerState.wallet
        state.participants[chloé] = Participant(id: chloé, name: "Chloé", added: .sample)
        state.add(.sample(cents: 3000, on: .may(1)), 1)
        let paid = Stamp(event: EventID(9), at: noon, by: ben)
        state.settlements[payback] = Settlement(id: payback, input: .sample(cents: 1000, on: .may(14)), created: paid)
        func payments(_ state: LedgerState) -> [SettleUpPlan.Payment] {
            SettleUpPlan(standingIn: state, Balances(state)).payments
        }
        #expect(payments(state) == [.init(from: chloé, to: anna, amount: .cents(1000))])
        state.schedule(.sample(cents: 900, on: .may(15), by: ben), Recurrence(.monthly, start: .may(15)))
        #expect(payments(state.standing(on: .may(14))) == [.init(from: chloé, to: anna, amount: .cents(1000))])
        let next = state.standing(on: .may(15))
        #expect(payments(next) == SettleUpPlan(Balances(next).positions, debts: Balances(next).debts).payments)
    }

    @Test("expenses are found by category; the nil id finds those in none, also when theirs is gone")
    func filter() {
        var state = LedgerState.wallet
        let food = state.category(701, "Food")
        for (number, category) in [food, nil, CategoryID(799)].enumerated() {
            state.add(.divided([anna: 100], on: .may(1), category: category), number + 1)
        }
        let found = { (category: CategoryID?) in
            state.expenses(matching: .init(category: category)).map { Int($0.id.bits) }.sorted()
        }
        #expect(found(food) == [1] && found(.init(0)) == [2, 3] && found(nil) == [1, 2, 3])
        state.settlements[payback] = Settlement(id: payback, input: .sample(), created: .sample)
        #expect(Projection.cash.rows(of: anna, in: state, matching: .init(category: food)).count == 1)
    }

    @Test("what is usual: one's own category, the ratio of the day, the default, else nothing")
    func usual() throws {
        var state = LedgerState.wallet
        let own = state.category(701, "Hobby", of: ben)
        let shared = state.category(702, "Food")
        #expect(state.usualDivision(on: .may(1), in: shared) == nil)
        #expect(try #require(state.usualDivision(on: .may(1), in: own)) == (.equal, [ben]))
        let two = [Split.Weight(participant: ben, count: 2), Split.Weight(participant: anna, count: 3)]
        state.defaultSplit = .shares(two)
        #expect(try #require(state.usualDivision(on: .may(1), in: nil)) == (.shares(two), [ben, anna]))
        state.budget.ratios = [.may(2): [two[1], two[0]]]
        #expect(try #require(state.usualDivision(on: .may(1), in: nil)).people == [ben, anna])
        #expect(try #require(state.usualDivision(on: .may(2), in: shared)).people == [anna, ben])
        state.leave(ben, on: .may(20))
        #expect(try #require(state.usualDivision(on: .may(2), in: shared)) == (.shares([two[1]]), [anna]))
    }
}
