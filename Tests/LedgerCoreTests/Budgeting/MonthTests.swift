import Testing

@testable import LedgerCore

struct MonthBudgetTests {
    private let may = CalendarMonth(.may(1))

    private func item(_ state: LedgerState, on day: CalendarDay, in month: CalendarMonth? = nil) -> MonthBudgets.Item? {
        MonthBudgets(month: month ?? may, on: day, in: state).items.first
    }

    private func food(limit: Int128?) -> (LedgerState, CategoryID) {
        var state = LedgerState.wallet
        let food = state.category(701, "Food")
        if let limit { state.budget.limits[food] = [may: .cents(limit)] }
        return (state, food)
    }

    @Test("a limit holds from its month on until another one, or none, does")
    func limits() {
        var (state, food) = food(limit: 400)
        state.budget.limits[food]?[CalendarMonth(.sample("2026-07-01"))] = .some(nil)
        let limits = ["2026-04-01", "2026-05-01", "2026-06-01", "2026-07-01", "2027-01-01"].map {
            state.budget.limit(of: food, in: CalendarMonth(.sample($0)))?.minorUnits
        }
        #expect(limits == [nil, 400, 400, nil, nil])
        #expect(state.budget.limit(of: CategoryID(9), in: may) == nil)
        #expect(item(state, on: .may(1), in: CalendarMonth(.sample("2026-04-01")))?.health == nil)
    }

    @Test(
        "health turns at four fifths, and above the limit",
        arguments: [
            (Int128(319), MonthBudgets.Health.under), (320, .near), (400, .near), (401, .over),
        ])
    func health(spent: Int128, expected: MonthBudgets.Health) {
        var (state, food) = food(limit: 400)
        state.add(.divided([anna: spent], on: .may(3), category: food), 1)
        let item = item(state, on: .sample("2026-06-20"))
        #expect(item?.health == expected && item?.projected == .cents(spent))
        #expect(item?.remaining == .cents(400 - spent))
    }

    @Test("from the sixth day on, one-time expenses are scaled to the month; what is known is not")
    func projection() {
        var (state, food) = food(limit: 10_000)
        state.add(.divided([anna: 60, ben: 40], on: .may(2), category: food), 1)
        state.schedule(.divided([anna: 1000], on: .may(28), category: food), Recurrence(.monthly, start: .may(28)))
        let year = Spread(from: .sample("2026-01-01"), to: .sample("2026-12-31"), by: .month)
        state.add(.divided([anna: 600, ben: 600], on: .sample("2026-01-05"), category: food, spread: year), 2)
        state.add(.divided([ben: 500], on: .may(20), category: food, expectation: .open), 3)
        let known: Int128 = 1000 + 100 + 500
        #expect(item(state, on: .may(5))?.projected == .cents(known + 100))
        #expect(item(state, on: .may(6))?.projected == .cents(known + 516))
        #expect(item(state, on: .may(31))?.projected == .cents(known + 100))
        #expect(item(state, on: .sample("2026-06-10"))?.projected == .cents(known - 500 + 100))
        #expect(item(state, on: .may(6))?.spent == .cents(known + 100))
        let shares: [ParticipantID: Money] = [anna: .cents(1110), ben: .cents(590)]
        #expect(item(state, on: .may(6))?.shares == shares)
    }

    @Test("a month comes to no less than what is entered for its rest, and to no more because of it")
    func enteredAhead() {
        var (state, food) = food(limit: 1000)
        state.add(.divided([anna: 100], on: .may(10), category: food), 1)
        state.add(.divided([anna: 50], on: .may(30), category: food), 2)
        #expect(item(state, on: .may(10))?.projected == .cents(310))
        state.add(.divided([anna: 900], on: .may(30), category: food), 2)
        #expect(item(state, on: .may(10))?.projected == .cents(1000))
        #expect(item(state, on: .may(10))?.health == .near)
    }

