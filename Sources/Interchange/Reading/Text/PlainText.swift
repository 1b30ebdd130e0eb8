/// What is done to a text of a file before anybody sees it.
enum PlainText {
    static func trimmed(_ text: String) -> String {
        let bytes = text.utf8
        // Most are clean, and then nothing is copied.
        if let first = bytes.first, let last = bytes.last, first > 0x20, first < 0x80, last > 0x20, last < 0x80 {
            return text
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// On one line, without control characters, and no longer than the ledger takes.
    static func line(_ text: String, limit: Int) -> (text: String, isShortened: Bool) {
        fitting(text, limit: limit) { _ in false }
    }

    /// As `line`, but with its line breaks and tabs.
    static func lines(_ text: String, limit: Int) -> (text: String, isShortened: Bool) {
        fitting(text, limit: limit) { $0 == "\n" || $0 == "\r" || $0 == "\t" }
    }

    private static func fitting(
        _ text: String, limit: Int, keeping keeps: (Unicode.Scalar) -> Bool
    ) -> (text: String, isShortened: Bool) {
        if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return (trimmed(text), false) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isBreak(scalar) && !keeps(scalar) ? " " : scalar)
        }
        let all = trimmed(String(result))
        guard all.unicodeScalars.count > limit else { return (all, false) }
        return (trimmed(String(all.unicodeScalars.prefix(limit))), true)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether a spreadsheet would take the text for a formula (CWE-1236).
    static func looksLikeFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].contains(first)
    }

    /// Takes off the apostrophe that some programs put before what looks like a formula.
    static func unguarded(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "'") else { return text }
        let rest = text.drop { $0 == "'" }
        return looksLikeFormula(String(rest)) ? String(text.dropFirst()) : text
    }
}
