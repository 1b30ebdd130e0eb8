package import LedgerCore

/// The address books of those whom one change concerns, and the requests between people: what is decided here is kept as
/// a whole or not at all.
package struct AddressBooks: Hashable, Sendable {
    /// Unanswered requests of one account: nobody needs more, and each costs everybody a look.
    package static let mostRequests = 50

    package var lists: [AccountID: FriendList]
    package private(set) var requests: [LinkRequestID: LinkRequest]

    package init(_ lists: [FriendList], requests: [LinkRequest] = []) {
        self.lists = Dictionary(lists.map { ($0.owner, $0) }) { first, _ in first }
        self.requests = Dictionary(requests.map { ($0.id, $0) }) { first, _ in first }
    }

    package subscript(owner: AccountID) -> FriendList {
        get { lists[owner] ?? FriendList(owner: owner, []) }
        set { lists[owner] = newValue }
    }
}

// MARK: - Asking

extension AddressBooks {
    /// What the account asked and can still withdraw, newest first.
    package func sent(by account: AccountID, at now: Instant) -> [LinkRequest] {
        requests.values.filter { $0.sender == account && $0.seemsOpen(at: now) }.newestFirst
    }

    /// What the account is asked and can still answer. Who takes a name after somebody asked for it was not meant.
    package func received(by account: Account, at now: Instant) -> [LinkRequest] {
        requests.values.filter {
            $0.recipient == account.name && $0.sentAt >= account.createdAt && $0.sender != account.id
                && $0.isOpen(at: now)
        }.newestFirst
    }

    /// Whether this sender was declined before.
    package func wasDeclinedBefore(_ request: LinkRequest) -> Bool {
        requests.values.contains {
            $0.sender == request.sender && $0.recipient == request.recipient && $0.id != request.id && $0.wasDeclined
        }
    }

    /// The request that asking again would only repeat.
    package func repeated(
        by account: Account, to name: AccountName, for friend: FriendID?, at now: Instant
    ) throws(FriendRefusal) -> LinkRequest? {
        guard name != account.name else { throw .ownName }
        guard let pending = sent(by: account.id, at: now).first(where: { $0.recipient == name }) else { return nil }
        guard pending.friend == friend else { throw .requestPending }
        return pending
    }

    /// One request at a time for each name, and for each friend. Nobody looks whether an account has the name.
    package mutating func ask(
        _ id: LinkRequestID, by account: Account, to name: AccountName, for friend: FriendID?, at now: Instant
    ) throws -> LinkRequest {
        if let pending = try repeated(by: account, to: name, for: friend, at: now) { return pending }
        let sent = sent(by: account.id, at: now)
        if let friend {
            guard try self[account.id].entry(friend).link.account == nil else { throw FriendRefusal.alreadyLinked }
            guard !sent.contains(where: { $0.friend == friend }) else { throw FriendRefusal.friendHasRequest }
        }
        guard sent.count < Self.mostRequests else { throw FriendRefusal.tooManyRequests }
        requests = requests.filter { now.milliseconds - $0.value.sentAt.milliseconds < LinkRequest.memory }
        let request = LinkRequest(id: id, sender: account.id, recipient: name, friend: friend, sentAt: now)
        requests[id] = request
        return request
    }

    package mutating func withdraw(_ id: LinkRequestID, by account: AccountID, at now: Instant) throws(Denial) {
        guard let request = requests[id], request.sender == account, request.seemsOpen(at: now) else {
            throw .notFound(.linkRequest)
        }
        requests[id]?.answer = request.answer == nil ? .withdrawn : .declinedAndWithdrawn
    }
}

// MARK: - Answering

extension AddressBooks {
    package func open(_ id: LinkRequestID, for account: Account, at now: Instant) throws(Denial) -> LinkRequest {
        guard let request = received(by: account, at: now).first(where: { $0.id == id }) else {
            throw .notFound(.linkRequest)
        }
        return request
    }

    package mutating func decline(_ id: LinkRequestID, by account: Account, at now: Instant) throws(Denial) {
        requests[try open(id, for: account, at: now).id]?.answer = .declined
    }

    /// Both become each other's friends. What the two asked each other meanwhile is answered by this as well.
    package mutating func accept(
        _ id: LinkRequestID, by account: Account, from sender: Account, _ meeting: Meeting, at now: Instant
    ) throws -> (mine: FriendID, theirs: FriendID) {
        let request = try open(id, for: account, at: now)
        if let friend = meeting.friend {
            let link = try self[account.id].entry(friend).link.account
            guard link == nil || link == sender.id else { throw FriendRefusal.alreadyLinked }
        }
        requests[id]?.answer = .accepted
        for other in sent(by: account.id, at: now) where other.recipient == sender.name {
            requests[other.id]?.answer = .accepted
        }
        var meeting = meeting
        meeting.friendOfOther = request.friend
        return try befriend(account, sender, meeting, at: now)
    }

    /// What is known of two who become friends.
    package struct Meeting: Sendable {
        /// Whom each of them takes the other for, if they said so.
        package var friend: FriendID?
        package var friendOfOther: FriendID?
        /// Whom the other meant by the invite that was claimed.
        package var invited: FriendParticipant?
        /// Who each of them is in the ledgers that both may open.
        package var participants: [FriendParticipant]
        package var participantsOfOther: [FriendParticipant]
        package let newIDs: (mine: FriendID, theirs: FriendID)

        package init(
            friend: FriendID? = nil, friendOfOther: FriendID? = nil, invited: FriendParticipant? = nil,
            participants: [FriendParticipant],
            participantsOfOther: [FriendParticipant], newIDs: (mine: FriendID, theirs: FriendID)
        ) {
            self.friend = friend
            self.friendOfOther = friendOfOther
            self.invited = invited
            self.participants = participants
            self.participantsOfOther = participantsOfOther
            self.newIDs = newIDs
        }
    }

    /// Two accounts that proved to each other who they are, each in the other's book.
    package mutating func befriend(
        _ account: Account, _ other: Account, _ meeting: Meeting, at now: Instant
    ) throws -> (mine: FriendID, theirs: FriendID) {
        let mine = try self[account.id].link(
            other.id, named: other.name, preferring: meeting.friend, participants: meeting.participantsOfOther,
            newID: meeting.newIDs.mine, at: now)
        let theirs = try self[other.id].link(
            account.id, named: account.name, preferring: meeting.friendOfOther, invited: meeting.invited,
            participants: meeting.participants, newID: meeting.newIDs.theirs, at: now)
        return (mine, theirs)
    }
}

extension Sequence<LinkRequest> {
    fileprivate var newestFirst: [LinkRequest] { sorted { ($1.sentAt, $1.id) < ($0.sentAt, $0.id) } }
}
