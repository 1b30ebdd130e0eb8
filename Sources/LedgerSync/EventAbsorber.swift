package import FolderFormat
package import LedgerCore
package import SQLiteStore

/// The ledger's one door for what other homes wrote (`OpenLedger` in Bookkeeping).
package protocol EventAbsorber: Sendable {
    /// Calls `storing` at a moment when no other write of this ledger is under way, then takes the events in: so the
    /// order of arrival in memory is the order of the rows in the store. When `storing` throws, nothing was stored and
    /// nothing may be taken in. Some of the events may be known already.
    func absorb(
        _ events: [Event], storing: @escaping @Sendable () async throws(StoreError) -> Void
    ) async throws(StoreError)

    /// The same for a store that changes under which devices this server writes (`LogSuccession`): before the next write
    /// that is known anew.
    func succeed(_ storing: @escaping @Sendable () async throws(StoreError) -> Void) async throws(StoreError)

    /// Lets every device that has a fresh name in the folder say, under that name, which participant it is.
    func claimForSuccessors() async

    /// What `ledger.json` says: events are written in its schema version from now on, unless the ledger was in a newer one.
    func adopt(_ metadata: LedgerMetadata) async
}
