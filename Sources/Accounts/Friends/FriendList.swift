package import LedgerCore

/// The friends of one account, and the rules for them. A merged friend stays as it was and only counts as another one, so
/// that taking a merge back restores exactly what was (`people.md` 8).
package struct FriendList: Hashable, Sendable {
    /// What a list that is still read by a person can hold.
    package static let mostFriends = 1000
    /// One person, in as many ledgers.
    package static let mostParticipants = 500

    package let owner: AccountID
    package private(set) var rows: [FriendID: Friend]

    package init(owner: AccountID, _ friends: [Friend]) {
        self.owner = owner
        rows = Dictionary(friends.map { ($0.id, $0) }) { first, _ in first }
    }

    /// A friend as their owner sees them: with everybody who was merged into them.
    package struct Entry: Hashable, Sendable {
        package let friend: Friend
        /// Those who count as this friend, by the time of their merge.
        package let merged: [Friend]

        package var id: FriendID { friend.id }
        package var parts: [Friend] { [friend] + merged }
        package var participants: [FriendParticipant] { parts.flatMap(\.participants).sorted() }

        package var link: Friend.Link {
            parts.map(\.link).first { $0.account != nil } ?? parts.map(\.link).first { $0 == .deleted } ?? .none
        }
    }

    /// In the order in which they were added.
    package var entries: [Entry] {
        rows.values.filter { $0.merge == nil }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.map(entry)
    }

    package func entry(_ id: FriendID) throws(Denial) -> Entry {
        guard let friend = rows[id], friend.merge == nil else { throw .notFound(.friend) }
        return entry(friend)
    }

    package func entry(linkedTo account: AccountID) -> Entry? {
        entries.first { $0.link.account == account }
    }

    package func entry(of participant: FriendParticipant) -> Entry? {
        entries.first { $0.participants.contains(participant) }
    }

    /// Follows merges of merges; a row whose friend is gone can not be there, and would count for itself.
    private func entry(_ friend: Friend) -> Entry {
        var parts = [friend]
        var next = 0
        while next < parts.count {
            let found = rows.values.filter { $0.merge?.into == parts[next].id && !parts.map(\.id).contains($0.id) }
            parts += found.sorted { ($0.merge?.at ?? $0.createdAt, $0.id) < ($1.merge?.at ?? $1.createdAt, $1.id) }
            next += 1
        }
        return Entry(friend: friend, merged: Array(parts.dropFirst()))
    }
}

// MARK: - Adding, changing, removing

extension FriendList {
    /// - Parameter participants: people of ledgers that the owner may open, and who are not the owner.
    package mutating func add(
        _ id: FriendID, nickname: String, colour: Colour?, participants: [FriendParticipant], at now: Instant
    ) throws(FriendRefusal) {
        guard rows.count < Self.mostFriends else { throw .tooManyFriends }
        let nickname = try Friend.checkedNickname(nickname)
        try checkFree(participants, for: id)
        rows[id] = Friend(
            id: id, owner: owner, nickname: nickname, colour: colour ?? Colour(number: rows.count),
            participants: participants.distinct, createdAt: now)
    }

    /// What is `nil` stays. `participants` are all of the friend's, those of merged ones included.
    package mutating func change(
        _ id: FriendID, nickname: String?, colour: Colour?, participants: [FriendParticipant]?, unlinks: Bool
    ) throws {
        let entry = try entry(id)
        if let participants { try checkFree(participants, for: id) }
        if let nickname { rows[id]?.nickname = try Friend.checkedNickname(nickname) }
        if let colour { rows[id]?.colour = colour }
        if let participants {
            for part in entry.parts { rows[part.id]?.participants.removeAll { !participants.contains($0) } }
            rows[id]?.participants += participants.distinct.filter { !entry.participants.contains($0) }
        }
        if unlinks { for part in entry.parts { rows[part.id]?.link = .none } }
    }

    /// With whom was merged into them. Ledgers and their people are not touched.
    package mutating func remove(_ id: FriendID) throws(Denial) {
        for part in try entry(id).parts { rows[part.id] = nil }
    }

    /// One more person that the friend is; `false`: somebody of the list is that person already.
    @discardableResult
    package mutating func add(_ participant: FriendParticipant, to id: FriendID) throws(Denial) -> Bool {
        _ = try entry(id)
        guard !rows.values.contains(where: { $0.participants.contains(participant) }) else { return false }
        rows[id]?.participants.append(participant)
        return true
    }

    private func checkFree(_ participants: [FriendParticipant], for id: FriendID) throws(FriendRefusal) {
        guard participants.count <= Self.mostParticipants else { throw .tooManyParticipants }
        let own = rows[id].map { entry($0).parts.map(\.id) } ?? []
        let others = rows.values.filter { !own.contains($0.id) }.flatMap(\.participants)
        guard Set(others).isDisjoint(with: participants) else { throw .participantOfAnotherFriend }
    }
}

// MARK: - Merging

extension FriendList {
    /// The two as one, before it is done: who stays, and with what. Repeating a merge that was made finds it again.
    package func merging(_ id: FriendID, into target: FriendID) throws -> (kept: Entry, gone: Entry, done: MergeID?) {
        guard id != target else { throw FriendRefusal.mergeWithSelf }
        let kept = try entry(target)
        if let row = rows[id], let merge = row.merge, merge.into == target { return (kept, entry(row), merge.id) }
        let gone = try entry(id)
        if let one = kept.link.account, let other = gone.link.account, one != other {
            throw FriendRefusal.linkedToDifferentAccounts
        }
        return (kept, gone, nil)
    }

    package mutating func merge(
        _ id: FriendID, into target: FriendID, as merge: MergeID, at now: Instant
    ) throws -> MergeID {
        if let done = try merging(id, into: target).done { return done }
        rows[id]?.merge = Friend.Merge(id: merge, into: target, at: now)
        return merge
    }

    /// Whom a merge took away is back as they were; `nil`: there is no such merge here.
    package mutating func unmerge(_ merge: MergeID) -> FriendID? {
        guard let row = rows.values.first(where: { $0.merge?.id == merge }) else { return nil }
        rows[row.id]?.merge = nil
        return row.id
    }
}

// MARK: - Linking

extension FriendList {
    /// That an account proved to be a friend: the one who has it already, else the one whom the owner named, else the one
    /// whom the owner meant, else somebody new. Whom an account claimed to be in some ledger makes it nobody's friend.
    ///
    /// - Parameters:
    ///   - invited: the person for whom the owner's invite was made.
    ///   - participants: who the account is in ledgers that both may open.
    package mutating func link(
        _ account: AccountID, named name: AccountName, preferring preferred: FriendID?,
        invited: FriendParticipant? = nil, participants: [FriendParticipant], newID: FriendID, at now: Instant
    ) throws(FriendRefusal) -> FriendID {
        let candidates = [
            entry(linkedTo: account), preferred.flatMap { try? entry($0) },
            invited.flatMap { entry(of: $0) },
        ].compactMap { $0 }
        let known = candidates.first { $0.link.account == nil || $0.link.account == account }
        if known == nil { try add(newID, nickname: name.text, colour: nil, participants: [], at: now) }
        let id = known?.id ?? newID
        if known?.link.account != account { rows[id]?.link = .account(account) }
        let taken = Set(rows.values.flatMap(\.participants))
        rows[id]?.participants += participants.distinct.filter { !taken.contains($0) }
        return id
    }
}

extension [FriendParticipant] {
    fileprivate var distinct: [FriendParticipant] { Set(self).sorted() }
}
