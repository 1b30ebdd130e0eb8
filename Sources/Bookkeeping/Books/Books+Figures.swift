package import LedgerSync
import SQLiteStore
import Synchronization

/// A ledger as whoever watches over the server sees it: nothing of what people wrote.
package struct LedgerFigures: Sendable {
    /// Under which this server keeps it.
    package let number: Int64
    /// `nil` while it is not open.
    package let events: Int?
    /// `nil` when it is not shared through a folder.
    package let sync: SyncStatus?
}

extension Books {
    /// In the order in which they came to this server.
    package func figures() async -> [LedgerFigures] {
        let statuses = await sync.overview()
        var figures: [LedgerFigures] = []
        for (id, shelved) in shelf.withLock({ $0 }) {
            guard let number = try? await store.number(of: id) else { continue }
            let events = shelved.open?.revision
            figures.append(LedgerFigures(number: number, events: events, sync: statuses[id]))
        }
        return figures.sorted { $0.number < $1.number }
    }
}
