package import Accounts
import Cryptography
package import FolderFormat
import LedgerCore
import LedgerSync
import SQLiteStore
import Synchronization

/// Restores a backup (`SC-FR-BAK-2…5`).
///
/// Restored events are kept in a log of their own, of a device that nobody is: so no log of a device that lives is written
/// by two (`SC-ARC-LOG-1`), neither ours nor that of the home which wrote the backup. They keep their authors. Each ledger
/// is restored in one commit: whenever the power fails, it is as before or as in the file, and the same restore once more
/// does the rest.
extension Books {
    package func restore(
        _ file: BackupFile, _ wish: RestoreWish, for account: AccountID
    ) async throws -> RestoreReport {
        let inFile = Set(file.ledgers.map(\.id))
        if let unknown = wish.ledgers.first(where: { !inFile.contains($0) }) {
            throw BackupProblem.noSuchLedger(unknown)
        }
        return try await restores.run { [self] in
            try await restoreAlone(file, wish, for: account)
        }
    }

    private func restoreAlone(
        _ file: BackupFile, _ wish: RestoreWish, for account: AccountID
    ) async throws -> RestoreReport {
        var report = RestoreReport(mode: wish.mode, isDryRun: wish.isDryRun, exportedAt: file.exportedAt)
        var plans: [RestorePlan] = []
        for ledger in file.ledgers { plans.append(RestorePlan(ledger, wish, here: try await here(ledger.id, account))) }
        report.ledgers = plans.map(\.line)
        if wish.mode == .replace {
            let restored = Set(plans.filter(\.outcome.isThere).map(\.ledger.id))
            guard !restored.isEmpty || wish.isDryRun else { throw RestoreRefusal.nothingToRestore }
            report.removed = try kept { try store.ledgers(of: account) }.filter { !restored.contains($0) }
            let lost = report.removed + plans.filter { $0.outcome == .replaced }.map(\.ledger.id)
            report.needsBackup = !hasFreshBackup(of: lost, for: account)
        }
        if wish.isDryRun { return report }
        guard !report.needsBackup else { throw RestoreRefusal.backupNeeded }
        for place in plans.indices where plans[place].outcome.isThere {
            report.ledgers[place].stateHash = try await carryOut(plans[place], for: account)
        }
        for ledger in report.removed { try await leaveBehind(ledger, account) }
        return report
    }

    /// What this server has under the id, or `nil`.
    private func here(_ id: LedgerID, _ account: AccountID) async throws -> RestorePlan.Here? {
        let isDamaged = damaged.withLock { $0[id] != nil }
        let shelved = shelf.withLock { $0[id] }
        guard isDamaged || shelved != nil else { return nil }
        let members = try kept { try store.members(of: id) }
        var contents: RestorePlan.Here.Contents?
        if let shelved {
            do {
                let events = try await open(id).read { Set($0.ledger.events.map(\.id)) }
                contents = .init(key: shelved.record.key, events: events)
            } catch Unavailable.damaged {
                contents = nil
            }
        }
        return RestorePlan.Here(
            contents: contents, isAlone: members.allSatisfy { $0 == account }, isMember: members.contains(account))
    }

    /// - Returns: the state hash of what is kept afterwards.
    private func carryOut(_ plan: RestorePlan, for account: AccountID) async throws -> String {
        let id = plan.ledger.id
        switch plan.outcome {
        case .new: try await add(plan, for: account, replacing: false)
        case .replaced: try await add(plan, for: account, replacing: true)
        case .merged: try await merge(plan, for: account)
        case .unchanged, .keyMismatch, .otherKey, .damaged, .notSelected: break
        }
        if plan.ledger.recoveryAcknowledged { try await acknowledgeRecovery(of: id) }
        let ledger = try await open(id)
        feed.announce(id, revision: ledger.revision, to: Set(try kept { try store.members(of: id) }))
        return try await stateHash(of: id)
    }

    /// Read back from the disk.
    func stateHash(of ledger: LedgerID) async throws -> String {
        var hash = StateHash()
        try await kept {
            try await store.forEachPiece(of: ledger) { piece in
                for event in SegmentContents(decoding: piece.bytes, file: "").events { hash.add(event) }
            }
        }
        return hash.text
    }

    private func add(_ plan: RestorePlan, for account: AccountID, replacing: Bool) async throws {
        guard let opening = plan.ledger.opening else { return }
        let id = plan.ledger.id
        let record = LedgerRecord(
            id: id, metadata: opening.metadata.encode(), key: opening.key,
            recoveryAcknowledged: plan.ledger.recoveryAcknowledged, addedAt: world.now())
        let pieces = try pieces(of: plan.events, in: id)
        if replacing { await close(id) }
        do throws(StoreError) {
            try await store.addLedger(record, members: [account], pieces: pieces, replacing: replacing)
        } catch {
            if replacing { await reopen(id) }
            throw Unavailable(error)
        }
        damaged.withLock { $0[id] = nil }
        putOnShelf(record, opening.metadata)
    }

    private func merge(_ plan: RestorePlan, for account: AccountID) async throws {
        guard let opening = plan.ledger.opening else { return }
        let id = plan.ledger.id
        let ledger = try await open(id)
        if try shelved(id).record.folder == nil { await ledger.adopt(opening.metadata) }
        let pieces = try pieces(of: plan.events, in: id)
        try await kept {
            if !pieces.isEmpty {
                try await ledger.absorb(plan.events.map(\.event)) { [store] () throws(StoreError) in
                    try await store.append(pieces)
                }
                sync.noteWrite(id)
            }
            try await store.addMembership(Membership(account: account, ledger: id), at: world.now())
        }
    }

    private func pieces(of events: [BackedUpEvent], in ledger: LedgerID) throws -> [OwnPiece] {
        var segments = OwnSegments([])
        let device: DeviceID = world.makeID()
        let now = world.now()
        return try events.map { event in
            guard let (segment, offset) = segments.place(event.line, of: device, at: now) else {
                throw Refusal(.endOfTime, "The server's clock is at the end of the year 9999: set it right.")
            }
            return OwnPiece(ledger: ledger, segment: segment, offset: offset, bytes: event.line)
        }
    }
}

// MARK: - What goes

extension Books {
    /// What others use stays theirs.
    private func leaveBehind(_ id: LedgerID, _ account: AccountID) async throws {
        while try await !leave(id, account) {
            await close(id)
            do {
                guard try await removeFromStore(id, of: account) else {
                    await reopen(id)
                    continue
                }
            } catch {
                await reopen(id)
                throw error
            }
            shelf.withLock { $0[id] = nil }
            damaged.withLock { $0[id] = nil }
            return
        }
    }

    /// Nothing is written to it any more, here or by sync.
    private func close(_ id: LedgerID) async {
        await sync.detach(id)
        await shelf.withLock { $0[id]?.open }?.close()
    }

    /// Still there: the next one who asks opens it again.
    private func reopen(_ id: LedgerID) async {
        shelf.withLock { shelf in
            shelf[id]?.opening = nil
            shelf[id]?.open = nil
        }
    }
}
