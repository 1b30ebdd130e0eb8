import Accounts
import FolderFormat
package import LedgerCore
import LedgerSync
package import SQLiteStore

/// Somebody in the ledger's one line of writers.
struct Waiting {
    /// Accepts its proposals into a commit that another writer leads. `nil`: it wants the ledger for itself.
    let join: ((inout Batch) -> Void)?
    /// Tells it that the ledger is its own, until it hands it over.
    let lead: () -> Void
}

/// What one commit will hold.
struct Batch {
    /// Where lines went before this batch.
    let segments: OwnSegments
    var pieces: [OwnPiece] = []
    /// Tell those who joined, once it is known whether the disk took what they wrote.
    var answering: [(StoreError?) -> Void] = []
}

/// What a writer that waited hears.
private enum Turn<Value: Sendable>: Sendable {
    case lead
    case answered(Result<Value, any Error>)
}

extension OpenLedger {
    /// Records what `decide` proposes, in the name of `device`, and returns what `answer` makes of it once it is durable.
    ///
    /// Both are called when it is this write's turn, with the ledger as it is then: the place to fill in defaults, to
    /// compare versions (`If-Match`), and to look at the result before anybody changes it. All proposals are recorded, or
    /// none. A proposal that changes nothing makes no event.
    ///
    /// - Parameters:
    ///   - recordedAt: when the person did it; never taken later than the server's clock.
    ///   - batch: the import that the events belong to.
    package func record<Value: Sendable>(
        by device: DeviceID, at recordedAt: Instant? = nil, importing batch: ImportID? = nil,
        _ decide: @escaping @Sendable (LedgerView) throws -> [Proposal],
        answer: @escaping @Sendable (LedgerView, [Event]) throws -> Value
    ) async throws -> Value {
        let accept = { (commit: inout Batch) in
            Result {
                try self.accept(decide, by: device, at: recordedAt, importing: batch, into: &commit, answer: answer)
            }
        }
        if isLed, case .answered(let outcome) = await turn(accept) { return try outcome.get() }
        isLed = true
        var batch = Batch(segments: segments)
        let outcome = accept(&batch)
        // A refusal waits for the disk as well: it may be owed to a write that does not survive.
        if let failure = await lead(&batch) { throw Unavailable(failure) }
        return try outcome.get()
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
        if isLed {
            await withCheckedContinuation { continuation in
                line.append(Waiting(join: nil) { continuation.resume() })
            }
        }
        isLed = true
        defer { handOver() }
        try await storing()
        let before = ledger.revision
        ledger.insert(events)
        settle()
        if ledger.revision != before { onChange(ledger.revision, false) }
    }
}

// MARK: - One commit after another

extension OpenLedger {
    /// Waits until another writer's commit has this write in it, or until it is this writer's turn to lead one.
    private func turn<Value>(_ accept: @escaping (inout Batch) -> Result<Value, any Error>) async -> Turn<Value> {
        await withCheckedContinuation { continuation in
            let join = { (batch: inout Batch) in
                let outcome = accept(&batch)
                batch.answering.append { failure in
                    continuation.resume(
                        returning: .answered(failure.map { .failure(Unavailable($0)) } ?? outcome))
                }
            }
            line.append(Waiting(join: join) { continuation.resume(returning: .lead) })
        }
    }

    /// Commits what the leader accepted together with what the others in line want, in their order.
    private func lead(_ batch: inout Batch) async -> StoreError? {
        // Last: who was answered writes to its client while the next one leads.
        defer { handOver() }
        gather(into: &batch)
        var failure: StoreError?
        if !batch.pieces.isEmpty {
            do throws(StoreError) { try await disk.append(batch.pieces) } catch { failure = error }
        }
        if let failure { await takeBack(batch, after: failure) }
        settle()
        for answering in batch.answering { answering(failure) }
        if failure == nil, !batch.pieces.isEmpty { onChange(revision, true) }
        return failure
    }

    /// Accepts the writes that wait, up to the first that wants the ledger for itself.
    private func gather(into batch: inout Batch) {
        var taken = 0
        while taken < min(line.count, disk.mostWriters - 1), let join = line[taken].join {
            taken += 1
            join(&batch)
        }
        line.removeFirst(taken)
    }

    /// The next in line leads; the ledger is free if there is nobody.
    private func handOver() {
        if line.isEmpty { isLed = false } else { line.removeFirst().lead() }
    }

    /// The disk has none of it, so neither has memory.
    private func takeBack(_ batch: Batch, after failure: StoreError) async {
        ledger.removeLast(batch.pieces.count)
        reckoned.forget()
        segments = batch.segments
        // Somebody else wrote to our segments (a copy of the data directory was put back): look again where they end.
        if failure == .outOfStep, let records = try? await disk.segments() {
            segments = OwnSegments(records, threshold: segments.threshold)
        }
    }
}

extension OpenLedger {
    /// Accepts into memory; what was accepted before a refusal is taken out again.
    private func accept<Value>(
        _ decide: (LedgerView) throws -> [Proposal], by device: DeviceID, at recordedAt: Instant?,
        importing: ImportID?, into batch: inout Batch, answer: (LedgerView, [Event]) throws -> Value
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
                guard
                    let event = try ledger.accept(
                        proposal, by: author, at: at,
                        eventID: importing?.event(at: ledger.revision) ?? world.makeID(),
                        schemaVersion: schemaVersion, currency: currency)
                else {
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
