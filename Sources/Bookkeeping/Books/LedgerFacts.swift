import FolderFormat
package import LedgerCore
import SQLiteStore

/// What is known about a ledger without opening it. Its key is not among this.
package struct LedgerFacts: Hashable, Sendable {
    package let id: LedgerID
    package let currency: Currency
    package let schemaVersion: Int
    package let createdAt: Instant
    package let keyFingerprint: String
    package let archivedAt: Instant?
    /// Somebody said that the join code is in a safe place (`SC-ARC-ENC-6`).
    package let recoveryAcknowledged: Bool
    package let folder: Folder?
    /// Also when it can not be said where.
    package let isShared: Bool

    /// Where a ledger is shared.
    package struct Folder: Hashable, Sendable {
        package let connection: ConnectionID
        /// Below the connection's own folder; `nil` for a folder that somebody else shared.
        package let path: String?
    }

    /// Of a ledger that can not be read: what it says about itself is unknown, its currency included: three X, none (ISO 4217).
    init(_ damaged: DamagedLedger) {
        id = damaged.id
        currency = Currency(readFrom: String(repeating: "X", count: 3))
        schemaVersion = SchemaVersion.oldest
        createdAt = damaged.addedAt
        keyFingerprint = ""
        archivedAt = damaged.archivedAt
        recoveryAcknowledged = false
        folder = nil
        isShared = damaged.isShared
    }

    init(_ shelved: Books.Shelved) {
        id = shelved.record.id
        currency = shelved.metadata.currency
        schemaVersion = shelved.metadata.schemaVersion
        createdAt = shelved.metadata.createdAt
        keyFingerprint = shelved.metadata.keyFingerprint
        archivedAt = shelved.record.archivedAt
        recoveryAcknowledged = shelved.record.recoveryAcknowledged
        folder = shelved.record.folder.map { Folder(connection: $0.connection, path: $0.path) }
        isShared = folder != nil
    }
}
