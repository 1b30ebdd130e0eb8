package import LedgerCore

package typealias AccountID = ID<Account>

/// A login on this server: a name, and a password kept elsewhere as a hash. A person in a ledger is a participant; an
/// account is never one, it only has devices which claim one.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    package var name: AccountName
    /// The owner looks after the server: its accounts, its backups, and the deletion of whole ledgers.
    package var isOwner: Bool
    package let createdAt: Instant

    package init(id: AccountID, name: AccountName, isOwner: Bool, createdAt: Instant) {
        self.id = id
        self.name = name
        self.isOwner = isOwner
        self.createdAt = createdAt
    }
}
