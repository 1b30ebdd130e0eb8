/// Why what an expense says of its split and its payers can not be so.
package struct TermsFault: Error, Hashable, Sendable {
    /// As the format and the API name it: `split`, `payers`, `shares`, `debts`.
    package let field: String
    package let reason: Reason

    package enum Reason: Hashable, Sendable {
        case nobody
        case twice(ParticipantID)
        /// Not those of `splitParticipantIds`.
        case otherPeople
        case notPositive
        case negative
        case tooLarge
        /// The parts do not come to what they have to.
        case sum(Money, insteadOf: Money)
        /// In hundredths; they have to come to 10,000.
        case percents(Int)
        case negativeShare(ParticipantID, Money)
        /// What this person owes and is owed is not what they paid less what they bear.
        case position(ParticipantID)
        /// Another share than the split gives them.
        case otherShare(ParticipantID)
    }

    package init(_ field: String, _ reason: Reason) {
        self.field = field
        self.reason = reason
    }

    /// Rather than that a part by itself is wrong.
    package var isAboutSums: Bool {
        switch reason {
        case .sum, .percents, .negativeShare, .position, .otherShare: true
        case .nobody, .twice, .otherPeople, .notPositive, .negative, .tooLarge: false
        }
    }

    /// One sentence for a person: where something does not add up, by how much.
    package func message(money: (Money) -> String, name: (ParticipantID) -> String) -> String {
        switch reason {
        case .nobody: "Nobody is named in the \(word)."
        case .twice(let person): "\(name(person)) is in the \(word) twice."
        case .otherPeople: "The split and “splitParticipantIds” name different people."
        case .notPositive: "Every part of the \(word) has to be greater than zero."
        case .negative: "No part of the \(word) can be below zero."
        case .tooLarge: "A part of the \(word) is too large."
        case .sum(let sum, let expected):
            "The \(word) comes to \(money(sum)), which is \(money((sum - expected).magnitude)) "
                + "\(sum > expected ? "more" : "less") than the amount, \(money(expected))."
        case .percents(let sum):
            "The percents come to \(PercentText.text(sum)), which is \(PercentText.text(abs(sum - PercentText.whole))) "
                + "\(sum > PercentText.whole ? "more" : "less") than 100."
        case .negativeShare(let person, let share): "The share of \(name(person)) would be \(money(share)), below zero."
        case .position(let person): "What \(name(person)) owes and is owed does not fit what they paid and bear."
        case .otherShare(let person): "The share of \(name(person)) is not what the split says."
        }
    }

    private var word: String {
        switch field {
        case "payers": "list of payers"
        case "shares": "list of shares"
        case "debts": "list of debts"
        default: "split"
        }
    }
}

/// Percents as people write them, kept in hundredths.
package enum PercentText {
    package static let whole = 10_000

    /// With two decimals.
    package static func text(_ hundredths: Int) -> String {
        let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// `33`, `33.3` or `33.33`, a minus before it; at most nine digits before the point. Anything else is none.
    package static func hundredths(_ text: String) -> Int? {
        let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : "0"
        let isDigits = [parts[0], fraction].allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard isDigits, parts[0].utf8.count <= 9, fraction.utf8.count <= 2,
            let value = Int(parts[0] + fraction + (fraction.utf8.count < 2 ? "0" : ""))
        else { return nil }
        return text.hasPrefix("-") ? -value : value
    }
}
