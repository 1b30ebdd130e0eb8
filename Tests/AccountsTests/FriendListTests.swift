import Accounts
import LedgerCore
import Testing

@Suite("Friends") struct FriendListTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let flat = LedgerID("flat")!
    private let trip = LedgerID("trip")!

    private func list() throws -> FriendList {
        var list = FriendList(owner: AccountID(bits: 1), [])
        try list.add(FriendID(bits: 10), nickname: "Ben", colour: .red, participants: [at(flat, 1)], at: now)
        try list.add(
            FriendID(bits: 11), nickname: "Benny", colour: nil, participants: [at(trip, 2)],
            at: now.advanced(byMilliseconds: 1))
        try list.add(
            FriendID(bits: 12), nickname: "Chloé", colour: nil, participants: [], at: now.advanced(byMilliseconds: 2))
        return list
    }

    private func at(_ ledger: LedgerID, _ number: UInt128) -> FriendParticipant {
        FriendParticipant(ledger: ledger, participant: ParticipantID(bits: number))
    }

    private let ben = FriendID(bits: 10)
    private let benny = FriendID(bits: 11)
    private let chloe = FriendID(bits: 12)
    private let merge = MergeID(bits: 99)

    @Test(
        "a nickname is 1 to 100 printable characters",
        arguments: ["", "  ", "a\nb", String(repeating: "a", count: 101)])
    func nicknames(typed: String) throws {
        var list = try list()
        #expect(throws: FriendRefusal.nicknameUnusable) {
            try list.add(FriendID(bits: 1), nickname: typed, colour: nil, participants: [], at: now)
        }
        #expect(throws: FriendRefusal.nicknameUnusable) {
            try list.change(ben, nickname: typed, colour: nil, participants: nil, unlinks: false)
        }
    }

    @Test("two friends may have one name: a name never proves identity (rule 4)")
    func names() throws {
        var list = try list()
        try list.add(FriendID(bits: 13), nickname: "Ben", colour: nil, participants: [], at: now)
        #expect(list.entries.count == 4)
        #expect(list.entries.count { $0.friend.nickname == "Ben" } == 2)
    }

    @Test("a person of a ledger is one friend at most")
    func onePersonOneFriend() throws {
        var list = try list()
        #expect(throws: FriendRefusal.participantOfAnotherFriend) {
            try list.add(FriendID(bits: 13), nickname: "Other", colour: nil, participants: [at(flat, 1)], at: now)
        }
        #expect(throws: FriendRefusal.participantOfAnotherFriend) {
            try list.change(chloe, nickname: nil, colour: nil, participants: [at(trip, 2)], unlinks: false)
        }
        try list.change(ben, nickname: nil, colour: nil, participants: [at(trip, 1)], unlinks: false)
        try list.change(chloe, nickname: nil, colour: nil, participants: [at(flat, 1)], unlinks: false)
        #expect(try list.entry(chloe).participants == [at(flat, 1)])
    }

    @Test("merging and taking it back is the identity (rule 8)")
    func mergeAndUnmerge() throws {
        let before = try list()
        var list = before
        #expect(try list.merge(benny, into: ben, as: merge, at: now) == merge)
        #expect(try list.entry(ben).participants == [at(flat, 1), at(trip, 2)])
        #expect(list.entries.map(\.id) == [ben, chloe])
        #expect(throws: Denial.notFound(.friend)) { try list.entry(benny) }
        #expect(list.unmerge(merge) == benny)
        #expect(list == before)
        #expect(list.unmerge(merge) == nil)
    }

    @Test("repeating a merge finds the one that was made; in a circle nobody can be merged")
    func repeatedMerge() throws {
        var list = try list()
        _ = try list.merge(benny, into: ben, as: merge, at: now)
        #expect(try list.merge(benny, into: ben, as: MergeID(bits: 100), at: now) == merge)
        #expect(throws: Denial.notFound(.friend)) { try list.merge(ben, into: benny, as: MergeID(bits: 100), at: now) }
        #expect(throws: FriendRefusal.mergeWithSelf) { try list.merge(ben, into: ben, as: MergeID(bits: 100), at: now) }
    }

    @Test("a merge of merges holds everybody, and each can be taken back on its own")
    func chains() throws {
        var list = try list()
        _ = try list.merge(benny, into: ben, as: merge, at: now)
        _ = try list.merge(ben, into: chloe, as: MergeID(bits: 100), at: now)
        #expect(try list.entry(chloe).participants == [at(flat, 1), at(trip, 2)])
        #expect(try list.entry(chloe).merged.map(\.id) == [ben, benny])
        #expect(list.unmerge(merge) == benny)
        #expect(try list.entry(chloe).participants == [at(flat, 1)])
        #expect(try list.entry(benny).participants == [at(trip, 2)])
    }

    @Test("people are taken from a merged friend by changing whom it counts as, and removed with it")
    func changingMerged() throws {
        var list = try list()
        _ = try list.merge(benny, into: ben, as: merge, at: now)
        try list.change(ben, nickname: nil, colour: .pink, participants: [at(trip, 2), at(trip, 3)], unlinks: false)
        #expect(try list.entry(ben).participants == [at(trip, 2), at(trip, 3)])
        _ = list.unmerge(merge)
        #expect(try list.entry(benny).participants == [at(trip, 2)])
        #expect(try list.entry(ben).participants == [at(trip, 3)])
        _ = try list.merge(benny, into: ben, as: merge, at: now)
        try list.remove(ben)
        #expect(list.rows.keys.sorted() == [chloe])
    }

    @Test("two friends with different accounts are two people")
    func differentAccounts() throws {
        var list = try list()
        let (one, other) = (AccountID(bits: 2), AccountID(bits: 3))
        let link = { (list: inout FriendList, account: AccountID, friend: FriendID) in
            try list.link(
                account, named: AccountName("x"), preferring: friend, participants: [], newID: FriendID(bits: 50),
                at: now)
        }
        #expect(try link(&list, one, ben) == ben)
        #expect(try link(&list, other, benny) == benny)
        #expect(throws: FriendRefusal.linkedToDifferentAccounts) {
            try list.merge(benny, into: ben, as: merge, at: now)
        }
        _ = try list.merge(benny, into: chloe, as: merge, at: now)
        #expect(try list.entry(chloe).link.account == other)
        #expect(throws: FriendRefusal.linkedToDifferentAccounts) {
            try list.merge(chloe, into: ben, as: merge, at: now)
        }
    }

    @Test("an account is linked to the friend who has it, else who is named, else who was invited, else somebody new")
    func linking() throws {
        var list = try list()
        let account = AccountID(bits: 2)
        let name = try AccountName("Benedict")
        #expect(
            try list.link(
                account, named: name, preferring: nil, invited: at(trip, 2), participants: [at(trip, 2), at(trip, 7)],
                newID: FriendID(bits: 50), at: now) == benny)
        #expect(try list.entry(benny).participants == [at(trip, 2), at(trip, 7)])
        #expect(
            try list.link(
                account, named: name, preferring: ben, participants: [at(flat, 1)], newID: FriendID(bits: 50), at: now)
                == benny)
        #expect(try list.entry(benny).participants == [at(trip, 2), at(trip, 7)], "somebody else's stays theirs")
        #expect(try list.entry(benny).friend.nickname == "Benny", "a nickname is its owner's")
    }

    @Test("whom an account claimed to be in a ledger makes it none of my friends (rule 4)")
    func claiming() throws {
        var list = try list()
        let id = try list.link(
            AccountID(bits: 3), named: AccountName("Mallory"), preferring: nil, participants: [at(flat, 1)],
            newID: FriendID(bits: 50), at: now)
        #expect(id == FriendID(bits: 50))
        #expect(try list.entry(id).friend.nickname == "Mallory")
        #expect(try list.entry(ben).link == .none)
        #expect(try list.entry(id).participants.isEmpty)
    }
}
