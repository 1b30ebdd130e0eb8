import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The caller's private address book (`people.md` 3, 6, 8).
enum FriendRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let friends = try await call.api.addressBook.friends(of: caller)
        return page.answer(friends, place: { $0.entry.place }) { json, friend in json.value(FriendView(friend)) }
    }

    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        return .json(FriendView(try await call.api.addressBook.friend(try call.id("friend"), of: caller)))
    }

    @Sendable static func add(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let nickname = body.text("nickname")
        let colour = body.optionalChoice("colour", of: Colour.self)
        let participants = body.optionalFriendParticipants("participants")
        try body.finish()
        let friend = try await call.api.addressBook.add(
            nickname: nickname, colour: colour, participants: participants ?? [], for: caller)
        return .json(FriendView(friend)).created(at: RouteTable.root + "/friends/\(friend.entry.id)")
    }

    @Sendable static func change(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("friend", of: FriendID.self)
        var body = try call.body()
        let change = AddressBook.Change(
            nickname: body.optionalText("nickname"), colour: body.optionalChoice("colour", of: Colour.self),
            participants: body.optionalFriendParticipants("participants"),
            unlinks: body.optionalTruth("unlink") ?? false)
        try body.finish()
        return .json(FriendView(try await call.api.addressBook.change(id, change, for: caller)))
    }

    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.api.addressBook.remove(try call.id("friend"), for: caller)
        return .noContent
    }

    /// With `dryRun` nothing happens: what would become of every number is answered either way.
    @Sendable static func merge(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("friend", of: FriendID.self)
        var body = try call.body()
        let into: FriendID = body.id("into")
        let isTrial = body.optionalTruth("dryRun") ?? false
        try body.finish()
        let book = call.api.addressBook
        let preview = try await book.previewMerge(of: id, into: into, for: caller)
        let merge = isTrial ? nil : try await book.merge(id, into: into, for: caller)
        return .object { json in
            json.member("mergeId", orNull: merge)
            json.key("preview")
            json.object { json in
                json.member("before", each: [preview.kept, preview.gone]) { $0.value(FriendView($1)) }
                json.member("after", FriendView(preview.result))
            }
        }
    }
}

/// Takes merges back, of friends and of people in ledgers: the id says which.
enum MergeRoutes {
    @Sendable static func undo(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("merge", of: MergeID.self)
        try call.refuseInput()
        if try await call.api.addressBook.unmerge(id, for: caller) { return .noContent }
        let event = EventID(bits: id.bits)
        guard let merge = try await call.books.merge(recordedBy: event, for: caller.account.id) else {
            throw Problem.notFound
        }
        try await merge.ledger.record(
            [.undoing(event, .unmergeParticipant(merge.participant))], by: caller.device.id, at: call.now)
        return .noContent
    }
}

/// Who asks whom to be friends (`people.md` 7).
enum LinkRequestRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        let requests = try await call.api.addressBook.linkRequests(of: caller)
        return .object { json in
            json.member("sent", each: requests.sent) { $0.value(SentRequestView(request: $1)) }
            json.member("received", each: requests.received) { $0.value(ReceivedRequestView(received: $1)) }
        }
    }

    /// Asking the same again answers the same.
    @Sendable static func ask(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let name = body.text("accountName")
        let friend: FriendID? = body.optionalID("friendId")
        try body.finish()
        let request = try await call.api.addressBook.ask(named: name, for: friend, by: caller)
        return .json(SentRequestView(request: request)).created(at: RouteTable.root + "/link-requests/\(request.id)")
    }

    @Sendable static func accept(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("request", of: LinkRequestID.self)
        var body = try call.body()
        let friend: FriendID? = body.optionalID("friendId")
        try body.finish()
        return .json(FriendView(try await call.api.addressBook.accept(id, as: friend, by: caller)))
    }

    @Sendable static func decline(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.api.addressBook.decline(try call.id("request"), by: caller)
        return .noContent
    }

    @Sendable static func withdraw(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.api.addressBook.withdraw(try call.id("request"), by: caller)
        return .noContent
    }
}

extension FriendList.Entry {
    fileprivate var place: Place { Place(.number(friend.createdAt.ordinal), .number(id.bits)) }
}

extension BodyReader {
    fileprivate mutating func optionalFriendParticipants(_ name: String) -> [FriendParticipant]? {
        guard let value = value(name) else { return nil }
        let read = value.array?.map { element -> FriendParticipant? in
            guard let members = element.members, members.count == 2,
                let ledger = element["ledgerId"]?.string.flatMap(LedgerID.init),
                let participant = element["participantId"]?.string.flatMap({ ParticipantID(typed: $0) })
            else { return nil }
            return FriendParticipant(ledger: ledger, participant: participant)
        }
        guard let read, !read.contains(nil) else {
            refuse(
                name, "wrong-type",
                "The field “\(name)” must be a list of objects, each with a ledgerId and a participantId of it.")
            return nil
        }
        return read.compactMap { $0 }
    }
}
