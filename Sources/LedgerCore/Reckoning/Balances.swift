/// Who owes whom (`SC-FR-BAL-1`): raw and pairwise, nothing routed through third people (`SC-FR-BAL-4`).
///
/// Everybody whom an expense or settlement names is in it, also people whom this ledger does not know (their
/// `ParticipantAdded` may still be under way) and those who left: so positions always sum to zero.
package struct Balances: Sendable {
    /// In the order of their ids.
    package private(set) var people: [ParticipantID] = []
    private var places: [ParticipantID: Int32] = [:]
    /// What one person of a pair owes the other. Only pairs that have to do with each other are in it: a log may name
    /// any number of people.
    private var owed: [Pair: Money] = [:]

    /// - Parameter asOf: counts only what was executed up to that day; what is expected never counts.
    package init(_ state: LedgerState, asOf day: CalendarDay = .latest) {
        for participant in state.participants.values where participant.retiredAt == nil { _ = place(participant.id) }
        for expense in state.expenses {
            add(expense.input, counts: !expense.input.isExpected && expense.input.executionDate <= day)
        }
        for settlement in state.settlements { add(settlement.input, counts: settlement.input.date <= day) }
        people = places.keys.sorted()
    }

    package struct Position: Hashable, Sendable {
        package let participant: ParticipantID
        /// Positive: is owed. Negative: owes.
        package internal(set) var amount: Money

        package init(participant: ParticipantID, amount: Money) {
            self.participant = participant
            self.amount = amount
        }
    }

    /// What `debtor` owes `creditor`; negative when it is the other way round.
    package func owes(_ debtor: ParticipantID, _ creditor: ParticipantID) -> Money {
        guard let debtor = places[debtor], let creditor = places[creditor] else { return .zero }
        return debtor < creditor
            ? owed[Pair(low: debtor, high: creditor)] ?? .zero : -(owed[Pair(low: creditor, high: debtor)] ?? .zero)
    }

    /// Every open debt, once, in the order of the ids.
    package var debts: [Debt] {
        let names = Dictionary(uniqueKeysWithValues: places.map { ($1, $0) })
        return owed.compactMap { pair, amount in
            guard amount != .zero, let low = names[pair.low], let high = names[pair.high] else { return nil }
            return amount > .zero
                ? Debt(debtor: low, creditor: high, amount: amount) : Debt(debtor: high, creditor: low, amount: -amount)
        }.sorted { ($0.debtor, $0.creditor) < ($1.debtor, $1.creditor) }
    }

    /// Everybody's, also when it is zero.
    package var positions: [Position] {
        var amounts: [ParticipantID: Money] = [:]
        for debt in debts {
            amounts[debt.debtor, default: .zero] -= debt.amount
            amounts[debt.creditor, default: .zero] += debt.amount
        }
        return people.map { Position(participant: $0, amount: amounts[$0] ?? .zero) }
    }

    /// One person's.
    func position(of participant: ParticipantID) -> Money {
        guard let place = places[participant] else { return .zero }
        return owed.reduce(.zero) { sum, entry in
            entry.key.low == place ? sum - entry.value : entry.key.high == place ? sum + entry.value : sum
        }
    }

    mutating func add(_ amount: Money, owedBy debtor: ParticipantID, to creditor: ParticipantID) {
        add(amount, from: place(debtor), to: place(creditor))
    }

    /// The summary of one person (`SC-FR-BAL-2`): those with an open debt, positive where they owe this person.
    package func facing(_ participant: ParticipantID) -> [Position] {
        people.compactMap { other in
            let amount = owes(other, participant)
            return amount == .zero ? nil : Position(participant: other, amount: amount)
        }
    }
}

extension Balances {
    /// Two people by their places; the amount is what the lower place owes the higher.
    private struct Pair: Hashable {
        let low: Int32
        let high: Int32
    }

    private mutating func add(_ expense: ExpenseInput, counts: Bool) {
        if let terms = expense.terms, !terms.payers.isEmpty { return add(expense, terms, counts: counts) }
        let payer = place(expense.payer)
        for (participant, share) in zip(expense.split, expense.shares) {
            let debtor = place(participant)
            if counts { add(share, from: debtor, to: payer) }
        }
    }

    /// Paid by several.
    private mutating func add(_ expense: ExpenseInput, _ terms: ExpenseTerms, counts: Bool) {
        for payer in terms.payers { _ = place(payer.participant) }
        for participant in expense.split { _ = place(participant) }
        for debt in terms.debts where counts { add(debt.amount, from: place(debt.debtor), to: place(debt.creditor)) }
    }

    private mutating func add(_ settlement: SettlementInput, counts: Bool) {
        let (from, to) = (place(settlement.from), place(settlement.to))
        if counts { add(-settlement.amount, from: from, to: to) }
    }

    private mutating func add(_ amount: Money, from debtor: Int32, to creditor: Int32) {
        if debtor < creditor {
            owed[Pair(low: debtor, high: creditor), default: .zero] += amount
        } else if creditor < debtor {
            owed[Pair(low: creditor, high: debtor), default: .zero] -= amount
        }
    }

    private mutating func place(_ participant: ParticipantID) -> Int32 {
        if let place = places[participant] { return place }
        let place = Int32(places.count)
        places[participant] = place
        return place
    }
}
