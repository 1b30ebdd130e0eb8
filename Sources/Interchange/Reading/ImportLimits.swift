import LedgerCore

/// Every limit of an import, with its reason.
package enum ImportLimits {
    /// Decades of a busy household: 200,000 rows of 500 bytes.
    package static let fileBytes = 100 << 20
    /// JSON is read from memory as a whole.
    package static let jsonBytes = 32 << 20
    /// Of JSON that is made a tree of: ten times as much memory.
    package static let treeBytes = 8 << 20
    /// What one commit can hold and one answer can show.
    package static let entries = 200_000
    /// Of a file with sections, where one entry takes several.
    package static let rows = 2_000_000
    /// No honest cell is longer: a note has 2,000 characters.
    package static let cellBytes = 65_536
    package static let recordBytes = 1 << 20
    /// Everybody of the largest ledger, and what stands before them.
    package static let columns = 2 * Limits.participants + 50
    package static let people = Limits.participants
    /// One ledger is made of each.
    package static let books = 50
    /// Each may become a label.
    package static let categories = Limits.labels
    /// More are counted, but not told one by one.
    package static let issues = 1000
    /// What is looked at to find out what a file is, and read at a time.
    package static let chunkBytes = 65_536
    /// In minor units, as for what a person enters.
    static let amount = Int(Limits.acceptedMinorUnits)
}
