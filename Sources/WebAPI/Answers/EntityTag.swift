import Cryptography

/// Strong entity tags and the two conditions the API knows (RFC 9110 §8.8, §13.1).
enum EntityTag {
    /// A tag for bytes that have no revision of their own.
    static func digest(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(SHA256.hash(bytes).prefix(12))
    }

    /// Whether a list of entity tags names `tag`. `*` names whatever there is. `If-None-Match` compares weakly: a `W/`
    /// makes no difference; `If-Match` compares strongly: a weak tag never matches.
    ///
    /// `anySurroundings`: what is shown around an item and a write of it does not touch, its comments say, is named after a
    /// `+` and makes no difference.
    static func list(_ value: String, names tag: String, weakly: Bool, anySurroundings: Bool = false) -> Bool {
        if value.trimmingBlanks == "*" { return true }
        return tags(in: value).contains { found in
            let name = anySurroundings ? found.tag.prefix { $0 != "+" } : found.tag
            return name == tag && (weakly || !found.isWeak)
        }
    }

    private static func tags(in value: String) -> [(tag: Substring, isWeak: Bool)] {
        var tags: [(tag: Substring, isWeak: Bool)] = []
        var rest = value[...]
        while let open = rest.firstIndex(of: "\"") {
            let isWeak = rest[..<open].hasSuffix("W/")
            rest = rest[rest.index(after: open)...]
            guard let close = rest.firstIndex(of: "\"") else { break }
            tags.append((rest[..<close], isWeak))
            rest = rest[rest.index(after: close)...]
        }
        return tags
    }
}

extension StringProtocol {
    /// Without the spaces and tabs at both ends (RFC 9110 OWS).
    var trimmingBlanks: SubSequence {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}
