/// The conditions of a request, weighed in the order of RFC 9110 §13.2.2 against what it would get.
struct Conditions {
    enum Outcome { case fulfilled, notModified, failed }

    private let head: RequestHead
    private let entityTag: String
    private let modified: HTTPDate

    init(of head: RequestHead, entityTag: String, modified: HTTPDate) {
        self.head = head
        self.entityTag = entityTag
        self.modified = modified
    }

    var outcome: Outcome {
        if let tags = head["If-Match"] {
            guard Self.list(tags, has: entityTag, strongly: true) else { return .failed }
        } else if let date = head["If-Unmodified-Since"].flatMap(HTTPDate.init), modified > date {
            return .failed
        }
        if let tags = head["If-None-Match"] {
            return Self.list(tags, has: entityTag, strongly: false) ? .notModified : .fulfilled
        }
        if let date = head["If-Modified-Since"].flatMap(HTTPDate.init), modified <= date { return .notModified }
        return .fulfilled
    }

    /// Whether a range may be sent instead of the whole: the client's part must be of the very same bytes.
    var allowsRange: Bool {
        guard let validator = head["If-Range"] else { return true }
        return validator.utf8.contains(UInt8(ascii: "\"")) ? validator == entityTag : HTTPDate(validator) == modified
    }

    /// Whether a list of entity tags has this one, or is `*`. A weak tag never matches strongly (RFC 9110 §8.8.3.2).
    static func list(_ list: String, has entityTag: String, strongly: Bool) -> Bool {
        if list == "*" { return true }
        var rest = Substring(list)
        while let quote = rest.firstIndex(of: "\"") {
            let isWeak = rest[..<quote].hasSuffix("W/")
            guard let end = rest[rest.index(after: quote)...].firstIndex(of: "\"") else { return false }
            if rest[quote...end] == entityTag, !(isWeak && strongly) { return true }
            rest = rest[rest.index(after: end)...]
        }
        return false
    }
}
