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

    package init(kind: LedgerKind? = nil, isArchived: Bool? = nil, defaultSplit: Split? = nil) {
        self.kind = kind
        self.isArchived = isArchived
        self.defaultSplit = defaultSplit
    }

    package var isEmpty: Bool { kind == nil && isArchived == nil && defaultSplit == nil }
}
