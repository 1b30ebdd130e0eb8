/// Earlier versions that come back.
extension Acceptance {
    func restore(_ id: ExpenseID, _ version: EventID) throws(Refusal) -> Event.Kind? {
        let current = state.expenses[id]?.version
        let input = try input(\.expenseInput, of: version, in: .expense(id), instead: current, .noSuchExpense)
        return input.map { current == nil ? .expenseCreated(id, $0) : .expenseUpdated(id, $0) }
    }

    func restore(_ id: SettlementID, _ version: EventID) throws(Refusal) -> Event.Kind? {
        let current = state.settlements[id]?.version
        let input = try input(\.settlementInput, of: version, in: .settlement(id), instead: current, .noSuchSettlement)
        return input.map { current == nil ? .settlementRecorded(id, $0) : .settlementUpdated(id, $0) }
    }

    func restore(_ id: ScheduleID, _ version: EventID) throws(Refusal) -> Event.Kind? {
        let current = state.schedules[id]?.version
        let input = try input(\.scheduleInput, of: version, in: .schedule(id), instead: current, .noSuchSchedule)
        return input.map { current == nil ? .scheduleCreated(id, $0) : .scheduleUpdated(id, $0) }
    }

    func restore(_ id: IncomeID, _ version: EventID) throws(Refusal) -> Event.Kind? {
        let current = state.incomes[id]?.version
        let input = try input(\.incomeInput, of: version, in: .income(id), instead: current, .noSuchIncome)
        return input.map { current == nil ? .incomeRecorded(id, $0) : .incomeUpdated(id, $0) }
    }

    /// What was said of an occurrence; nothing when that is what is said of it now.
    func restoreChange(of id: OccurrenceID, _ version: EventID) throws(Refusal) -> Event.Kind? {
        let current = state.exception(id)?.stamp.event
        let input = try input(
            \.occurrenceInput, of: version, in: .schedule(id.schedule), instead: current, .noSuchOccurrence)
        return input.map { .occurrenceChanged(id, $0) }
    }

    /// What an event recorded, bit by bit; nil when the current version says the same.
    private func input<Input: Equatable>(
        _ input: (Event.Kind) -> Input?, of version: EventID, in subject: Subject, instead current: EventID?,
        _ missing: Refusal.Code
    ) throws(Refusal) -> Input? {
        let thread = ledger.thread(of: subject)
        func recorded(_ event: EventID) -> Input? { thread.last { $0.id == event }.flatMap { input($0.kind) } }
        guard let wanted = recorded(version) else { throw .missing(missing, "version") }
        return current.flatMap(recorded) == wanted ? nil : wanted
    }
}

extension Event.Kind {
    var expenseInput: ExpenseInput? {
        switch self {
        case .expenseCreated(_, let input), .expenseUpdated(_, let input): input
        default: nil
        }
    }

    var settlementInput: SettlementInput? {
        switch self {
        case .settlementRecorded(_, let input), .settlementUpdated(_, let input): input
        default: nil
        }
    }

    fileprivate var scheduleInput: ScheduleInput? {
        switch self {
        case .scheduleCreated(_, let input), .scheduleUpdated(_, let input): input
        default: nil
        }
    }

    fileprivate var occurrenceInput: ExpenseInput? {
        if case .occurrenceChanged(_, let input) = self { input } else { nil }
    }

    fileprivate var incomeInput: IncomeInput? {
        switch self {
        case .incomeRecorded(_, let input), .incomeUpdated(_, let input): input
        default: nil
        }
    }
}
