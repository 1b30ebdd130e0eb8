import Accounts
import FolderFormat
package import LedgerCore
import LedgerSync
package import SQLiteStore

/// A piece of work in the ledger's one line of writers.
enum Job {
    /// Accepts one caller's proposals into memory; returns how to tell the caller, once it is known whether the disk took
    /// them.
    case own((isolated OpenLedger, inout Batch) -> Answering)
    /// Takes in what another home wrote.
    case foreign([Event], storing: @Sendable () async throws(StoreError) -> Void, Answering)
}

typealias Answering = @Sendable (StoreError?) -> Void

/// What one commit will hold.
struct Batch {
    /// So many callers share a commit that nobody waits for thousands of others.
    static let mostJobs = 256

    /// Where lines went before this batch.
    let segments: OwnSegments
    var pieces: [OwnPiece] = []
    var answering: [Answering] = []
}

extension OpenLedger {
    /// Records what `decide` proposes, in the name of `device`, and returns what `answer` makes of it once it is durable.
    ///
    /// Both are called when it is this write's turn, with the ledger as it is then: the place to fill in defaults, to
    /// compare versions (`If-Match`), and to look at the result before anybody changes it. All proposals are recorded, or
    /// none. A proposal that changes nothing makes no event.
    ///
    /// - Parameter recordedAt: when the person did it; never taken later than the server's clock.
    package func record<Value: Sendable>(
        by device: DeviceID, at recordedAt: Instant? = nil,
        _ decide: @escaping @Sendable (LedgerView) throws -> [Proposal],
        answer: @escaping @Sendable (LedgerView, [Event]) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(
                .own { ledger, batch in
                    let outcome = Result {
                        try ledger.accept(decide, by: device, at: recordedAt, into: &batch, answer: answer)
                    }
                    // A refusal waits for the disk as well: it may be owed to a write that does not survive.
                    return { failure in
                        continuation.resume(with: failure.map { .failure(Unavailable($0)) } ?? outcome)
                    }
                })
        }
    }

    /// Records what nobody else's writes bear on; returns the events, one for each proposal that changed something.
    @discardableResult
    package func record(
        _ proposals: [Proposal], by device: DeviceID, at recordedAt: Instant? = nil
    ) async throws -> [Event] {
        try await record(by: device, at: recordedAt) { _ in
            proposals
        } answer: { _, events in
            events
        }
    }
}

extension OpenLedger: EventAbsorber {
    package func absorb(
        _ events: [Event], storing: @escaping @Sendable () async throws(StoreError) -> Void
    ) async throws(StoreError) {
        let failure: StoreError? = await withCheckedContinuation { continuation in
            enqueue(.foreign(events, storing: storing) { continuation.resume(returning: $0) })
        }
        if let failure { throw failure }
    }
}

extension OpenLedger {
    private func enqueue(_ job: Job) {
        jobs.append(job)
        guard !isWorking else { return }
        isWorking = true
        Task { await work() }
    }

    /// One commit after another, until nobody waits.
    private func work() async {
        while !jobs.isEmpty {
            if case .foreign(let events, let storing, let answering) = jobs[0] {
                jobs.removeFirst()
                await takeIn(events, storing: storing, answering)
            } else {
                await commit(nextBatch())
            }
        }
        isWorking = false
    }

    /// Accepts the writes that wait, up to the first that another home made.
    private func nextBatch() -> Batch {
        var batch = Batch(segments: segments)
        var taken = 0
        while taken < min(jobs.count, Batch.mostJobs), case .own(let accept) = jobs[taken] {
            taken += 1
            batch.answering.append(accept(self, &batch))
        }
        jobs.removeFirst(taken)
        return batch
    }

    private func commit(_ batch: Batch) async {
        var failure: StoreError?
        if !batch.pieces.isEmpty {
            do throws(StoreError) { try await disk.append(batch.pieces) } catch { failure = error }
        }
        if let failure { await takeBack(batch, after: failure) }
        settle()
        for answering in batch.answering { answering(failure) }
        if failure == nil, !batch.pieces.isEmpty { onChange(ledger.revision, true) }
    }

    /// The disk has none of it, so neither has memory.
    private func takeBack(_ batch: Batch, after failure: StoreError) async {
        ledger.removeLast(batch.pieces.count)
        reckoned.forget()
        segments = batch.segments
        // Somebody else wrote to our segments (a copy of the data directory was put back): look again where they end.
        if failure == .outOfStep, let records = try? await disk.segments() { segments = OwnSegments(records) }
    }

    private func takeIn(
        _ events: [Event], storing: @Sendable () async throws(StoreError) -> Void, _ answering: Answering
    ) async {
        do throws(StoreError) {
            try await storing()
        } catch {
            return answering(error)
        }
        let before = ledger.revision
        ledger.insert(events)
        settle()
        answering(nil)
        if ledger.revision != before { onChange(ledger.revision, false) }
    }
}

extension OpenLedger {
    /// Accepts into memory; what was accepted before a refusal is taken out again.
    private func accept<Value>(
        _ decide: (LedgerView) throws -> [Proposal], by device: DeviceID, at recordedAt: Instant?,
        into batch: inout Batch, answer: (LedgerView, [Event]) throws -> Value
    ) throws -> Value {
        guard !isClosed else { throw Denial.notFound(.ledger) }
        guard !isOutdated else { throw Unavailable.busy }
        let now = world.now()
        let at = min(recordedAt ?? now, now)
        let segmentsBefore = segments
        let author = authors.author(for: device)
        let claim = authors.owedClaim(of: device, in: ledger.state).map(Proposal.claim)
        var events: [Event] = []
        var pieces: [OwnPiece] = []
        do {
            for proposal in try (claim.map { [$0] } ?? []) + decide(view) {
                guard let event = try ledger.accept(proposal, by: author, at: at, eventID: world.makeID()) else {
                    continue
                }
                events.append(event)
                ledger.insert([event])
                pieces.append(try piece(event, at: now))
            }
            let value = try answer(view, Array(events.dropFirst(claim == nil ? 0 : 1)))
            batch.pieces += pieces
            isAhead = isAhead || !pieces.isEmpty
            return value
        } catch {
            if !events.isEmpty {
                ledger.removeLast(events.count)
                reckoned.forget()
                segments = segmentsBefore
            }
            throw error
        }
    }

    private func piece(_ event: Event, at now: Instant) throws -> OwnPiece {
        let line = EventEncoder.line(event)
        guard let (segment, offset) = segments.place(line, of: event.authorDevice, at: now) else {
            throw Refusal(.endOfTime, "The server's clock is at the end of the year 9999: set it right.")
        }
        return OwnPiece(ledger: id, segment: segment, offset: offset, bytes: line)
    }
}
