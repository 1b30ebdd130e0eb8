/// One time that a schedule comes. Worked out from the state, the same on every home and every phone.
package struct Occurrence: Hashable, Sendable {
    package let id: OccurrenceID
    package let isSkipped: Bool
    /// Somebody said of this one alone how it is; else it is as the schedule says.
    package let isChanged: Bool
    package let input: ExpenseInput
    private let created: Stamp
    private let lastEdited: Stamp?

    package var date: CalendarDay { input.executionDate }

    /// As lists of expenses show it.
    package var expense: Expense {
        Expense(id: id.expense, input: input, created: created, lastEdited: lastEdited)
    }

    fileprivate init(_ number: Int, of schedule: Schedule, _ exception: Schedule.Exception?, _ input: ExpenseInput) {
        id = OccurrenceID(schedule: schedule.id, number: number)
        isSkipped = exception.map { $0.input == nil } ?? false
        isChanged = exception?.input != nil
        self.input = input
        created = schedule.created
        lastEdited = exception?.stamp ?? schedule.lastEdited
    }
}

extension Schedule {
    /// Those dated within the days, also skipped ones, in the order of their dates. One that was moved is where it was moved
    /// to; a change of one that does not come any more, because the schedule ends before, changes nothing.
    package func occurrences(in days: ClosedRange<CalendarDay>, of state: LedgerState) -> [Occurrence] {
        var maker = OccurrenceMaker(self, state)
        let regular = input.recurrence.numbers(in: days)
        var found = regular.compactMap { maker.occurrence($0) }
        if exceptions.isEmpty { return found }
        found += exceptions.keys.filter { !regular.contains($0) }.compactMap { maker.occurrence($0) }
        return found.filter { days.contains($0.date) }.sorted { ($0.date, $0.id.number) < ($1.date, $1.id.number) }
    }

    /// Nil when it does not come so often.
    package func occurrence(_ number: Int, of state: LedgerState) -> Occurrence? {
        var maker = OccurrenceMaker(self, state)
        return maker.occurrence(number)
    }
}

/// Makes occurrences of one schedule. From one change of the ratio, or departure of somebody, to the next they differ in
/// nothing but their dates, so they are divided once for each such time.
private struct OccurrenceMaker {
    private let schedule: Schedule
    private let state: LedgerState
    private let changes: [CalendarDay]
    private var template: ExpenseInput?
    /// Up to which day the template holds, that day not included.
    private var change: CalendarDay?

    init(_ schedule: Schedule, _ state: LedgerState) {
        self.schedule = schedule
        self.state = state
        changes = state.daysOfChange
    }

    mutating func occurrence(_ number: Int) -> Occurrence? {
        guard let date = schedule.input.recurrence.date(of: number) else { return nil }
        let exception = schedule.exceptions.isEmpty ? nil : schedule.exceptions[number]
        return Occurrence(number, of: schedule, exception, exception?.input.map(changed) ?? regular(on: date))
    }

    private mutating func regular(on date: CalendarDay) -> ExpenseInput {
        if var template, template.executionDate <= date, change.map({ date < $0 }) ?? true {
            template.executionDate = date
            return template
        }
        var input = schedule.input.expense
        input.executionDate = date
        input = state.divided(input, byRatio: schedule.input.isByRatio)
        template = input
        change = changes.first { $0 > date }
        return input
    }

    /// What recurs is neither spread nor expected.
    private func changed(_ input: ExpenseInput) -> ExpenseInput {
        var input = state.divided(input, byRatio: false)
        input.budget = BudgetTerms(category: input.category)
        return input
    }
}

extension LedgerState {
    /// The state as it stands on a day: what recurs and has come by then is among the expenses, under
    /// `OccurrenceID.expense`. Balances, lists and exports of this state treat occurrences as the expenses they are.
    package func standing(on day: CalendarDay) -> LedgerState {
        if schedules.isEmpty { return self }
        var state = self
        // In an order, because nothing that is there is replaced: should two ids meet, every home shows the same one.
        for schedule in schedules.values.sorted(by: { $0.id < $1.id }) {
            for occurrence in schedule.occurrences(in: .earliest...day, of: self) where !occurrence.isSkipped {
                let id = occurrence.id.expense
                guard state.expenses[id] == nil else { continue }
                state.expenses[id] = occurrence.expense
                state.occurrences[id] = occurrence.id
            }
        }
        return state
    }
}
