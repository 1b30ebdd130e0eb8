/// Ways to part amounts that sum to zero into groups that sum to zero. A group is a set of places in the list: bit `i`
/// stands for place `i`.
///
/// Looks at every subset of all but the last: 2^19 of them in the largest case. What holds for the last follows, because
/// a set sums to zero exactly if the others do.
struct ZeroSumGroups {
    private let count: Int
    /// For each set of all but the last: the most disjoint groups that can be taken out of it.
    private let most: [UInt8]
    /// The groups that some way to make the most groups has, by their lowest place, smallest number first.
    private let useful: [[UInt32]]

    /// - Parameter amounts: none of them zero, their sum zero; at most `Limits.provenSettleUpPeople`.
    init(_ amounts: [Int128]) {
        count = amounts.count
        let (most, zeroSums) = Self.mostGroups(Array(amounts.dropLast()))
        self.most = most
        useful = Self.useful(most, zeroSums, of: amounts.count)
    }

    /// `most[set]` is the largest number of zero-sum steps on a way from nothing to the set that adds one amount at a
    /// time; each such step closes a group.
    private static func mostGroups(_ amounts: [Int128]) -> (most: [UInt8], zeroSums: [UInt32]) {
        let sets = 1 << amounts.count
        var sums = [Int128](repeating: 0, count: sets)
        var most = [UInt8](repeating: 0, count: sets)
        var zeroSums: [UInt32] = []
        for set in 1..<max(sets, 1) {
            let sum = sums[set & (set - 1)] + amounts[set.trailingZeroBitCount]
            sums[set] = sum
            var best: UInt8 = 0
            var rest = set
            while rest != 0 {
                best = max(best, most[set ^ (rest & -rest)])
                rest &= rest - 1
            }
            if sum == 0 {
                best += 1
                zeroSums.append(UInt32(set))
            }
            most[set] = best
        }
        return (most, zeroSums)
    }

    private static func useful(_ most: [UInt8], _ zeroSums: [UInt32], of count: Int) -> [[UInt32]] {
        guard count > 0 else { return [] }
        let everybody = UInt32(1) << count - 1
        let others = everybody >> 1
        let wanted = most[Int(others)]
        var groups = wanted == 0 ? [everybody] : []
        for set in zeroSums {
            if most[Int(set)] == 1, most[Int(others ^ set)] + 1 == wanted { groups.append(set) }
            if most[Int(others ^ set)] == 0, most[Int(set)] == wanted { groups.append(everybody ^ set) }
        }
        var byLowest = [[UInt32]](repeating: [], count: count)
        for group in groups.sorted() { byLowest[group.trailingZeroBitCount].append(group) }
        return byLowest
    }
}

extension ZeroSumGroups {
    /// The most groups there can be and, among the ways to make that many, the one whose groups score most together.
    /// Among equals: the group of the lowest place is the smallest number, then that of the lowest place left, and so on.
    ///
    /// - Parameter most: what a set of groups that make up the given set can not score more than; the search ends there.
    func best(atMost most: @escaping (UInt32) -> Int, _ score: @escaping (UInt32) -> Int) -> [UInt32] {
        guard count > 0 else { return [] }
        var search = Search(groups: self, bound: most, score: score)
        var rest = UInt32(1) << count - 1
        var parts: [UInt32] = []
        while rest != 0, let part = search.choice(rest).part {
            parts.append(part)
            rest ^= part
        }
        return parts
    }

    private struct Search {
        let groups: ZeroSumGroups
        let bound: (UInt32) -> Int
        let score: (UInt32) -> Int
        private var scores: [UInt32: Int] = [:]
        private var choices: [UInt32: (part: UInt32?, score: Int)] = [0: (nil, 0)]

        init(groups: ZeroSumGroups, bound: @escaping (UInt32) -> Int, score: @escaping (UInt32) -> Int) {
            self.groups = groups
            self.bound = bound
            self.score = score
        }

        /// The group to take out of the set, and what the set then scores.
        mutating func choice(_ set: UInt32) -> (part: UInt32?, score: Int) {
            if let choice = choices[set] { return choice }
            let bound = bound(set)
            var best: (part: UInt32?, score: Int) = (nil, -1)
            for part in groups.useful[set.trailingZeroBitCount] where part & ~set == 0 && best.score < bound {
                guard groups.most(in: set ^ part) + 1 == groups.most(in: set) else { continue }
                let total = scored(part) + choice(set ^ part).score
                if total > best.score { best = (part, total) }
            }
            choices[set] = best
            return best
        }

        private mutating func scored(_ part: UInt32) -> Int {
            if let known = scores[part] { return known }
            let value = score(part)
            scores[part] = value
            return value
        }
    }

    /// Of a set that sums to zero.
    private func most(in set: UInt32) -> Int {
        let last = UInt32(1) << (count - 1)
        return set & last == 0 ? Int(most[Int(set)]) : Int(most[Int(set ^ last)]) + 1
    }
}
