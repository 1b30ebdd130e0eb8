package import LedgerCore

/// How a backup is to be restored (`SC-FR-BAK-2`).
package struct RestoreWish: Sendable {
    package enum Mode: String, Sendable, CaseIterable {
        /// What is in the file and not here is added.
        case merge
        /// Afterwards the account has the ledgers of the file, as they are there, and no others.
        case replace
    }

    package let mode: Mode
    /// Which ledgers of the file; empty: all.
    package let ledgers: [LedgerID]
    /// Only says what would be done.
    package let isDryRun: Bool

    package init(_ mode: Mode, ledgers: [LedgerID] = [], isDryRun: Bool = false) {
        self.mode = mode
        self.ledgers = ledgers
        self.isDryRun = isDryRun
    }

    func selects(_ ledger: LedgerID) -> Bool { ledgers.isEmpty || ledgers.contains(ledger) }
}

/// What a restore did, or would do.
package struct RestoreReport: Sendable {
    package enum Outcome: String, Sendable, CaseIterable {
        /// It was not here.
        case new
        /// Events were added to it.
        case merged
        /// Everything in the file is here already.
        case unchanged
        /// It was here, and is now what the file says.
        case replaced
        /// Skipped: the join code is not that of the fingerprint beside it.
        case keyMismatch
        /// Skipped: a ledger of this id is here with another key.
        case otherKey
        /// Skipped: the one that is here can not be read, so nothing can be added to it.
        case damaged
        /// Nobody asked for it.
        case notSelected

        /// Afterwards the ledger is here and the account is a member.
        package var isThere: Bool { [.new, .merged, .unchanged, .replaced].contains(self) }
    }

    package struct Line: Sendable {
        package let id: LedgerID
        /// As the file says it.
        package let name: String
        package let outcome: Outcome
        /// In the file.
        package let events: Int
        package let newEvents: Int
        /// Here and not in the file, of a ledger that is replaced.
        package let lostEvents: Int
        /// Of what is kept afterwards, read back from the disk; `nil` of a dry run, and of what was skipped.
        package internal(set) var stateHash: String?
    }

    package let mode: RestoreWish.Mode
    package let isDryRun: Bool
    package let exportedAt: Instant?
    package internal(set) var ledgers: [Line] = []
    /// The account's ledgers that are not in the file, and are not the account's any more.
    package internal(set) var removed: [LedgerID] = []
    /// Something would be lost that no fresh backup of the account holds.
    package internal(set) var needsBackup = false
}

/// Why a backup that is understood is not restored.
package enum RestoreRefusal: Error, Hashable, Sendable {
    case backupNeeded
    case nothingToRestore

    package var code: String {
        switch self {
        case .backupNeeded: "backup-needed"
        case .nothingToRestore: "nothing-to-restore"
        }
    }

    /// 409 for what has to be done first, 422 for a file that does not help.
    package var status: Int { self == .backupNeeded ? 409 : 422 }

    package var message: String {
        switch self {
        case .backupNeeded:
            "Replacing removes ledgers that are here. Take a backup first: one that is less than an hour old counts."
        case .nothingToRestore:
            "None of the ledgers in this backup can be restored, so nothing was replaced. A dry run says why."
        }
    }
}
