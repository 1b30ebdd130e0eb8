import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// What was read and is not stored yet.
private struct Batch {
    var pieces: [PulledSegment] = []
    var events: [Event] = []
    var size = 0
}

extension SyncRun {
    /// Takes in what other homes wrote: some files are on their way at any time, they are taken in their order, stored and
    /// folded together in batches. What is in memory at once is bounded by both.
    mutating func pull(_ fetches: [SyncPlan.Fetch]) async throws(SyncFailure) {
        guard !fetches.isEmpty else { return }
        var progress = SyncProgress(fetches)
        noteProgress(progress)
        var batch = Batch()
        var failure: SyncFailure?
        let fetcher = SegmentFetcher(ledger: ledger, store: store)
        await withTaskGroup { group in
            var line = FetchLine(fetches, atOnce: parallelFetches)
            while failure == nil {
                let ready = line.take()
                while let (index, fetch) = line.next() {
                    group.addTask { (index, await fetcher.fetch(fetch)) }
                }
                if let (fetch, outcome) = ready {
                    failure = await take(outcome, of: fetch, into: &batch)
                    progress.note(fetch)
                    noteProgress(progress)
                } else {
                    guard let (index, outcome) = await group.next() else { return }
                    line.arrived(index, outcome)
                }
            }
            group.cancelAll()
        }
        try await absorb(&batch)
        if let failure { throw failure }
    }

    private mutating func take(
        _ outcome: SegmentFetcher.Outcome, of fetch: SyncPlan.Fetch, into batch: inout Batch
    ) async -> SyncFailure? {
        let segment = fetch.segment
        switch outcome {
        case .read(.continues(let tail), let etag, let heldLength):
            take(tail, of: segment.tagged(etag), heldLength: heldLength, into: &batch)
        case .read(.refused(let problem), let etag, _):
            findings.setAside(segment.tagged(etag), problem)
        case .gone: hasMissed = true
        case .damaged(let reason):
            findings.setAside(segment, Self.unreadable(segment, reason))
        case .denied(let reason):
            // Permissions change without a trace on the file, so that it is tried again.
            findings.addForNow(Self.unreadable(segment, reason))
        case .failed(let failure):
            if !survives(failure) { return failure }
        }
        guard batch.size >= SyncLimits.batchBytes else { return nil }
        do throws(SyncFailure) {
            try await absorb(&batch)
            return nil
        } catch {
            return error
        }
    }

    private mutating func take(
        _ tail: SegmentReading.Tail, of segment: ListedSegment, heldLength: Int, into batch: inout Batch
    ) {
        let file = segment.path.description
        let early = tail.events.filter { $0.entryAt > now.advanced(byMilliseconds: Limits.toleratedClockLead) }
        findings.add(tail.problems.filter { $0.code != .truncatedLine } + early.map { Self.early($0, file) }, of: file)
        if let cut = tail.problems.first(where: { $0.code == .truncatedLine }) { findings.setAside(segment, cut) }
        // Without a tag the file counts as never seen whole, also after a restart.
        let seen = SegmentFile(suffix: segment.file.suffix, etag: tail.isComplete ? segment.etag.text : nil)
        batch.pieces.append(PulledSegment(segment: segment.id, offset: heldLength, bytes: tail.bytes, file: seen))
        batch.events += tail.events
        batch.size += tail.bytes.count
        if !tail.bytes.isEmpty { pulled.segments += 1 }
        pulled.events += tail.events.count
    }

    private func absorb(_ batch: inout Batch) async throws(SyncFailure) {
        guard !batch.pieces.isEmpty else { return }
        let full = batch
        batch = Batch()
        try await storing { [store, ledger, absorber] () throws(StoreError) in
            try await absorber.absorb(full.events) { () throws(StoreError) in
                try await store.append(full.pieces, to: ledger.id)
            }
        }
    }

    private static func unreadable(_ segment: ListedSegment, _ reason: String) -> FormatProblem {
        FormatProblem(
            file: segment.path.description, code: .unreadableSegment, message: "It can not be read: \(reason).")
    }

    private static func early(_ event: Event, _ file: String) -> FormatProblem {
        FormatProblem(
            file: file, code: .earlyEvent,
            message: "The event \(event.id) is stamped more than a day ahead of this server's clock: \(event.entryAt).")
    }
}

/// Files in the order in which they are wanted, fetched in whatever order they come; those that came early wait, while others
/// are fetched. One at a time is one after another: none is fetched while another one is taken in. Pure.
private struct FetchLine {
    private let fetches: [SyncPlan.Fetch]
    private let atOnce: Int
    private var begun = 0
    private var landed = 0
    private var taken = 0
    /// Of the taken ones those that nobody is busy with any more.
    private var done = 0
    private var arrivals: [Int: SegmentFetcher.Outcome] = [:]

    init(_ fetches: [SyncPlan.Fetch], atOnce: Int) {
        self.fetches = fetches
        self.atOnce = atOnce
    }

    /// The next one to begin; `nil` while enough are on their way, or as many more wait to be taken.
    mutating func next() -> (Int, SyncPlan.Fetch)? {
        let ahead = atOnce == 1 ? 1 : 2 * atOnce
        guard begun < fetches.count, begun < landed + atOnce, begun < done + ahead else { return nil }
        defer { begun += 1 }
        return (begun, fetches[begun])
    }

    mutating func arrived(_ index: Int, _ outcome: SegmentFetcher.Outcome) {
        arrivals[index] = outcome
        landed += 1
    }

    /// The next one in order, when it is there; the one before is done then.
    mutating func take() -> (SyncPlan.Fetch, SegmentFetcher.Outcome)? {
        done = taken
        guard let outcome = arrivals.removeValue(forKey: taken) else { return nil }
        defer { taken += 1 }
        return (fetches[taken], outcome)
    }
}

extension ListedSegment {
    /// The state that was read, which may be younger than the one that was listed.
    func tagged(_ etag: ETag) -> ListedSegment {
        ListedSegment(path: path, etag: etag, size: size)
    }
}
