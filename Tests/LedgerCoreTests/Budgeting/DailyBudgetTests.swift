import JSON
import Testing

@testable import LedgerCore

struct DailyBudgetTests {
    @Test("every figure of the box is that of the vectors")
    func vectors() throws {
        let vectors = try Vectors.json("budget/daily-budget.json")
        let state = try wallet(try #require(vectors["wallet"]))
        for one in try #require(vectors["cases"]?.array) {
            let budget = DailyBudget(
                of: try #require(one["participantId"]?.participant), on: try one.day("date"), in: state)
            let figures: [String: Money] = [
                "income": budget.income.amount, "recurring": budget.recurring.amount, "spread": budget.spread.amount,
                "expected": budget.expected.amount, "saving": budget.saving, "variableBefore": budget.variable.amount,
                "pool": budget.pool, "daysLeft": .cents(Int128(budget.daysLeft)), "available": budget.available,
                "spentToday": budget.today.amount, "leftToday": budget.leftToday,
            ]
            for (name, amount) in figures {
                #expect(Int128(one[name]?.integer ?? -1) == amount.minorUnits, "\(name) on \(budget.date)")
            }
        }
    }

    private func wallet(_ json: JSONValue) throws -> LedgerState {
        var state = LedgerState()
        let amount = { (json: JSONValue) in Int128(try #require(json["amount"]?.integer)) }
        for (number, one) in (json["incomes"]?.array ?? []).enumerated() {
            let person = try #require(one["participantId"]?.participant)
            state.income(try amount(one), of: person, .once(try one.day("date")), number)
        }
        for (number, one) in (json["incomeSchedules"]?.array ?? []).enumerated() {
            let person = try #require(one["participantId"]?.participant)
            state.income(try amount(one), of: person, .recurring(try one.recurrence()), 10 + number)
        }
        for (number, one) in (json["schedules"]?.array ?? []).enumerated() {
            let recurrence = try one.recurrence()
            state.schedule(.divided(try one.shares(), on: recurrence.start), recurrence, 1_000_000 * (number + 1))
        }
        for (number, one) in (json["expenses"]?.array ?? []).enumerated() {
            let input = ExpenseInput.divided(
                try one.shares(), on: try one.day("date"), spread: try one.spread(),
                expectation: one["expected"] == nil ? nil : .open)
            state.add(input, number + 1)
        }
        for member in json["saving"]?.members ?? [] {
            let person = try #require(ParticipantID(member.name))
            let month = try #require(CalendarMonth("2026-01"))
            state.budget.savingGoals[person] = [month: .cents(Int128(try #require(member.value.integer)))]
        }
        return state
    }

    @Test("the days that are left are divided down, also below zero, and nothing is rounded up")
    func floor() {
        var state = LedgerState.wallet
        state.add(.divided([anna: 100], on: .may(28)), 1)
        let budget = DailyBudget(of: anna, on: .may(29), in: state)
        #expect(budget.daysLeft == 3 && budget.pool == .cents(-100) && budget.available == .cents(-34))
        #expect(budget.leftToday == .cents(-34))
    }

    @Test("the day's burden is what is in one's own categories, and one's part of all the rest, but for estimates")
    func burden() {
        var state = LedgerState.wallet
        let hobby = state.category(701, "Hobby", of: anna)
        let food = state.category(702, "Food")
        let spread = Spread(from: .may(1), to: .may(31), by: .month)
        state.add(.divided([anna: 100], on: .may(14), category: hobby), 1)
        state.add(.divided([anna: 20, ben: 30], on: .may(14), category: food), 2)
        state.add(.divided([anna: 3100, ben: 3100], on: .may(1), category: food, spread: spread), 3)
        state.add(.divided([anna: 5, ben: 6], on: .may(14)), 4)
        state.add(.divided([anna: 7], on: .may(13), category: food), 5)
        state.add(.divided([anna: 900], on: .may(14), category: food, expectation: .open), 6)
        state.schedule(.divided([anna: 1, ben: 2], on: .may(14), category: food), Recurrence(.weekly, start: .may(14)))
        let burden = DailyBudget(of: anna, on: .may(14), in: state).burden
        #expect(burden.individual == .cents(100) && burden.shared == .cents(20 + 100 + 5 + 1))
        #expect(burden.total == .cents(226))
        #expect(DailyBudget(of: ben, on: .may(14), in: state).burden.individual == .zero)
    }

    @Test("every figure is explained: what is behind it, with its date, by date")
    func explained() throws {
        var state = LedgerState.wallet
        state.income(5000, of: anna, .recurring(Recurrence(.biweekly, start: .may(10))), 1)
        try state.transfer(300, of: anna, .out, on: .may(11))
        try state.transfer(70, of: anna, .into, on: .may(9))
        try state.transfer(70, of: ben, .into, on: .may(9))
        state.schedule(.divided([anna: 10], on: .may(1)), Recurrence(.weekly, start: .may(1), end: .after(2)))
        state.add(.divided([anna: 20, ben: 2], on: .may(3)), 2)
        state.add(.divided([ben: 20], on: .may(3)), 3)
        state.add(.divided([anna: 7], on: .sample("2026-04-03"), expectation: .open), 4)
        let budget = DailyBudget(of: anna, on: .may(12), in: state)
        #expect(budget.income.lines.map(\.amount.minorUnits) == [70, 5000, -300, 5000])
        #expect(budget.income.lines.map(\.date) == [.may(9), .may(10), .may(11), .may(24)])
        #expect(budget.income.amount == .cents(9770))
        #expect(budget.income.lines[2].source == .transfer(TransferID(1)))
        let schedule = ScheduleID(601)
        #expect(
            budget.recurring.lines.map(\.source)
                == (0...1).map { .occurrence(OccurrenceID(schedule: schedule, number: $0)) })
        #expect(budget.variable.lines.map(\.source) == [.expense(ExpenseID(2))])
        #expect(budget.expected.lines.map(\.date) == [.sample("2026-04-03")])
        #expect(budget == DailyBudget(of: anna, on: .may(12), in: state.standing(on: .may(12))))
    }

    @Test("a saving goal holds from its month until the next one; a skipped occurrence costs nothing")
    func goals() {
        var state = LedgerState.wallet
        let months = ["2026-03", "2026-05", "2026-06"].compactMap { CalendarMonth($0) }
        state.budget.savingGoals[anna] = [months[0]: .cents(10), months[1]: .cents(30), months[2]: .zero]
        let saving = ["2026-02-28", "2026-04-01", "2026-05-31", "2026-07-01"].map {
            DailyBudget(of: anna, on: .sample($0), in: state).saving.minorUnits
        }
        #expect(saving == [0, 10, 30, 0])
        state.schedule(.divided([anna: 10], on: .may(1)), Recurrence(.daily, start: .may(1), end: .after(3)))
        state.except(1, of: ScheduleID(601), nil)
        #expect(DailyBudget(of: anna, on: .may(1), in: state).recurring.amount == .cents(20))
    }

    @Test("whoever turned out to be somebody else is asked for as that one")
    func merged() {
        var state = LedgerState.wallet
        state.add(.divided([anna: 100], on: .may(1)), 1)
        state.merged[chloé] = Merge(
            participant: Participant(id: chloé, name: "Anne", added: .sample), into: anna, merged: .sample)
        #expect(DailyBudget(of: chloé, on: .may(2), in: state) == DailyBudget(of: anna, on: .may(2), in: state))
    }
}
