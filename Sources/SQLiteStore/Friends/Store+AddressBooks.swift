package import Accounts
import GRDB
import LedgerCore

extension Store {
    package func friends(of account: AccountID) async throws(StoreError) -> FriendList {
        try await read { [vault] database in FriendList(owner: account, try database.friends(of: account, vault)) }
    }

    /// The books of some accounts, and all requests.
    package func addressBooks(of accounts: [AccountID]) async throws(StoreError) -> AddressBooks {
        try await read { [vault] database in try database.addressBooks(of: accounts, vault) }
    }

    /// Lets `change` decide on the books as they are now, and keeps what it made of them. What it throws is the answer, and
    /// nothing is kept then.
    package func changeAddressBooks<Value: Sendable>(
        of accounts: [AccountID], _ change: @escaping @Sendable (inout AddressBooks) throws -> Value
    ) async throws -> Value {
        let outcome: Result<Value, any Error> = try await commits.write { [vault] database in
            let before = try database.addressBooks(of: accounts, vault)
            var after = before
            let outcome = Result { try change(&after) }
            if case .success = outcome { try database.keep(after, insteadOf: before, vault) }
            return outcome
        }
        return try outcome.get()
    }

    /// Everything that only this account sees: its friends, and what it asked.
    package func clearPeople(of account: AccountID) async throws(StoreError) {
        try await commits.write { database in
            for table in ["friends WHERE account", "link_requests WHERE sender"] {
                try database.execute(sql: "DELETE FROM \(table) = ?", arguments: [account.blob])
            }
        }
    }
}

extension Database {
    fileprivate func addressBooks(of accounts: [AccountID], _ vault: Vault) throws -> AddressBooks {
        AddressBooks(
            try accounts.map { FriendList(owner: $0, try friends(of: $0, vault)) }, requests: try linkRequests(vault))
    }

    fileprivate func friends(of account: AccountID, _ vault: Vault) throws -> [Friend] {
        let sql = "SELECT \(Vault.friendColumns) FROM friends WHERE account = ?"
        let friends = try Row.fetchAll(self, sql: sql, arguments: [account.blob]).map { try vault.friend($0) }
        let participants = try participants(ofFriendsOf: account, vault)
        return friends.map { friend in
            var friend = friend
            friend.participants = participants[friend.id]?.sorted() ?? []
            return friend
        }
    }

    private func participants(
        ofFriendsOf account: AccountID, _ vault: Vault
    ) throws -> [FriendID: [FriendParticipant]] {
        let sql = """
            SELECT friend, participant, sealed_id, mark
            FROM friend_participants JOIN ledgers ON ledgers.number = friend_participants.ledger WHERE account = ?
            """
        var found: [FriendID: [FriendParticipant]] = [:]
        for row in try Row.fetchAll(self, sql: sql, arguments: [account.blob]) {
            let ledger = try vault.ledgerID(try row.bytes(at: 2), mark: try row.bytes(at: 3))
            found[try row.id(at: 0), default: []].append(
                FriendParticipant(ledger: ledger, participant: try row.id(at: 1)))
        }
        return found
    }

    private func linkRequests(_ vault: Vault) throws -> [LinkRequest] {
        try Row.fetchAll(self, sql: "SELECT id, sender, recipient, friend, answer, sent_at FROM link_requests").map {
            try vault.linkRequest($0)
        }
    }
}

// MARK: - Keeping what changed

extension Database {
    fileprivate func keep(_ after: AddressBooks, insteadOf before: AddressBooks, _ vault: Vault) throws {
        for list in after.lists.values {
            let old = before[list.owner].rows
            for id in old.keys where list.rows[id] == nil {
                try execute(sql: "DELETE FROM friends WHERE id = ?", arguments: [id.blob])
            }
            // A friend that another was merged into stands before it: the one refers to the other.
            let changed = list.rows.values.filter { $0 != old[$0.id] }
            for friend in changed { try keep(friend, vault) }
            for friend in changed where friend.merge != nil { try keepMerge(of: friend) }
            for friend in changed { try removeParticipants(of: friend, insteadOf: old[friend.id], vault) }
            for friend in changed { try addParticipants(of: friend, insteadOf: old[friend.id], vault) }
        }
        for request in after.requests.values where before.requests[request.id] != request {
            try keep(request, vault)
        }
        for id in before.requests.keys where after.requests[id] == nil {
            try execute(sql: "DELETE FROM link_requests WHERE id = ?", arguments: [id.blob])
        }
    }

