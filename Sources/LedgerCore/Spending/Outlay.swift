/// What one expense takes out of budgets: all of it on one day, or portions of it on many. When money moved and who owes
/// whom is told by balances; this tells what it is budgeted as.
struct Outlay {
    enum Kind {
        /// Also what was expected and is real by now.
        case oneTime
        case recurring
        case spread
        /// Open: an estimate.
        case expected
    }

    let kind: Kind
    let source: BudgetSource
    let input: ExpenseInput
    /// On which it counts: one, unless it is spread.
    let days: ClosedRange<CalendarDay>

    /// - Parameter today: from which on an overdue estimate counts: it is still to be paid.
    init(_ expense: Expense, asOf today: CalendarDay) {
        input = expense.input
        source = .expense(expense.id)
        let date = input.executionDate
        if input.isExpected {
            (kind, days) = (.expected, max(date, today)...max(date, today))
        } else if let spread = input.spread {
            (kind, days) = (.spread, spread.from...max(spread.from, spread.to))
        } else {
            (kind, days) = (.oneTime, date...date)
        }
    }

    init(_ occurrence: Occurrence) {
        (kind, input, source) = (.recurring, occurrence.input, .occurrence(occurrence.id))
        days = occurrence.date...occurrence.date
    }

    /// What of the whole, or of somebody's share of it, falls within the days.
    func part(of amount: Money, in days: ClosedRange<CalendarDay>) -> Money {
        if kind == .spread, let spread = input.spread { return spread.portion(of: amount, in: days) }
        return days.overlaps(self.days) ? amount : .zero
    }

    func share(of participant: ParticipantID, in days: ClosedRange<CalendarDay>) -> Money {
        part(of: input.share(of: participant), in: days)
    }
}

extension LedgerState {
    /// Everything that is budgeted within the days, in no particular order. Of what recurs also what is still to come.
    func forEachOutlay(in days: ClosedRange<CalendarDay>, asOf today: CalendarDay, _ body: (Outlay) -> Void) {
        for expense in expenses where occurrences[expense.id] == nil {
            let outlay = Outlay(expense, asOf: today)
            if outlay.days.overlaps(days) { body(outlay) }
        }
        for schedule in schedules.values {
            for occurrence in schedule.occurrences(in: days, of: self) where !occurrence.isSkipped {
                body(Outlay(occurrence))
            }
        }
    }
}
