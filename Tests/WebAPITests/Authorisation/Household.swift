import Accounts
import Bookkeeping
import JSON
import LedgerCore
import Testing

@testable import WebAPI

/// Somebody with one of everything: what somebody else must not be able to touch.
struct Household {
    let client: TestClient
    let ledger: String
    /// What stands for each parameter of a path, and for each `{name}` in a body.
    let ids: [String: String]

    static let nowhere = "6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11"

    /// What another program exported.
    private static let file = """
        Date,Description,Category,Cost,Currency,Xenia,Yuri
        2026-01-01,Lunch,General,9.00,EUR,4.50,-4.50
        """

    init(_ name: String, on server: TestServer, isOwner: Bool = false) async throws {
        let client = try await server.person(name, isOwner: isOwner)
        let (ledger, people) = try await client.ledger(name, "Ben", "Cleo")
        func made(_ path: String, _ body: String) async throws -> String {
            let answer = try await client.post(path, body)
            try #require(answer.status == 201, "\(path): \(answer)")
            return answer.text("id")
        }
        let me = people[name] ?? ""
        let ben = people["Ben"] ?? ""
        _ = try await server.door.addToken(named: "spare", expiresAt: nil, for: try #require(client.account))
        let token = try await made("/tokens", #"{"name":"script"}"#)
        let friend = try await made("/friends", #"{"nickname":"Friend of \#(name)"}"#)
        let friendPerson = #"{"fromParticipantId":"\#(ben)","toParticipantId":"\#(me)","amount":"1"}"#
        ids = [
            "ledger": String(ledger.dropFirst("/ledgers/".count)), "participant": me, "other": ben,
            "a": me, "b": ben,
            "expense": try await made(ledger + "/expenses", #"{"title":"Lunch","amount":"9.00"}"#),
            "settlement": try await made(ledger + "/settlements", friendPerson),
            "label": try await made(ledger + "/labels", #"{"name":"Food"}"#),
            "invite": try await made(ledger + "/invites", #"{"participantId":"\#(ben)"}"#),
            "connection": try await made("/folder-connections", #"{"kind":"directory","path":"\#(name)"}"#),
            "token": token, "device": client.device?.description ?? "", "account": client.account?.id.description ?? "",
            "friend": friend,
            "category": try await made(ledger + "/categories", #"{"name":"Home","scope":"shared"}"#),
            "schedule": try await made(
                ledger + "/schedules", #"{"title":"Rent","amount":"9","frequency":"monthly","start":"2026-01-31"}"#),
            "k": "0", "income": try await made(ledger + "/incomes", #"{"name":"Salary","amount":"9"}"#),
            "transfer": try await made(
                ledger + "/transfers",
                #"{"amount":"1","toLedgerId":"\#(try await client.ledger(name).path.dropFirst("/ledgers/".count))"}"#),
            "import": try await made("/imports", Self.file),
            // These need more than one to exist; nobody's are as foreign.
            "request": Self.nowhere, "merge": Self.nowhere, "passkey": Self.nowhere, "comment": Self.nowhere,
            "event": Self.nowhere,
        ]
        self.client = client
        self.ledger = ledger
    }

    /// `/api/v1/ledgers/{ledger}/expenses/{expense}` with this household's ids, but for the ledger's if another is given.
    func path(_ route: Route, ledger other: String? = nil) throws -> String {
        try route.path.dropFirst(route.path.hasPrefix(RouteTable.root) ? RouteTable.root.count : 0)
            .split(separator: "/").map { part in
                guard part.hasPrefix("{") else { return "/" + part }
                let name = String(part.dropFirst().dropLast())
                if name == "ledger", let other { return "/" + other }
                return "/" + (try #require(ids[name], "Household.ids has no “\(name)” for \(route.name)"))
            }.joined()
    }

    func filled(_ body: String) -> String {
        ids.reduce(body) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// Everything of it that an attack could have changed, but for when devices were used.
    func state() async throws -> [String] {
        var state: [String] = []
        for path in ["/tokens", "/devices", "/friends", "/folder-connections", "/link-requests", "/ledgers"] {
            state.append(path + " " + (try await client.get(path).body))
        }
        for path in ["/snapshot", "/invites"] { state.append(try await client.get(ledger + path).body) }
        return state.map { $0.replacing(/"lastUsedAt":[^,}]*/, with: "") }
    }
}
