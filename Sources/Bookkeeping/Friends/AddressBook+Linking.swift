package import Accounts
package import LedgerCore
import Logging
import SQLiteStore
import Synchronization

/// What an account asked others, and what it is asked.
package struct LinkRequests: Sendable {
    package let sent: [LinkRequest]
    package let received: [Received]

    package struct Received: Sendable {
        package let request: LinkRequest
        package let from: AccountName
        package let wasDeclinedBefore: Bool
    }
}

extension AddressBook {
    package func linkRequests(of caller: Caller) async throws -> LinkRequests {
        let now = world.now()
        let (all, accounts) = try await kept { (try await store.addressBooks(of: []), try await store.accounts()) }
        return LinkRequests(
            sent: all.sent(by: caller.account.id, at: now),
            received: all.received(by: caller.account, at: now).compactMap { request in
                guard let sender = accounts.first(where: { $0.id == request.sender }) else { return nil }
                return LinkRequests.Received(
                    request: request, from: sender.name, wasDeclinedBefore: all.wasDeclinedBefore(request))
            })
    }

    /// Asks whoever has an account of this name. Whether anybody has is looked up by nobody here, so that neither the
    /// answer nor its time tells. Only the names of the caller's own friends are known to be taken.
    package func ask(named typed: String, for friend: FriendID?, by caller: Caller) async throws -> LinkRequest {
        let (account, now, id): (Account, Instant, LinkRequestID) = (caller.account, world.now(), world.makeID())
        let name = try Self.checkedName(typed)
        let before = try await kept { try await store.addressBooks(of: [account.id]) }
        if let pending = try before.repeated(by: account, to: name, for: friend, at: now) { return pending }
        try throttle.withLock { throttle throws(Denial) in
            try throttle.count(.linkRequest, by: account.id, device: caller.device.id, at: now)
        }
        let linked = Set(before[account.id].entries.compactMap(\.link.account))
        let names = try await kept { try await store.accounts() }.filter { linked.contains($0.id) }.map(\.name)
        guard !names.contains(name) else { throw FriendRefusal.alreadyLinked }
        return try await keeping([account.id]) { books in
            try books.ask(id, by: account, to: name, for: friend, at: now)
        }
    }

    private static func checkedName(_ typed: String) throws(InputRefusal) -> AccountName {
        do throws(InputRefusal) {
            return try AccountName(typed)
        } catch {
            throw InputRefusal(error.code, field: "accountName", error.message)
        }
    }

    package func withdraw(_ id: LinkRequestID, by caller: Caller) async throws {
        let (account, now) = (caller.account.id, world.now())
        try await keeping([]) { books in try books.withdraw(id, by: account, at: now) }
    }

    package func decline(_ id: LinkRequestID, by caller: Caller) async throws {
        let (account, now) = (caller.account, world.now())
        try await keeping([]) { books in try books.decline(id, by: account, at: now) }
    }

    /// Both are in each other's address book afterwards, with the people that they are in the ledgers of both.
    ///
    /// Who said which of their friends the other is opens the direct ledger with that friend to them.
    ///
    /// - Parameter friend: whom the caller takes the sender for; `nil`: somebody new.
    package func accept(_ id: LinkRequestID, as friend: FriendID?, by caller: Caller) async throws -> FriendFacts {
        let (account, now) = (caller.account, world.now())
        let (all, accounts) = try await kept { (try await store.addressBooks(of: []), try await store.accounts()) }
        let request = try all.open(id, for: account, at: now)
        guard let sender = accounts.first(where: { $0.id == request.sender }) else {
            throw Denial.notFound(.linkRequest)
        }
        var meeting = try await meeting(of: account, and: sender)
        meeting.friend = friend
        let entry = try await keeping([account.id, sender.id]) { [meeting] books in
            let made = try books.accept(id, by: account, from: sender, meeting, at: now)
            return try books[account.id].entry(made.mine)
        }
        await openDirectLedger(of: sender, with: request.friend, to: account, device: caller.device.id)
        await openDirectLedger(of: account, with: friend, to: sender, device: nil)
        return try await self.friend(entry.id, of: caller)
    }

    /// A claimed invite makes friends of the two (`people.md` 3): the one who claimed it knows the other by name, the one who
    /// invited knows who was meant. Doing it again changes nothing. A full address book is no reason to refuse the claim.
    package func befriend(
        claimer: Account, inviter: Account, in ledger: LedgerID, claimed: ParticipantID
    ) async throws {
        guard claimer.id != inviter.id else { return }
        let now = world.now()
        var meeting = try await meeting(of: claimer, and: inviter)
        let invited = FriendParticipant(ledger: ledger, participant: claimed)
        meeting.invited = invited
        meeting.participants.append(invited)
        do {
            _ = try await keeping([claimer.id, inviter.id]) { [meeting] books in
                try books.befriend(claimer, inviter, meeting, at: now)
            }
        } catch let refusal as FriendRefusal {
            books.log.notice("an invite made nobody friends", metadata: ["reason": "\(refusal.code)"])
        }
    }

    /// Who the two are in the ledgers that both may open: by what their own devices claimed.
    private func meeting(of account: Account, and other: Account) async throws -> AddressBooks.Meeting {
        let (mine, theirs) = (try await devices(of: account.id), try await devices(of: other.id))
        let shared = try kept {
            Set(try store.ledgers(of: account.id)).intersection(try store.ledgers(of: other.id))
        }
        var meeting = AddressBooks.Meeting(
            participants: [], participantsOfOther: [], newIDs: (world.makeID(), world.makeID()))
        for id in shared.sorted() {
            guard let ledger = try? await books.ledger(id, for: account.id) else { continue }
            let (me, them) = await ledger.read {
                ($0.participant(ofAnyOf: mine), $0.participant(ofAnyOf: theirs))
            }
            // Two accounts that claimed one person are not told apart there.
            guard me != them else { continue }
            if let me { meeting.participants.append(FriendParticipant(ledger: id, participant: me)) }
            if let them { meeting.participantsOfOther.append(FriendParticipant(ledger: id, participant: them)) }
        }
        return meeting
    }
}
