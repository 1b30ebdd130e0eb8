import JSON
import Testing

@testable import WebAPI

@Suite("Imports, as they are asked for")
struct ImportTests {
    private let server: TestServer
    private let anna: TestClient

    init() async throws {
        server = try await TestServer()
        anna = try await server.person("anna")
    }

    private func upload() async throws -> String {
        let file = """
            Date,Description,Category,Cost,Currency,Anna,Bernd
            2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00
            2026-01-02,Milk,Food,2.00,EUR,1.00,-1.00
            """
        let made = try await anna.post("/imports", file)
        try #require(made.status == 201, "\(made)")
        return "/imports/" + made.text("id")
    }

    private let body =
        #"{"books":[{"book":0,"name":"Trip","me":0,"people":[{"person":0,"name":"Anna"},{"person":1,"name":"Bernd"}]}]}"#

    private func outcome(_ answer: TestAnswer) throws -> JSONValue {
        try #require(answer.status == 200, "\(answer)")
        return try #require(answer["books"]?.array?.first)
    }

    @Test("a commit into a new ledger that is asked for again is nothing new, and makes no second ledger")
    func repetition() async throws {
        let path = try await upload()
        let first = try outcome(try await anna.post(path + "/commit", body))
        #expect(first["expenses"]?.integer == 2 && first["participants"]?.integer == 2, "\(first)")
        let dry = try outcome(
            try await anna.post(path + "/commit", body.replacing(#"{"books""#, with: #"{"dryRun":true,"books""#)))
        let second = try outcome(try await anna.post(path + "/commit", body))
        for again in [dry, second] {
            #expect(again["ledgerId"] == first["ledgerId"])
            #expect(again["expenses"]?.integer == 0 && again["known"]?.integer == 2, "\(again)")
            #expect(again["participants"]?.integer == 0)
        }
        #expect(try await anna.get("/ledgers").items.count == 1)
        let ledger = "/ledgers/" + (first["ledgerId"]?.string ?? "")
        #expect(try await anna.get(ledger + "/participants").items.count == 2)
        #expect(try await !anna.get(ledger).text("myParticipantId").isEmpty)

        // Who has taken it off since gets a new one.
        #expect(try await anna.delete(ledger).status == 204)
        #expect(try outcome(try await anna.post(path + "/commit", body))["expenses"]?.integer == 2)
        #expect(try await anna.get("/ledgers").items.count == 1)
    }

    @Test("commits of one import at once make one ledger")
    func atOnce() async throws {
        let path = try await upload() + "/commit"
        let answers = try await withThrowingTaskGroup(of: TestAnswer.self) { group in
            for _ in 0..<4 {
                group.addTask { [anna, body] in try await anna.post(path, body) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let made = try answers.map { try outcome($0)["expenses"]?.integer ?? -1 }
        #expect(made.sorted() == [0, 0, 0, 2])
        #expect(try await anna.get("/ledgers").items.count == 1)
    }
}
