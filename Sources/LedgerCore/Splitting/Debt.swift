/// What one person owes another.
package struct Debt: Hashable, Sendable {
    package let debtor: ParticipantID
    package let creditor: ParticipantID
    package let amount: Money

    package init(debtor: ParticipantID, creditor: ParticipantID, amount: Money) {
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
    }
}

extension Debt {
    /// Who owes whom when several have paid. In the order of their ids, everybody's share is divided by what is *left* of
    /// each payer's amount (largest remainder): so everybody owes just their share, and everybody gets just what they paid.
    /// What somebody would owe themselves is no debt.
    static func between(_ sharers: [Part], _ payers: [Part]) -> [Debt] {
        var left = payers.map(\.amount.minorUnits)
        let creditors = payers.map(\.participant)
        var debts: [Debt] = []
        for sharer in sharers.sorted(by: { $0.participant < $1.participant }) {
            let parts = LargestRemainder.divide(sharer.amount, among: creditors, by: left)
            for (place, part) in parts.enumerated() {
                left[place] -= part.minorUnits
                guard part != .zero, creditors[place] != sharer.participant else { continue }
                debts.append(Debt(debtor: sharer.participant, creditor: creditors[place], amount: part))
            }
        }
        return debts
    }
}
