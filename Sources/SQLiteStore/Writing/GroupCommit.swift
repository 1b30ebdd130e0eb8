import Dispatch
import GRDB
import Synchronization

/// Turns the writes of many callers into few transactions, and answers each caller only when its write is on the disk.
///
/// A commit costs one `fdatasync` whatever it contains. While one is under way the next writes gather in a mailbox; the
/// queue then takes all of them as one transaction. A lone caller waits for nobody.
///
/// When one write of a batch is at fault (a name that is taken), the batch is undone and its writes are done again one by
/// one, so that everyone gets their own answer: a write must therefore change nothing but the database. When the disk is
/// at fault (full, I/O error), exactly this batch fails.
///
/// **After an I/O error** the connection is not trusted any more. Linux reports a failed `fsync` once and then calls the
/// pages clean; and the refused transaction may lie complete in the log, where a restart would find it. So a new
/// connection is opened and commits a mark of its own: SQLite never counted the refused pages as written, the mark goes
/// over the first of them, and checksums that no longer chain make the rest unreadable. Until that has succeeded, every
/// write begins by trying it.
final class GroupCommit: Sendable {
    /// Writes that may wait: beyond that a caller is told to come back, instead of being queued into a time-out.
    static let mailboxLimit = 4_096
    /// Writes in one transaction, so that nobody's answer waits for thousands of others.
    static let batchLimit = 512

    private struct Job: Sendable {
        let work: @Sendable (Database) throws -> Void
        let finish: @Sendable (StoreError?) -> Void
    }

    private struct Mailbox {
        var jobs: [Job] = []
        var isDraining = false
        var isClosed = false
        var lastCommit: ContinuousClock.Instant?
    }

    /// Used on `queue` only; the lock is there to be taken along.
    private enum Line {
        case open(DatabaseQueue)
        /// After an I/O error, until a new connection has proven itself.
        case broken
        case closed
    }

    private let path: String
    private let queue = DispatchQueue(label: "splitclone.store.commits")
    private let mailbox = Mutex(Mailbox())
    private let line: Mutex<Line>
    private let checkpoints: Checkpoints

    init(path: String, connection: DatabaseQueue, checkpoints: Checkpoints) {
        self.path = path
        line = Mutex(.open(connection))
        self.checkpoints = checkpoints
    }

    /// Writes that wait for the commit under way.
    var waiting: Int { mailbox.withLock { $0.jobs.count } }

    func hasCommitted(within time: Duration) -> Bool {
        mailbox.withLock { mailbox in
            guard let last = mailbox.lastCommit, !mailbox.isClosed else { return false }
            return last.duration(to: .now) < time
        }
    }

    /// A write for its own sake.
    @Sendable static func prove(_ database: Database) throws {
        try database.execute(sql: "UPDATE store SET proofs = proofs + 1")
    }

    /// Does a write and returns when it is durable.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let outcome = Outcome<Value>()
        let failure: StoreError? = await withCheckedContinuation { continuation in
            submit(
                Job(
                    work: { outcome.value = try work($0) },
                    finish: { continuation.resume(returning: $0) }))
        }
        if let failure { throw failure }
        guard let value = outcome.value else { throw .damaged(detail: "a write ended without a result") }
        return value
    }

    /// Refuses further writes, waits for those under way and closes the connection.
    func close() {
        mailbox.withLock { $0.isClosed = true }
        queue.sync { line.withLock { $0 = .closed } }
    }

    private func submit(_ job: Job) {
        let (refusal, mustStart) = mailbox.withLock { mailbox -> (StoreError?, Bool) in
            if mailbox.isClosed { return (.closed, false) }
            if mailbox.jobs.count >= Self.mailboxLimit { return (.busy, false) }
            mailbox.jobs.append(job)
            defer { mailbox.isDraining = true }
            return (nil, !mailbox.isDraining)
        }
        if let refusal { return job.finish(refusal) }
        if mustStart { queue.async { self.drain() } }
    }
}

// MARK: - On the queue

extension GroupCommit {
    private func drain() {
        while let batch = nextBatch() {
            commit(batch)
            checkpoints.noteCommit()
        }
    }

    private func nextBatch() -> [Job]? {
        mailbox.withLock { mailbox in
            guard !mailbox.jobs.isEmpty else {
                mailbox.isDraining = false
                return nil
            }
            let batch = Array(mailbox.jobs.prefix(Self.batchLimit))
            mailbox.jobs.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: [Job]) {
        do throws(StoreError) {
            try transaction { database in
                for job in batch { try job.work(database) }
            }
            mailbox.withLock { $0.lastCommit = .now }
            for job in batch { job.finish(nil) }
        } catch {
            mailbox.withLock { $0.lastCommit = nil }
            if batch.count > 1, error.concernsOneWrite { return batch.forEach { commit([$0]) } }
            if case .io = error { replaceConnection() }
            for job in batch { job.finish(error) }
        }
    }

    private func transaction(_ body: (Database) throws -> Void) throws(StoreError) {
        do {
            try line.withLock { line in
                if case .broken = line { line = .open(try proven()) }
                guard case .open(let connection) = line else { throw StoreError.closed }
                try connection.inDatabase { database in
                    try database.inTransaction(.immediate) {
                        try body(database)
                        return .commit
                    }
                }
            }
        } catch {
            throw StoreError(error)
        }
    }

    private func replaceConnection() {
        line.withLock { line in
            line = .broken
            if let fresh = try? proven() { line = .open(fresh) }
        }
    }

    /// A new connection that has made something durable.
    private func proven() throws -> DatabaseQueue {
        let fresh = try Connection.open(path, for: .writing)
        try fresh.write(Self.prove)
        return fresh
    }
}

/// Carries a result out of a transaction; the latest attempt counts.
private final class Outcome<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)
    var value: Value? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
