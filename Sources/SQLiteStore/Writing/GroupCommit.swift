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
final class GroupCommit: Sendable {
    /// Writes that may wait: beyond that a caller is told to come back, instead of being queued into a time-out.
    static let mailboxLimit = 4_096

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

    private let batchLimit: Int
    private let report: @Sendable (CommitReport) -> Void
    private let queue = DispatchQueue(label: "splitclone.store.commits")
    private let mailbox = Mutex(Mailbox())
    /// Used on `queue` alone.
    private let line: Mutex<WritingLine>

    init(
        _ line: WritingLine, batchLimit: Int, report: @escaping @Sendable (CommitReport) -> Void = { _ in }
    ) {
        self.line = Mutex(line)
        self.report = report
        self.batchLimit = batchLimit
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

    /// A write for its own sake.
    @Sendable static func prove(_ database: Database) throws {
        try database.execute(sql: "UPDATE store SET proofs = proofs + 1")
    }

    func hasCommitted(within time: Duration) -> Bool {
        mailbox.withLock { mailbox in
            guard let last = mailbox.lastCommit, !mailbox.isClosed else { return false }
            return last.duration(to: .now) < time
        }
    }

    /// Writes that wait for the commit under way.
    var waiting: Int { mailbox.withLock { $0.jobs.count } }

    /// After something was deleted for good.
    func emptyLog() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.line.withLock { $0.emptyLog() }
                continuation.resume()
            }
        }
    }

    /// Refuses further writes, waits for those under way and closes the connection.
    func close() {
        mailbox.withLock { $0.isClosed = true }
        queue.sync { line.withLock { $0.close() } }
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
        while let batch = nextBatch() { commit(batch) }
        line.withLock { $0.moveLog() }
    }

    private func nextBatch() -> [Job]? {
        mailbox.withLock { mailbox in
            guard !mailbox.jobs.isEmpty else {
                mailbox.isDraining = false
                return nil
            }
            let batch = Array(mailbox.jobs.prefix(batchLimit))
            mailbox.jobs.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: [Job]) {
        do throws(StoreError) {
            try reported(batch)
            mailbox.withLock { $0.lastCommit = .now }
            for job in batch { job.finish(nil) }
        } catch {
            mailbox.withLock { $0.lastCommit = nil }
            if batch.count > 1, error.concernsOneWrite { return batch.forEach { commit([$0]) } }
            // Before anybody is told: what was refused shall not be found after a restart.
            if case .io = error { line.withLock { $0.replace() } }
            for job in batch { job.finish(error) }
        }
    }

    private func reported(_ batch: [Job]) throws(StoreError) {
        let start = ContinuousClock.now
        var isKept = false
        defer { report(CommitReport(writes: batch.count, duration: start.duration(to: .now), isKept: isKept)) }
        try transaction(batch)
        isKept = true
    }

    private func transaction(_ batch: [Job]) throws(StoreError) {
        try line.withLock { line throws(StoreError) in
            try line.transaction { database in
                for job in batch { try job.work(database) }
            }
        }
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
