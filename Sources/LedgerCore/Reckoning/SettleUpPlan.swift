/// Payments that settle every open position.
///
/// What it is the best of, in this order, for up to `Limits.provenSettleUpPeople` people with an open position:
///
/// 1. *The fewest payments.* Each group of people whose positions sum to zero can settle among themselves with one payment
///    less than it has members; so the fewest payments come from the most groups. The groups are the proof.
/// 2. *The most payments between two who owe each other directly*, of all ways to make that many groups, when each group
///    pays by the rule of `OpenPositions.payments`: directly owed first, the largest debt first, then the largest of what is
///    left to the largest.
/// 3. *The ids decide* what is left to decide (`ZeroSumGroups.best`), so that every home and every phone shows the same plan.
///
/// Nobody receives and pays in one plan. After any of the payments the others still settle everything, and still in the
/// fewest possible.
package struct SettleUpPlan: Hashable, Sendable {
    package let payments: [Payment]
    package let groups: [[ParticipantID]]
    /// True when fewer payments are impossible; false when there are too many people to prove it.
    package let isMinimal: Bool

    package struct Payment: Hashable, Sendable {
        package let from: ParticipantID
        package let to: ParticipantID
        package let amount: Money

        package init(from: ParticipantID, to: ParticipantID, amount: Money) {
            self.from = from
            self.to = to
            self.amount = amount
        }
    }

    /// - Parameter debts: who owes whom directly.
    package init(_ positions: [Balances.Position], debts: [Debt] = []) {
        let open = OpenPositions(positions, debts)
        let isMinimal = open.people.count <= Limits.provenSettleUpPeople
        let groups = isMinimal ? Self.provenGroups(open) : open.oppositePairs
        let payments = groups.flatMap(open.payments).map { payment in
            Payment(
                from: open.people[payment.from], to: open.people[payment.to],
                amount: Money(minorUnits: payment.amount))
        }
        self.init(payments, isMinimal: isMinimal)
    }

    private init(_ payments: [Payment], isMinimal: Bool) {
        self.payments = payments
        self.isMinimal = isMinimal
        groups = Self.connected(payments)
    }

    private static func provenGroups(_ open: OpenPositions) -> [[Int]] {
        let places = { (group: UInt32) in open.people.indices.filter { group >> $0 & 1 == 1 } }
        return ZeroSumGroups(open.amounts)
            .best(atMost: open.mostDirectPayments) { open.payments(within: places($0)).count(where: \.isDirect) }
            .map(places)
    }

    /// People whom payments connect: their positions sum to zero, and they need one payment less than they are.
    private static func connected(_ payments: [Payment]) -> [[ParticipantID]] {
        var groups: [Set<ParticipantID>] = []
        for payment in payments {
            let touched = groups.indices.filter { groups[$0].contains(payment.from) || groups[$0].contains(payment.to) }
            let joined = touched.reduce(into: Set([payment.from, payment.to])) { $0.formUnion(groups[$1]) }
            for place in touched.reversed() { groups.remove(at: place) }
            groups.append(joined)
        }
        return groups.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }
}

extension SettleUpPlan {
    /// What is left to pay after some of the plan's payments; nil when one of them is no payment of the plan.
    func without(_ made: [Payment]) -> SettleUpPlan? {
        var left = payments
        for payment in made {
            guard let place = left.firstIndex(of: payment) else { return nil }
            left.remove(at: place)
        }
        return SettleUpPlan(left, isMinimal: isMinimal)
    }

    /// What stays open after all of its payments, for those for whom something does: nothing, unless the plan is in whole
    /// units.
    package func leavesOpen(of positions: [Balances.Position]) -> [Balances.Position] {
        var amounts = Dictionary(uniqueKeysWithValues: positions.map { ($0.participant, $0.amount) })
        for payment in payments {
            amounts[payment.from, default: .zero] += payment.amount
            amounts[payment.to, default: .zero] -= payment.amount
        }
        return amounts.filter { $0.value != .zero }.map { Balances.Position(participant: $0, amount: $1) }
            .sorted { $0.participant < $1.participant }
    }
}
