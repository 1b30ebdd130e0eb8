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
}
