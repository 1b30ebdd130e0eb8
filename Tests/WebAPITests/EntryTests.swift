import HTTPServer
import JSON
import Testing

@testable import WebAPI

@Suite("Expenses and settlements, as they are asked for")
struct EntryTests {
    @Test("payers of less than nothing are refused by the name of their field, and nothing is recorded")
    func negativePayers() async throws {
        let anna = try await TestServer().person("anna")
        let (ledger, people) = try await anna.ledger()
        let ids = ["Ben", "Anna", "Cleo"].map { people[$0] ?? "" }
        let payers = zip(ids, ["0.82", "-0.16", "-0.16"]).map { #"{"participantId":"\#($0)","amount":"\#($1)"}"# }
        let refused = try await anna.post(
            ledger + "/expenses",
            #"{"title":"Bus","amount":"0.10","splitParticipantIds":["\#(ids[0])","\#(ids[2])"],"payers":[\#(payers.joined(separator: ","))]}"#
        )
        #expect(refused.status == 422, "\(refused)")
        let fields = (refused["errors"]?.array ?? []).compactMap { $0["field"]?.string }
        #expect(!fields.isEmpty && fields.allSatisfy { $0.hasPrefix("payers") }, "\(refused)")
        #expect(try await anna.get(ledger + "/expenses").items.isEmpty)
    }

    @Test("labels come page by page, whatever their names begin with")
    func labels() async throws {
        let anna = try await TestServer().person("anna")
        let (ledger, _) = try await anna.ledger()
        for name in ["Apples", "\u{301}toile", "\u{301}x"] {
            #expect(try await anna.post(ledger + "/labels", #"{"name":"\#(name)"}"#).status == 201)
        }
        let whole = try await anna.get(ledger + "/labels").items.map { $0["name"]?.string }
        var (seen, next): ([String?], String?) = ([], "")
        while let cursor = next {
            let page = try await anna.get(ledger + "/labels?limit=1" + (cursor.isEmpty ? "" : "&cursor=" + cursor))
            try #require(page.status == 200, "\(page)")
            seen += page.items.map { $0["name"]?.string }
            next = page["next"]?.string
        }
        #expect(seen == whole && whole.count == 3)
    }

    @Test("an address made before a merge leads to the person whom somebody turned out to be")
    func afterMerge() async throws {
        let anna = try await TestServer().person("anna")
        let (ledger, people) = try await anna.ledger()
        let (me, ben, cleo) = (people["Anna"] ?? "", people["Ben"] ?? "", people["Cleo"] ?? "")
        let made = try await anna.post(
            ledger + "/expenses",
            #"{"title":"Lunch","amount":"9.00","splitParticipantIds":["\#(me)","\#(cleo)"]}"#)
        try #require(made.status == 201, "\(made)")
        #expect(try await anna.post(ledger + "/participants/\(cleo)/merge", #"{"into":"\#(ben)"}"#).status == 200)
        for path in ["/balances/\(me)/%", "/balances/%/\(me)", "/export?participant=%", "/summary?participant=%"] {
            let (old, new) = (
                try await anna.get(ledger + path.replacing("%", with: cleo)),
                try await anna.get(ledger + path.replacing("%", with: ben))
            )
            #expect(old.status == 200 && old.body == new.body, "\(path)")
        }
        #expect(try await anna.get(ledger + "/balances/\(cleo)/\(me)").text("balance") == "-4.50")
        #expect(try await anna.get(ledger + "/expenses?participant=\(cleo)").items.count == 1)
        let settled = try await anna.post(
            ledger + "/settlements", #"{"fromParticipantId":"\#(cleo)","toParticipantId":"\#(me)","amount":"4.50"}"#)
        #expect(settled.status == 201 && settled.text("fromParticipantId") == ben, "\(settled)")
        #expect(try await anna.get(ledger + "/balances/\(cleo)/\(me)").text("balance") == "0.00")
    }
}
