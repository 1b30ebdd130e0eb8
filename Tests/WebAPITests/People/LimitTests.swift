import HTTPServer
import JSON
import Testing

@testable import WebAPI

@Suite("Rule 11: limits per account, device and action")
struct LimitTests {
    @Test("invites are limited in a minute; the same one again is free, and another account is not held up")
    func invites() async throws {
        let server = try await TestServer()
        let anna = try await server.person("anna")
        let (ledger, people) = try await anna.ledger()
        for index in 0..<19 {
            let made = try await anna.post(ledger + "/participants", #"{"name":"Guest \#(index)"}"#)
            let invite = try await anna.post(ledger + "/invites", #"{"participantId":"\#(made.text("id"))"}"#)
            #expect(invite.status == 201)
        }
        let ben = #"{"participantId":"\#(people["Ben"]!)"}"#
        let cleo = #"{"participantId":"\#(people["Cleo"]!)"}"#
        for _ in 0..<5 { #expect(try await anna.post(ledger + "/invites", ben).status == 201) }
        let refused = try await anna.post(ledger + "/invites", cleo)
        #expect(refused.status == 429 && refused.code == "too-often")
        #expect(Int(refused.response.fields["Retry-After"] ?? "") ?? 0 > 0)
        let dora = try await server.person("dora")
        let other = try await dora.ledger("Dora", "Emil")
        let emil = #"{"participantId":"\#(other.people["Emil"]!)"}"#
        #expect(try await dora.post(other.path + "/invites", emil).status == 201)
        server.clock.pass(60_000)
        #expect(try await anna.post(ledger + "/invites", cleo).status == 201)
    }

    @Test("merges are limited in a minute; a look at what one would do is free")
    func merges() async throws {
        let anna = try await TestServer().person("anna")
        let (ledger, people) = try await anna.ledger()
        let ben = people["Ben"] ?? ""
        func merge(_ id: String, _ more: String = "") async throws -> TestAnswer {
            try await anna.post(ledger + "/participants/\(id)/merge", #"{"into":"\#(ben)"\#(more)}"#)
        }
        for index in 0..<20 {
            let id = try await anna.post(ledger + "/participants", #"{"name":"Guest \#(index)"}"#).text("id")
            #expect(try await merge(id, #","dryRun":true"#).status == 200)
            #expect(try await merge(id).status == 200)
            #expect(try await merge(id).status == 200, "the same again")
        }
        let cleo = people["Cleo"] ?? ""
        #expect(try await merge(cleo, #","dryRun":true"#).status == 200)
        #expect(try await merge(cleo).code == "too-often")
        anna.server.clock.pass(60_000)
        #expect(try await merge(cleo).status == 200)
    }
}
