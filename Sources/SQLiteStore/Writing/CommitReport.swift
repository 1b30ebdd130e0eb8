/// What became of one transaction, for whoever counts.
package struct CommitReport: Sendable, Equatable {
    /// Writes that shared it.
    package let writes: Int
    package let duration: Duration
    /// On the disk; if not, some or all of its writes were refused.
    package let isKept: Bool
}
