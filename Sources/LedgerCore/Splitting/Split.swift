/// How an expense is divided: the mode and what a person typed in it. What comes out of it for an amount is recorded
/// beside it, in minor units, so that no later rule can read it differently (`docs/file-format.md`, d).
package indirect enum Split: Hashable, Sendable {
    /// Evenly (`SC-FR-SPL-1`). Says nothing of who shares.
    case equal
    /// By whole-number weights.
    case shares([Weight])
    /// By hundredths of a percent, 10,000 in all.
    case percent([Weight])
    /// As somebody worked it out.
    case exact([Part])
    /// What the adjustments leave is divided evenly, then each is added. Those who have none need not be listed.
    case adjustment([Part])
    /// Line by line.
    case items(Receipt)

    package struct Weight: Hashable, Sendable {
        package var participant: ParticipantID
        package var count: Int

        package init(participant: ParticipantID, count: Int) {
            self.participant = participant
            self.count = count
        }
    }

    /// Each line is divided evenly among its people; tax and tip, less the discount, by what their lines come to.
    package struct Receipt: Hashable, Sendable {
        package var items: [Item]
        package var tax: Money
        package var tip: Money
        package var discount: Money

        package init(items: [Item], tax: Money = .zero, tip: Money = .zero, discount: Money = .zero) {
            self.items = items
            self.tax = tax
            self.tip = tip
            self.discount = discount
        }

        var itemsTotal: Money { items.reduce(.zero) { $0 + $1.amount } }
        var extras: Money { tax + tip - discount }
    }

    package struct Item: Hashable, Sendable {
        package var title: String
        package var amount: Money
        package var participants: [ParticipantID]

        package init(title: String, amount: Money, participants: [ParticipantID]) {
            self.title = title
            self.amount = amount
            self.participants = participants
        }
    }
}

/// What one person pays or bears of something.
package struct Part: Hashable, Sendable {
    package var participant: ParticipantID
    package var amount: Money

    package init(participant: ParticipantID, amount: Money) {
        self.participant = participant
        self.amount = amount
    }
}

extension Split {
    /// Those it names, in the order in which it first names them; nobody for `equal`.
    package var people: [ParticipantID] {
        switch self {
        case .equal: return []
        case .shares(let weights), .percent(let weights): return weights.map(\.participant)
        case .exact(let parts), .adjustment(let parts): return parts.map(\.participant)
        case .items(let receipt):
            var met: Set<ParticipantID> = []
            return receipt.items.flatMap(\.participants).filter { met.insert($0).inserted }
        }
    }

    /// One share for each of `people`, in their order; they sum to the amount exactly. Of a split without fault.
    package func shares(
        of amount: Money, among people: [ParticipantID], paidBy payer: ParticipantID
    ) -> [Money] {
        switch self {
        case .equal:
            return EqualSplit.shares(of: amount, among: people, paidBy: payer)
        case .shares(let weights), .percent(let weights):
            let counts = weights.reduce(into: [:]) { $0[$1.participant, default: 0] += Int128($1.count) }
            return LargestRemainder.divide(amount, among: people, by: people.map { counts[$0] ?? 0 })
        case .exact(let parts):
            let amounts = Self.amounts(parts)
            return people.map { amounts[$0] ?? .zero }
        case .adjustment(let parts):
            let adjustments = Self.amounts(parts)
            let rest = amount - adjustments.values.reduce(.zero, +)
            let even = EqualSplit.shares(of: rest, among: people, paidBy: payer)
            return zip(people, even).map { $1 + (adjustments[$0] ?? .zero) }
        case .items(let receipt):
            let lines = receipt.linesByPerson
            let extras = LargestRemainder.divide(
                receipt.extras, among: people, by: people.map { (lines[$0] ?? .zero).minorUnits })
            return zip(people, extras).map { (lines[$0] ?? .zero) + $1 }
        }
    }

    private static func amounts(_ parts: [Part]) -> [ParticipantID: Money] {
        parts.reduce(into: [:]) { $0[$1.participant, default: .zero] += $1.amount }
    }
}

extension Split.Receipt {
    fileprivate var linesByPerson: [ParticipantID: Money] {
        items.reduce(into: [:]) { sums, item in
            let even = item.participants.map { _ in Int128(1) }
            let shares = LargestRemainder.divide(item.amount, among: item.participants, by: even)
            for (participant, share) in zip(item.participants, shares) { sums[participant, default: .zero] += share }
        }
    }
}
