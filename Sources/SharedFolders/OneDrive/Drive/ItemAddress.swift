/// How Graph names an item: by its id, or by a path below an item. A colon opens the path, another closes it when
/// something follows; an empty path has no colons at all.
struct ItemAddress: Hashable, Sendable {
    private let start: String
    private let names: [String]

    private init(start: String, names: [String] = []) {
        self.start = start
        self.names = names
    }

    /// The signed-in person's own drive.
    static let ownDrive = ItemAddress(start: "/me/drive/root")

    static func item(_ id: String, in drive: String) -> ItemAddress {
        ItemAddress(start: "/drives/\(drive)/items/\(id)")
    }

    static func share(_ token: ShareToken) -> ItemAddress {
        ItemAddress(start: "/shares/\(token.text)/driveItem")
    }

    func below(_ names: some Sequence<String>) -> ItemAddress {
        ItemAddress(start: start, names: self.names + names)
    }

    /// The path and query after `/v1.0`. `query` is already encoded.
    func path(_ part: String? = nil, query: String? = nil) -> String {
        var text = start
        if !names.isEmpty { text += ":/" + names.map(WebAddress.encoded).joined(separator: "/") }
        if let part { text += (names.isEmpty ? "/" : ":/") + part }
        return query.map { "\(text)?\($0)" } ?? text
    }
}
