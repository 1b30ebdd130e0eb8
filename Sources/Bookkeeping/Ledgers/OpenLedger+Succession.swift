import LedgerCore
import LedgerSync
package import SQLiteStore

/// Sync found that a log of this server is not its own any more (docs/sync.md, "The clone guard").
extension OpenLedger {
    package func succeed(
        _ storing: @escaping @Sendable () async throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await absorb([]) { [self] () throws(StoreError) in
            try await storing()
            await lookAgain()
        }
    }

    /// Writes what fresh devices owe: that each is the person its predecessor was. What fails now is owed on, and is
    /// written before the device's next event at the latest.
    package func claimForSuccessors() async {
        if isOutdated { try? await absorb([]) { [self] () throws(StoreError) in await lookAgain() } }
        for device in authors.owing(in: ledger.state) { _ = try? await record([], by: device) }
    }

    /// Reads anew where lines go, while nobody else writes. Until that succeeds nothing is accepted.
    private func lookAgain() async {
        isOutdated = true
        guard let records = try? await disk.segments(), let authors = try? await disk.authors() else { return }
        segments = OwnSegments(records, threshold: segments.threshold)
        self.authors = authors
        isOutdated = false
    }
}
