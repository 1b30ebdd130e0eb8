/// Ways to part amounts that sum to zero into groups that sum to zero, each group given by places in the list.
enum ZeroSumGroups {
    /// The most groups there can be. Looks at every subset: 2^20 of them in the largest case.
    ///
    /// `most[subset]` is the largest number of zero-sum steps on a way from nothing to the subset that adds one amount
    /// at a time; each such step closes a group.
    static func most(_ amounts: [Int128]) -> [[Int]] {
        let everybody = 1 << amounts.count - 1
        var sums = [Int128](repeating: 0, count: everybody + 1)
        var most = [UInt8](repeating: 0, count: everybody + 1)
        for subset in 0...everybody where subset > 0 {
            let withoutLowest = subset & (subset - 1)
            sums[subset] = sums[withoutLowest] + amounts[subset.trailingZeroBitCount]
            var best: UInt8 = 0
            var rest = subset
            while rest != 0 {
                best = max(best, most[subset ^ (rest & -rest)])
                rest &= rest - 1
            }
            most[subset] = best + (sums[subset] == 0 ? 1 : 0)
        }
        return groups(amounts.count, most, sums)
    }

    /// Walks back from everybody along the best way, always over the lowest place that keeps to it.
    private static func groups(_ count: Int, _ most: [UInt8], _ sums: [Int128]) -> [[Int]] {
        var groups: [[Int]] = []
        var subset = 1 << count - 1
        while subset != 0 {
            let closesGroup = sums[subset] == 0
            if closesGroup { groups.append([]) }
            let wanted = most[subset] - (closesGroup ? 1 : 0)
            guard let place = (0..<count).first(where: { subset >> $0 & 1 == 1 && most[subset ^ 1 << $0] == wanted }),
                !groups.isEmpty
            else { return [Array(0..<count)] }
            groups[groups.count - 1].append(place)
            subset ^= 1 << place
        }
        return groups
    }

    /// For more people than can be proved: two whose positions cancel out are a group, the rest is one. Never more
    /// payments than one less than there are people.
    static func pairs(_ positions: [Balances.Position]) -> [[Int]] {
        var waiting: [Money: [Int]] = [:]
        var pairs: [[Int]] = []
        for (place, position) in positions.enumerated() {
            if let partner = waiting[-position.amount]?.popLast() {
                pairs.append([partner, place])
            } else {
                waiting[position.amount, default: []].append(place)
            }
        }
        let rest = waiting.values.flatMap(\.self).sorted()
        return rest.isEmpty ? pairs : pairs + [rest]
    }
}
