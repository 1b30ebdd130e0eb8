import Accounts
import HTTPServer
import JSON
import Testing

@testable import WebAPI

/// Every route of the table, tried by everybody who may not.
@Suite("Rule 1: what a caller may do follows from the session alone")
struct AuthorisationTests {
    private static var open: [Route] { RouteTable.routes.filter { !$0.needsSignIn } }
    private static var closed: [Route] { RouteTable.routes.filter(\.needsSignIn) }

    /// Anna owns the server, Mallory has an account and a ledger of her own.
    private func households() async throws -> (server: TestServer, anna: Household, mallory: Household) {
        let server = try await TestServer()
        let anna = try await Household("Anna", on: server, isOwner: true)
        return (server, anna, try await Household("Mallory", on: server))
    }

    private func send(_ route: Route, _ path: String, _ body: String?, as client: TestClient) async throws -> TestAnswer
    {
        let root = route.path.hasPrefix(RouteTable.root) ? RouteTable.root : ""
        return try await client.server.send(route.method, root + path, body, secret: client.secret)
    }

    @Test("every route has its row, and every row a route")
    func complete() {
        let names = Set(RouteTable.routes.map(\.name))
        #expect(names.subtracting(AuthorisationTable.rows.keys) == [], "add a line to AuthorisationTable.rows")
        #expect(Set(AuthorisationTable.rows.keys).subtracting(names) == [])
    }

    @Test("without a session nothing is let through, whatever is asked for")
    func strangers() async throws {
        let (server, anna, _) = try await households()
        for route in Self.closed {
            for path in [try anna.path(route), try anna.path(route, ledger: Household.nowhere)] {
                let answer = try await send(route, path, nil, as: server.nobody)
                #expect(answer.status == 401 && answer.code == "sign-in-needed", "\(route.name): \(answer)")
            }
        }
    }

    @Test("after its revocation a session opens nothing any more")
    func revoked() async throws {
        let (server, anna, _) = try await households()
        let lost = try await server.device(of: try #require(anna.client.account), "lost")
        #expect(try await anna.client.delete("/devices/\(try #require(lost.device))").status == 204)
        for route in Self.closed {
            let answer = try await send(route, try anna.path(route), nil, as: lost)
            #expect(answer.status == 401, "\(route.name): \(answer)")
        }
    }

    @Test("a token for reading changes nothing, and is told no key")
    func readOnly() async throws {
        let (server, anna, _) = try await households()
        let made = try await anna.client.post("/tokens", #"{"name":"display","scope":"read"}"#)
        let reader = TestClient(server: server, secret: made.text("token"), account: nil, device: nil)
        let before = try await anna.state()
        for route in Self.closed {
            let answer = try await send(route, try anna.path(route), nil, as: reader)
            let isRefused = answer.status == 403 && answer.code == "read-only-token"
            #expect(isRefused == (route.method != .get || route.givesKey), "\(route.name): \(answer)")
        }
        #expect(try await anna.state() == before)
    }

    @Test("a ledger of others and one that is not there are the same, in every word")
    func foreignLedgers() async throws {
        let (_, anna, mallory) = try await households()
        let before = try await anna.state()
        for route in RouteTable.routes where route.parameterNames.contains("ledger") {
            let foreign = try await send(route, try anna.path(route), nil, as: mallory.client)
            let nowhere = try anna.path(route, ledger: Household.nowhere)
            let missing = try await send(route, nowhere, nil, as: mallory.client)
            #expect(foreign.status == 404 && foreign.code == "ledger-not-found", "\(route.name): \(foreign)")
            #expect(foreign.withoutID == missing.withoutID, "\(route.name)")
        }
        #expect(try await anna.state() == before)
    }

    @Test("ids of somebody else's things lead nowhere: in paths, and in bodies")
    func forgedIDs() async throws {
        let (_, anna, mallory) = try await households()
        let before = try await anna.state()
        let own = mallory.ids["ledger"]
        for route in Self.closed where !route.needsOwner {
            let row = AuthorisationTable.rows[route.name] ?? .plain
            if !route.parameterNames.filter({ $0 != "ledger" }).isEmpty, !row.choosesID {
                let path = try anna.path(route, ledger: own)
                let answer = try await send(route, path, row.body.map(anna.filled), as: mallory.client)
                #expect([404, 422].contains(answer.status), "\(route.name): \(answer)")
                #expect(answer.status == 404 || row.forged != nil, "\(route.name): \(answer)")
            }
            if let forged = row.forged {
                let path = try mallory.path(route)
                let answer = try await send(route, path, anna.filled(forged), as: mallory.client)
                #expect([403, 404, 409, 422].contains(answer.status), "\(route.name): \(answer)")
            }
        }
        #expect(try await anna.state() == before)
    }

    @Test("what is the owner's is refused to everybody else")
    func owners() async throws {
        let (_, anna, mallory) = try await households()
        for route in RouteTable.routes.filter(\.needsOwner) {
            let answer = try await send(route, try anna.path(route), nil, as: mallory.client)
            #expect(answer.status == 403 && answer.code == "owner-only", "\(route.name): \(answer)")
        }
    }

    @Test("rule 3: nothing that one can ask for tells who else has an account here")
    func noLookUp() async throws {
        let (_, anna, mallory) = try await households()
        let names = ["Anna", anna.ids["account"] ?? "", anna.ids["device"] ?? ""]
        for route in Self.closed where route.method == .get && route.name != "changeFeed" {
            let answer = try await send(route, try mallory.path(route), nil, as: mallory.client)
            for name in names { #expect(!answer.body.contains(name), "\(route.name) tells \(name)") }
        }
    }

    @Test("rule 3: who comes into a ledger by its join code is nobody's friend because of that")
    func membersAreNoFriends() async throws {
        let (_, anna, mallory) = try await households()
        let code = try await anna.client.get(anna.ledger + "/join-code").text("joinCode")
        #expect(try await mallory.client.post("/ledgers/join", #"{"joinCode":"\#(code)"}"#).status == 200)
        #expect(try await mallory.client.post(anna.ledger + "/participants/\(anna.ids["other"]!)/claim").status == 200)
        for (client, friend) in [(anna.client, "Friend of Anna"), (mallory.client, "Friend of Mallory")] {
            let friends = try await client.get("/friends").items
            #expect(friends.map { $0["nickname"]?.string } == [friend])
            #expect(friends.allSatisfy { $0["accountLinked"]?.bool == false })
        }
    }

    @Test("a ledger of others takes as long as one that is not there")
    func timing() async throws {
        let (_, anna, mallory) = try await households()
        var times: [[Duration]] = [[], []]
        for turn in 0..<400 {
            let path = turn % 2 == 0 ? anna.ledger : "/ledgers/" + Household.nowhere
            times[turn % 2].append(try await ContinuousClock().measure { _ = try await mallory.client.get(path) })
        }
        // Whatever else the machine does can only add to what a request takes.
        let shortest = times.map { $0.min()! }
        let ratio = shortest[0] / shortest[1]
        #expect((0.7...1.4).contains(ratio), "foreign \(shortest[0]), missing \(shortest[1])")
    }
}

extension TestAnswer {
    /// The answer but for the one thing that differs between any two.
    fileprivate var withoutID: String {
        body.replacing(/"requestId":"[^"]*"/, with: "") + "\(status)"
    }
}
