extension LedgerState {
    /// What comes to whom within the days; also what somebody moved here from another ledger of theirs, and, below zero, what
    /// they moved away. In no particular order.
    func incomeLines(in days: ClosedRange<CalendarDay>) -> [(recipient: ParticipantID, line: BudgetBox.Line)] {
        let earned = incomes.values.flatMap { income in
            income.input.time.dates(in: days).map { date in
                let line = BudgetBox.Line(
                    title: income.input.name, date: date, amount: income.input.amount, source: .income(income.id))
                return (income.input.participant, line)
            }
        }
        let moved = transfers.values.filter { days.contains($0.input.date) }.map { transfer in
            let input = transfer.input
            let isOut = input.direction == .out
            let line = BudgetBox.Line(
                title: input.note ?? (isOut ? "Transfer out" : "Transfer in"), date: input.date,
                amount: isOut ? -input.amount : input.amount, source: .transfer(transfer.id))
            return (input.participant, line)
        }
        return earned + moved
    }
}

extension IncomeInput.Time {
    package func dates(in days: ClosedRange<CalendarDay>) -> [CalendarDay] {
        switch self {
        case .once(let day): days.contains(day) ? [day] : []
        case .recurring(let recurrence): recurrence.numbers(in: days).compactMap { recurrence.date(of: $0) }
        }
    }
}
