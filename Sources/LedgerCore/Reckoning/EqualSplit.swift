/// Equal shares that add up to the amount exactly (`SC-FR-SPL-1`, `SC-FR-SPL-2`).
package enum EqualSplit {
    /// One share for each of the split, in its order. What does not divide goes to the payer, or, when the payer does
    /// not share, to the participant whose id sorts first.
    package static func shares(of amount: Money, among split: [ParticipantID], paidBy payer: ParticipantID) -> [Money] {
        guard let favoured = split.firstIndex(of: payer) ?? split.indices.min(by: { split[$0] < split[$1] }) else {
            return []
        }
        let (base, rest) = amount.minorUnits.quotientAndRemainder(dividingBy: Int128(split.count))
        var shares = Array(repeating: Money(minorUnits: base), count: split.count)
        shares[favoured] += Money(minorUnits: rest)
        return shares
    }
}
