import JSON
import LedgerCore

/// Positions that sum to zero, with or without direct debts: the plan that settles them, to the last of its ties.
struct PlanCase {
    private let positions: [Balances.Position]
    private let debts: [Debt]

    /// Small amounts have many plans of the same length; more than twenty people have one that is not proven.
    init(_ draw: inout Draw) {
        let people = draw.once(in: 12) ? draw.people(21...26) : draw.people(2...11)
        let size = draw.one(of: [2, 5, 100, 1_000_000_000])
        var amounts = people.dropLast().map { _ in Int128(draw.int(-size...size)) }
        amounts.append(-amounts.reduce(0, +))
        positions = zip(people, amounts).map { Balances.Position(participant: $0, amount: Money(minorUnits: $1)) }
        debts = draw.debts(among: people)
    }

    func write(to json: inout JSONWriter) {
        json.member("kind", "plan")
        json.member("positions", each: positions) { json, position in
            json.object { json in
                json.member("participantId", position.participant.description)
                json.member("amount", position.amount.minorUnits.description)
            }
        }
        json.member("debts", each: debts) { json, debt in json.object { debt.write(to: &$0) } }
        json.key("plan")
        json.object { SettleUpPlan(positions, debts: debts).write(to: &$0) }
        json.key("inHundreds")
        json.object { SettleUpPlan(positions.rounded(toUnitsOf: Money(minorUnits: 100)), debts: debts).write(to: &$0) }
    }
}

extension SettleUpPlan {
    func write(to json: inout JSONWriter) {
        json.member("minimal", isMinimal)
        json.member("payments", each: payments) { json, payment in
            json.object { json in
                json.member("fromId", payment.from.description)
                json.member("toId", payment.to.description)
                json.member("amount", payment.amount.minorUnits.description)
            }
        }
        json.member("groups", each: groups) { json, group in
            json.array { json in for person in group { json.value(person.description) } }
        }
    }
}

extension Draw {
    /// Each pair at most once, as balances have them.
    fileprivate mutating func debts(among people: [ParticipantID]) -> [Debt] {
        guard once(in: 2) else { return [] }
        return people.indices.flatMap { first in
            people[(first + 1)...].compactMap { second -> Debt? in
                guard once(in: 3) else { return nil }
                let (debtor, creditor) = once(in: 2) ? (people[first], second) : (second, people[first])
                return Debt(debtor: debtor, creditor: creditor, amount: Money(minorUnits: amount(digits: 1...4)))
            }
        }
    }
}
