/// What a `Range` field asks for (RFC 9110 §14.2).
enum ByteRanges: Equatable {
    /// Not there, not understood, or not worth it: send the whole.
    case whole
    case parts([Range<Int>])
    /// Understood, but nothing of it is there: 416.
    case unsatisfiable

    /// More parts than this are no reader's wish but an attack by overhead (RFC 9110 §17.15).
    static let mostParts = 16

    init(_ field: String?, length: Int) {
        guard let field, field.utf8.count > 6, field.prefix(6).lowercased() == "bytes=" else {
            self = .whole
            return
        }
        var parts: [Range<Int>] = []
        var isAsked = false
        for element in field.dropFirst(6).split(separator: ",") {
            let text = element.drop { $0 == " " || $0 == "\t" }
            let trimmed = text.prefix { $0 != " " && $0 != "\t" }
            if trimmed.isEmpty, text.isEmpty { continue }
            guard text[trimmed.endIndex...].allSatisfy({ $0 == " " || $0 == "\t" }),
                let part = Self.part(trimmed, length: length)
            else {
                self = .whole
                return
            }
            isAsked = true
            if !part.isEmpty { parts.append(part) }
        }
        if parts.count > Self.mostParts || parts.reduce(0, { $0 + $1.count }) > length || !isAsked {
            self = .whole
        } else {
            self = parts.isEmpty ? .unsatisfiable : .parts(parts)
        }
    }

    /// `3-5`, `3-` or `-3` of something so long; empty if it is beyond the end, `nil` if it is not a range.
    private static func part(_ text: Substring, length: Int) -> Range<Int>? {
        guard let dash = text.firstIndex(of: "-") else { return nil }
        let first = text[..<dash]
        let last = text[text.index(after: dash)...]
        guard let start = number(first), let end = number(last) else { return nil }
        if first.isEmpty {
            guard !last.isEmpty else { return nil }
            return max(0, length - end)..<length
        }
        guard !last.isEmpty else { return min(start, length)..<length }
        guard start <= end else { return nil }
        return start >= length ? length..<length : start..<(min(end, length - 1) + 1)
    }

    /// A number that is as good as any if it does not fit; 0 for nothing.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy(ByteClass.isDigit) else { return nil }
        return text.isEmpty ? 0 : Int(text) ?? Int.max
    }
}
