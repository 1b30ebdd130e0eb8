/// How an expense is split and who paid it (schema version 2).
extension Acceptance {
    /// Who turned out to be somebody else is meant as that one. Two of one person in a list stay two: that is refused.
    func ofPresentPeople(_ input: ExpenseInput) -> ExpenseInput {
        if state.merged.isEmpty { return input }
        if let terms = input.terms, !terms.shares.isEmpty { return state.resolved(input) }
        var input = input
        input.payer = state.resolved(input.payer)
        input.split = input.split.map(state.resolved)
        input.terms = input.terms.map { terms in
            ExpenseTerms(
                split: terms.split.mapped(state.resolved),
                payers: terms.payers.map { Part(participant: state.resolved($0.participant), amount: $0.amount) })
        }
        return input
    }

    /// One payer of the whole is simply the payer, and an equal split by one payer has no terms.
    func asPayersSay(_ input: ExpenseInput) -> ExpenseInput {
        guard let terms = input.terms else { return input }
        var input = input
        if let first = terms.payers.first { input.payer = first.participant }
        if terms.payers.count == 1, terms.payers[0].amount == input.amount {
            input.terms = ExpenseTerms(split: terms.split, shares: terms.shares)
        }
        if input.terms?.split == .equal, input.terms?.payers.isEmpty ?? true { input.terms = nil }
        return input
    }

    /// Every reason at once; an amount that is wrong by itself is not compared with anything.
    func checkTerms(_ input: inout ExpenseInput, _ reasons: inout [Refusal.Reason]) {
        guard let terms = input.terms else { return }
        check(terms.payers.map(\.participant), field: "payers", &reasons)
        if terms.payers.count > Limits.payersPerExpense {
            let message = "An expense has at most \(Limits.payersPerExpense) payers."
            reasons.append(.init(code: .tooMany, field: "payers", message: message))
        }
        let wasRight = reasons.isEmpty
        tidy(&input, &reasons)
        let isTooLarge = (terms.payers.map(\.amount) + terms.split.amounts)
            .contains { $0.magnitude.minorUnits > Limits.acceptedMinorUnits }
        if isTooLarge { reasons.append(reason(TermsFault("split", .tooLarge))) }
        guard wasRight, !isTooLarge else { return }
        if let fault = input.faultOfPayers(terms) { reasons.append(reason(TermsFault("payers", fault))) }
        if let fault = faultOfEntered(terms.split) ?? terms.split.fault(of: input.amount, among: input.split) {
            return reasons.append(reason(TermsFault("split", fault)))
        }
        if !terms.shares.isEmpty {
            if let fault = input.faultOfTerms { reasons.append(reason(fault)) }
            return
        }
        // Of the split alone: payers that are at fault divide nothing.
        let shares = terms.split.shares(of: input.amount, among: input.split, paidBy: input.payer)
        if let negative = zip(input.split, shares).first(where: { $1 < .zero }) {
            reasons.append(reason(TermsFault("split", .negativeShare(negative.0, negative.1))))
        }
    }

    func check(defaultSplit split: Split) throws(Refusal) {
        var reasons: [Refusal.Reason] = []
        switch split {
        case .equal, .shares, .percent: break
        case .exact, .adjustment, .items:
            let message = "Only an equal split, shares or percents fit every amount."
            reasons.append(.init(code: .notADefault, field: "defaultSplit", message: message))
        }
        check(split.people, field: "defaultSplit", &reasons)
        if reasons.isEmpty, let fault = split.fault(of: Money(minorUnits: 1), among: split.people) {
            let told = reason(TermsFault("split", fault))
            reasons.append(.init(code: told.code, field: "defaultSplit", message: told.message))
        }
        guard reasons.isEmpty else { throw Refusal(reasons) }
    }

    /// What somebody enters says something of everybody: nobody is in it with nothing.
    private func faultOfEntered(_ split: Split) -> TermsFault.Reason? {
        guard case .exact(let parts) = split else { return nil }
        return parts.contains { $0.amount == .zero } ? .notPositive : nil
    }

    private func tidy(_ input: inout ExpenseInput, _ reasons: inout [Refusal.Reason]) {
        guard let terms = input.terms, case .items(var receipt) = terms.split else { return }
        if receipt.items.count > Limits.receiptItems {
            let message = "A receipt has at most \(Limits.receiptItems) lines."
            reasons.append(.init(code: .tooMany, field: "split", message: message))
        }
        for place in receipt.items.indices {
            receipt.items[place].title = TextRule.receiptLine.optional(receipt.items[place].title, &reasons) ?? ""
        }
        input.terms = ExpenseTerms(
            split: .items(receipt), payers: terms.payers, shares: terms.shares, debts: terms.debts)
    }

    private func reason(_ fault: TermsFault) -> Refusal.Reason {
        let code: Refusal.Code =
            switch fault.reason {
            case .nobody: .splitEmpty
            case .twice: fault.field == "payers" ? .payersHaveDuplicates : .splitHasDuplicates
            case .otherPeople: .splitNamesOthers
            case .notPositive, .negative: .partNotPositive
            case .tooLarge: .partTooLarge
            case .sum, .percents, .negativeShare, .position, .otherShare: .doesNotAddUp
            }
        let message = fault.message(money: { $0.text(in: currency) }, name: state.name)
        return .init(code: code, field: fault.field == "payers" ? "payers" : "split", message: message)
    }
}

// MARK: - Those who left

extension Acceptance {
    /// Somebody who left stays where they were: in this expense, or in an earlier version of it that comes back. What they
    /// owe or are owed can still be settled.
    func refuseRetired(in input: ExpenseInput, _ earlier: () -> [ExpenseInput]) throws(Refusal) {
        let retired = (input.payments.map(\.participant) + input.split).compactMap { state.participants[$0] }
            .filter { $0.retiredAt != nil }
        if retired.isEmpty { return }
        let earlier = earlier()
        guard let person = retired.first(where: { person in !earlier.contains { $0.involves(person.id) } }) else {
            return
        }
        let field = input.split.contains(person.id) ? "splitParticipantIds" : "payerId"
        throw Refusal(
            .retiredParticipant, field: field, "\(person.name) left this ledger: nothing new is shared with them.")
    }
}

extension Split {
    /// Every amount that was entered in it.
    fileprivate var amounts: [Money] {
        switch self {
        case .equal, .shares, .percent: []
        case .exact(let parts), .adjustment(let parts): parts.map(\.amount)
        case .items(let receipt): receipt.items.map(\.amount) + [receipt.tax, receipt.tip, receipt.discount]
        }
    }
}

extension ExpenseInput {
    /// The same amount, divided in the same way among the same people and payers: then what was recorded stays recorded.
    fileprivate func isDivided(as other: ExpenseInput) -> Bool {
        amount == other.amount && payer == other.payer && split == other.split && mode == other.mode
            && (terms?.payers ?? []) == (other.terms?.payers ?? [])
    }

    func workedOut(unlessDividedAs recorded: ExpenseInput) -> ExpenseInput {
        guard let terms, terms.shares.isEmpty, isDivided(as: recorded) else { return workedOut() }
        var input = self
        input.terms = recorded.terms
        return input
    }
}
