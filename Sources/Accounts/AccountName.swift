/// What a person types to sign in: 1–64 characters, unique on a server ignoring case.
///
/// Two names are equal when they fold to the same key; Swift compares text by canonical equivalence, so a letter with an
/// accent is the same whichever way a keyboard composed it.
package struct AccountName: Hashable, Sendable, CustomStringConvertible {
    package static let longest = 64

    package let text: String
    package let key: String

    package init(_ typed: String) throws(InputRefusal) {
        let text = typed.trimmingWhiteSpace()
        guard !text.isEmpty else {
            throw InputRefusal(
                .nameEmpty, field: "name",
                "Enter a name of 1 to \(Self.longest) characters.")
        }
        guard text.unicodeScalars.count <= Self.longest else {
            throw InputRefusal(
                .nameTooLong, field: "name",
                "Shorten the name to at most \(Self.longest) characters.")
        }
        guard text.unicodeScalars.allSatisfy(\.isPrintable) else {
            throw InputRefusal(
                .nameNotPrintable, field: "name",
                "Leave line breaks and other invisible characters out of the name.")
        }
        self.text = text
        key = text.lowercased()
    }

    package static func == (one: Self, other: Self) -> Bool { one.key == other.key }
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
    package var description: String { text }
}

extension String {
    func trimmingWhiteSpace() -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}

extension Unicode.Scalar {
    /// Everything but control characters, line separators, and invisible formatting that could make two names look alike.
    /// The joiners (U+200C, U+200D) stay: Persian names and composed emoji are written with them.
    var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: value == 0x200C || value == 0x200D
        default: true
        }
    }
}
