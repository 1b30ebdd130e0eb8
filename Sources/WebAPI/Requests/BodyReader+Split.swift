import JSON
import LedgerCore

/// How an expense is split, as it stands in a body (`people.md`).
extension BodyReader {
    mutating func optionalSplit(_ name: String, in currency: Currency) throws(Problem) -> Split? {
        try optionalObject(name) { body throws(Problem) in
            let mode = body.text("mode")
            switch mode {
            case "equal": return .equal
            case "shares":
                return .shares(
                    try body.weights("shares") { body throws(Problem) in body.integer("shares") })
            case "percent":
                return .percent(try body.weights("percents") { body throws(Problem) in body.percent("percent") })
            case "exact": return .exact(try body.parts("amounts", in: currency))
            case "adjustment": return .adjustment(try body.parts("adjustments", in: currency))
            case "items": return .items(try body.receipt(in: currency))
            default:
                if body.errors.isEmpty {
                    body.refuse(
                        "mode", "unknown-mode",
                        "The mode must be one of equal, shares, percent, exact, adjustment and items.")
                }
                return .equal
            }
        }
    }

    mutating func optionalParts(_ name: String, in currency: Currency) throws(Problem) -> [Part]? {
        try optionalObjects(name) { body throws(Problem) in
            Part(participant: body.id("participantId"), amount: body.amount("amount", in: currency))
        }
    }

    private mutating func parts(_ name: String, in currency: Currency) throws(Problem) -> [Part] {
        there(try optionalParts(name, in: currency), name)
    }

    private mutating func weights(
        _ name: String, _ count: (inout BodyReader) throws(Problem) -> Int
    ) throws(Problem) -> [Split.Weight] {
        there(try optionalWeights(name, count), name)
    }

    mutating func optionalWeights(
        _ name: String, _ count: (inout BodyReader) throws(Problem) -> Int
    ) throws(Problem) -> [Split.Weight]? {
        try optionalObjects(name) { body throws(Problem) in
            Split.Weight(participant: body.id("participantId"), count: try count(&body))
        }
    }

    private mutating func receipt(in currency: Currency) throws(Problem) -> Split.Receipt {
        let items = try optionalObjects("items") { body throws(Problem) in
            Split.Item(
                title: body.optionalText("title") ?? "", amount: body.amount("amount", in: currency),
                participants: body.there(body.optionalIDs("participantIds"), "participantIds"))
        }
        return Split.Receipt(
            items: there(items, "items"), tax: optionalAmount("tax", in: currency),
            tip: optionalAmount("tip", in: currency), discount: optionalAmount("discount", in: currency))
    }

    private mutating func optionalAmount(_ name: String, in currency: Currency) -> Money {
        value(name) == nil ? .zero : amount(name, in: currency)
    }

    /// `"33.33"`, as a text for the same reason as money.
    private mutating func percent(_ name: String) -> Int {
        if let value = value(name), let text = value.string, let hundredths = PercentText.hundredths(text) {
            return hundredths
        }
        refuse(
            name, Refusal.Code.percentMalformed.rawValue,
            "A percentage is written with at most two decimals, as a text: “33.33”.")
        return 0
    }

    private mutating func there<Element>(_ list: [Element]?, _ name: String) -> [Element] {
        if list == nil, errors.isEmpty { refuse(name, "missing", "The field “\(name)” is missing.") }
        return list ?? []
    }
}
