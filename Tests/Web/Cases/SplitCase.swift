import JSON
import LedgerCore

/// An expense of any mode and any number of payers: who bears what of it, and who owes whom.
struct SplitCase {
    let input: ExpenseInput

    init(_ draw: inout Draw) {
        input = draw.expense(among: draw.people(1...8))
    }

    func write(to json: inout JSONWriter) {
        json.member("kind", "split")
        json.key("expense")
        json.object { ExpenseText(currency: .minorUnits).write(input, to: &$0) }
        json.member("shares", each: zip(input.split, input.shares)) { json, share in
            json.object { json in
                json.member("participantId", share.0.description)
                json.member("amount", share.1.minorUnits.description)
            }
        }
        json.member("debts", each: input.debts) { json, debt in json.object { debt.write(to: &$0) } }
    }
}

extension Currency {
    /// Whose amounts are written as they are kept.
    static let minorUnits = Currency(readFrom: "JPY")
}

extension Debt {
    func write(to json: inout JSONWriter) {
        json.member("debtorId", debtor.description)
        json.member("creditorId", creditor.description)
        json.member("amount", amount.minorUnits.description)
    }
}

extension Draw {
    /// One that adds up, as everything does that was accepted.
    mutating func expense(among people: [ParticipantID]) -> ExpenseInput {
        while true {
            let sharers = some(of: people)
            let (split, amount) = division(among: sharers)
            let payers = payers(of: amount, people)
            let input = ExpenseInput(
                title: "Something", amount: amount, executionDate: day(),
                payer: payers.first?.participant ?? one(of: people), split: sharers,
                terms: split == .equal && payers.isEmpty ? nil : ExpenseTerms(split: split, payers: payers)
            ).workedOut()
            if input.faultOfTerms == nil { return input }
        }
    }

    private mutating func payers(of amount: Money, _ people: [ParticipantID]) -> [Part] {
        guard people.count > 1, once(in: 3) else { return [] }
        let together = some(of: people, atLeast: 2)
        guard amount.minorUnits >= Int128(together.count) else { return [] }
        let amounts = parts(of: amount.minorUnits, together.count, least: 1)
        return zip(together, amounts).map { Part(participant: $0, amount: Money(minorUnits: $1)) }
    }

    private mutating func division(among people: [ParticipantID]) -> (Split, Money) {
        let amount = Money(minorUnits: amount())
        switch int(0...5) {
        case 0:
            return (.equal, amount)
        case 1:
            let most = once(in: 4) ? Limits.splitWeight : 5
            return (.shares(people.map { Split.Weight(participant: $0, count: int(1...most)) }), amount)
        case 2:
            let counts = parts(of: 10_000, people.count, least: 1)
            return (.percent(zip(people, counts).map { Split.Weight(participant: $0, count: Int($1)) }), amount)
        case 3:
            let amounts = parts(of: amount.minorUnits, people.count)
            return (.exact(zip(people, amounts).map { Part(participant: $0, amount: Money(minorUnits: $1)) }), amount)
        case 4:
            return (.adjustment(adjustments(of: amount, among: some(of: people))), amount)
        default:
            return receipt(among: people)
        }
    }

    /// Up or down, by not much more than an equal share.
    private mutating func adjustments(of amount: Money, among people: [ParticipantID]) -> [Part] {
        people.map { person in
            let size = parts(of: amount.minorUnits, people.count + 2)[0]
            return Part(participant: person, amount: Money(minorUnits: once(in: 2) ? size : -size))
        }
    }

    private mutating func receipt(among people: [ParticipantID]) -> (Split, Money) {
        var items = (0..<int(1...5)).map { number in
            Split.Item(
                title: "Line \(number)", amount: Money(minorUnits: amount(digits: 1...6)),
                participants: some(of: people))
        }
        // Everybody who shares stands in some line.
        items[0].participants = people
        let total = items.reduce(.zero) { $0 + $1.amount }
        var receipt = Split.Receipt(items: items)
        if once(in: 2) { receipt.tax = Money(minorUnits: amount(digits: 1...5)) }
        if once(in: 2) { receipt.tip = Money(minorUnits: amount(digits: 1...5)) }
        if once(in: 2) { receipt.discount = Money(minorUnits: parts(of: total.minorUnits, 3)[1]) }
        return (.items(receipt), total + receipt.tax + receipt.tip - receipt.discount)
    }
}
