/// What an expense says beyond an equal split paid by one person: how it is split, who paid it together, and what comes of
/// that. Since schema version 2.
///
/// A class, because most expenses have none, and then it costs them eight bytes.
package final class ExpenseTerms: Sendable {
    package let split: Split
    /// Two or more; none when the expense's payer paid all of it.
    package let payers: [Part]
    /// One for each who shares, in their order, as recorded; empty as long as nobody worked them out.
    package let shares: [Money]
    /// As recorded; only where there are payers.
    package let debts: [Debt]

    package init(split: Split = .equal, payers: [Part] = [], shares: [Money] = [], debts: [Debt] = []) {
        self.split = split
        self.payers = payers
        self.shares = shares
        self.debts = debts
    }
}

extension ExpenseTerms: Hashable {
    package static func == (left: ExpenseTerms, right: ExpenseTerms) -> Bool {
        left === right
            || (left.split == right.split && left.payers == right.payers && left.shares == right.shares
                && left.debts == right.debts)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(split)
        hasher.combine(payers)
        hasher.combine(shares)
    }
}

extension ExpenseInput {
    package var mode: Split { terms?.split ?? .equal }

    /// What each who shares bears, in the order of `split`: as recorded, else by the equal rule.
    package var shares: [Money] {
        guard let terms, !terms.shares.isEmpty else {
            return EqualSplit.shares(of: amount, among: split, paidBy: payer)
        }
        return terms.shares
    }

    /// Who paid how much of it.
    package var payments: [Part] {
        guard let payers = terms?.payers, !payers.isEmpty else { return [Part(participant: payer, amount: amount)] }
        return payers
    }

    /// Who owes whom because of it; nobody owes themselves.
    package var debts: [Debt] {
        if let terms, !terms.payers.isEmpty { return terms.debts }
        return zip(split, shares).compactMap { participant, share in
            participant == payer || share == .zero
                ? nil : Debt(debtor: participant, creditor: payer, amount: share)
        }
    }

    /// What this person has to bear of the expense; zero when not in the split.
    package func share(of participant: ParticipantID) -> Money {
        zip(split, shares).reduce(.zero) { $1.0 == participant ? $0 + $1.1 : $0 }
    }

    /// What this person paid of it.
    package func paid(by participant: ParticipantID) -> Money {
        guard let payers = terms?.payers, !payers.isEmpty else { return payer == participant ? amount : .zero }
        return payers.reduce(.zero) { $1.participant == participant ? $0 + $1.amount : $0 }
    }

    package func involves(_ participant: ParticipantID) -> Bool {
        payer == participant || split.contains(participant)
            || (terms?.payers.contains { $0.participant == participant } ?? false)
    }

    /// With the shares and debts that its split and its payers come to, unless it has them.
    package func workedOut() -> ExpenseInput {
        guard let terms, terms.shares.isEmpty else { return self }
        let shares = terms.split.shares(of: amount, among: split, paidBy: payer)
        let sharers = zip(split, shares).map { Part(participant: $0, amount: $1) }
        let debts = terms.payers.isEmpty ? [] : Debt.between(sharers, terms.payers)
        var input = self
        input.terms = ExpenseTerms(split: terms.split, payers: terms.payers, shares: shares, debts: debts)
        return input
    }
}
