package import Accounts
import FolderFormat
package import LedgerCore
import Logging
import SQLiteStore

/// Expenses with friends and no group: they go into the ledger of exactly those people, which is made when there is none.
extension AddressBook {
    /// Hands that ledger to `record`; one that was made for it is gone again when `record` fails.
    ///
    /// A friend who proved to have an account here takes part in it from the beginning: accepting the link, on both sides,
    /// was the consent. Anybody else is a name in it until they are invited, or link.
    ///
    /// - Parameter currency: needed for a new ledger; has to be the one of a direct ledger that is there.
    package func together<Value: Sendable>(
        with friends: [FriendID], in currency: Currency?, for caller: Caller,
        record: @escaping @Sendable (LedgerOfFriends) async throws -> Value
    ) async throws -> Value {
        guard (1...LedgerOfFriends.mostFriends).contains(friends.count), Set(friends).count == friends.count else {
            throw FriendRefusal.friendNeeded
        }
        return try await line.run { [self] in
            let list = try await kept { try await store.friends(of: caller.account.id) }
            let entries = try friends.map { friend throws(Denial) in try list.entry(friend) }
            if let common = try await found(with: entries, in: currency, for: caller) {
                return try await record(common)
            }
            return try await recordAnew(with: entries, in: currency, for: caller, record)
        }
    }

    private func recordAnew<Value: Sendable>(
        with entries: [FriendList.Entry], in currency: Currency?, for caller: Caller,
        _ record: @Sendable (LedgerOfFriends) async throws -> Value
    ) async throws -> Value {
        guard let currency else { throw FriendRefusal.currencyNeeded }
        let linked = try await mutual(entries, with: caller.account)
        let names = entries.map { linked[$0.id]?.name.text ?? $0.friend.nickname }
        let common = try await made(with: entries, named: names, in: currency, by: caller)
        let value: Value
        do {
            value = try await record(common)
        } catch {
            let name = await common.ledger.read { $0.state.name }
            try? await books.remove(common.ledger, .fromServer, confirmation: name, by: caller)
            throw error
        }
        for account in linked.values {
            await lettingIn(to: common.ledger.id) {
                try await letIn(account.id, to: common.ledger, of: caller.account.id, as: common.me)
            }
        }
        return value
    }

    /// What was recorded or accepted stands, also when a ledger could not be opened to the other: an invite can do it later.
    private func lettingIn(to ledger: LedgerID, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            books.log.error(
                "a direct ledger was not opened to a friend", metadata: ["ledger": "\(ledger)", "error": "\(error)"])
        }
    }
}

// MARK: - Finding

extension AddressBook {
    /// The oldest that fits. The device that asks says with its expense who it is there, as another one of the account did.
    private func found(
        with entries: [FriendList.Entry], in currency: Currency?, for caller: Caller
    ) async throws -> LedgerOfFriends? {
        let known = Set(entries.flatMap(\.participants).map(\.ledger))
        let standings = try await standings(in: known, for: caller)
        for id in try kept({ try store.ledgers(of: caller.account.id) }) {
            guard let standing = standings[id] ?? nil, let me = standing.me,
                let people = LedgerOfFriends.people(of: standing, among: entries)
            else { continue }
            if let currency, currency != standing.currency {
                guard standing.kind != .direct else { throw FriendRefusal.otherCurrency(standing.currency.code) }
                continue
            }
            let ledger = try await books.ledger(id, for: caller.account.id)
            let device = caller.device.id
            _ = try await ledger.record(by: device) { view in
                view.participant(of: device) == nil ? [.claim(me)] : []
            } answer: { _, _ in
            }
            return LedgerOfFriends(ledger: ledger, me: me, friends: people)
        }
        return nil
    }
}

// MARK: - Making

