import Accounts
import Bookkeeping
import Cryptography
import HTTPServer
import JSON
import SQLiteStore
import Testing

@testable import WebAPI

@Suite("Rule 7: linking is provable")
struct InviteTests {
    private static let month: Int64 = 30 * 86_400_000
    private static let signUp = #"{"name":"Ben","password":"correct horse","deviceName":"phone","as":"token"}"#

    /// Anna's ledger, and an invite for Ben in it.
    private func invited(
        _ body: (_ people: [String: String]) -> String = { #"{"participantId":"\#($0["Ben"]!)"}"# }
    ) async throws -> (server: TestServer, anna: TestClient, ledger: String, people: [String: String], token: String) {
        let server = try await TestServer()
        let anna = try await server.person("anna", isOwner: true)
        let (ledger, people) = try await anna.ledger()
        let made = try await anna.post(ledger + "/invites", body(people))
        try #require(made.status == 201, "\(made)")
        #expect(made.text("url") == "http://home.example/invite#" + made.text("token"))
        return (server, anna, ledger, people, made.text("token"))
    }

    @Test("a stranger sees where the invite leads, and comes in with a new account, as that person")
    func signingUp() async throws {
        let (server, anna, ledger, people, token) = try await invited()
        let preview = try await server.nobody.get("/invites/" + token)
        #expect(preview.text("ledgerName") == "Flat")
        #expect(preview.text("participantName") == "Ben")
        #expect(preview.text("inviterName") == "Anna")
        let claimed = try await server.nobody.post("/invites/\(token)/claim", Self.signUp)
        #expect(claimed.status == 201, "\(claimed)")
        #expect("/ledgers/" + claimed.text("ledgerId") == ledger)
        #expect(claimed.text("participantId") == people["Ben"])
        #expect(claimed["account"]?["isOwner"]?.bool == false)
        let ben = TestClient(server: server, secret: claimed.text("token"), account: nil, device: nil)
        #expect(try await ben.get(ledger).text("myParticipantId") == people["Ben"])
        #expect(try await anna.get(ledger + "/invites").items.isEmpty)
    }

    @Test("the preview tells names as they are at that moment")
    func freshNames() async throws {
        let (server, anna, ledger, people, token) = try await invited()
        _ = try await anna.patch(ledger, #"{"name":"House"}"#)
        _ = try await anna.patch(ledger + "/participants/\(people["Ben"]!)", #"{"name":"Benjamin"}"#)
        let preview = try await server.nobody.get("/invites/" + token)
        #expect(preview.text("ledgerName") == "House")
        #expect(preview.text("participantName") == "Benjamin")
    }

    @Test("somebody who has an account comes in signed in; claiming again is harmless, also after the expiry")
    func again() async throws {
        let (server, _, ledger, people, token) = try await invited()
        let ben = try await server.person("ben")
        #expect(try await ben.get(ledger).status == 404)
        #expect(try await ben.post("/invites/\(token)/claim").status == 200)
        let revision = try await ben.get(ledger)["revision"]
        server.clock.pass(Self.month)
        let again = try await ben.post("/invites/\(token)/claim", "{}")
        #expect(again.status == 200)
        #expect(again.text("participantId") == people["Ben"])
        #expect(try await ben.get(ledger)["revision"] == revision)
        #expect(try await ben.get("/invites/" + token)["claimed"]?.bool == true)
        let laptop = try await server.device(of: try #require(ben.account), "laptop")
        #expect(try await laptop.post("/invites/\(token)/claim").text("participantId") == people["Ben"])
        #expect(try await laptop.get(ledger).text("myParticipantId") == people["Ben"])
        let cleo = try await server.person("cleo")
        #expect(try await cleo.post("/invites/\(token)/claim").code == "invite-used")
        #expect(try await cleo.get("/invites/" + token).code == "invite-used")
    }

    @Test("a claim that broke off before the ledger heard of it is healed by claiming again")
    func healing() async throws {
        let (server, _, ledger, people, token) = try await invited()
        let ben = try await server.person("ben")
        // As if the server had ended right after the first of the two steps.
        let hash = try #require(SecretToken(token)?.hash)
        let id = try #require(ben.account?.id)
        _ = try await server.store.claimInvite(secretHash: hash, by: id, at: server.clock.now).get()
        #expect(try await ben.get(ledger)["myParticipantId"]?.isNull == true)
        #expect(try await ben.post("/invites/\(token)/claim").text("participantId") == people["Ben"])
        #expect(try await ben.get(ledger).text("myParticipantId") == people["Ben"])
    }

    @Test("who signed up and did not get the answer signs up again with the same name and password")
    func signingUpAgain() async throws {
        let (server, _, _, people, token) = try await invited()
        _ = try await server.nobody.post("/invites/\(token)/claim", Self.signUp)
        let again = try await server.nobody.post("/invites/\(token)/claim", Self.signUp)
        #expect(again.status == 201)
        #expect(again.text("participantId") == people["Ben"])
        for wrong in [("Ben", "wrong horse"), ("Cleo", "correct horse")] {
            let body = #"{"name":"\#(wrong.0)","password":"\#(wrong.1)"}"#
            #expect(try await server.nobody.post("/invites/\(token)/claim", body).code == "invite-used")
        }
        #expect(try await server.door.accounts().count == 2)
    }

    @Test("an invite is expired at its very expiry; unknown, revoked and expired ones are denied alike")
    func void() async throws {
        let (server, anna, ledger, people, token) = try await invited()
        server.clock.pass(Self.month - 1)
        #expect(try await server.nobody.get("/invites/" + token).status == 200)
        server.clock.pass(1)
        let expired = try await server.nobody.post("/invites/\(token)/claim", Self.signUp)
        let made = try await anna.post(ledger + "/invites", #"{"participantId":"\#(people["Ben"]!)"}"#)
        #expect(try await anna.delete(ledger + "/invites/" + made.text("id")).status == 204)
        let revoked = try await server.nobody.post("/invites/\(made.text("token"))/claim", Self.signUp)
        let unknown = try await server.nobody.post(
            "/invites/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/claim", Self.signUp)
        let malformed = try await server.nobody.post("/invites/x/claim", Self.signUp)
        for answer in [expired, revoked, unknown, malformed] {
            #expect(answer.status == 404)
            #expect(answer.code == "invite-not-found")
            #expect(answer.text("detail") == unknown.text("detail"))
        }
        #expect(try await anna.delete(ledger + "/invites/" + made.text("id")).status == 404)
        #expect(try await server.door.accounts().count == 1)
    }

    @Test("one invite is open for a person: a new one replaces the older")
    func replacing() async throws {
        let (server, anna, ledger, people, token) = try await invited()
        let made = try await anna.post(ledger + "/invites", #"{"participantId":"\#(people["Ben"]!)"}"#)
        #expect(try await anna.get(ledger + "/invites").items.compactMap { $0["id"]?.string } == [made.text("id")])
        #expect(try await anna.get(ledger + "/invites").body.contains(made.text("token")) == false)
        #expect(try await server.nobody.get("/invites/" + token).status == 404)
        #expect(try await server.nobody.get("/invites/" + made.text("token")).status == 200)
    }

    @Test("nobody comes in with an invite of their own, nor as a second person")
    func selfClaim() async throws {
        let (server, anna, ledger, people, token) = try await invited()
        #expect(try await anna.post("/invites/\(token)/claim").code == "own-invite")
        let ben = try await server.person("ben")
        #expect(try await ben.post("/invites/\(token)/claim").status == 200)
        let second = try await anna.post(ledger + "/invites", #"{"participantId":"\#(people["Cleo"]!)"}"#)
        let refused = try await ben.post("/invites/\(second.text("token"))/claim")
        #expect(refused.code == "already-participant")
        #expect(refused.text("detail").contains("Ben"))
        #expect(try await server.nobody.get("/invites/" + second.text("token")).status == 200)
        let taken = try await anna.post(ledger + "/invites", #"{"participantId":"\#(people["Ben"]!)"}"#)
        #expect(taken.code == "participant-taken")
    }

    @Test("the invited says who they are where the invite leaves it open: somebody unclaimed, or somebody new")
    func unbound() async throws {
        let (server, anna, ledger, people, token) = try await invited { _ in "{}" }
        let preview = try await server.nobody.get("/invites/" + token)
        #expect(preview["participantName"]?.isNull == true)
        #expect(preview["participants"]?.array?.compactMap { $0["name"]?.string } == ["Ben", "Cleo"])
        let dora = try await server.person("dora")
        #expect(try await dora.post("/invites/\(token)/claim").status == 422)
        let foreign = #"{"participantId":"\#(people["Anna"]!)"}"#
        #expect(try await dora.post("/invites/\(token)/claim", foreign).code == "participant-taken")
        let claimed = try await dora.post("/invites/\(token)/claim", #"{"participantName":"Dora"}"#)
        #expect(claimed.status == 200)
        let names = try await anna.get(ledger + "/participants").items.compactMap { $0["name"]?.string }
        #expect(names.sorted() == ["Anna", "Ben", "Cleo", "Dora"])
        #expect(try await dora.get(ledger).text("myParticipantId") == claimed.text("participantId"))
        #expect(try await dora.post("/invites/\(token)/claim", #"{"participantName":"Dora"}"#).status == 200)
        #expect(try await anna.get(ledger + "/participants").items.count == 4)
    }

    @Test("of many who claim at once exactly one wins, and nobody else gets an account")
    func race() async throws {
        let (server, _, _, _, token) = try await invited()
        let path = RouteTable.root + "/invites/\(token)/claim"
        let attempts = (0..<6).map { index in
            Task {
                let body = #"{"name":"guest \#(index)","password":"correct horse"}"#
                return try await server.send(.post, path, body, secret: nil)
            }
        }
        var statuses: [Int] = []
        for attempt in attempts { statuses.append(try await attempt.value.status) }
        #expect(statuses.count { $0 == 201 } == 1)
        #expect(statuses.allSatisfy { $0 == 201 || $0 == 409 })
        #expect(try await server.door.accounts().count == 2)
    }

    @Test("who left the ledger can let nobody in, and does not come back with the invite they once used")
    func leaving() async throws {
        let (server, anna, ledger, people, token) = try await invited()
        let ben = try await server.person("ben")
        #expect(try await ben.post("/invites/\(token)/claim").status == 200)
        let made = try await ben.post(ledger + "/invites", #"{"participantId":"\#(people["Cleo"]!)"}"#)
        #expect(try await ben.delete(ledger).status == 204)
        #expect(try await server.nobody.get("/invites/" + made.text("token")).status == 404)
        #expect(try await ben.post("/invites/\(token)/claim").status == 404)
        #expect(try await anna.get(ledger + "/invites").items.isEmpty)
    }

    @Test("guesses at invites are slowed down, by address")
    func guesses() async throws {
        let (server, _, _, _, token) = try await invited()
        var statuses: [Int] = []
        for _ in 0..<14 { statuses.append(try await server.nobody.get("/invites/x").status) }
        #expect(statuses.first == 404)
        #expect(statuses.last == 429)
        #expect(try await server.nobody.get("/invites/" + token).status == 429)
        server.clock.pass(61_000)
        #expect(try await server.nobody.get("/invites/" + token).status == 200)
    }

    @Test("only the hash of an invite's secret is kept")
    func secrecy() async throws {
        let (server, _, _, _, token) = try await invited()
        let kept = try await server.store.invite(secretHash: try #require(SecretToken(token)?.hash))
        #expect(kept?.secretHash.count == 32)
        await server.stop()
        let secret = try #require(Base64.decodeURL(token.utf8))
        for bytes in try server.data.files() {
            #expect(!bytes.contains(Array(token.utf8)) && !bytes.contains(secret))
        }
    }
}
