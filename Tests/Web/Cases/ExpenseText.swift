import JSON
import LedgerCore

/// An expense as the API writes it, without what was worked out.
struct ExpenseText {
    let currency: Currency

    func write(_ input: ExpenseInput, to json: inout JSONWriter) {
        json.member("amount", input.amount.text(in: currency))
        json.member("executionDate", input.executionDate.description)
        json.member("payerId", input.payer.description)
        json.member("splitParticipantIds", each: input.split) { $0.value($1.description) }
        json.member("labelIds", each: [String]()) { $0.value($1) }
        if let payers = input.terms?.payers, !payers.isEmpty { write("payers", payers, to: &json) }
        guard let split = input.terms?.split else { return }
        json.key("split")
        json.object { write(split, to: &$0) }
    }

    private func write(_ split: Split, to json: inout JSONWriter) {
        switch split {
        case .equal:
            json.member("mode", "equal")
        case .shares(let weights):
            json.member("mode", "shares")
            json.member("shares", each: weights) { json, weight in
                json.object { json in
                    json.member("participantId", weight.participant.description)
                    json.member("shares", weight.count)
                }
            }
        case .percent(let weights):
            json.member("mode", "percent")
            json.member("percents", each: weights) { json, weight in
                json.object { json in
                    json.member("participantId", weight.participant.description)
                    json.member("percent", Self.percent(weight.count))
                }
            }
        case .exact(let parts):
            json.member("mode", "exact")
            write("amounts", parts, to: &json)
        case .adjustment(let parts):
            json.member("mode", "adjustment")
            write("adjustments", parts, to: &json)
        case .items(let receipt):
            json.member("mode", "items")
            write(receipt, to: &json)
        }
    }

    private func write(_ name: StaticString, _ parts: [Part], to json: inout JSONWriter) {
        json.member(name, each: parts) { json, part in
            json.object { json in
                json.member("participantId", part.participant.description)
                json.member("amount", part.amount.text(in: currency))
            }
        }
    }

    private func write(_ receipt: Split.Receipt, to json: inout JSONWriter) {
        json.member("items", each: receipt.items) { json, item in
            json.object { json in
                json.member("title", item.title)
                json.member("amount", item.amount.text(in: currency))
                json.member("participantIds", each: item.participants) { $0.value($1.description) }
            }
        }
        if receipt.tax != .zero { json.member("tax", receipt.tax.text(in: currency)) }
        if receipt.tip != .zero { json.member("tip", receipt.tip.text(in: currency)) }
        if receipt.discount != .zero { json.member("discount", receipt.discount.text(in: currency)) }
    }

    /// Hundredths, "33.3" or "33.34" or "33".
    private static func percent(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
