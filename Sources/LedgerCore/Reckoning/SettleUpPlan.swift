/// Payments that settle every open position.
///
/// Each group of people whose positions sum to zero can settle among themselves with one payment less than it has
/// members; so the fewest payments come from the most groups. The groups are the proof: no more of them can be made.
/// After any of the payments the others still settle everything, and still in the fewest possible.
package struct SettleUpPlan: Hashable, Sendable {
    package let payments: [Payment]
    package let groups: [[ParticipantID]]
    /// True when fewer payments are impossible; false when there are too many people to prove it.
    package let isMinimal: Bool

    package struct Payment: Hashable, Sendable {
        package let from: ParticipantID
        package let to: ParticipantID
        package let amount: Money
    }

    package init(_ positions: [Balances.Position]) {
        let open = positions.filter { $0.amount != .zero }.sorted { $0.participant < $1.participant }
        isMinimal = open.count <= Limits.provenSettleUpPeople
        let parts = isMinimal ? ZeroSumGroups.most(open.map(\.amount.minorUnits)) : ZeroSumGroups.pairs(open)
        let settled = parts.map { part in Self.settle(part.map { open[$0] }) }
        payments = settled.flatMap(\.self)
        groups = parts.map { part in part.map { open[$0].participant }.sorted() }
    }

    /// The largest debt goes to the largest claim, until one of them is used up. Each payment ends a position, the
    /// last one two.
    private static func settle(_ group: [Balances.Position]) -> [Payment] {
        let largestLast = group.sorted {
            ($0.amount.magnitude, $1.participant) < ($1.amount.magnitude, $0.participant)
        }
        var debtors = largestLast.filter { $0.amount < .zero }
        var creditors = largestLast.filter { $0.amount > .zero }
        var payments: [Payment] = []
        while var debtor = debtors.popLast(), var creditor = creditors.popLast() {
            let amount = min(debtor.amount.magnitude, creditor.amount)
            payments.append(Payment(from: debtor.participant, to: creditor.participant, amount: amount))
            debtor.amount += amount
            creditor.amount -= amount
            if debtor.amount != .zero { debtors.append(debtor) }
            if creditor.amount != .zero { creditors.append(creditor) }
        }
        return payments
    }
}
