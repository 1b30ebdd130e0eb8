/// What a ledger is for.
package enum LedgerKind: String, Hashable, Sendable, CaseIterable {
    case group, direct, wallet
}

/// A change of what everybody of a ledger sees alike: only what is given changes. Since schema version 2.
package struct LedgerSettings: Hashable, Sendable {
    package var kind: LedgerKind?
    package var isArchived: Bool?
    /// How an expense is split when nobody says otherwise. `.equal` takes a default back.
    package var defaultSplit: Split?
    /// An IANA name: what “today” is there.
    package var timeZone: String?

    package init(kind: LedgerKind? = nil, isArchived: Bool? = nil, defaultSplit: Split? = nil, timeZone: String? = nil)
    {
        self.kind = kind
        self.isArchived = isArchived
        self.defaultSplit = defaultSplit
        self.timeZone = timeZone
    }

    package var isEmpty: Bool { kind == nil && isArchived == nil && defaultSplit == nil && timeZone == nil }

    /// Whether it can be the name of a time zone: 1–64 of `A-Za-z0-9_+-/`. Which there are, changes from year to year.
    package static func isTimeZone(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(zoneCharacters.contains)
    }

    private static let zoneCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/".utf8)
}