extension AddressBook {
    private func made(
        with entries: [FriendList.Entry], named names: [String], in currency: Currency, by caller: Caller
    ) async throws -> LedgerOfFriends {
        let people = [caller.account.name.text] + names
        let isDirect = entries.count == 1
        let wanted = NewLedger(
            name: LedgerOfFriends.name(of: people), currency: currency, participants: people, me: people[0],
            folder: nil,
            schemaVersion: isDirect ? SchemaVersion.newest : nil, kind: isDirect ? .direct : .group)
        let ledger = try await books.create(wanted, by: caller)
        let (me, others) = await ledger.read { view in
            let me = view.participant(of: caller.device.id)
            return (me, view.state.participantsInOrder.map(\.id).filter { $0 != me })
        }
        guard let me, others.count == entries.count else { throw Unavailable.damaged(detail: "a new ledger") }
        let pairs = zip(entries.map(\.id), others).map { (friend: $0, participant: $1) }
        let owner = caller.account.id
        try await keeping([owner]) { books in
            for pair in pairs {
                try books[owner].add(
                    FriendParticipant(ledger: ledger.id, participant: pair.participant), to: pair.friend)
            }
        }
        let friends = Dictionary(pairs.map { ($0.friend, $0.participant) }) { first, _ in first }
        return LedgerOfFriends(ledger: ledger, me: me, friends: friends)
    }

    /// The accounts of those friends who have the caller's account as their friend as well.
    private func mutual(_ entries: [FriendList.Entry], with account: Account) async throws -> [FriendID: Account] {
        let linked = entries.compactMap { entry in entry.link.account.map { (entry.id, $0) } }
        let (all, accounts) = try await kept {
            (try await store.addressBooks(of: linked.map(\.1)), try await store.accounts())
        }
        var found: [FriendID: Account] = [:]
        for (friend, id) in linked where all[id].entry(linkedTo: account.id) != nil {
            found[friend] = accounts.first { $0.id == id }
        }
        return found
    }

    /// Makes an account a member of a ledger, in which one of its friends is a person.
    func letIn(
        _ account: AccountID, to ledger: OpenLedger, of friend: AccountID, as participant: ParticipantID
    ) async throws {
        let now = world.now()
        try await kept {
            try await store.addMembership(Membership(account: account, ledger: ledger.id), at: now)
        }
        try await keeping([account]) { books in
            guard let entry = books[account].entry(linkedTo: friend) else { return }
            try books[account].add(FriendParticipant(ledger: ledger.id, participant: participant), to: entry.id)
        }
        books.feed.announce(ledger.id, revision: ledger.revision, to: [account])
    }
}

// MARK: - Linking later

extension AddressBook {
    /// Whoever said which of their friends an account is shares the direct ledger that they have with that friend: until now
    /// it was kept for the two of them by one alone. Other ledgers are opened by invites only.
    ///
    /// - Parameter device: of the one who comes in, who is asked for nothing more than to be that person.
    func openDirectLedger(of owner: Account, with friend: FriendID?, to other: Account, device: DeviceID?) async {
        guard let friend, let entry = try? await kept({ try await store.friends(of: owner.id) }).entry(friend),
            entry.link.account == other.id
        else { return }
        for id in Set(entry.participants.map(\.ledger)).sorted() {
            await lettingIn(to: id) {
                try await openDirectLedger(id, of: owner, with: entry, to: other, device: device)
            }
        }
    }

    private func openDirectLedger(
        _ id: LedgerID, of owner: Account, with entry: FriendList.Entry, to other: Account, device: DeviceID?
    ) async throws {
        guard try books.isMember(owner.id, of: id), try !books.isMember(other.id, of: id) else { return }
        let ledger = try await books.ledger(id, for: owner.id)
        let (devices, currency) = (try await devices(of: owner.id), ledger.currency)
        let standing = await ledger.read { LedgerStanding($0, id, currency, devices: devices) }
        guard standing.kind == .direct, let me = standing.me,
            let person = LedgerOfFriends.people(of: standing, among: [entry])?[entry.id]
        else { return }
        try await letIn(other.id, to: ledger, of: owner.id, as: me)
        guard let device else { return }
        _ = try await ledger.record(by: device) { view in
            view.state.participants[person]?.devices.isEmpty ?? false ? [.claim(person)] : []
        } answer: { _, _ in
        }
    }
}
