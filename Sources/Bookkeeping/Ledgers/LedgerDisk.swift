import LedgerCore
import SQLiteStore

/// What an open ledger asks of the disk; nothing else of the store is its business.
struct LedgerDisk: Sendable {
    /// Returns when the pieces are durable. When it throws, none of them is kept.
    let append: @Sendable ([OwnPiece]) async throws(StoreError) -> Void
    /// So many writers may share a commit.
    let mostWriters: Int
    /// Where the segments end that are kept.
    let segments: @Sendable () async throws(StoreError) -> [SegmentRecord]
    let authors: @Sendable () async throws(StoreError) -> Authors

    init(
        mostWriters: Int = Store.writesPerCommit,
        append: @escaping @Sendable ([OwnPiece]) async throws(StoreError) -> Void,
        segments: @escaping @Sendable () async throws(StoreError) -> [SegmentRecord],
        authors: @escaping @Sendable () async throws(StoreError) -> Authors = { Authors() }
    ) {
        self.mostWriters = mostWriters
        self.append = append
        self.segments = segments
        self.authors = authors
    }

    init(_ store: Store, _ ledger: LedgerID) {
        mostWriters = store.writesPerCommit
        append = { pieces throws(StoreError) in try await store.append(pieces) }
        segments = { () throws(StoreError) in try await store.segments(of: ledger) }
        authors = { () throws(StoreError) in Authors(try await store.successors(in: ledger)) }
    }
}
