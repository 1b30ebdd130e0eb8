import Dispatch
import GRDB
import Synchronization

/// Turns the writes of many callers into few transactions, and answers each caller only when its write is on the disk.
///
/// A commit costs one `fdatasync` whatever it contains. While one is under way the next writes gather in a mailbox; the
/// queue then takes all of them as one transaction. A lone caller waits for nobody, and where the disk is quick it commits
/// on its own thread: being woken up twice, on the queue and back, takes longer than some disks do.
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
        /// The last commit was kept within `quickCommit`.
        var isQuick = false
    }

    private enum Course { case refused(StoreError), gathered, onQueue, onCaller }

    private let batchLimit: Int
    /// A disk that took no longer last time may hold up its caller's thread, which serves others too.
    private let quickCommit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let report: @Sendable (CommitReport) -> Void
    private let queue = DispatchQueue(label: "splitclone.store.commits")
    private let mailbox = Mutex(Mailbox())
    /// Taken by whoever commits: `queue`, or a lone caller.
    private let line: Mutex<WritingLine>

    init(
        _ line: WritingLine, batchLimit: Int, quickCommit: Duration = .milliseconds(1),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        report: @escaping @Sendable (CommitReport) -> Void = { _ in }
    ) {
        self.line = Mutex(line)
        self.report = report
        self.batchLimit = batchLimit
        self.quickCommit = quickCommit
        self.now = now
    }

    /// Does a write and returns when it is durable.
    ///
    /// - Parameter mayBlock: for a short write whose caller is better held up by a quick disk than sent to sleep.
    func write<Value: Sendable>(
        mayBlock: Bool = false, _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let outcome = Outcome<Value>()
        let failure: StoreError? = await withCheckedContinuation { continuation in
            submit(
                Job(
                    work: { outcome.value = try work($0) },
                    finish: { continuation.resume(returning: $0) }),
                mayBlock)
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
            return last.duration(to: now()) < time
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

    /// Refuses further writes, waits for those under way, does a last one on which nothing depends, and closes.
    func close(after last: @Sendable (Database) throws -> Void) {
        mailbox.withLock { $0.isClosed = true }
        queue.sync {
            drain()
            line.withLock { line in
                try? line.transaction(waiting: false, last)
                line.close()
            }
        }
    }

    private func submit(_ job: Job, _ mayBlock: Bool) {
        let course = mailbox.withLock { mailbox -> Course in
            if mailbox.isClosed { return .refused(.closed) }
            if mailbox.jobs.count >= Self.mailboxLimit { return .refused(.busy) }
            defer { mailbox.isDraining = true }
            if mayBlock, mailbox.isQuick, !mailbox.isDraining { return .onCaller }
            mailbox.jobs.append(job)
            return mailbox.isDraining ? .gathered : .onQueue
        }
        switch course {
        case .refused(let refusal): job.finish(refusal)
        case .gathered: break
        case .onQueue: queue.async { self.drain() }
        case .onCaller: commitOnCaller(job)
        }
    }

    /// Without waiting for anybody: where the line is in use, or another process (a command beside the server) is writing,
    /// the queue does it, and waits there.
    private func commitOnCaller(_ job: Job) {
        let start = now()
        let failure = attempt(job)
        switch failure {
        case .busy:
            mailbox.withLock { $0.jobs.insert(job, at: 0) }
            queue.async { self.drain() }
        case .io:
            // Opening a new connection may take long as well.
            queue.async {
                self.end([job], since: start, failure)
                self.drain()
            }
        default:
            end([job], since: start, failure)
            // The queue goes on where others came meanwhile, and moves the log.
            if line.withLockIfAvailable(\.isLogLong) ?? true || !rest() { queue.async { self.drain() } }
        }
    }

    private func attempt(_ job: Job) -> StoreError? {
        do throws(StoreError) {
            let done: Void? = try line.withLockIfAvailable { line throws(StoreError) in
                try line.transaction(waiting: false) { try job.work($0) }
            }
            return done == nil ? .busy : nil
        } catch {
            return error
        }
    }
}

// MARK: - Committing

extension GroupCommit {
    /// On the queue: until nobody waits.
    private func drain() {
        repeat {
            while let batch = nextBatch() { commit(batch) }
            line.withLock { $0.moveLog() }
        } while !rest()
    }

    /// From now on a caller may begin, unless somebody waits.
    private func rest() -> Bool {
        mailbox.withLock { mailbox in
            mailbox.isDraining = !mailbox.jobs.isEmpty
            return !mailbox.isDraining
        }
    }

    private func nextBatch() -> [Job]? {
        mailbox.withLock { mailbox in
            guard !mailbox.jobs.isEmpty else { return nil }
            let batch = Array(mailbox.jobs.prefix(batchLimit))
            mailbox.jobs.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: [Job]) {
        let start = now()
        var failure: StoreError?
        do throws(StoreError) { try transaction(batch) } catch { failure = error }
        end(batch, since: start, failure)
    }

    private func end(_ batch: [Job], since start: ContinuousClock.Instant, _ failure: StoreError?) {
        let end = now()
        let duration = start.duration(to: end)
        report(CommitReport(writes: batch.count, duration: duration, isKept: failure == nil))
        mailbox.withLock { mailbox in
            mailbox.lastCommit = failure == nil ? end : nil
            mailbox.isQuick = failure == nil && duration <= quickCommit
        }
        if let failure, batch.count > 1, failure.concernsOneWrite { return batch.forEach { commit([$0]) } }
        // Before anybody is told: what was refused shall not be found after a restart.
        if case .io = failure { line.withLock { $0.replace() } }
        for job in batch { job.finish(failure) }
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
