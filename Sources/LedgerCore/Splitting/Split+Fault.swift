extension Split {
    /// What is wrong with the inputs of a split for these people and this amount; nil when its shares can be worked out.
    package func fault(of amount: Money, among people: [ParticipantID]) -> TermsFault.Reason? {
        switch self {
        case .equal: return nil
        case .shares(let weights):
            if weights.contains(where: { $0.count > Limits.splitWeight }) { return .tooLarge }
            return weights.contains { $0.count < 1 } ? .notPositive : faultOfPeople(people)
        case .percent(let weights):
            if weights.contains(where: { $0.count < 1 }) { return .notPositive }
            // Each by itself first: a sum of anything may not fit.
            if weights.contains(where: { $0.count > Limits.splitPercent }) { return .tooLarge }
            let sum = weights.reduce(0) { $0 + $1.count }
            return faultOfPeople(people) ?? (sum == PercentText.whole ? nil : .percents(sum))
        case .exact(let parts):
            if parts.contains(where: { $0.amount < .zero }) { return .negative }
            return faultOfPeople(people) ?? Self.sum(parts.map(\.amount), amount)
        case .adjustment(let parts):
            let named = parts.map(\.participant)
            if let twice = named.firstRepeated { return .twice(twice) }
            return Set(named).isSubset(of: people) ? nil : .otherPeople
        case .items(let receipt):
            return receipt.fault(of: amount) ?? faultOfPeople(people)
        }
    }

    /// A split names everybody who shares, and nobody else.
    private func faultOfPeople(_ people: [ParticipantID]) -> TermsFault.Reason? {
        let named = self.people
        if named.isEmpty { return .nobody }
        if let twice = named.firstRepeated { return .twice(twice) }
        return Set(named) == Set(people) ? nil : .otherPeople
    }

    static func sum(_ amounts: [Money], _ expected: Money) -> TermsFault.Reason? {
        let sum = amounts.reduce(.zero, +)
        return sum == expected ? nil : .sum(sum, insteadOf: expected)
    }
}

extension Split.Receipt {
    fileprivate func fault(of amount: Money) -> TermsFault.Reason? {
        for item in items {
            if item.participants.isEmpty { return .nobody }
            if let twice = item.participants.firstRepeated { return .twice(twice) }
        }
        let parts = items.map(\.amount) + [tax, tip, discount]
        if parts.contains(where: { $0 < .zero }) { return .negative }
        if itemsTotal <= .zero || discount > itemsTotal { return .notPositive }
        return Split.sum([itemsTotal, extras], amount)
    }
}

extension Array where Element: Hashable {
    var firstRepeated: Element? {
        var met: Set<Element> = []
        return first { !met.insert($0).inserted }
    }
}
