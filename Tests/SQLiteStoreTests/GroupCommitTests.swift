import Accounts
import Dispatch
import GRDB
import Glibc
import LedgerCore
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("Group commit") struct GroupCommitTests {
    let directory = TemporaryDirectory()

    @Test("writes that wait for a commit share the next one, and all are kept")
    func sharing() async throws {
        let store = try Fixture.open(directory)
        try await store.addLedger(Fixture.record(), members: [])
        let counter = CommitCounter()
        try await store.commits.write { $0.add(transactionObserver: counter, extent: .databaseLifetime) }
        let before = counter.commits
        let gate = Gate()
        async let first: Void = store.commits.write { _ in gate.wait() }
        await gate.reached()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask {
                    try await store.append([Fixture.piece("\(number)\n", at: 0, in: Fixture.segment(of: number))])
                }
            }
            await store.commits.settle(waiting: 100)
            gate.open()
            try await group.waitForAll()
        }
        try await first
        #expect(counter.commits - before == 2, "the one at the gate, and the hundred")
        var lines: Set<String> = []
        try await store.forEachPiece(of: Fixture.ledger) { lines.insert(String(decoding: $0.bytes, as: UTF8.self)) }
        #expect(lines == Set((1...100).map { "\($0)\n" }))
    }

    @Test("a write at fault is refused alone: the others of its batch are kept")
    func oneAtFault() async throws {
        let store = try Fixture.open(directory)
        let accounts = try (1...20).map { try Fixture.account($0, $0 % 5 == 0 ? "Anna" : "Nr \($0)") }
        let gate = Gate()
        async let first: Void = store.commits.write { _ in gate.wait() }
        await gate.reached()
        let outcomes = await withTaskGroup(of: StoreError?.self) { group in
            for account in accounts {
                group.addTask {
                    do throws(StoreError) {
                        try await store.addAccount(account, passwordHash: "")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            await store.commits.settle(waiting: 20)
            gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        try await first
        #expect(outcomes.count { $0 == nil } == 17)
        #expect(outcomes.count { $0 == .taken } == 3)
        #expect(try await store.accounts().count == 17)
    }

    @Test("what several pieces write together is kept together or not at all, also when the batch is repeated")
    func together() async throws {
        let store = try Fixture.open(directory)
        try await store.addLedger(Fixture.record(), members: [])
        let gate = Gate()
        async let first: Void = store.commits.write { _ in gate.wait() }
        await gate.reached()
        let bad = Task {
            try await store.append([
                Fixture.piece("half\n", at: 0, in: Fixture.segment(of: 1)),
                Fixture.piece("gone\n", at: 99, in: Fixture.segment(of: 2)),
            ])
        }
        async let good: Void = store.append([Fixture.piece("kept\n", at: 0, in: Fixture.segment(of: 3))])
        await store.commits.settle(waiting: 2)
        gate.open()
        try await first
        await #expect(throws: StoreError.outOfStep) { try await bad.value }
        try await good
        #expect(try await store.segments(of: Fixture.ledger).map(\.id) == [Fixture.segment(of: 3)])
    }

    @Test("more writes than may wait are told to come back, and nothing that was accepted is lost")
    func tooMany() async throws {
        let store = try Fixture.open(directory)
        let gate = Gate()
        async let first: Void = store.commits.write { _ in gate.wait() }
        await gate.reached()
        let limit = GroupCommit.mailboxLimit
        try await withThrowingTaskGroup(of: StoreError?.self) { group in
            for _ in 0..<limit + 50 {
                group.addTask {
                    do throws(StoreError) {
                        try await store.commits.write(GroupCommit.prove)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            // Nobody else can answer while the gate is closed.
            for _ in 1...50 { #expect(try await group.next() == .some(.busy)) }
            gate.open()
            for try await outcome in group { #expect(outcome == nil) }
        }
        try await first
        #expect(try await proofs(store) == limit)
    }

    @Test("whether a write would be kept is asked of the disk once in a while, and after every failure")
    func asking() async throws {
        let store = try Fixture.open(directory)
        for _ in 1...10 { try await store.checkWritable(unlessWithin: .seconds(3_600)) }
        #expect(try await proofs(store) == 1)
        try await store.checkWritable(unlessWithin: .zero)
        #expect(try await proofs(store) == 2)
        await #expect(throws: StoreError.full) {
            try await store.commits.write { _ in throw DatabaseError(resultCode: .SQLITE_FULL) }
        }
        try await store.checkWritable(unlessWithin: .seconds(3_600))
        #expect(try await proofs(store) == 3)
    }

    @Test("after closing, reads and writes are refused as closed, and what was waiting is kept")
    func closing() async throws {
        let store = try Fixture.open(directory)
        let gate = Gate()
        async let first: Void = store.commits.write { _ in gate.wait() }
        await gate.reached()
        async let waiting: Void = store.commits.write(GroupCommit.prove)
        await store.commits.settle(waiting: 1)
        async let closed: Void = Task.detached { store.close() }.value
        gate.open()
        try await first
        try await waiting
        await closed
        await #expect(throws: StoreError.closed) { try await store.commits.write(GroupCommit.prove) }
        await #expect(throws: StoreError.closed) { try await store.accounts() }
        #expect(throws: StoreError.closed) { try store.admission(secretHash: []) }
        #expect(directory.bytes(of: "splitclone.sqlite-wal") == [], "the log has been moved into the file")
        #expect(try await proofs(try Fixture.open(directory)) == 1)
    }

    @Test("after an I/O error a new connection is used, and a batch that fails leaves nothing")
    func newConnection() async throws {
        let store = try Fixture.open(directory)
        let before = try await connection(store)
        await #expect(throws: StoreError.io(detail: "SQLite 1034: the test says so")) {
            try await store.commits.write { database in
                try database.execute(sql: "UPDATE store SET proofs = 1000")
                throw DatabaseError(resultCode: .SQLITE_IOERR_FSYNC, message: "the test says so")
            }
        }
        #expect(try await proofs(store) == 1, "the new connection proved itself once")
        #expect(try await connection(store) != before)
        try await store.commits.write(GroupCommit.prove)
        #expect(try await proofs(store) == 2)
    }

    @Test("a lone write is committed on its caller's thread after a quick commit, and on the queue after a slow one")
    func lone() async throws {
        let clock = Clock()
        let commits = try commits(clock)
        #expect(try await !commits.isMadeByCaller(), "nothing is known of the disk yet")
        await commits.untilIdle()
        #expect(try await commits.isMadeByCaller())
        #expect(try await !commits.isMadeByCaller(mayBlock: false))
        await commits.untilIdle()
        #expect(try await commits.isMadeByCaller { clock.turn(.milliseconds(1_100)) })
        #expect(try await !commits.isMadeByCaller())
    }

    @Test("what comes while a caller commits is committed by the queue")
    func afterCaller() async throws {
        let commits = try commits()
        try await commits.write(GroupCommit.prove)
        await commits.untilIdle()
        let gate = Gate()
        let caller = Task.detached { try await commits.write(mayBlock: true) { _ in gate.wait() } }
        await gate.reached()
        async let other = commits.isMadeByCaller()
        await commits.settle(waiting: 1)
        gate.open()
        try await caller.value
        #expect(try await !other)
        await commits.untilIdle()
        #expect(try await commits.isMadeByCaller())
    }

    @Test("a lone write does not hold up its caller's loop while another connection writes: the queue waits for that")
    func otherWriter() async throws {
        try Fixture.open(directory).close()
        let connection = try Connection.open(directory.path + "/splitclone.sqlite", for: .writing)
        let commits = commits(over: connection)
        try await commits.write(GroupCommit.prove)
        await commits.untilIdle()
        let other = try Connection.open(directory.path + "/splitclone.sqlite", for: .writing)
        // Whoever let SQLite wait for the other would wait for a day, or until the gate opens.
        try await connection.write { try $0.execute(sql: "PRAGMA busy_timeout = 86400000") }
        let gate = Gate()
        async let writing: Void = other.write { _ in gate.wait() }
        await gate.reached()
        let despair = DispatchWorkItem { gate.open() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: despair)
        let loop = Loop()
        let lone = Task(executorPreference: loop) { try await commits.write(mayBlock: true, GroupCommit.prove) }
        // Behind the write on the same loop: when this is served, the write has let go of it.
        await loop.turn()
        #expect(!gate.isOpened)
        despair.cancel()
        gate.open()
        try await writing
        try await lone.value
        let proofs = try await other.read { try Int.fetchOne($0, sql: "SELECT proofs FROM store") }
        #expect(proofs == 2)
    }

    /// Of a store that nothing else has open. A commit is quick up to a second of a clock that stands still.
    private func commits(_ clock: Clock = Clock()) throws -> GroupCommit {
        try Fixture.open(directory).close()
        return commits(over: try Connection.open(directory.path + "/splitclone.sqlite", for: .writing), clock)
    }

    private func commits(over connection: DatabaseQueue, _ clock: Clock = Clock()) -> GroupCommit {
        let line = WritingLine(path: directory.path + "/splitclone.sqlite", connection: connection)
        return GroupCommit(
            line, batchLimit: Store.writesPerCommit, quickCommit: .seconds(1), now: { clock.now })
    }

    private func proofs(_ store: Store) async throws -> Int {
        try await store.read { try Int.fetchOne($0, sql: "SELECT proofs FROM store") ?? -1 }
    }

    private func connection(_ store: Store) async throws -> ObjectIdentifier {
        try await store.commits.write { ObjectIdentifier($0) }
    }
}

extension GroupCommit {
    /// Until so many writes wait behind the gate.
    func settle(waiting count: Int) async {
        while waiting < count { await Task.yield() }
    }

    /// Until the queue has nothing left to do.
    func untilIdle() async { await emptyLog() }

    /// Makes a write, and tells where.
    func isMadeByCaller(
        mayBlock: Bool = true, meanwhile: @escaping @Sendable () -> Void = {}
    ) async throws -> Bool {
        let caller = pthread_self()
        return try await write(mayBlock: mayBlock) { _ in
            meanwhile()
            return pthread_equal(caller, pthread_self()) != 0
        }
    }
}

/// Stands still until it is turned.
final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    func turn(_ duration: Duration) { time.withLock { $0 += duration } }
}

/// One thread's work, as an event loop does it.
final class Loop: TaskExecutor {
    private let queue = DispatchQueue(label: "loop")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// When everything that came before was served, or waits for something.
    func turn() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}

/// Holds the writer's queue until it is opened.
final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let isReached = Atomic(false)

    var isOpened: Bool { isOpen.load(ordering: .acquiring) }

    func open() { isOpen.store(true, ordering: .releasing) }

    /// Until the queue stands at the gate, and all that follows waits.
    func reached() async {
        while !isReached.load(ordering: .acquiring) { await Task.yield() }
    }

    func wait() {
        isReached.store(true, ordering: .releasing)
        while !isOpened { usleep(100) }
    }
}

/// Counts transactions that changed something, and those that did not.
final class CommitCounter: TransactionObserver, Sendable {
    private let count = Atomic(0)
    var commits: Int { count.load(ordering: .relaxed) }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) { count.add(1, ordering: .relaxed) }
    func databaseDidRollback(_ database: Database) {}
}