    @Test("what is overdue counts today, in no month that is over")
    func overdue() {
        var (state, food) = food(limit: 1000)
        state.add(.divided([anna: 70], on: .sample("2026-04-03"), category: food, expectation: .open), 1)
        let april = CalendarMonth(.sample("2026-04-01"))
        #expect(item(state, on: .sample("2026-04-10"), in: april)?.spent == .cents(70))
        #expect(item(state, on: .may(10), in: april)?.spent == .zero)
        #expect(item(state, on: .may(10))?.spent == .cents(70))
    }

    @Test("of somebody's own category counts what that person bears; what is in no category is apart")
    func scopes() {
        var state = LedgerState.wallet
        let own = state.category(701, "Hobby", of: ben)
        state.add(.divided([ben: 30], on: .may(3), category: own), 1)
        state.add(.divided([anna: 5, ben: 6], on: .may(3)), 2)
        state.add(.divided([anna: 7], on: .may(3), category: CategoryID(799)), 3)
        let budgets = MonthBudgets(month: may, on: .may(9), in: state)
        #expect(budgets.items.map(\.spent) == [.cents(30)] && budgets.items[0].shares == [ben: .cents(30)])
        #expect(budgets.uncategorised.amount == .cents(18))
        #expect(budgets.uncategorised.shares == [anna: .cents(12), ben: .cents(6)])
    }
}

struct MonthReportTests {
    @Test("a month is the sum of its days, for every category and person", arguments: 1...8)
    func sumOfDays(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let state = LedgerState.random(using: &numbers)
        let today = CalendarDay.sample("2026-05-01").adding(days: .random(in: 0...60, using: &numbers))
        let from = try #require(CalendarMonth("2026-01"))
        let to = try #require(CalendarMonth("2026-12"))
        let report = MonthReport(from: from, to: to, on: today, in: state)
        #expect(report.months.count == 12 && report.months.contains { $0.spending.total > .zero })
        for month in report.months {
            let days = (1...month.month.dayCount).map { month.month.day($0) }
                .map { Spending(in: $0...$0, asOf: today, of: state) }
            #expect(month.spending.total == days.reduce(.zero) { $0 + $1.total })
            for person in [anna, ben] {
                let sum = days.reduce(Money.zero) { $0 + ($1.byPerson[person] ?? .zero) }
                #expect(month.spending.byPerson[person] ?? .zero == sum)
            }
            for category in state.budget.categories.keys.map({ Optional($0) }) + [nil] {
                #expect(month.spending[category].amount == days.reduce(.zero) { $0 + $1[category].amount })
            }
            #expect(month.spending == Spending(in: month.month.days, asOf: today, of: state))
        }
    }

    @Test("the days of a daily budget are those of the report: what a person bears of the month", arguments: 1...8)
    func dailyBudgets(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let state = LedgerState.random(using: &numbers)
        let month = try #require(CalendarMonth("2026-05"))
        let today = month.day(.random(in: 1...31, using: &numbers))
        let report = try #require(MonthReport(from: month, to: month, on: today, in: state).months.first)
        for person in [anna, ben] {
            let budget = DailyBudget(of: person, on: month.lastDay, in: state)
            #expect(budget.income.amount == report.income[person] ?? .zero)
            let parts = [budget.recurring, budget.spread, budget.expected, budget.variable, budget.today]
            #expect(parts.reduce(.zero) { $0 + $1.amount } == report.spending.byPerson[person] ?? .zero)
            let days = (1...31).map { DailyBudget(of: person, on: month.day($0), in: state) }
            let burden = days.reduce(Money.zero) { $0 + $1.burden.total }
            #expect(burden + budget.expected.amount == report.spending.byPerson[person] ?? .zero)
            for (day, next) in zip(days, days.dropFirst()) {
                #expect(next.variable.amount == day.variable.amount + day.today.amount)
                #expect(next.pool == day.pool - day.today.amount)
            }
            for day in days {
                let left = Int128(day.daysLeft)
                let rest = day.pool.minorUnits - day.available.minorUnits * left
                #expect(0 <= rest && rest < left)
            }
        }
    }

