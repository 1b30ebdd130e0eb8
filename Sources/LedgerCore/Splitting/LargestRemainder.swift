/// Divides an amount by weights so that the parts sum to it exactly: everybody gets their quota without its fraction, and
/// the units that are left go one each to the largest fractions; among equal ones to the id that sorts first.
enum LargestRemainder {
    /// One part for each of `people`, in their order. A negative amount is divided as its magnitude. Weights are not
    /// negative; when all are zero, so are the parts.
    static func divide(_ amount: Money, among people: [ParticipantID], by weights: [Int128]) -> [Money] {
        let total = weights.reduce(0, +)
        guard total > 0 else { return people.map { _ in .zero } }
        let magnitude = abs(amount.minorUnits)
        let quotas = weights.map { quota(magnitude, $0, of: total) }
        var parts = quotas.map(\.quotient)
        let left = Int(magnitude - parts.reduce(0, +))
        let byFraction = people.indices.sorted {
            (quotas[$1].remainder, people[$0]) < (quotas[$0].remainder, people[$1])
        }
        for place in byFraction.prefix(max(left, 0)) { parts[place] += 1 }
        return parts.map { Money(minorUnits: amount < .zero ? -$0 : $0) }
    }

    /// `amount` × `weight` ÷ `total`. What a log holds, times what a log holds, may need more than 128 bits.
    private static func quota(
        _ amount: Int128, _ weight: Int128, of total: Int128
    ) -> (quotient: Int128, remainder: Int128) {
        let (product, overflows) = amount.multipliedReportingOverflow(by: weight)
        if !overflows { return product.quotientAndRemainder(dividingBy: total) }
        return total.dividingFullWidth(amount.multipliedFullWidth(by: weight))
    }
}
