import JSON
import LedgerCore

/// How an expense is split and who paid it, as a line writes it.
extension JSONWriter {
    /// An equal split needs no word beside its payers.
    mutating func write(_ terms: ExpenseTerms, of people: [ParticipantID]) {
        if terms.split != .equal {
            key("split")
            write(terms.split)
        }
        if !terms.payers.isEmpty { parts("payers", terms.payers) }
        parts("shares", zip(people, terms.shares).map { Part(participant: $0, amount: $1) })
        if terms.payers.isEmpty { return }
        key("debts")
        array { json in
            for debt in terms.debts {
                json.object { json in
                    json.id("debtorId", debt.debtor)
                    json.id("creditorId", debt.creditor)
                    json.amount(debt.amount)
                }
            }
        }
    }

    mutating func write(_ split: Split) {
        object { json in
            switch split {
            case .equal: json.member("mode", "equal")
            case .shares(let weights):
                json.member("mode", "shares")
                json.weights("shares", weights) { $0.member("shares", $1) }
            case .percent(let weights):
                json.member("mode", "percent")
                json.weights("percents", weights) { $0.member("percent", PercentText.text($1)) }
            case .exact(let parts):
                json.member("mode", "exact")
                json.parts("amounts", parts)
            case .adjustment(let parts):
                json.member("mode", "adjustment")
                json.parts("adjustments", parts)
            case .items(let receipt):
                json.member("mode", "items")
                json.write(receipt)
            }
        }
    }

    private mutating func write(_ receipt: Split.Receipt) {
        key("items")
        array { json in
            for item in receipt.items {
                json.object { json in
                    json.member("title", item.title)
                    json.amount(item.amount)
                    json.ids("participantIds", item.participants)
                }
            }
        }
        if receipt.tax != .zero { amount(receipt.tax, "tax") }
        if receipt.tip != .zero { amount(receipt.tip, "tip") }
        if receipt.discount != .zero { amount(receipt.discount, "discount") }
    }

    private mutating func parts(_ name: StaticString, _ parts: [Part]) {
        key(name)
        array { json in
            for part in parts {
                json.object { json in
                    json.id("participantId", part.participant)
                    json.amount(part.amount)
                }
            }
        }
    }

    mutating func weights(
        _ name: StaticString, _ weights: [Split.Weight], _ write: (inout JSONWriter, Int) -> Void
    ) {
        key(name)
        array { json in
            for weight in weights {
                json.object { json in
                    json.id("participantId", weight.participant)
                    write(&json, weight.count)
                }
            }
        }
    }
}