    @Test("income is that of its month; swapped ends are no month")
    func income() throws {
        var state = LedgerState.wallet
        state.income(300, of: anna, .recurring(Recurrence(.monthly, start: .sample("2026-01-31"))), 1)
        try state.transfer(50, of: ben, .out, on: .may(3))
        let (april, may) = (CalendarMonth(.sample("2026-04-01")), CalendarMonth(.may(1)))
        let months = MonthReport(from: april, to: may, on: .may(1), in: state).months
        #expect(months.map(\.income) == [[anna: .cents(300)], [anna: .cents(300), ben: .cents(-50)]])
        #expect(months.map(\.incomeTotal) == [.cents(300), .cents(250)])
        #expect(MonthReport(from: may, to: april, on: .may(1), in: state).months.isEmpty)
    }
}

struct VarianceTests {
    @Test("how far off estimates were, in all, by category and by month of the actual date")
    func variance() {
        var state = LedgerState.wallet
        let water = state.category(701, "Water")
        let estimate = LedgerCore.Expectation.reconciled(estimate: .cents(5000), on: .sample("2026-04-28"))
        state.add(.divided([anna: 4700], on: .may(2), category: water, expectation: estimate), 1)
        state.add(.divided([anna: 0], on: .sample("2026-04-30"), expectation: estimate), 2)
        state.add(.divided([anna: 9], on: .may(2), category: water, expectation: .open), 3)
        state.add(.divided([anna: 9], on: .may(2), category: water), 4)
        let all = Variance(from: .earliest, to: .latest, in: state)
        #expect(all.items.map(\.deviation.variance.minorUnits) == [-5000, -300])
        #expect(all.items.map(\.expense.id) == [ExpenseID(2), ExpenseID(1)])
        #expect(all.total.expected == .cents(10_000) && all.total.actual == .cents(4700))
        #expect(all.byCategory[water]?.variance == .cents(-300) && all.byCategory[nil]?.variance == .cents(-5000))
        #expect(all.byMonth[CalendarMonth(.may(1))]?.actual == .cents(4700) && all.byMonth.count == 2)
        #expect(Variance(from: .may(1), to: .may(31), in: state).items.count == 1)
        #expect(Variance(from: .may(2), to: .may(1), in: state).items.isEmpty)
    }
}

struct BudgetAlertTests {
    @Test("budgets that are near or over, what is to be paid within a week, what is overdue; nothing of others alone")
    func alerts() {
        var state = LedgerState.wallet
        let month = CalendarMonth(.may(1))
        let (food, own, his) = (
            state.category(701, "Food"), state.category(702, "Hers", of: anna), state.category(703, "His", of: ben)
        )
        for category in [food, own, his] { state.budget.limits[category] = [month: .cents(100)] }
        state.add(.divided([anna: 60, ben: 50], on: .may(1), category: food), 1)
        state.add(.divided([anna: 90], on: .may(1), category: own), 2)
        state.add(.divided([ben: 900], on: .may(1), category: his), 3)
        state.add(.divided([anna: 7], on: .may(13), expectation: .open), 4)
        state.add(.divided([anna: 8], on: .may(14), expectation: .open), 5)
        state.add(.divided([anna: 9], on: .may(22), expectation: .open), 6)
        state.schedule(.divided([anna: 5], on: .may(14)), Recurrence(.weekly, start: .may(14)))
        state.schedule(.sample(on: .may(15), by: ben, for: [ben]), Recurrence(.weekly, start: .may(15)), 602)
        let alerts = BudgetAlerts(on: .may(14), in: state, for: anna).items
        #expect(alerts.map(\.kind) == [.overdue, .overBudget, .nearBudget, .upcoming, .upcoming, .upcoming])
        #expect(alerts.map(\.amount.minorUnits) == [7, 110, 90, 8, 5, 5])
        #expect(alerts.map(\.date) == [.may(13), nil, nil, .may(14), .may(14), .may(21)])
        #expect(BudgetAlerts(on: .may(14), in: state, for: chloé).items.map(\.kind) == [.overBudget])
    }
}
