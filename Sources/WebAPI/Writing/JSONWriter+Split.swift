import JSON
import LedgerCore

/// How an expense is split, as the API shows it: just as it takes it.
extension JSONWriter {
    mutating func writeSplit(_ split: Split, _ currency: Currency) {
        object { json in
            switch split {
            case .equal: json.member("mode", "equal")
            case .shares(let weights):
                json.member("mode", "shares")
                json.member("shares", each: weights) { json, weight in
                    json.object { json in
                        json.member("participantId", weight.participant)
                        json.member("shares", weight.count)
                    }
                }
            case .percent(let weights):
                json.member("mode", "percent")
                json.member("percents", each: weights) { json, weight in
                    json.object { json in
                        json.member("participantId", weight.participant)
                        json.member("percent", PercentText.text(weight.count))
                    }
                }
            case .exact(let parts):
                json.member("mode", "exact")
                json.key("amounts")
                json.writeParts(parts, currency)
            case .adjustment(let parts):
                json.member("mode", "adjustment")
                json.key("adjustments")
                json.writeParts(parts, currency)
            case .items(let receipt):
                json.member("mode", "items")
                json.write(receipt, currency)
            }
        }
    }

    private mutating func write(_ receipt: Split.Receipt, _ currency: Currency) {
        member("items", each: receipt.items) { json, item in
            json.object { json in
                json.member("title", item.title)
                json.member("amount", item.amount, currency)
                json.member("participantIds", item.participants)
            }
        }
        if receipt.tax != .zero { member("tax", receipt.tax, currency) }
        if receipt.tip != .zero { member("tip", receipt.tip, currency) }
        if receipt.discount != .zero { member("discount", receipt.discount, currency) }
    }

    mutating func writeParts(_ parts: [Part], _ currency: Currency) {
        array { json in
            for part in parts {
                json.object { json in
                    json.member("participantId", part.participant)
                    json.member("amount", part.amount, currency)
                }
            }
        }
    }
}
