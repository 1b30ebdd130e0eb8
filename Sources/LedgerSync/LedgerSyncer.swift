import FolderFormat
import LedgerCore
import SQLiteStore
import Synchronization

/// Keeps one ledger and its folder in step: one run at a time, the next one when the schedule says so or somebody asks.
actor LedgerSyncer {
    private let ledger: SyncedLedger
    private let store: Store
    private let absorber: any EventAbsorber
    private let clock: SyncClock
    private let report: @Sendable (SyncReport) -> Void
    /// What the last report said, to tell news from repetition.
    private var lastReport: SyncReport?

    private var schedule: SyncSchedule
    private var findings: FileFindings
    private var memory = FolderMemory()
    private var failure: SyncFailure?
    private var problem: SyncProblem?
    private var lastSyncedAt: Instant?

    private var run: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    private var isStopped = false
    private var waiters: [Int: Waiter] = [:]
    /// Of those who wait for the last run to end.
    private var farewells: [CheckedContinuation<Void, Never>] = []
    private var lastTicket = 0
    private nonisolated let signals = Mutex(Signals())
    private nonisolated let progress = Mutex<SyncProgress?>(nil)

    /// Somebody who asked for a run that begins after they asked.
    private struct Waiter {
        let answer: CheckedContinuation<Counts?, Never>
        let timeout: Task<Void, Never>
    }

    private struct Counts {
        let pulled: SyncCount
        let pushed: SyncCount
    }

    /// What was said since the actor last listened, so that a thousand writes wake it once.
    private struct Signals {
        var hasWrite = false
        var lastClient: Duration?
    }

    init(
        _ ledger: SyncedLedger, store: Store, absorber: any EventAbsorber, clock: SyncClock,
        report: @escaping @Sendable (SyncReport) -> Void
    ) {
        self.ledger = ledger
        self.store = store
        self.absorber = absorber
        self.clock = clock
        self.report = report
        schedule = SyncSchedule(at: clock.elapsed(), chance: clock.chance())
        findings = FileFindings(ledger.problems)
    }

    func start() {
        reschedule()
    }

    /// Lets a run under way end at its next step, and nobody wait for its result.
    func stop() {
        isStopped = true
        timer?.cancel()
        run?.cancel()
        for ticket in waiters.keys { answer(ticket, nil) }
    }

    /// Answers when a run under way has ended, so that another folder may take the place of this one; after
    /// `SyncLimits.answer` also where the folder hangs: that run, when it goes on, notes nothing any more.
    func retire() async {
        stop()
        guard run != nil else { return }
        let timeout = Task {
            await clock.sleep(SyncLimits.answer)
            sayFarewell()
        }
        await withCheckedContinuation { farewells.append($0) }
        timeout.cancel()
    }

    private func sayFarewell() {
        for farewell in farewells { farewell.resume() }
        farewells = []
    }

    /// Own events are on the disk, and want to be in the folder.
    nonisolated func noteWrite() {
        let isNews = signals.withLock { signals in
            defer { signals.hasWrite = true }
            return !signals.hasWrite
        }
        if isNews { Task { await hearWrite() } }
    }

    /// Somebody looks at the ledger.
    nonisolated func noteClient() {
        let now = clock.elapsed()
        let isNews = signals.withLock { signals in
            guard signals.lastClient.map({ now - $0 >= SyncLimits.clientNews }) ?? true else { return false }
            signals.lastClient = now
            return true
        }
        if isNews { Task { await hearClient() } }
    }

    private func hearWrite() {
        schedule.noteWrite(at: clock.elapsed())
        reschedule()
    }

    private func hearClient() {
        schedule.noteClient(at: clock.elapsed())
        reschedule()
    }
}

// MARK: - Asking

extension LedgerSyncer {
    /// A full run that begins now or right after the one under way; answers when it has ended, or after
    /// `SyncLimits.answer`. While the service wants to be left alone, nothing is tried.
    func syncNow() async -> SyncAnswer {
        var counts: Counts?
        if !isStopped, schedule.held(at: clock.elapsed()) == nil { counts = await nextRun() }
        let status = await status()
        let isUnderWay = counts == nil && run != nil && status.state == .inSync
        return SyncAnswer(
            state: isUnderWay ? .syncing : status.state, pulled: counts?.pulled ?? SyncCount(),
            pushed: counts?.pushed ?? SyncCount(), problem: status.problem)
    }

    func status() async -> SyncStatus {
        let pending: Int
        do throws(StoreError) {
            pending = try await store.pendingEvents(of: ledger.id)
        } catch {
            pending = 0
            note(.store(error))
        }
        let progress = progress.withLock { $0 }
        return SyncStatus(
            state: state(isBusy: pending > 0 || progress != nil), lastSyncedAt: lastSyncedAt, pendingEvents: pending,
            problem: problem, problems: findings.all, progress: progress)
    }

