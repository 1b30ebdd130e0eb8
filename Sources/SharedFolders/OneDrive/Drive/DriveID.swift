/// A folder in somebody's drive: what is kept of it, exactly as received. Compared the way the service means it: since
/// 2025 personal drive ids come back in changing letter case, and without their leading zero.
package struct OneDriveRoot: Sendable {
    package let drive: String
    package let item: String

    /// `nil` for what can not be part of an address.
    package init?(drive: String, item: String) {
        guard Self.isID(drive), Self.isID(item) else { return nil }
        self.drive = drive
        self.item = item
    }

    /// The alphabet of ids: `0123456789ABCDEF!s…`, `b!…`, `01…`.
    static func isID(_ text: String) -> Bool {
        (1...512).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "!-_.~".utf8.contains($0) } && text != "." && text != ".."
    }
}

extension OneDriveRoot: Hashable {
    package static func == (one: OneDriveRoot, other: OneDriveRoot) -> Bool {
        canonical(one.drive) == canonical(other.drive) && canonical(one.item) == canonical(other.item)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Self.canonical(drive))
        hasher.combine(Self.canonical(item))
    }

    /// Of a personal id (`<16 hex digits, or a few less>`, or that and `!…`): lower case, padded with zeros. Other ids are
    /// case-sensitive and stay.
    static func canonical(_ id: String) -> String {
        let parts = id.split(separator: "!", maxSplits: 1, omittingEmptySubsequences: false)
        guard let drive = parts.first, (12...16).contains(drive.utf8.count), drive.allSatisfy(\.isHexDigit)
        else { return id }
        return String(repeating: "0", count: 16 - drive.utf8.count) + id.lowercased()
    }
}
