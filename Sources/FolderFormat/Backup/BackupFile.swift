package import Cryptography
package import LedgerCore

/// A backup that was read (`docs/file-format.md` (g)): every event in it is understood.
package struct BackupFile: Sendable {
    /// Of the file itself; what its events are written in is counted apart (`SC-FR-BAK-4`).
    package static let version = 1

    /// As the file says it.
    package let exportedAt: Instant?
    /// In the order of the file.
    package let ledgers: [BackedUpLedger]

    init(exportedAt: Instant?, ledgers: [BackedUpLedger]) {
        self.exportedAt = exportedAt
        self.ledgers = ledgers
    }
}

/// One ledger of a backup.
package struct BackedUpLedger: Sendable {
    /// What opens a ledger: its key, and what its `ledger.json` says.
    package struct Opening: Sendable {
        package let key: SymmetricKey
        package let metadata: LedgerMetadata
    }

    package let id: LedgerID
    /// `nil`: the join code is not one, or not that of the fingerprint beside it. Such a ledger is reported and skipped.
    package let opening: Opening?
    package let recoveryAcknowledged: Bool
    /// What the file says that its events come to; `nil` in those of other apps.
    package let stateHash: String?
    /// Each once.
    package let events: [BackedUpEvent]
}

/// An event and the line it is kept as, fields of other apps included.
package struct BackedUpEvent: Sendable {
    package let event: Event
    package let line: [UInt8]
}

/// Why nothing of a backup is restored.
package enum BackupProblem: Error, Hashable, Sendable {
    case notJSON(String)
    /// JSON, but no backup; the sentence says what is wrong.
    case notABackup(String)
    /// Written by a newer version: not read at all.
    case tooNew(String)
    /// Counted from 1.
    case unreadableEvent(ledger: LedgerID, number: Int, String)
    /// A ledger was asked for that is not in it.
    case noSuchLedger(LedgerID)

    package var code: String {
        switch self {
        case .notJSON: "malformed-json"
        case .notABackup: "not-a-backup"
        case .tooNew: "backup-too-new"
        case .unreadableEvent: "unreadable-event"
        case .noSuchLedger: "no-such-ledger-in-backup"
        }
    }

    package var message: String {
        switch self {
        case .notJSON(let reason): "The backup is not JSON: \(reason)."
        case .notABackup(let reason): "This is no backup of SplitClone: \(reason)."
        case .tooNew(let what): "A newer SplitClone wrote this backup (\(what)). Update this one first."
        case .unreadableEvent(let ledger, let number, let reason):
            "Event \(number) of ledger \(ledger.text) can not be understood, so nothing was restored. \(reason)"
        case .noSuchLedger(let ledger): "There is no ledger \(ledger.text) in this backup."
        }
    }
}