    private func state(isBusy: Bool) -> SyncState {
        if let failure { return failure.state }
        if problem != nil { return .error }
        return isBusy || lastSyncedAt == nil ? .syncing : .inSync
    }

    private func nextRun() async -> Counts? {
        lastTicket += 1
        let ticket = lastTicket
        return await withCheckedContinuation { continuation in
            let timeout = Task {
                await clock.sleep(SyncLimits.answer)
                if !Task.isCancelled { answer(ticket, nil) }
            }
            waiters[ticket] = Waiter(answer: continuation, timeout: timeout)
            reschedule()
        }
    }

    private func answer(_ ticket: Int, _ counts: Counts?) {
        guard let waiter = waiters.removeValue(forKey: ticket) else { return }
        waiter.timeout.cancel()
        waiter.answer.resume(returning: counts)
    }
}

// MARK: - Running

extension LedgerSyncer {
    private func reschedule() {
        guard run == nil, !isStopped else { return }
        timer?.cancel()
        guard waiters.isEmpty else { return begin(.full) }
        let next = schedule.next(at: clock.elapsed())
        timer = Task {
            await clock.sleep(next.delay)
            if !Task.isCancelled { begin(next.kind) }
        }
    }

    private func begin(_ kind: SyncSchedule.Kind) {
        guard run == nil, !isStopped else { return }
        // What is written from here on is not in this run; what was, is: the records are read after this.
        signals.withLock { $0.hasWrite = false }
        schedule.noteStart(of: kind, at: clock.elapsed())
        let tickets = kind == .full ? Array(waiters.keys) : []
        if !tickets.isEmpty { memory.doubtMetadata() }
        run = Task { await perform(kind, tickets) }
    }

    private func perform(_ kind: SyncSchedule.Kind, _ tickets: [Int]) async {
        var pass = SyncRun(
            ledger: ledger, store: store, absorber: absorber, now: clock.now(), newID: clock.newID, findings: findings,
            memory: memory, noteProgress: { [self] progress in self.progress.withLock { $0 = progress } })
        let start = clock.elapsed()
        var failure: SyncFailure?
        do throws(SyncFailure) {
            switch kind {
            case .full: try await pass.full()
            case .push: try await pass.pushOnly()
            }
        } catch {
            failure = error
        }
        progress.withLock { $0 = nil }
        if !isStopped {
            findings = pass.findings
            memory = pass.memory
            await conclude(kind, failure)
            tell(of: pass, kind, failure, since: start)
        }
        run = nil
        sayFarewell()
        for ticket in tickets { answer(ticket, Counts(pulled: pass.pulled, pushed: pass.pushed)) }
        if ledger.isWatched() { schedule.noteClient(at: clock.elapsed()) }
        reschedule()
    }

    private func tell(of pass: SyncRun, _ kind: SyncSchedule.Kind, _ failure: SyncFailure?, since start: Duration) {
        let outcome: SyncReport.Outcome =
            switch failure?.state ?? (problem == nil ? .inSync : .error) {
            case .offline: .offline
            case .error: .failed
            case .inSync, .syncing, .local: .done
            }
        let isNews = lastReport.map { $0.outcome != outcome || $0.problem != problem?.code } ?? true
        let told = SyncReport(
            ledger: ledger.id, isFull: kind == .full, pulled: pass.pulled, pushed: pass.pushed,
            duration: clock.elapsed() - start, outcome: outcome, problem: problem?.code, isNews: isNews)
        lastReport = told
        report(told)
        // What waited to be pushed is there.
        if isNews || told.pushed.events > 0 { ledger.onNews() }
    }

    private func conclude(_ kind: SyncSchedule.Kind, _ failure: SyncFailure?) async {
        note(failure)
        guard let failure else {
            lastSyncedAt = clock.now()
            return schedule.noteSuccess(of: kind, at: clock.elapsed(), chance: clock.chance())
        }
        // When even that can not be told, trying again soon is the careful answer.
        let pending = (try? await store.pendingEvents(of: ledger.id)) ?? 1
        schedule.noteFailure(
            at: clock.elapsed(), retryAfter: failure.retryAfter, pending: pending > 0, chance: clock.chance())
    }

    /// A problem that goes on keeps the moment it began.
    private func note(_ failure: SyncFailure?) {
        self.failure = failure
        guard let text = failure?.text ?? findings.gravest?.text else {
            problem = nil
            return
        }
        let since = problem?.code == text.code ? problem?.since : nil
        problem = SyncProblem(
            code: text.code, detail: text.detail, remedy: text.remedy, since: since ?? clock.now())
    }
}
