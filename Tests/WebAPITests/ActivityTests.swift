import JSON
import Testing

@testable import WebAPI

@Suite("The feed, taking back, settling")
struct ActivityTests {
    @Test("a deletion is taken back once, and that again")
    func undoing() async throws {
        let anna = try await TestServer().person("anna")
        let (ledger, _) = try await anna.ledger()
        let made = try await anna.post(ledger + "/expenses", #"{"title":"Dinner","amount":"30"}"#)
        let path = ledger + "/expenses/" + made.text("id")
        _ = try await anna.delete(path)
        let deletion = try #require(try await anna.get(ledger + "/activity?limit=1").items.first)
        #expect(deletion["summary"]?.string == "Deleted “Dinner”")
        #expect(deletion["device"]?["name"]?.string == "phone")
        let undo = "\(ledger)/activity/\(deletion["id"]?.string ?? "")/undo"
        let undone = try await anna.post(undo)
        #expect(undone.status == 201)
        #expect(undone["undoes"] == deletion["id"])
        #expect(try await anna.get(path).status == 200)
        let again = try await anna.post(undo)
        #expect(again.status == 409 && again.code == "cannot-undo")
        #expect(try await anna.post("\(ledger)/activity/\(undone.text("id"))/undo").status == 201)
        #expect(try await anna.get(path).status == 404)
    }

    @Test("nobody else's ledger tells what happened in it")
    func strangers() async throws {
        let server = try await TestServer()
        let (ledger, _) = try await server.person("anna").ledger()
        let ben = try await server.person("ben")
        #expect(try await ben.get(ledger + "/activity").status == 404)
        #expect(try await ben.get(ledger + "/settle-up?wholeUnits=true").status == 404)
        #expect(try await server.nobody.get(ledger + "/activity").status == 401)
    }

    @Test("an expense is settled once; a version-1 ledger has no word for that")
    func settling() async throws {
        let anna = try await TestServer().person("anna")
        for version in [1, 2] {
            let (ledger, _) = try await anna.ledger(schemaVersion: version)
            let made = try await anna.post(ledger + "/expenses", #"{"title":"Dinner","amount":"30"}"#)
            let settle = ledger + "/expenses/" + made.text("id") + "/settle"
            let settled = try await anna.post(settle)
            guard version == 2 else {
                #expect(settled.status == 422 && settled.code == "needs-schema-version-2")
                continue
            }
            #expect(settled.status == 201 && settled.items.count == 2)
            let again = try await anna.post(settle)
            #expect(again.status == 200 && again.items.isEmpty)
            #expect(try await anna.get(ledger + "/settle-up")["count"]?.integer == 0)
        }
    }
}
