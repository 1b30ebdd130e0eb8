/// Divides an amount by weights so that the parts sum to it exactly: everybody gets their quota without its fraction, and
/// the units that are left go one each to the largest fractions.
enum Apportionment {
    /// - Parameter first: among equal fractions whose turn it is; from there in order, and around.
    static func divide(_ amount: Int, by weights: [Int], startingAt first: Int = 0) -> [Int] {
        let total = weights.reduce(Int128(0)) { $0 + Int128(max($1, 0)) }
        guard total > 0 else { return weights.map { _ in 0 } }
        var parts: [Int] = []
        var rests: [Int128] = []
        for weight in weights {
            let exact = Int128(amount) * Int128(max(weight, 0))
            let (quotient, remainder) = exact.quotientAndRemainder(dividingBy: total)
            let part = remainder < 0 ? quotient - 1 : quotient
            parts.append(Int(part))
            rests.append(exact - part * total)
        }
        let left = amount - parts.reduce(0, +)
        let count = weights.count
        func turn(_ place: Int) -> Int { (place - first % count + count) % count }
        let order = weights.indices.sorted { (rests[$1], turn($0)) < (rests[$0], turn($1)) }
        for place in order.prefix(left) { parts[place] += 1 }
        return parts
    }

    static func evenly(_ amount: Int, among count: Int) -> [Int] {
        divide(amount, by: Array(repeating: 1, count: count))
    }
}
