package import Accounts
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import Synchronization

/// How an account goes. Every step may be repeated, and what is done is seen in the store: so what broke off, wherever it
/// was, is finished by doing the steps again.
extension Books {
    /// Deletes the caller's account (rule 9): the fence first, after which nobody comes in with it any more; then one ledger
    /// after another; then what is left.
    package func deleteAccount(_ account: Account, confirmation: String?) async throws -> LeavingPlan {
        let plan = try await leavingPlan(.account, of: account)
        try plan.checkConfirmation(confirmation, of: account)
        let isFirst = leaving.withLock { $0.insert(account.id).inserted }
        defer { if isFirst { leaving.withLock { _ = $0.remove(account.id) } } }
        try await fence(account.id)
        // Who is deleting it already does the rest.
        if isFirst { try await finishDeletion(of: account.id) }
        return plan
    }

    /// For an owner, who deletes somebody else's account.
    package func deleteAccount(
        _ id: AccountID, confirmation: String?, by caller: Caller, at door: Doorkeeper
    ) async throws {
        try Ownership.check(caller.account)
        let account = try Ownership.removable(id, among: try await door.accounts())
        _ = try await deleteAccount(account, confirmation: confirmation)
    }

    /// Finishes what broke off, when the server ended or the disk was full, until the task is cancelled.
    package func goOnFinishingDeletions(every pause: Duration = .seconds(300)) async {
        while !Task.isCancelled {
            await finishDeletions()
            try? await Task.sleep(for: pause)
        }
    }

    func finishDeletions() async {
        for account in (try? await store.fencedAccounts()) ?? [] {
            guard leaving.withLock({ $0.insert(account).inserted }) else { continue }
            defer { leaving.withLock { _ = $0.remove(account) } }
            do {
                try await finishDeletion(of: account)
            } catch {
                log.error("an account is not deleted yet", metadata: ["account": "\(account)", "error": "\(error)"])
            }
        }
    }

    /// Takes the caller out of every ledger, and deletes what is only theirs (rule 10). The account and its devices stay.
    package func clearData(of account: Account, confirmation: String?) async throws -> LeavingPlan {
        let plan = try await leavingPlan(.data, of: account)
        try plan.checkConfirmation(confirmation, of: account)
        while try await leaveOne(account.id, for: .data) {}
        try await kept { try await store.clearPeople(of: account.id) }
        let used = shelf.withLock { $0.values.compactMap { $0.record.folder?.connection } }
        for connection in try await connections(of: account.id) where !used.contains(connection.id) {
            try await removeConnection(connection.id, of: account.id)
        }
        return plan
    }

    // MARK: Steps

    func fence(_ account: AccountID) async throws {
        let placeholder = "deleted " + world.makeID(AccountID.self).description
        do throws(StoreError) {
            try await store.fence(account, at: world.now(), name: placeholder)
        } catch {
            switch error {
            case .taken: throw Denial.lastOwner
            case .missing: throw Denial.notFound(.account)
            default: throw Unavailable(error)
            }
        }
        feed.announceSignOut(of: account)
    }

    private func finishDeletion(of account: AccountID) async throws {
        while try await leaveOne(account, for: .account) {}
        let connections = try await connections(of: account).map(\.id)
        do throws(StoreError) {
            try await store.removeAccount(account)
        } catch {
            // Somebody finished it meanwhile.
            if error != .missing { throw Unavailable(error) }
        }
        await forget(connections)
        log.info("an account was deleted", metadata: ["account": "\(account)"])
    }

    /// Leaves one of the account's ledgers. `false`: there is none left.
    func leaveOne(_ account: AccountID, for extent: LeavingPlan.Extent) async throws -> Bool {
        guard let id = try kept({ try store.ledgers(of: account) }).first else { return false }
        let ledger: OpenLedger
        do {
            ledger = try await open(id)
        } catch Unavailable.damaged(detail: _) {
            // What can not be read can be left all the same. It is not removed, and nobody is released in it.
            log.error("an unreadable ledger was left", metadata: ["ledger": "\(id)"])
            try await leaveUnread(id, account)
            return true
        }
        // First: after the release nobody could tell any more whom the account was.
        if extent == .account { try await noteDepartures(of: account, from: ledger) }
        try await release(account, in: ledger)
        guard try await leave(id, account) else {
            if try shelved(id).record.folder != nil { _ = await sync.syncNow(id) }
            // Should somebody join meanwhile, it is only left, the next time round.
            _ = try await takeOff(ledger, of: account)
            return true
        }
        let members = Set(try kept { try store.members(of: id) })
        feed.announce(id, revision: ledger.revision, to: members)
        return true
    }

    private func leaveUnread(_ ledger: LedgerID, _ account: AccountID) async throws {
        do throws(StoreError) {
            try await store.removeMembership(Membership(account: account, ledger: ledger))
        } catch {
            // Left meanwhile.
            if error != .missing { throw Unavailable(error) }
        }
    }

    func noteDepartures(of account: AccountID, from ledger: OpenLedger) async throws {
        let devices = try await kept { try await store.allDevices(of: account) }
        let departures = await ledger.read { $0.claims(of: devices) }
        try await kept { try await store.addDepartures(departures, from: ledger.id) }
        await ledger.note(departures)
    }

    /// The last word of each of the account's devices in a ledger: that it is nobody any more. Said once.
    func release(_ account: AccountID, in ledger: OpenLedger) async throws {
        guard try facts(of: ledger.id).schemaVersion >= 2 else { return }
        for device in try await kept({ try await store.allDevices(of: account) }) {
            try await ledger.release(device)
        }
    }

    func isAlone(_ account: AccountID, in ledger: LedgerID) async throws -> Bool {
        let fenced = try await kept { try await store.fencedAccounts() }
        let members = try kept { try store.members(of: ledger) }
        return members.allSatisfy { $0 == account || fenced.contains($0) }
    }
}

extension OpenLedger {
    /// A claim that the device still owes comes first: so the release is final, whatever its older names claimed.
    func release(_ device: DeviceID) async throws {
        try await record(by: device) { view in
            view.claims(device) ? [.release] : []
        } answer: { _, _ in
        }
    }
}

extension LedgerView {
    /// Whom each name was under which the devices ever wrote here.
    fileprivate func claims(of devices: [DeviceID]) -> [DeviceID: ParticipantID] {
        let names = devices.flatMap { authors.names(of: $0) }
        return names.reduce(into: [:]) { claims, name in claims[name] = state.participant(of: name) }
    }

    /// Whether the name under which the device writes now is somebody's, or will be with its next event.
    fileprivate func claims(_ device: DeviceID) -> Bool {
        state.participant(of: authors.author(for: device)) != nil
            || authors.owedClaim(of: device, in: state) != nil
    }
}
