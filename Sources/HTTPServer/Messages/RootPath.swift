/// The path below which everything of this server lies, on a host that it shares with others: `/split`. At the top of a
/// host of its own it is empty.
package struct RootPath: Sendable, Equatable {
    package static let top = RootPath(checked: "")

    /// Longer is a mistake; it stands in front of every address.
    private static let mostBytes = 200

    /// Without a slash at its end: what follows begins with one.
    package let text: String

    private init(checked text: String) { self.text = text }

    /// `/split`, `/split/`, `split` and `/home/split` are understood; `/` is the top. Its characters are those that mean
    /// themselves in every address (RFC 3986 §2.3) and in markup, so that nobody on the way writes them differently.
    package init?(_ given: String) {
        guard !given.isEmpty, given != "//", given.utf8.count <= Self.mostBytes else { return nil }
        var inner = given[...]
        if inner.hasPrefix("/") { inner.removeFirst() }
        if inner.hasSuffix("/") { inner.removeLast() }
        let segments = inner.isEmpty ? [] : inner.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = segments.allSatisfy { segment in
            !["", ".", ".."].contains(segment) && segment.utf8.allSatisfy(Self.isPlain)
        }
        guard isPlain else { return nil }
        self.init(checked: segments.map { "/" + $0 }.joined())
    }

    package var isTop: Bool { text.isEmpty }

    /// The address of the app itself.
    package var start: String { text + "/" }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// How much of a path stands before our own part of it; `nil`: it does not lie below.
    func prefix(of path: some Collection<UInt8>) -> Int? {
        let own = text.utf8
        guard path.starts(with: own), path.dropFirst(own.count).first == UInt8(ascii: "/") else { return nil }
        return own.count
    }
}
