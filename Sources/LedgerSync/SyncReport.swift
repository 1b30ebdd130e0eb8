package import LedgerCore

/// What one run did, for the log and for whoever counts. It names nothing that a person wrote.
package struct SyncReport: Sendable, Equatable {
    package enum Outcome: String, Sendable, CaseIterable {
        case done
        /// Passes by itself.
        case offline
        /// Somebody has to do something.
        case failed
    }

    package let ledger: LedgerID
    /// Pull and push, or push alone.
    package let isFull: Bool
    package let pulled: SyncCount
    package let pushed: SyncCount
    package let duration: Duration
    package let outcome: Outcome
    /// What stands in the way, kebab-case; its words, which may name folders and people, are in the ledger's sync status.
    package let problem: String?
    /// Whether the run before had another outcome or another problem.
    package let isNews: Bool
}