    private func keep(_ friend: Friend, _ vault: Vault) throws {
        let card = friend.colour.rawValue + " " + friend.nickname
        try execute(
            sql: """
                INSERT INTO friends (id, account, card, linked, was_linked, created_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET card = excluded.card, linked = excluded.linked,
                    was_linked = excluded.was_linked, merged_into = NULL, merge = NULL, merged_at = NULL
                """,
            arguments: [
                friend.id.blob, friend.owner.blob, vault.seal(card, .friend(friend.id)), friend.link.account?.blob,
                friend.link != .none, friend.createdAt.milliseconds,
            ])
    }

    private func keepMerge(of friend: Friend) throws {
        guard let merge = friend.merge else { return }
        try execute(
            sql: "UPDATE friends SET merged_into = ?, merge = ?, merged_at = ? WHERE id = ?",
            arguments: [merge.into.blob, merge.id.blob, merge.at.milliseconds, friend.id.blob])
    }

    private func removeParticipants(of friend: Friend, insteadOf old: Friend?, _ vault: Vault) throws {
        for gone in old?.participants ?? [] where !friend.participants.contains(gone) {
            try execute(
                sql: """
                    DELETE FROM friend_participants WHERE friend = ? AND participant = ?
                    AND ledger = (SELECT number FROM ledgers WHERE mark = ?)
                    """,
                arguments: [friend.id.blob, gone.participant.blob, vault.mark(gone.ledger)])
        }
    }

    /// A ledger that was removed meanwhile has nobody any more.
    private func addParticipants(of friend: Friend, insteadOf old: Friend?, _ vault: Vault) throws {
        for new in friend.participants where !(old?.participants.contains(new) ?? false) {
            try execute(
                sql: """
                    INSERT INTO friend_participants (account, ledger, participant, friend)
                    SELECT ?, number, ?, ? FROM ledgers WHERE mark = ?
                    """,
                arguments: [
                    friend.owner.blob, new.participant.blob, friend.id.blob, vault.mark(new.ledger),
                ])
        }
    }

    private func keep(_ request: LinkRequest, _ vault: Vault) throws {
        try execute(
            sql: """
                INSERT INTO link_requests (id, sender, recipient, friend, answer, sent_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET answer = excluded.answer
                """,
            arguments: [
                request.id.blob, request.sender.blob, vault.seal(request.recipient.text, .linkRequest(request.id)),
                request.friend?.blob, request.answer?.rawValue, request.sentAt.milliseconds,
            ])
    }
}

// MARK: - Rows

extension Vault.Place {
    static func friend(_ id: FriendID) -> Self { Self("friends.card", id.blob.bytes) }
    static func linkRequest(_ id: LinkRequestID) -> Self { Self("link_requests.recipient", id.blob.bytes) }
}

extension Vault {
    static let friendColumns = "id, account, card, linked, was_linked, merged_into, merge, merged_at, created_at"

    func friend(_ row: Row) throws -> Friend {
        let id: FriendID = try row.id(at: 0)
        let card = try openText(try row.bytes(at: 2), .friend(id))
        let parts = card.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let colour = Colour(rawValue: String(parts[0])) else {
            throw StoreError.damaged(detail: "a friend without a name")
        }
        var link = row[4] ? Friend.Link.deleted : .none
        if !row.hasNull(atIndex: 3) { link = .account(try row.id(at: 3)) }
        var merge: Friend.Merge?
        if !row.hasNull(atIndex: 5) {
            merge = Friend.Merge(id: try row.id(at: 6), into: try row.id(at: 5), at: row.instant(at: 7))
        }
        return Friend(
            id: id, owner: try row.id(at: 1), nickname: String(parts[1]), colour: colour, link: link, merge: merge,
            createdAt: row.instant(at: 8))
    }

    func linkRequest(_ row: Row) throws -> LinkRequest {
        let id: LinkRequestID = try row.id(at: 0)
        guard let name = try? AccountName(openText(try row.bytes(at: 2), .linkRequest(id))) else {
            throw StoreError.damaged(detail: "a request to nobody")
        }
        return LinkRequest(
            id: id, sender: try row.id(at: 1), recipient: name,
            friend: row.hasNull(atIndex: 3) ? nil : try row.id(at: 3),
            sentAt: row.instant(at: 5), answer: (row[4] as String?).flatMap(LinkRequest.Answer.init))
    }
}
