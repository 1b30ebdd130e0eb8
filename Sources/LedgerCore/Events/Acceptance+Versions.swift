/// Earlier versions that come back.
extension Acceptance {
    func restore(_ id: ExpenseID, _ version: EventID) throws(Refusal) -> Event.Kind? {
        let versions = ledger.thread(of: .expense(id)).compactMap { event in
            event.kind.expenseInput.map { (event: event.id, input: $0) }
        }
        guard let input = versions.last(where: { $0.event == version })?.input else {
            throw .missing(.noSuchExpense, "version of the expense")
        }
        guard let current = state.expenses[id]?.version else { return .expenseCreated(id, input) }
        return versions.last { $0.event == current }?.input == input ? nil : .expenseUpdated(id, input)
    }

    func restore(_ id: SettlementID, _ version: EventID) throws(Refusal) -> Event.Kind? {
        let versions = ledger.thread(of: .settlement(id)).compactMap { event in
            event.kind.settlementInput.map { (event: event.id, input: $0) }
        }
        guard let input = versions.last(where: { $0.event == version })?.input else {
            throw .missing(.noSuchSettlement, "version of the settlement")
        }
        guard let current = state.settlements[id]?.version else { return .settlementRecorded(id, input) }
        return versions.last { $0.event == current }?.input == input ? nil : .settlementUpdated(id, input)
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
}
