/// A text with the differences of case taken away, for comparing names and for searching. Canonically equal texts stay
/// equal, as Swift's strings are. Upper-casing first makes `ß` and `ss`, or `ς` and `σ`, the same.
package struct FoldedText: Hashable, Sendable {
    private let text: String

    package init(_ text: String) {
        self.text = text.uppercased().lowercased()
    }

    package var isEmpty: Bool { text.isEmpty }

    /// Compares bytes first; whole characters only where accents may be written in two ways.
    package func contains(_ part: FoldedText) -> Bool {
        if Self.find(part.text.utf8Span.span, in: text.utf8Span.span) { return true }
        return !text.utf8Span.isKnownASCII && !part.text.utf8Span.isKnownASCII && text.contains(part.text)
    }

    private static func find(_ part: Span<UInt8>, in whole: Span<UInt8>) -> Bool {
        guard part.count > 0 else { return true }
        var start = 0
        while start + part.count <= whole.count {
            var length = 0
            while length < part.count, whole[start + length] == part[length] { length += 1 }
            if length == part.count { return true }
            start += 1
        }
        return false
    }
}
