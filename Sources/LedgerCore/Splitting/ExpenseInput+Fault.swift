extension ExpenseInput {
    /// What does not add up in terms that were recorded; nil when they do.
    ///
    /// What a rule made of the inputs is not worked out again: a version that divides otherwise must not find fault with
    /// what this one wrote. Only that nothing got lost is looked at.
    package var faultOfTerms: TermsFault? {
        guard let terms else { return nil }
        if let reason = terms.split.fault(of: amount, among: split) { return TermsFault("split", reason) }
        if let reason = faultOfPayers(terms) { return TermsFault("payers", reason) }
        if let reason = faultOfShares(terms) { return TermsFault("shares", reason) }
        if let reason = faultOfDebts(terms) { return TermsFault("debts", reason) }
        return nil
    }

    /// Nobody twice, everybody something, together the amount.
    func faultOfPayers(_ terms: ExpenseTerms) -> TermsFault.Reason? {
        let payers = terms.payers
        if payers.isEmpty { return nil }
        if let twice = payers.map(\.participant).firstRepeated { return .twice(twice) }
        if payers.contains(where: { $0.amount <= .zero }) { return .notPositive }
        if payers.first?.participant != payer { return .otherPeople }
        return Split.sum(payers.map(\.amount), amount)
    }

    private func faultOfShares(_ terms: ExpenseTerms) -> TermsFault.Reason? {
        guard terms.shares.count == split.count else { return .otherPeople }
        if let negative = zip(split, terms.shares).first(where: { $1 < .zero }) {
            return .negativeShare(negative.0, negative.1)
        }
        if case .exact(let parts) = terms.split {
            let exact = Dictionary(parts.map { ($0.participant, $0.amount) }) { $1 }
            if let other = zip(split, terms.shares).first(where: { exact[$0] != $1 }) { return .otherShare(other.0) }
        }
        return Split.sum(terms.shares, amount)
    }

    /// Nobody owes more than their share, or anything to somebody who did not pay; everybody ends where they have to:
    /// at what they paid less what they bear.
    private func faultOfDebts(_ terms: ExpenseTerms) -> TermsFault.Reason? {
        let debts = terms.debts
        if terms.payers.isEmpty { return debts.isEmpty ? nil : .otherPeople }
        let shares = Dictionary(zip(split, terms.shares)) { $0 + $1 }
        let paid = Dictionary(terms.payers.map { ($0.participant, $0.amount) }) { $0 + $1 }
        var owes: [ParticipantID: Money] = [:]
        var isOwed: [ParticipantID: Money] = [:]
        for debt in debts {
            if debt.amount <= .zero { return .notPositive }
            if debt.debtor == debt.creditor || shares[debt.debtor] == nil || paid[debt.creditor] == nil {
                return .otherPeople
            }
            owes[debt.debtor, default: .zero] += debt.amount
            isOwed[debt.creditor, default: .zero] += debt.amount
        }
        for person in Set(shares.keys).union(paid.keys).sorted() {
            let (share, amount) = (shares[person] ?? .zero, paid[person] ?? .zero)
            let (mine, theirs) = (owes[person] ?? .zero, isOwed[person] ?? .zero)
            if mine > share || theirs - mine != amount - share { return .position(person) }
        }
        return nil
    }
}
