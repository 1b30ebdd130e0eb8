/// What a person may type into a field. White space around the text is taken off first.
struct TextRule {
    let field: String
    let length: Int
    /// Line breaks and tabs.
    var allowsLines = false

    static let title = TextRule(field: "title", length: Limits.titleLength)
    static let note = TextRule(field: "note", length: Limits.noteLength, allowsLines: true)
    static let comment = TextRule(field: "text", length: Limits.commentLength, allowsLines: true)
    static let receiptLine = TextRule(field: "split", length: Limits.titleLength)
    static let labelName = TextRule(field: "name", length: Limits.labelNameLength)
    static let categoryName = TextRule(field: "name", length: Limits.categoryNameLength)
    static let categoryIcon = TextRule(field: "icon", length: Limits.categoryIconLength)
    static let incomeName = TextRule(field: "name", length: Limits.titleLength)
    static let participantName = TextRule(field: "name", length: Limits.participantNameLength)
    static let ledgerName = TextRule(field: "name", length: Limits.ledgerNameLength)

    /// The text as it is recorded; what is wrong with it is added to the reasons.
    func required(_ text: String, _ reasons: inout [Refusal.Reason]) -> String {
        let trimmed = Self.trimmed(text) ?? ""
        if trimmed.isEmpty {
            reasons.append(.init(code: .textEmpty, field: field, message: "The \(field) is empty."))
        }
        check(trimmed, &reasons)
        return trimmed
    }

    /// As `required`, but nothing typed is nothing recorded.
    func optional(_ text: String?, _ reasons: inout [Refusal.Reason]) -> String? {
        let trimmed = Self.trimmed(text)
        check(trimmed ?? "", &reasons)
        return trimmed
    }

    private func check(_ text: String, _ reasons: inout [Refusal.Reason]) {
        let count = text.unicodeScalars.count
        if count > length {
            let message = "The \(field) has \(count) characters; at most \(length) are allowed."
            reasons.append(.init(code: .textTooLong, field: field, message: message))
        }
        if !text.unicodeScalars.allSatisfy(isAllowed) {
            let message = "The \(field) contains control characters\(allowsLines ? "" : " or line breaks")."
            reasons.append(.init(code: .textHasControlCharacters, field: field, message: message))
        }
    }

    private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        // Most of every text, without a look into the tables of Unicode.
        if (" "..."~").contains(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .control: allowsLines && (scalar == "\n" || scalar == "\r" || scalar == "\t")
        case .lineSeparator, .paragraphSeparator: allowsLines
        default: true
        }
    }

    /// Nil when nothing is left.
    static func trimmed(_ text: String?) -> String? {
        guard let scalars = text?.unicodeScalars,
            let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(scalars[first...last])
    }
}
