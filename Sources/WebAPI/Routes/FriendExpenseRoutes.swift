import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Expenses with friends and no group (PB-DX-1…8). The body is an expense's, in which people are named by whom the caller
/// knows: `me`, and friends by their ids.
enum FriendExpenseRoutes {
    @Sendable static func record(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("friend", of: FriendID.self)
        let draft = try Draft(call)
        return try await record(draft, with: [id], call, caller)
    }

    @Sendable static func recordWithSeveral(_ call: Call, _ caller: Caller) async throws -> Answer {
        var draft = try Draft(call)
        let friends = try draft.friends()
        return try await record(draft, with: friends, call, caller)
    }

    private static func record(
        _ draft: Draft, with friends: [FriendID], _ call: Call, _ caller: Caller
    ) async throws -> Answer {
        try await call.api.addressBook.together(with: friends, in: draft.currency, for: caller) { common in
            let member = Member(caller: caller, ledger: common.ledger)
            let address = ExpenseAddress(id: draft.id ?? call.api.world.makeID())
            var answer = try await ExpenseRoutes.put(address, draft.call(call, among: common), member)
            guard case .json(let expense) = answer.body else { return answer }
            answer.body =
                Answer.object { json in
                    json.member("ledgerId", common.ledger.id.text)
                    json.key("expense")
                    json.raw(String(decoding: expense, as: UTF8.self))
                }.body
            answer.tag = nil
            return answer
        }
    }

    /// The body as it came, without what is ours.
    private struct Draft: Sendable {
        private var members: [JSONMember]
        /// The client chose it, so that repeating the request is harmless.
        private(set) var id: ExpenseID?
        private(set) var currency: Currency?

        init(_ call: Call) throws(Problem) {
            try call.refuseQuery()
            members = try call.body().members
            if let value = take("id"), !value.isNull { id = try .chosen(value.string) }
            guard let value = take("currency"), !value.isNull else { return }
            currency = value.string.flatMap { Currency(code: $0.uppercased()) }
            if currency == nil {
                throw .refused("currency", "unknown-currency", "The currency must be an ISO 4217 code such as EUR.")
            }
        }

        mutating func friends() throws -> [FriendID] {
            guard let list = take("friendIds")?.array else { throw FriendRefusal.friendNeeded }
            return try list.map { element in
                guard let id = element.string.flatMap({ FriendID(typed: $0) }) else {
                    throw FriendRefusal.friendNeeded
                }
                return id
            }
        }

        private mutating func take(_ name: String) -> JSONValue? {
            guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
            return members.remove(at: index).value
        }

        /// The call that records it in the ledger.
        func call(_ call: Call, among common: LedgerOfFriends) -> Call {
            let body = People(common).renamed(.object(members)).json
            return Call(
                request: Request(head: call.head, body: body, peer: call.request.peer, id: call.request.id),
                parameters: call.parameters, client: call.client, now: call.now, api: call.api)
        }
    }

    /// Puts participants in the place of friends, wherever an expense names people.
    private struct People {
        private let names: [String: String]

        init(_ common: LedgerOfFriends) {
            var names = ["me": common.me.description]
            for (friend, participant) in common.friends { names[friend.description] = participant.description }
            self.names = names
        }

        func renamed(_ value: JSONValue) -> JSONValue {
            switch value {
            case .array(let elements): .array(elements.map(renamed))
            case .object(let members):
                .object(
                    members.map { member in
                        switch member.name {
                        case "payerId", "participantId": JSONMember(member.name, person(member.value))
                        case "participantIds", "splitParticipantIds":
                            JSONMember(member.name, member.value.array.map { .array($0.map(person)) } ?? member.value)
                        default: JSONMember(member.name, renamed(member.value))
                        }
                    })
            default: value
            }
        }

        private func person(_ value: JSONValue) -> JSONValue {
            guard let text = value.string, let name = names[text] ?? names[text.lowercased()] else { return value }
            return .string(name)
        }
    }
}
