import JSON
import LedgerCore
import Testing

/// What another implementation of the rules came to (`Tests/Vectors/v2/generate.py`); `Tests/Web` reads the same cases.
struct SplitVectorTests {
    private struct Case {
        let name: String
        let input: ExpenseInput
        let shares: [Part]
        let debts: [Debt]

        init(_ json: JSONValue) throws {
            name = json["name"]?.string ?? ""
            let people = try #require(json["participantIds"]?.array).map { try Self.id($0) }
            let terms = ExpenseTerms(
                split: try Self.split(try #require(json["split"])), payers: try Self.parts(json["payers"]))
            input = ExpenseInput(
                title: name, amount: try Self.money(json["amount"]), executionDate: .may(14),
                payer: try Self.id(json["payerId"]), split: people, terms: terms)
            shares = try Self.parts(json["shares"])
            debts = try #require(json["debts"]?.array).map {
                Debt(
                    debtor: try Self.id($0["debtorId"]), creditor: try Self.id($0["creditorId"]),
                    amount: try Self.money($0["amount"]))
            }
        }

        private static func split(_ json: JSONValue) throws -> Split {
            switch json["mode"]?.string {
            case "shares": return .shares(try weights(json["shares"]) { $0["shares"]?.integer })
            case "percent":
                return .percent(try weights(json["percents"]) { $0["percent"]?.string.flatMap(PercentText.hundredths) })
            case "exact": return .exact(try parts(json["amounts"]))
            case "adjustment": return .adjustment(try parts(json["adjustments"]))
            case "items":
                let items = try #require(json["items"]?.array).map { item in
                    Split.Item(
                        title: item["title"]?.string ?? "", amount: try money(item["amount"]),
                        participants: try #require(item["participantIds"]?.array).map { try id($0) })
                }
                return .items(
                    .init(
                        items: items, tax: try money(json["tax"]), tip: try money(json["tip"]),
                        discount: try money(json["discount"])))
            default: return .equal
            }
        }

        private static func id(_ json: JSONValue?) throws -> ParticipantID {
            try #require(json?.string.flatMap { ParticipantID($0) })
        }

        private static func money(_ json: JSONValue?) throws -> Money {
            Money(minorUnits: try #require(Int128(json?.string ?? "0")))
        }

        private static func parts(_ json: JSONValue?) throws -> [Part] {
            try (json?.array ?? []).map {
                Part(participant: try id($0["participantId"]), amount: try money($0["amount"]))
            }
        }

        private static func weights(_ json: JSONValue?, _ count: (JSONValue) -> Int?) throws -> [Split.Weight] {
            try #require(json?.array).map {
                Split.Weight(participant: try id($0["participantId"]), count: try #require(count($0)))
            }
        }
    }

    @Test("shares and debts are what the other implementation says, of every mode and for any number of payers")
    func cases() throws {
        let cases = try #require(try Vectors.json("v2/splits.json").array).map(Case.init)
        #expect(cases.count > 140)
        for one in cases {
            let input = one.input
            #expect(input.mode.fault(of: input.amount, among: input.split) == nil, "\(one.name)")
            let worked = input.workedOut()
            #expect(
                zip(worked.split, worked.shares).map { Part(participant: $0, amount: $1) } == one.shares, "\(one.name)")
            let debts = worked.debts.sorted { ($0.debtor, $0.creditor) < ($1.debtor, $1.creditor) }
            #expect(debts == one.debts, "\(one.name)")
            #expect(worked.faultOfTerms == nil, "\(one.name)")
            for person in Set(input.split).union(input.payments.map(\.participant)) {
                let isOwed = debts.reduce(Money.zero) { $1.creditor == person ? $0 + $1.amount : $0 }
                let owes = debts.reduce(Money.zero) { $1.debtor == person ? $0 + $1.amount : $0 }
                #expect(isOwed - owes == worked.paid(by: person) - worked.share(of: person), "\(one.name)")
            }
        }
    }

    @Test("weights are divided as the vectors of the other implementation say")
    func weighted() throws {
        for one in try #require(try Vectors.json("budget/weighted.json").array) {
            let weights = try #require(one["weights"]?.members).map { member in
                Split.Weight(
                    participant: try #require(ParticipantID(member.name)), count: try #require(member.value.integer))
            }
            let people = weights.map(\.participant)
            let amount = Money(minorUnits: Int128(try #require(one["amount"]?.integer)))
            let shares = Split.shares(weights).shares(of: amount, among: people, paidBy: people[0])
            let expected = people.map { one["shares"]?[$0.description]?.integer ?? -1 }
            #expect(shares.map { Int($0.minorUnits) } == expected)
        }
    }
}
