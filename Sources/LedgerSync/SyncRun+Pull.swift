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
    /// Takes in what other homes wrote, many files at a time: stored together, folded together.
    mutating func pull(_ fetches: [SyncPlan.Fetch]) async throws(SyncFailure) {
        var batch = Batch()
        for fetch in fetches {
            guard !Task.isCancelled else { break }
            do throws(SyncFailure) {
                try await self.fetch(fetch, into: &batch)
            } catch {
                try await absorb(&batch)
                throw error
            }
            if batch.size >= SyncLimits.batchBytes { try await absorb(&batch) }
        }
        try await absorb(&batch)
    }

    private mutating func fetch(_ fetch: SyncPlan.Fetch, into batch: inout Batch) async throws(SyncFailure) {
        let segment = fetch.segment
        let file = segment.path.description
        guard let sealed = try await read(segment) else { return }
        let held = try await heldBytes(fetch)
        switch SegmentReading(sealed.bytes, key: ledger.key, file: file, held: held) {
        case .refused(let problem):
            findings.setAside(segment.tagged(sealed.etag), problem)
        case .continues(let tail):
            take(tail, of: segment.tagged(sealed.etag), heldLength: held.count, into: &batch)
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

    /// `nil` when there is nothing to read: the file went away again, or can not be read, which is reported.
    private mutating func read(_ segment: ListedSegment) async throws(SyncFailure) -> FolderFile? {
        do throws(FolderError) {
            return try await folder.read(LedgerPaths.segment(segment.path), limit: SyncLimits.segmentBytes)
        } catch .missing {
            return nil
        } catch .damaged(let reason) {
            findings.setAside(segment, Self.unreadable(segment, reason))
            return nil
        } catch .denied(let reason) {
            // Permissions change without a trace on the file, so that it is tried again.
            findings.addForNow(Self.unreadable(segment, reason))
            return nil
        } catch {
            throw .folder(error)
        }
    }

    private func heldBytes(_ fetch: SyncPlan.Fetch) async throws(SyncFailure) -> [UInt8] {
        guard fetch.heldLength > 0 else { return [] }
        return try await heldBytes(of: fetch.segment.id)
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

extension ListedSegment {
    /// The state that was read, which may be younger than the one that was listed.
    func tagged(_ etag: ETag) -> ListedSegment {
        ListedSegment(path: path, etag: etag)
    }
}
