/// What somebody can spend on a day of a month: their income, less what is spoken for and what is spent already, divided
/// evenly by the days that are left.
package struct DailyBudget: Hashable, Sendable {
    package let participant: ParticipantID
    package let date: CalendarDay
    package private(set) var income = BudgetBox()
    /// What recurs in the month, whether it has come or not.
    package private(set) var recurring = BudgetBox()
    package private(set) var spread = BudgetBox()
    /// Open estimates of the month and overdue ones.
    package private(set) var expected = BudgetBox()
    package let saving: Money
    /// One-time expenses of the month before the day.
    package private(set) var variable = BudgetBox()
    /// One-time expenses of the day.
    package private(set) var today = BudgetBox()
    package private(set) var burden = Burden()

    /// What the day itself costs: in somebody's own categories, and their part of all the others.
    package struct Burden: Hashable, Sendable {
        package fileprivate(set) var individual = Money.zero
        package fileprivate(set) var shared = Money.zero
        package var total: Money { individual + shared }
    }

    package init(of participant: ParticipantID, on date: CalendarDay, in state: LedgerState) {
        let (person, days) = (state.resolved(participant), CalendarMonth(date).days)
        self.participant = person
        self.date = date
        saving = state.budget.savingGoal(of: person, in: CalendarMonth(date))
        for (recipient, line) in state.incomeLines(in: days) where recipient == person { income.add(line) }
        state.forEachOutlay(in: days, asOf: date) { outlay in
            add(outlay, in: days)
            if outlay.kind == .expected { return }
            let isOwn = state.budget.category(of: outlay.input)?.input.owner == person
            let share = outlay.share(of: person, in: date...date)
            if isOwn { burden.individual += share } else { burden.shared += share }
        }
        for box in [\Self.income, \.recurring, \.spread, \.expected, \.variable, \.today] { self[keyPath: box].sort() }
    }

    private mutating func add(_ outlay: Outlay, in days: ClosedRange<CalendarDay>) {
        let line = BudgetBox.Line(
            title: outlay.input.title, date: outlay.kind == .spread ? nil : outlay.input.executionDate,
            amount: outlay.share(of: participant, in: days), source: outlay.source)
        switch outlay.kind {
        case .recurring: recurring.add(line)
        case .spread: spread.add(line)
        case .expected: expected.add(line)
        case .oneTime where outlay.input.executionDate < date: variable.add(line)
        case .oneTime where outlay.input.executionDate == date: today.add(line)
        case .oneTime: break
        }
    }
}

extension DailyBudget {
    package var pool: Money {
        income.amount - recurring.amount - spread.amount - expected.amount - saving - variable.amount
    }

    /// In the month, the day itself included.
    package var daysLeft: Int { CalendarMonth(date).dayCount - date.day + 1 }

    /// Rounded down, also below zero: nobody is promised what is not there.
    package var available: Money {
        Money(minorUnits: pool.minorUnits.quotientRoundedDown(dividingBy: Int128(daysLeft)))
    }

    package var leftToday: Money { available - today.amount }
}
