import Accounts
import Bookkeeping
import JSON
import LedgerCore
import Testing

@Suite("Friends and requests, over time") struct FriendTests {
    private static let day: Int64 = 86_400_000

    @Test(
        "a request to a name that nobody has is answered like any other, and both end on the seventh day (rules 3 and 7)"
    )
    func sevenDays() async throws {
        let server = try await TestServer()
        let anna = try await server.person("Anna")
        let ben = try await server.person("Ben")
        for name in ["Ben", "Nobody"] {
            let answer = try await anna.post("/link-requests", #"{"accountName":"\#(name)"}"#)
            #expect(answer.status == 201, "\(answer)")
            #expect(answer.json?.members?.map(\.name) == ["id", "accountName", "friendId", "sentAt", "expiresAt"])
        }
        #expect(try await ben.get("/link-requests")["received"]?.array?.count == 1)
        server.clock.pass(7 * Self.day - 1)
        #expect(try await anna.get("/link-requests")["sent"]?.array?.count == 2)
        let id = try #require(try await ben.get("/link-requests")["received"]?.array?.first?["id"]?.string)
        server.clock.pass(1)
        #expect(try await anna.get("/link-requests")["sent"]?.array?.isEmpty == true)
        let late = try await ben.post("/link-requests/\(id)/accept")
        #expect(late.status == 404 && late.code == "link-request-not-found", "\(late)")
        #expect(try await ben.get("/friends").items.isEmpty)
        await server.stop()
    }

    @Test("ten requests a minute, over all devices of an account; the next minute begins anew (rule 11)")
    func often() async throws {
        let server = try await TestServer()
        let anna = try await server.person("Anna")
        let tablet = try await server.device(of: try #require(anna.account), "tablet")
        for number in 1...10 {
            let device = number.isMultiple(of: 2) ? anna : tablet
            let answer = try await device.post("/link-requests", #"{"accountName":"P\#(number)"}"#)
            #expect(answer.status == 201)
        }
        #expect(try await tablet.post("/link-requests", #"{"accountName":"P11"}"#).code == "too-often")
        #expect(try await anna.post("/link-requests", #"{"accountName":"P3"}"#).status == 201)
        server.clock.pass(60_000)
        #expect(try await anna.post("/link-requests", #"{"accountName":"P11"}"#).status == 201)
        await server.stop()
    }

    @Test("friends, merges and requests are there after a restart, and a merge is still taken back exactly (rule 8)")
    func restart() async throws {
        let data = try TestDirectory()
        let clock = TestClock()
        var server = try await TestServer(data: data, clock: clock)
        var anna = try await server.person("Anna")
        let (flat, people) = try await anna.ledger("Anna", "Ben", "Cleo")
        let ledger = flat.dropFirst("/ledgers/".count)
        for name in ["Ben", "Cleo"] {
            let point = #"{"ledgerId":"\#(ledger)","participantId":"\#(people[name] ?? "")"}"#
            let made = try await anna.post("/friends", #"{"nickname":"\#(name)","participants":[\#(point)]}"#)
            #expect(made.status == 201, "\(made)")
            clock.pass(1)
        }
        let before = try await anna.get("/friends")
        let ids = before.items.compactMap { $0["id"]?.string }
        let merged = try await anna.post("/friends/\(ids[1])/merge", #"{"into":"\#(ids[0])"}"#)
        #expect(merged.status == 200, "\(merged)")
        await server.stop()

        server = try await TestServer(data: data, clock: clock)
        anna = try await server.device(of: try #require(anna.account))
        #expect(try await anna.get("/friends").items.first?["participants"]?.array?.count == 2)
        #expect(try await anna.delete("/merges/\(merged.text("mergeId"))").status == 204)
        let after = try await anna.get("/friends")
        #expect(after.body == before.body)
        for file in try data.files() {
            #expect(!String(decoding: file, as: UTF8.self).contains("Cleo"))
        }
        await server.stop()
    }

    @Test("two people of a ledger who turn out to be one are counted once (PB-MAP-ID8)")
    func mergedPeople() async throws {
        let server = try await TestServer()
        let anna = try await server.person("Anna")
        let (flat, people) = try await anna.ledger("Anna", "Ben", "Benny")
        let (me, ben, benny) = (people["Anna"] ?? "", people["Ben"] ?? "", people["Benny"] ?? "")
        let ledger = String(flat.dropFirst("/ledgers/".count))
        let points = [ben, benny].map { #"{"ledgerId":"\#(ledger)","participantId":"\#($0)"}"# }.joined(separator: ",")
        let friend = try await anna.post("/friends", #"{"nickname":"B","participants":[\#(points)]}"#).text("id")
        for person in [ben, benny] {
            let split = #""payerId":"\#(me)","splitParticipantIds":["\#(person)"]"#
            let made = try await anna.post(flat + "/expenses", #"{"title":"Tea","amount":"4.00",\#(split)}"#)
            #expect(made.status == 201, "\(made)")
        }
        let open = try await server.books.ledger(try #require(LedgerID(ledger)), for: try #require(anna.account).id)
        #expect(try await anna.get("/friends/" + friend)["balances"]?.array?.first?["amount"]?.string == "8.00")
        let (gone, kept) = (try #require(ParticipantID(benny)), try #require(ParticipantID(ben)))
        try await open.record([.mergeParticipant(gone, into: kept)], by: try #require(anna.device))
        let after = try await anna.get("/friends/" + friend)
        #expect(after["balances"]?.array?.first?["amount"]?.string == "8.00")
        #expect(after["ledgers"]?.array?.count == 1)
        await server.stop()
    }
}
