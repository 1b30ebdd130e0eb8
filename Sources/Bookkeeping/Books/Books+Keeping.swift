package import Accounts
import FolderFormat
package import LedgerCore
import LedgerSync
import SQLiteStore
import Synchronization

extension Books {
    package func acknowledgeRecovery(of ledger: LedgerID) async throws {
        try await update(ledger) { $0.recoveryAcknowledged = true }
    }

    package func setArchived(_ isArchived: Bool, _ ledger: LedgerID) async throws {
        let now = world.now()
        try await update(ledger) { $0.archivedAt = isArchived ? $0.archivedAt ?? now : nil }
    }

    /// Which ledger a device shows first (`SC-FR-LED-4`): one that its account may open, or none.
    package func setActive(_ ledger: LedgerID?, for caller: Caller, at door: Doorkeeper) async throws {
        if let ledger, try !isMember(caller.account.id, of: ledger) { throw Denial.notFound(.ledger) }
        try await door.setActiveLedger(ledger, of: caller.device)
    }

    func update(_ ledger: LedgerID, _ change: (inout LedgerRecord) -> Void) async throws {
        var record = try shelved(ledger).record
        change(&record)
        let changed = record
        try await kept { try await store.updateLedger(changed) }
        shelf.withLock { shelf in
            shelf[ledger]?.record.recoveryAcknowledged = changed.recoveryAcknowledged
            shelf[ledger]?.record.archivedAt = changed.archivedAt
        }
    }

    func putOnShelf(_ record: LedgerRecord, _ metadata: LedgerMetadata) {
        let shelved = Shelved(record: record, metadata: metadata)
        shelf.withLock { $0[record.id] = shelved }
    }
}

// MARK: - Removing

extension Books {
    package enum Removal: Sendable {
        /// From this server. The folder stays, and other homes do not notice.
        case fromServer
        /// For good, the folder's files included. The owner's alone.
        case withFolder
    }

    /// Takes a ledger off the account. The last member takes it off the server, with its key; the owner may do so while
    /// others are members, after typing the ledger's name.
    ///
    /// What no folder has yet is pushed first; if that fails, nothing is removed until `confirmation` is the ledger's name.
    package func remove(
        _ ledger: OpenLedger, _ removal: Removal, confirmation: String?, by caller: Caller
    ) async throws {
        let name = await ledger.read { $0.state.name }
        if let confirmation, confirmation != name { throw SharingRefusal.wrongConfirmation }
        if removal == .withFolder {
            try Ownership.check(caller.account)
            guard confirmation != nil else { throw SharingRefusal.wrongConfirmation }
            return try await removeWithFolder(ledger)
        }
        let only = Self.lastMember(caller, confirmation)
        var ledger = ledger
        while try await !leave(ledger.id, only) {
            if confirmation == nil { try await pushLastChanges(of: ledger.id) }
            if try await takeOff(ledger, of: only) { return }
            // Somebody joined meanwhile, and keeps it.
            ledger = try await open(ledger.id)
        }
    }

    /// Takes a ledger that can not be read off the account, or off the server, as `remove` does. Nobody knows what was not
    /// pushed yet, nor the ledger's name: `confirmation` is its id, as which it is shown. Its folder stays.
    package func removeUnreadable(_ ledger: LedgerID, confirmation: String?, by caller: Caller) async throws {
        guard try isMember(caller.account.id, of: ledger) else { throw Denial.notFound(.ledger) }
        if let confirmation, confirmation != ledger.text { throw SharingRefusal.wrongConfirmation }
        let only = Self.lastMember(caller, confirmation)
        while try await !leave(ledger, only) {
            guard confirmation != nil else { throw SharingRefusal.wrongConfirmation }
            await sync.detach(ledger)
            guard try await removeFromStore(ledger, of: only) else { continue }
            shelf.withLock { $0[ledger] = nil }
            damaged.withLock { $0[ledger] = nil }
            return
        }
    }

    /// While there are others, a member only leaves. `nil`: the owner, who may decide for all, and says so by confirming.
    private static func lastMember(_ caller: Caller, _ confirmation: String?) -> AccountID? {
        caller.account.isOwner && confirmation != nil ? nil : caller.account.id
    }

    private func leave(_ ledger: LedgerID, _ account: AccountID?) async throws -> Bool {
        guard let account else { return false }
        return try await leave(ledger, account)
    }

    /// `false`: nobody else would be left. Of two who go at once the store says who is the last.
    func leave(_ ledger: LedgerID, _ account: AccountID) async throws -> Bool {
        do throws(StoreError) {
            return try await store.leave(Membership(account: account, ledger: ledger))
        } catch {
            // Left meanwhile.
            if error == .missing { return true }
            throw Unavailable(error)
        }
    }

    /// `false`: there are others than the one who is said to be the last.
    func removeFromStore(_ ledger: LedgerID, of last: AccountID?) async throws -> Bool {
        do throws(StoreError) {
            return try await store.removeLedger(ledger, of: last)
        } catch {
            // Gone meanwhile.
            if error == .missing { return true }
            throw Unavailable(error)
        }
    }

    private func pushLastChanges(of ledger: LedgerID) async throws {
        guard try shelved(ledger).record.folder != nil else { return }
        _ = await sync.syncNow(ledger)
        let pending = try await kept { try await store.pendingEvents(of: ledger) }
        guard pending == 0 else { throw SharingRefusal.notPushedYet(events: pending) }
    }

    private func removeWithFolder(_ ledger: OpenLedger) async throws {
        let shelved = try shelved(ledger.id)
        await sync.detach(ledger.id)
        if let place = shelved.record.folder {
            let folder = try await folder(at: place)
            do throws(LedgerFolderError) {
                try await LedgerFolder(folder).remove()
            } catch {
                await startSync(of: ledger, shelved)
                throw SharingRefusal(error)
            }
        }
        _ = try await takeOff(ledger, of: nil)
    }

    /// `false`: somebody else is a member by now. Still there, then: the next one who asks opens it again.
    func takeOff(_ ledger: OpenLedger, of last: AccountID?) async throws -> Bool {
        await sync.detach(ledger.id)
        await ledger.close()
        var isGone = false
        defer {
            shelf.withLock { shelf in
                shelf[ledger.id]?.opening = nil
                shelf[ledger.id]?.open = nil
                if isGone { shelf[ledger.id] = nil }
            }
        }
        isGone = try await removeFromStore(ledger.id, of: last)
        return isGone
    }
}
