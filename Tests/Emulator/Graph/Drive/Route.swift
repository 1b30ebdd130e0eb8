/// What a path of Graph names (section 2.1): a drive or a share, an item by id or by path, and what is to be done.
struct Route: Sendable {
    enum Start: Sendable {
        case me
        case drive(String)
        case share(String)
    }
    enum Place: Sendable {
        case whole
        case root
        case item(String)
        case other(String)
    }

    var start: Start
    var place = Place.whole
    /// Decoded names below the place.
    var names: [String] = []
    var isByPath = false
    var action = ""
    /// What stands behind the action: the id of a permission.
    var argument: String?

    init(_ target: Substring) throws(Refusal) {
        guard target.hasPrefix("/v1.0/") else { throw .invalid("Unknown version.") }
        // The OData spelling of what the service itself writes into its links: drives('…')/items('…').
        let path = target.dropFirst(6).replacing("('", with: "/").replacing("')", with: "")
        let colon = path.firstIndex(of: ":") ?? path.endIndex
        var head = try path[..<colon].split(separator: "/", omittingEmptySubsequences: false).map(Self.decoded)[...]
        switch head.first {
        case "me" where head.count >= 2 && head[1] == "drive":
            start = .me
            head = head.dropFirst(2)
        case "drives" where head.count >= 2:
            start = .drive(head[1])
            head = head.dropFirst(2)
        case "shares" where head.count >= 2:
            start = .share(head[1])
            head = head.dropFirst(2)
        default: throw .invalid("Resource not found for the segment.")
        }
        switch head.popFirst() {
        case nil: break
        case "root"?, "driveItem"?: place = .root
        case "items"?:
            guard let id = head.popFirst() else { throw .invalid("An item has an id.") }
            place = .item(id)
        case let word?: place = .other(word)
        }
        if colon == path.endIndex { try setAction(head) } else { try setPath(path[colon...].dropFirst(), head) }
    }

    /// `/A/B`, `/A/B:` or `/A/B:/children`.
    private mutating func setPath(_ text: Substring, _ head: ArraySlice<String>) throws(Refusal) {
        guard head.isEmpty, text.hasPrefix("/") else { throw .invalid("A path begins with a slash.") }
        let end = text.firstIndex(of: ":") ?? text.endIndex
        let names = text[..<end].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        self.names = try names.map(Self.decoded)
        guard !self.names.contains("") else { throw .invalid("A name is empty.", inner: "invalidPath") }
        isByPath = true
        let rest = text[end...].dropFirst()
        guard !rest.contains(":"), rest.isEmpty || rest.hasPrefix("/") else { throw .invalid("A colon too many.") }
        if !rest.isEmpty {
            try setAction(
                try rest.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.decoded)[...])
        }
    }

    private mutating func setAction(_ words: ArraySlice<String>) throws(Refusal) {
        guard words.count <= 2, !words.contains("") else { throw .invalid("Resource not found for the segment.") }
        action = words.first ?? ""
        argument = words.dropFirst().first
    }

    private static func decoded(_ segment: Substring) throws(Refusal) -> String {
        guard let text = Percent.decode(segment) else { throw .invalid("The address is not readable.") }
        return text
    }
}
