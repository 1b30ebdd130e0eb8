import Accounts
import HTTPServer
import JSON
import LedgerCore
import SQLiteStore
import Testing

@testable import Bookkeeping
@testable import WebAPI

@Suite("Rule 9: deleting an account")
struct DeletionTests {
    /// Anna owns the server and a ledger that Ben came into; Ben has one more of his own.
    struct Shared {
        let server: TestServer
        let anna: TestClient
        let ben: TestClient
        let ledger: String
        let bensOwn: String
        let people: [String: String]

        init(schemaVersion: Int = 2) async throws {
            server = try await TestServer()
            anna = try await server.person("anna", isOwner: true)
            ben = try await server.person("ben")
            (ledger, people) = try await anna.ledger("Anna", "Ben", "Cleo", schemaVersion: schemaVersion)
            let made = try await anna.post(ledger + "/invites", #"{"participantId":"\#(people["Ben"]!)"}"#)
            let claimed = try await ben.post("/invites/\(made.text("token"))/claim")
            try #require(claimed.status == 200, "\(claimed)")
            _ = try await ben.post(ledger + "/expenses", #"{"title":"Lunch","amount":"9.00"}"#)
            bensOwn = try await ben.ledger("Benjamin").path
        }

        func account() throws -> Account { try #require(ben.account) }

        /// The names of those who were an account that is no more, as the ledger shows them.
        func deleted() async throws -> [String] {
            let participants = try await anna.get(ledger)["participants"]?.array ?? []
            return participants.filter { $0["accountDeleted"]?.bool == true }.compactMap { $0["name"]?.string }
        }

        /// What has to be so when Ben's account is gone, however it went.
        func checkGone(from server: TestServer, as anna: TestClient, balances: String) async throws {
            #expect(try await server.door.accounts().map(\.name.text) == ["anna"])
            #expect(try await server.store.fencedAccounts().isEmpty)
            #expect(try await server.store.ledgers().count == 1)
            #expect(try await anna.get(ledger + "/balances").body == balances)
            let participants = try await anna.get(ledger + "/participants").items
            let ben = participants.first { $0["name"]?.string == "Ben" }
            #expect(ben?["claimed"]?.bool == false)
            #expect(ben?["id"]?.string == people["Ben"])
            let gone = participants.filter { $0["accountDeleted"]?.bool == true }
            #expect(gone.map { $0["name"]?.string } == ["Ben"], "also after a restart")
            let id = try #require(LedgerID(String(ledger.dropFirst("/ledgers/".count))))
            let left = try #require(ParticipantID(typed: people["Ben"] ?? ""))
            #expect(try await Set(server.store.departures(from: id).values) == [left])
        }
    }

    @Test("the preview tells every effect and does nothing")
    func preview() async throws {
        let shared = try await Shared()
        let plan = try await shared.ben.delete("/me?dryRun=true")
        #expect(plan.status == 200)
        let effects = plan["ledgers"]?.array ?? []
        #expect(effects.compactMap { $0["effect"]?.string } == ["leave", "remove"])
        #expect(effects.first?["participants"]?.array?.first?["name"]?.string == "Ben")
        #expect(effects.first?["released"]?.bool == true)
        #expect(plan["needsConfirmation"]?.bool == true)
        #expect(plan["tokens"]?.integer == 1)
        #expect(plan["finishedAt"]?.isNull == true)
        #expect(try await shared.ben.get(shared.bensOwn).status == 200)
    }

    @Test("names and amounts stay, sessions end, what was only theirs goes, and the name is free again")
    func deletion() async throws {
        let shared = try await Shared()
        let balances = try await shared.anna.get(shared.ledger + "/balances").body
        let refused = try await shared.ben.delete("/me")
        #expect(refused.status == 422 && refused.code == "wrong-confirmation")
        #expect(try await shared.ben.delete("/me", #"{"confirmName":"Ben Ben"}"#).status == 422)
        let receipt = try await shared.ben.delete("/me", #"{"confirmName":"ben"}"#)
        #expect(receipt.status == 200)
        #expect(receipt["finishedAt"]?.string != nil)
        #expect(try await shared.ben.get("/me").status == 401)
        try await shared.checkGone(from: shared.server, as: shared.anna, balances: balances)
        _ = try await shared.server.door.addAccount(name: "Ben", password: "correct horse", isOwner: false)
    }

    @Test("nobody comes in with an account that is being deleted, not by any way that was begun before")
    func fence() async throws {
        let shared = try await Shared()
        let account = try shared.account()
        let open = try await shared.ben.post(
            shared.ledger + "/invites", #"{"participantId":"\#(shared.people["Cleo"]!)"}"#)
        try await shared.server.books.fence(account.id)
        #expect(try await shared.ben.get("/me").status == 401)
        await #expect(throws: Denial.signInNeeded) {
            try await shared.server.door.addToken(named: "late", expiresAt: nil, for: account)
        }
        #expect(try await shared.server.nobody.get("/invites/" + open.text("token")).status == 404)
        let key = try await shared.anna.get(shared.ledger + "/join-code").text("joinCode")
        #expect(!key.isEmpty)
        let joining = Membership(account: account.id, ledger: try #require(LedgerID("x")))
        await #expect(throws: StoreError.missing) {
            try await shared.server.store.addMembership(joining, at: shared.server.clock.now)
        }
    }

    @Test("wherever the server ends, the next start finishes", arguments: 0...3)
    func crashes(after steps: Int) async throws {
        let shared = try await Shared()
        let account = try shared.account().id
        let balances = try await shared.anna.get(shared.ledger + "/balances").body
        try await shared.server.books.fence(account)
        for _ in 0..<max(0, steps - 1) { _ = try await shared.server.books.leaveOne(account, for: .account) }
        if steps == 1 {
            // In the middle of a step: the claim is released, and the membership still there.
            let id = try #require(LedgerID(String(shared.ledger.dropFirst("/ledgers/".count))))
            let open = try await shared.server.books.open(id)
            try await shared.server.books.noteDepartures(of: account, from: open)
            try await shared.server.books.release(account, in: open)
        }
        await shared.server.stop()
        let next = try await TestServer(data: shared.server.data, clock: shared.server.clock)
        #expect(try await next.store.fencedAccounts() == [account])
        await next.books.finishDeletions()
        let anna = TestClient(server: next, secret: shared.anna.secret, account: nil, device: nil)
        try await shared.checkGone(from: next, as: anna, balances: balances)
        await next.books.finishDeletions()
        await next.stop()
    }

    @Test("in a ledger of version 1 nothing is released: the claim stays, and only this server knows who went")
    func versionOne() async throws {
        let shared = try await Shared(schemaVersion: 1)
        let plan = try await shared.ben.delete("/me?dryRun=true")
        #expect(plan["ledgers"]?.array?.first?["released"]?.bool == false)
        let revision = try await shared.anna.get(shared.ledger)["revision"]
        #expect(try await shared.deleted() == [])
        #expect(try await shared.ben.delete("/me", #"{"confirmName":"ben"}"#).status == 200)
        #expect(try await shared.anna.get(shared.ledger)["revision"] == revision)
        #expect(try await shared.deleted() == ["Ben"])
        let made = try await shared.anna.post(
            shared.ledger + "/invites", #"{"participantId":"\#(shared.people["Ben"]!)"}"#)
        #expect(made.status == 201, "somebody else may come in the place of who left: \(made)")
        let next = try await shared.server.person("benjamin")
        #expect(try await next.post("/invites/\(made.text("token"))/claim").status == 200)
        #expect(try await shared.deleted() == [], "it is somebody again")
    }

    @Test("the last owner stays; an owner deletes others, and confirms what is lost")
    func owners() async throws {
        let shared = try await Shared()
        #expect(try await shared.anna.delete("/me?dryRun=true").code == "last-owner")
        #expect(try await shared.anna.delete("/me", #"{"confirmName":"anna"}"#).code == "last-owner")
        let path = "/accounts/\(try shared.account().id)"
        #expect(try await shared.anna.delete(path).code == "wrong-confirmation")
        #expect(try await shared.anna.delete(path, #"{"confirmName":"ben"}"#).status == 204)
        #expect(try await shared.anna.get(path).status == 404)
    }
}

@Suite("Rule 10: clearing my data")
struct ClearingTests {
    @Test("shared ledgers are left, what is only mine goes, the account stays, and nobody's balance changes")
    func clearing() async throws {
        let shared = try await DeletionTests.Shared()
        _ = try await shared.ben.post("/friends", #"{"nickname":"Dora"}"#)
        _ = try await shared.ben.post("/folder-connections", #"{"kind":"directory","path":"bens"}"#)
        let balances = try await shared.anna.get(shared.ledger + "/balances").body
        let plan = try await shared.ben.post("/me/clear", #"{"dryRun":true}"#)
        #expect(plan["ledgers"]?.array?.count == 2)
        #expect(plan["folderConnections"]?.integer == 1)
        #expect(plan["devices"]?.integer == 0)
        #expect(try await shared.ben.post("/me/clear").code == "wrong-confirmation")
        let receipt = try await shared.ben.post("/me/clear", #"{"confirmName":"ben"}"#)
        #expect(receipt.status == 200, "\(receipt)")
        for path in ["/ledgers", "/friends", "/folder-connections"] {
            #expect(try await shared.ben.get(path).items.isEmpty, "\(path)")
        }
        #expect(try await shared.ben.get("/me").status == 200)
        #expect(try await shared.anna.get(shared.ledger + "/balances").body == balances)
        #expect(try await shared.ben.post("/me/clear", "{}").status == 200, "with nothing left nothing is to confirm")
        let id = try #require(LedgerID(String(shared.ledger.dropFirst("/ledgers/".count))))
        #expect(try await shared.server.store.departures(from: id).isEmpty, "the account is not deleted")
    }
}
