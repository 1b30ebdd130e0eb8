import Accounts
import LedgerCore
import Testing

@Suite("Link requests (rule 7)") struct LinkRequestTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let anna: Account
    private let ben: Account
    private let request = LinkRequestID(bits: 70)

    init() throws {
        anna = Account(id: AccountID(bits: 1), name: try AccountName("Anna"), isOwner: true, createdAt: now)
        ben = Account(id: AccountID(bits: 2), name: try AccountName("Ben"), isOwner: false, createdAt: now)
    }

    private func books() -> AddressBooks {
        AddressBooks([FriendList(owner: anna.id, []), FriendList(owner: ben.id, [])])
    }

    private func meeting(_ friend: FriendID? = nil) -> AddressBooks.Meeting {
        AddressBooks.Meeting(
            friend: friend, participants: [], participantsOfOther: [],
            newIDs: (FriendID(bits: 51), FriendID(bits: 52)))
    }

    private func later(_ milliseconds: Int64) -> Instant { now.advanced(byMilliseconds: milliseconds) }

    @Test("accepting links both sides, once")
    func accepting() throws {
        var books = books()
        _ = try books.ask(request, by: anna, to: ben.name, for: nil, at: now)
        #expect(books.received(by: ben, at: now).map(\.id) == [request])
        #expect(books.received(by: anna, at: now).isEmpty)
        let made = try books.accept(request, by: ben, from: anna, meeting(), at: later(5))
        #expect(try books[ben.id].entry(made.mine).link.account == anna.id)
        #expect(try books[anna.id].entry(made.theirs).link.account == ben.id)
        #expect(books.sent(by: anna.id, at: later(5)).isEmpty)
        #expect(throws: Denial.notFound(.linkRequest)) {
            try books.accept(request, by: ben, from: anna, meeting(), at: later(6))
        }
        #expect(throws: Denial.notFound(.linkRequest)) { try books.withdraw(request, by: anna.id, at: later(6)) }
    }

    @Test("nobody asks themselves")
    func oneself() throws {
        var books = books()
        let mine = try AccountName("ANNA")
        #expect(throws: FriendRefusal.ownName) { try books.ask(request, by: anna, to: mine, for: nil, at: now) }
    }

    @Test("a repetition is the same request; another one for the same name or the same friend is refused")
    func oneActive() throws {
        var books = books()
        let friend = FriendID(bits: 10)
        try books[anna.id].add(friend, nickname: "B", colour: nil, participants: [], at: now)
        let first = try books.ask(request, by: anna, to: ben.name, for: friend, at: now)
        let again = try books.ask(LinkRequestID(bits: 71), by: anna, to: AccountName("BEN"), for: friend, at: later(9))
        #expect(first == again)
        #expect(throws: FriendRefusal.requestPending) {
            try books.ask(LinkRequestID(bits: 71), by: anna, to: ben.name, for: nil, at: later(9))
        }
        #expect(throws: FriendRefusal.friendHasRequest) {
            try books.ask(LinkRequestID(bits: 71), by: anna, to: AccountName("Chloé"), for: friend, at: later(9))
        }
        #expect(throws: Denial.notFound(.friend)) {
            try books.ask(LinkRequestID(bits: 71), by: anna, to: AccountName("Dan"), for: FriendID(bits: 66), at: now)
        }
    }

    @Test("a request ends on its seventh day, at the same instant for both")
    func expiry() throws {
        var books = books()
        _ = try books.ask(request, by: anna, to: ben.name, for: nil, at: now)
        let last = later(7 * 86_400_000 - 1)
        #expect(books.sent(by: anna.id, at: last).count == 1)
        #expect(books.received(by: ben, at: last).count == 1)
        let over = later(7 * 86_400_000)
        #expect(books.sent(by: anna.id, at: over).isEmpty)
        #expect(throws: Denial.notFound(.linkRequest)) {
            try books.accept(request, by: ben, from: anna, meeting(), at: over)
        }
        #expect(throws: Denial.notFound(.linkRequest)) { try books.decline(request, by: ben, at: over) }
    }

    @Test("to the one who asked a declined request looks unanswered, and the next one says that there was one")
    func declining() throws {
        var books = books()
        _ = try books.ask(request, by: anna, to: ben.name, for: nil, at: now)
        try books.decline(request, by: ben, at: later(1))
        #expect(books.sent(by: anna.id, at: later(2)).map(\.id) == [request])
        #expect(books.received(by: ben, at: later(2)).isEmpty)
        #expect(try books.ask(LinkRequestID(bits: 71), by: anna, to: ben.name, for: nil, at: later(2)).id == request)
        try books.withdraw(request, by: anna.id, at: later(3))
        #expect(books.sent(by: anna.id, at: later(3)).isEmpty)
        let next = try books.ask(LinkRequestID(bits: 72), by: anna, to: ben.name, for: nil, at: later(4))
        #expect(books.received(by: ben, at: later(4)).map(\.id) == [next.id])
        #expect(books.wasDeclinedBefore(next))
    }

    @Test("a request to somebody else is not there, whoever guesses its id")
    func foreign() throws {
        var books = books()
        let dan = Account(id: AccountID(bits: 3), name: try AccountName("Dan"), isOwner: false, createdAt: now)
        _ = try books.ask(request, by: anna, to: ben.name, for: nil, at: now)
        #expect(throws: Denial.notFound(.linkRequest)) { try books.decline(request, by: dan, at: now) }
        #expect(throws: Denial.notFound(.linkRequest)) { try books.decline(request, by: anna, at: now) }
        #expect(throws: Denial.notFound(.linkRequest)) { try books.withdraw(request, by: ben.id, at: now) }
        #expect(throws: Denial.notFound(.linkRequest)) {
            try books.accept(request, by: dan, from: anna, meeting(), at: now)
        }
    }

    @Test("who takes a name after somebody asked for it was not meant")
    func laterAccount() throws {
        var books = books()
        _ = try books.ask(request, by: anna, to: AccountName("Dan"), for: nil, at: now)
        let dan = Account(id: AccountID(bits: 3), name: try AccountName("Dan"), isOwner: false, createdAt: later(1))
        #expect(books.received(by: dan, at: later(2)).isEmpty)
        #expect(throws: Denial.notFound(.linkRequest)) {
            try books.accept(request, by: dan, from: anna, meeting(), at: later(2))
        }
        #expect(books.sent(by: anna.id, at: later(2)).count == 1)
    }

    @Test("who asked each other is linked by one acceptance")
    func crossed() throws {
        var books = books()
        _ = try books.ask(request, by: anna, to: ben.name, for: nil, at: now)
        _ = try books.ask(LinkRequestID(bits: 71), by: ben, to: anna.name, for: nil, at: now)
        _ = try books.accept(request, by: ben, from: anna, meeting(), at: now)
        #expect(books.received(by: anna, at: now).isEmpty)
        #expect(books[anna.id].entries.count == 1)
        #expect(books[ben.id].entries.count == 1)
    }

    @Test("the friend that the recipient names must be free, and is linked")
    func naming() throws {
        var books = books()
        let friend = FriendID(bits: 20)
        try books[ben.id].add(friend, nickname: "Annie", colour: nil, participants: [], at: now)
        _ = try books.ask(request, by: anna, to: ben.name, for: nil, at: now)
        #expect(throws: Denial.notFound(.friend)) {
            try books.accept(request, by: ben, from: anna, meeting(FriendID(bits: 21)), at: now)
        }
        #expect(try books.accept(request, by: ben, from: anna, meeting(friend), at: now).mine == friend)
        #expect(try books[ben.id].entry(friend).friend.nickname == "Annie")
    }

    @Test("the eleventh request within a minute waits; another account does not")
    func throttle() throws {
        var throttle = ActionThrottle()
        let device = DeviceID(bits: 5)
        for _ in 1...10 { try throttle.count(.linkRequest, by: anna.id, device: device, at: now) }
        #expect(throws: Denial.tooOften(retryAfterSeconds: 60)) {
            try throttle.count(.linkRequest, by: anna.id, device: DeviceID(bits: 6), at: now)
        }
        try throttle.count(.linkRequest, by: ben.id, device: DeviceID(bits: 7), at: now)
        try throttle.count(.linkRequest, by: anna.id, device: device, at: later(60_000))
    }
}
