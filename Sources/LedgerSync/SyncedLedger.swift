package import Cryptography
package import FolderFormat
package import LedgerCore
package import SharedFolders

/// A ledger and the folder it is shared through.
package struct SyncedLedger: Sendable {
    package let metadata: LedgerMetadata
    package let key: SymmetricKey
    package let folder: any SharedFolder
    /// What was wrong with lines of other homes when the ledger was read from the store.
    package let problems: [FormatProblem]
    /// Whether somebody has the ledger before their eyes without asking for anything: an open event stream.
    package let isWatched: @Sendable () -> Bool
    /// Is told when a run has changed how the ledger and its folder stand to each other. Must only pass the word on.
    package let onNews: @Sendable () -> Void

    package var id: LedgerID { metadata.ledgerID }

    package init(
        metadata: LedgerMetadata, key: SymmetricKey, folder: any SharedFolder, problems: [FormatProblem] = [],
        isWatched: @escaping @Sendable () -> Bool = { false }, onNews: @escaping @Sendable () -> Void = {}
    ) {
        self.metadata = metadata
        self.key = key
        self.folder = folder
        self.problems = problems
        self.isWatched = isWatched
        self.onNews = onNews
    }
}
