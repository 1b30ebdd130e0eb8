import SQLiteStore

@testable import Bookkeeping

/// A disk whose commits a test holds up, counts and fails.
actor ScriptedDisk {
    private(set) var commits: [[OwnPiece]] = []
    private var failures: [StoreError] = []
    private var isHeld = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func hold() { isHeld = true }

    func release() {
        isHeld = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func failNext(with error: StoreError) { failures.append(error) }

    /// Until a commit was asked for and makes its caller wait.
    func untilHeld() async {
        while waiting.isEmpty { await Task.yield() }
    }

    func append(_ pieces: [OwnPiece]) async throws(StoreError) {
        if isHeld { await withCheckedContinuation { waiting.append($0) } }
        if !failures.isEmpty { throw failures.removeFirst() }
        commits.append(pieces)
    }

    nonisolated func ledgerDisk(mostWriters: Int = Store.writesPerCommit) -> LedgerDisk {
        LedgerDisk(
            mostWriters: mostWriters,
            append: { pieces throws(StoreError) in try await self.append(pieces) },
            segments: { () throws(StoreError) in [] })
    }
}

extension OpenLedger {
    /// Until so many writers wait behind the one whose commit is under way.
    func untilWaiting(_ count: Int) async {
        while line.count < count { await Task.yield() }
    }
}
