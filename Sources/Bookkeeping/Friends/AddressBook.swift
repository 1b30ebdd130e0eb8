package import Accounts
package import LedgerCore
import SQLiteStore
import Synchronization

/// Everybody's friends: who they are, how one stands with them, and how two people become each other's friends
/// (`people.md` 3–8). What is decided about them is decided in `Accounts`.
package final class AddressBook: Sendable {
    let books: Books
    let throttle = Mutex(ActionThrottle())
    /// Of those who look for a ledger and make it when there is none.
    let line = OneAtATime()

    package init(_ books: Books) { self.books = books }

    var store: Store { books.store }
    var world: World { books.world }

    /// In the order in which they were added.
    package func friends(of caller: Caller) async throws -> [FriendFacts] {
        let list = try await kept { try await store.friends(of: caller.account.id) }
        return try await facts(of: list.entries, for: caller)
    }

    package func friend(_ id: FriendID, of caller: Caller) async throws -> FriendFacts {
        let list = try await kept { try await store.friends(of: caller.account.id) }
        return try await facts(of: try list.entry(id), for: caller)
    }

    package func add(
        nickname: String, colour: Colour?, participants: [FriendParticipant], for caller: Caller
    ) async throws -> FriendFacts {
        try await check(participants, for: caller)
        let (id, now): (FriendID, Instant) = (world.makeID(), world.now())
        return try await changing(caller) { list in
            try list.add(id, nickname: nickname, colour: colour, participants: participants, at: now)
            return id
        }
    }

    /// What is `nil` stays as it is.
    package struct Change: Sendable {
        package var nickname: String?
        package var colour: Colour?
        package var participants: [FriendParticipant]?
        /// Forgets which account the friend has. On the other side nothing changes.
        package var unlinks: Bool

        package init(
            nickname: String? = nil, colour: Colour? = nil, participants: [FriendParticipant]? = nil,
            unlinks: Bool = false
        ) {
            self.nickname = nickname
            self.colour = colour
            self.participants = participants
            self.unlinks = unlinks
        }
    }

    package func change(_ id: FriendID, _ change: Change, for caller: Caller) async throws -> FriendFacts {
        let known = try await kept { try await store.friends(of: caller.account.id) }.entry(id).participants
        // Who was added once may be in a ledger that the caller left since.
        try await check((change.participants ?? []).filter { !known.contains($0) }, for: caller)
        return try await changing(caller) { list in
            try list.change(
                id, nickname: change.nickname, colour: change.colour, participants: change.participants,
                unlinks: change.unlinks)
            return id
        }
    }

    package func remove(_ id: FriendID, for caller: Caller) async throws {
        let owner = caller.account.id
        try await keeping([owner]) { books in try books[owner].remove(id) }
    }

    /// Lets `change` work on the caller's friends, and answers the one that it names.
    func changing(
        _ caller: Caller, _ change: @escaping @Sendable (inout FriendList) throws -> FriendID
    ) async throws -> FriendFacts {
        let owner = caller.account.id
        let entry = try await keeping([owner]) { books in
            let id = try change(&books[owner])
            return try books[owner].entry(id)
        }
        return try await facts(of: entry, for: caller)
    }

    func keeping<Value: Sendable>(
        _ accounts: [AccountID], _ change: @escaping @Sendable (inout AddressBooks) throws -> Value
    ) async throws -> Value {
        try await kept { try await store.changeAddressBooks(of: accounts, change) }
    }
}

// MARK: - Merging

/// Two friends, and the one that they become. Every number that moves is in it.
package struct FriendMergePreview: Sendable {
    package let kept: FriendFacts
    package let gone: FriendFacts
    package let result: FriendFacts
}

extension AddressBook {
    package func previewMerge(
        of id: FriendID, into target: FriendID, for caller: Caller
    ) async throws -> FriendMergePreview {
        let before = try await kept { try await store.friends(of: caller.account.id) }
        var after = before
        let (kept, gone, _) = try before.merging(id, into: target)
        _ = try after.merge(id, into: target, as: world.makeID(), at: world.now())
        let facts = try await facts(of: [kept, gone, try after.entry(target)], for: caller)
        return FriendMergePreview(kept: facts[0], gone: facts[1], result: facts[2])
    }

    /// In this address book alone: no ledger learns of it.
    package func merge(_ id: FriendID, into target: FriendID, for caller: Caller) async throws -> MergeID {
        try books.count(.merge, by: caller, request: "\(id) \(target)")
        let (merge, now, owner): (MergeID, Instant, AccountID) = (world.makeID(), world.now(), caller.account.id)
        return try await keeping([owner]) { books in try books[owner].merge(id, into: target, as: merge, at: now) }
    }

    /// `false`: no merge of friends of the caller has this id.
    package func unmerge(_ id: MergeID, for caller: Caller) async throws -> Bool {
        let owner = caller.account.id
        return try await keeping([owner]) { books in books[owner].unmerge(id) != nil }
    }
}
