/// Everything that is derived speaks of the person whom a participant turned out to be. What was recorded stays as it is:
/// it is resolved when it is folded, and again when a merge comes or goes.
extension LedgerState {
    /// The person whom this participant is.
    package func resolved(_ participant: ParticipantID) -> ParticipantID {
        if merged.isEmpty { return participant }
        var person = participant
        while let merge = merged[person] { person = merge.into }
        return person
    }

    package func resolved(_ input: SettlementInput) -> SettlementInput {
        if merged.isEmpty { return input }
        var input = input
        input.from = resolved(input.from)
        input.to = resolved(input.to)
        return input
    }

    /// Shares are those that were recorded, those of one person added up; they do not change because of a merge, not by a
    /// cent. What is divided between two who are one person is then, for whoever edits it, divided exactly as it is.
    package func resolved(_ input: ExpenseInput) -> ExpenseInput {
        if merged.isEmpty || !namesMerged(input) { return input }
        let shares = added(zip(input.split, input.shares).map { Part(participant: $0, amount: $1) })
        let payers = added(input.terms?.payers ?? [])
        let isShared = payers.count > 1
        var result = input
        result.payer = resolved(input.payer)
        result.split = shares.map(\.participant)
        result.terms = nil
        if input.mode == .equal, !isShared, result.shares == shares.map(\.amount) { return result }
        let isAsEntered = shares.count == input.split.count && (isShared || input.mode != .equal)
        result.terms = ExpenseTerms(
            split: isAsEntered ? input.mode.mapped(resolved) : .exact(shares), payers: isShared ? payers : [],
            shares: shares.map(\.amount), debts: isShared ? added(input.terms?.debts ?? []) : [])
        return result
    }

    /// The same of what an event says about an expense.
    func resolved(_ said: Event.Kind) -> Event.Kind {
        if merged.isEmpty { return said }
        switch said {
        case .expenseCreated(let id, let input) where namesMerged(input): return .expenseCreated(id, resolved(input))
        case .expenseUpdated(let id, let input) where namesMerged(input): return .expenseUpdated(id, resolved(input))
        default: return said
        }
    }

    package func resolved(_ input: ScheduleInput) -> ScheduleInput {
        if merged.isEmpty { return input }
        var input = input
        guard input.isByRatio else {
            input.expense = resolved(input.expense)
            return input
        }
        input.expense.payer = resolved(input.expense.payer)
        input.expense.split = added(input.expense.split.map { Part(participant: $0, amount: .zero) }).map(\.participant)
        return input
    }

    package func resolved(_ input: IncomeInput) -> IncomeInput {
        if merged.isEmpty { return input }
        var input = input
        input.participant = resolved(input.participant)
        return input
    }

    package func resolved(_ input: TransferInput) -> TransferInput {
        if merged.isEmpty { return input }
        var input = input
        input.participant = resolved(input.participant)
        return input
    }

    /// Who is one person has the weight of all they were.
    func added(_ weights: [Split.Weight]) -> [Split.Weight] {
        if merged.isEmpty { return weights }
        let parts = weights.map { Part(participant: $0.participant, amount: Money(minorUnits: Int128($0.count))) }
        return added(parts).map { Split.Weight(participant: $0.participant, count: Int($0.amount.minorUnits)) }
    }

    private func namesMerged(_ input: ExpenseInput) -> Bool {
        merged[input.payer] != nil || input.split.contains { merged[$0] != nil }
            || (input.terms?.payers.contains { merged[$0.participant] != nil } ?? false)
    }

    /// In the order in which each person comes first.
    private func added(_ parts: [Part]) -> [Part] {
        var places: [ParticipantID: Int] = [:]
        return parts.reduce(into: []) { sums, part in
            let person = resolved(part.participant)
            if let place = places[person] {
                sums[place].amount += part.amount
            } else {
                places[person] = sums.count
                sums.append(Part(participant: person, amount: part.amount))
            }
        }
    }

    private func added(_ debts: [Debt]) -> [Debt] {
        struct Pair: Hashable { let debtor, creditor: ParticipantID }
        let sums = debts.reduce(into: [Pair: Money]()) { sums, debt in
            let pair = Pair(debtor: resolved(debt.debtor), creditor: resolved(debt.creditor))
            if pair.debtor != pair.creditor { sums[pair, default: .zero] += debt.amount }
        }
        return sums.map { Debt(debtor: $0.debtor, creditor: $0.creditor, amount: $1) }
            .sorted { ($0.debtor, $0.creditor) < ($1.debtor, $1.creditor) }
    }
}

extension Split {
    /// With every person replaced, two of whom do not become one.
    func mapped(_ person: (ParticipantID) -> ParticipantID) -> Split {
        func weights(_ weights: [Weight]) -> [Weight] {
            weights.map { Weight(participant: person($0.participant), count: $0.count) }
        }
        func parts(_ parts: [Part]) -> [Part] {
            parts.map { Part(participant: person($0.participant), amount: $0.amount) }
        }
        switch self {
        case .equal: return .equal
        case .shares(let each): return .shares(weights(each))
        case .percent(let each): return .percent(weights(each))
        case .exact(let each): return .exact(parts(each))
        case .adjustment(let each): return .adjustment(parts(each))
        case .items(var receipt):
            receipt.items = receipt.items.map { item in
                Item(title: item.title, amount: item.amount, participants: item.participants.map(person))
            }
            return .items(receipt)
        }
    }
}
