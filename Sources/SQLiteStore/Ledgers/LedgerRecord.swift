package import Accounts
package import Cryptography
package import LedgerCore

package enum FolderConnectionTag {}
package typealias FolderConnectionID = ID<FolderConnectionTag>

/// What the server knows about a ledger besides its events.
package struct LedgerRecord: Sendable {
    package let id: LedgerID
    /// The bytes of `ledger.json`, fields of other apps included.
    package var metadata: [UInt8]
    package let key: SymmetricKey
    /// Where the ledger is shared. `nil`: on this server only.
    package var folder: FolderPlace?
    /// Somebody said that the join code is written down (`recoveryAcknowledged`).
    package var recoveryAcknowledged: Bool
    /// Since when this server holds it.
    package let addedAt: Instant
    package var archivedAt: Instant?

    package init(
        id: LedgerID, metadata: [UInt8], key: SymmetricKey, folder: FolderPlace? = nil,
        recoveryAcknowledged: Bool = false, addedAt: Instant, archivedAt: Instant? = nil
    ) {
        self.id = id
        self.metadata = metadata
        self.key = key
        self.folder = folder
        self.recoveryAcknowledged = recoveryAcknowledged
        self.addedAt = addedAt
        self.archivedAt = archivedAt
    }
}

/// A ledger that is kept here and can not be opened: its key, its metadata or the name of its folder can not be read.
package struct DamagedLedger: Error, Hashable, Sendable {
    package let id: LedgerID
    package let isShared: Bool
    package let addedAt: Instant
    package let archivedAt: Instant?
    /// For the log.
    package let detail: String

    package init(id: LedgerID, isShared: Bool, addedAt: Instant, archivedAt: Instant?, detail: String) {
        self.id = id
        self.isShared = isShared
        self.addedAt = addedAt
        self.archivedAt = archivedAt
        self.detail = detail
    }

    package init(_ record: LedgerRecord, detail: String) {
        self.init(
            id: record.id, isShared: record.folder != nil, addedAt: record.addedAt, archivedAt: record.archivedAt,
            detail: detail)
    }
}

/// A folder as seen through one of its connections.
package struct FolderPlace: Hashable, Sendable {
    package var connection: FolderConnectionID
    /// Relative to the connection, `/`-separated. `nil`: somebody else's folder, which `item` alone names.
    package var path: String?
    /// What the service itself calls the folder, once it was found: it stays that folder when it is renamed or moved, and
    /// is not made anew when it is gone. The store seals it and does not look into it.
    package var item: String?

    package init(connection: FolderConnectionID, path: String?, item: String? = nil) {
        self.connection = connection
        self.path = path
        self.item = item
    }
}

/// A way to folders: a directory, a WebDAV account, a OneDrive. `settings` is whatever its kind needs, secrets included;
/// the store seals it and does not look into it.
package struct FolderConnectionRecord: Hashable, Sendable {
    package let id: FolderConnectionID
    package let account: AccountID
    package let kind: String
    package var settings: [UInt8]
    package let createdAt: Instant

    package init(id: FolderConnectionID, account: AccountID, kind: String, settings: [UInt8], createdAt: Instant) {
        self.id = id
        self.account = account
        self.kind = kind
        self.settings = settings
        self.createdAt = createdAt
    }
}

/// That an account takes part in a ledger.
package struct Membership: Hashable, Sendable {
    package let account: AccountID
    package let ledger: LedgerID

    package init(account: AccountID, ledger: LedgerID) {
        self.account = account
        self.ledger = ledger
    }
}
