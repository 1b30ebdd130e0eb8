import Accounts
import Bookkeeping
import JSON
import LedgerCore
import Testing

@testable import WebAPI

@Suite("Wallets, and money moved between them")
struct WalletTests {
    private let server: TestServer
    private let anna: TestClient

    init() async throws {
        server = try await TestServer()
        anna = try await server.person("anna")
    }

    private func wallet(_ people: String = #"["Anna"]"#, currency: String = "EUR") async throws -> TestAnswer {
        try await anna.post(
            "/ledgers",
            #"{"name":"Home","currency":"\#(currency)","kind":"wallet","participants":\#(people),"me":"Anna"}"#)
    }

    @Test("a wallet is of one or two, and nobody is removed from it")
    func people() async throws {
        let three = try await wallet(#"["Anna","Ben","Cleo"]"#)
        #expect(three.status == 422 && three.code == "wallet-of-one-or-two")
        let made = try await wallet(#"["Anna","Ben"]"#)
        #expect(made.status == 201 && made.text("kind") == "wallet" && made["schemaVersion"]?.integer == 2)
        let path = "/ledgers/" + made.text("id") + "/participants"
        #expect(try await anna.post(path, #"{"name":"Cleo"}"#).status == 422)
        let (me, ben) = (
            made["participants"]?.array?[0]["id"]?.string ?? "", made["participants"]?.array?[1]["id"]?.string ?? ""
        )
        #expect(try await anna.delete("\(path)/\(ben)").status == 422)
        #expect(try await anna.post("\(path)/\(ben)/merge", #"{"into":"\#(me)"}"#).status == 422)
        #expect(try await anna.delete("\(path)/\(me)").status == 204)
    }

    @Test("today is where the wallet is; a zone that nobody knows is refused")
    func timeZones() async throws {
        let made = try await wallet()
        #expect(made.text("timeZone") == "UTC")
        let path = "/ledgers/" + made.text("id")
        // The clock stands at 08:00 in UTC on 15 January 2027.
        #expect(
            try await anna.patch(path, #"{"timeZone":"Pacific/Kiritimati"}"#).text("timeZone") == "Pacific/Kiritimati")
        #expect(try await anna.get(path + "/daily-budget").text("date") == "2027-01-15")
        server.clock.pass(2 * 3_600_000)
        #expect(try await anna.get(path + "/daily-budget").text("date") == "2027-01-16")
        let unknown = try await anna.patch(path, #"{"timeZone":"Europe/Atlantis"}"#)
        #expect(unknown.status == 422 && unknown.code == "unknown-time-zone")
        #expect(try await anna.get(path).text("timeZone") == "Pacific/Kiritimati")
    }

    @Test("money moves from one wallet to the other under one id, and back out of both")
    func transfers() async throws {
        let (one, other) = (try await wallet().text("id"), try await wallet().text("id"))
        let body = #"{"toLedgerId":"\#(other)","amount":"25","date":"2026-05-02"}"#
        let moved = try await anna.post("/ledgers/\(one)/transfers", body)
        #expect(moved.status == 201 && moved.text("direction") == "out" && moved.text("ledgerId") == other, "\(moved)")
        let there = try #require(try await anna.get("/ledgers/\(other)/transfers").items.first)
        #expect(there["id"]?.string == moved.text("id") && there["direction"]?.string == "in")
        #expect(try await anna.get("/ledgers/\(one)/daily-budget?date=2026-05-14").text("income") == "-25.00")
        #expect(try await anna.get("/ledgers/\(other)/daily-budget?date=2026-05-14").text("income") == "25.00")
        #expect(try await anna.get("/ledgers/\(one)/balances")["pairs"]?.array?.isEmpty == true)
        #expect(try await anna.put("/ledgers/\(one)/transfers/\(moved.text("id"))", body).status == 200)
        #expect(try await anna.delete("/ledgers/\(one)/transfers/\(moved.text("id"))").status == 204)
        for ledger in [one, other] { #expect(try await anna.get("/ledgers/\(ledger)/transfers").items.isEmpty) }
    }

    @Test("money that is sent to another wallet instead is in the first one no more")
    func redirected() async throws {
        let (one, other, third) = (
            try await wallet().text("id"), try await wallet().text("id"), try await wallet().text("id")
        )
        func move(_ id: String, to ledger: String) async throws -> TestAnswer {
            try await anna.put(
                "/ledgers/\(one)/transfers/\(id)", #"{"toLedgerId":"\#(ledger)","amount":"25","date":"2026-05-02"}"#)
        }
        func income(_ ledger: String) async throws -> String {
            try await anna.get("/ledgers/\(ledger)/daily-budget?date=2026-05-14").text("income")
        }
        let id = server.clock.world.makeID(TransferID.self).description
        #expect(try await move(id, to: other).status == 201)
        let moved = try await move(id, to: third)
        #expect(moved.status == 200 && moved.text("ledgerId") == third, "\(moved)")
        #expect(try await anna.get("/ledgers/\(other)/transfers").items.isEmpty)
        #expect(try await income(one) == "-25.00")
        #expect(try await income(other) == "0.00")
        #expect(try await income(third) == "25.00")

        #expect(try await move(id, to: other).status == 200, "and back")
        #expect(try await income(other) == "25.00")
        #expect(try await income(third) == "0.00")
        #expect(try await move(id, to: third).status == 200)

        // What is refused leaves everything where it was.
        #expect(try await move(id, to: try await wallet(currency: "USD").text("id")).code == "other-currency")
        #expect(try await income(third) == "25.00")
        #expect(try await anna.delete("/ledgers/\(third)").status == 204)
        let lost = try await move(id, to: other)
        #expect(lost.status == 422 && lost.code == "not-mine", "\(lost)")
        #expect(try await income(other) == "0.00")
        #expect(try await anna.delete("/ledgers/\(one)/transfers/\(id)").status == 204)
    }

    @Test("money that is sent to two wallets at once arrives in one")
    func redirectedAtOnce() async throws {
        let (one, other, third) = (
            try await wallet().text("id"), try await wallet().text("id"), try await wallet().text("id")
        )
        let path = "/ledgers/\(one)/transfers/\(server.clock.world.makeID(TransferID.self))"
        await withTaskGroup(of: Void.self) { group in
            for ledger in [other, third] {
                group.addTask { [anna] in
                    let sent = try? await anna.put(path, #"{"toLedgerId":"\#(ledger)","amount":"25"}"#)
                    #expect([200, 201].contains(sent?.status))
                }
            }
        }
        let there = try await anna.get("/ledgers/\(other)/transfers").items
        let elsewhere = try await anna.get("/ledgers/\(third)/transfers").items
        #expect(there.count + elsewhere.count == 1)
    }

    @Test("what was broken off between the two ledgers is finished by repeating it", arguments: [true, false])
    func repair(hasID: Bool) async throws {
        let (one, other) = (try await wallet(), try await wallet().text("id"))
        let ledger = try await server.books.ledger(
            try #require(LedgerID(one.text("id"))), for: try #require(anna.account).id)
        let me = try #require(ParticipantID(one.text("myParticipantId")))
        let id: TransferID = server.clock.world.makeID()
        let half = TransferInput(
            participant: me, direction: .out, amount: Money(minorUnits: 2500), date: CalendarDay("2026-05-02")!,
            otherLedger: try #require(LedgerID(other)))
        try await ledger.record([.recordTransfer(id, half)], by: try #require(anna.device))
        let path = "/ledgers/\(one.text("id"))/transfers"
        let body = #"{"toLedgerId":"\#(other)","amount":"25","date":"2026-05-02"}"#
        let repeated = try await hasID ? anna.put("\(path)/\(id)", body) : anna.post(path, body)
        #expect(repeated.text("id") == id.description)
        #expect(try await anna.get(path).items.count == 1)
        #expect(try await anna.get("/ledgers/\(other)/transfers").items.first?["id"]?.string == id.description)
        // Half of it gone, the rest goes by repeating as well.
        #expect(try await anna.delete("\(path)/\(id)").status == 204)
        #expect(try await anna.delete("\(path)/\(id)").status == 404)
    }

    @Test("only one's own money moves, within one currency, to a ledger of one's own")
    func refused() async throws {
        let one = try await wallet(#"["Anna","Ben"]"#)
        let path = "/ledgers/" + one.text("id") + "/transfers"
        let ben = one["participants"]?.array?[1]["id"]?.string ?? ""
        let (other, dollars) = (try await wallet().text("id"), try await wallet(currency: "USD").text("id"))
        let (old, _) = try await anna.ledger(schemaVersion: 1)
        let strangers = try await server.person("mallory").ledger("Mallory").path.dropFirst("/ledgers/".count)
        for (body, code) in [
            (#"{"toLedgerId":"\#(dollars)","amount":"1"}"#, "other-currency"),
            (#"{"toLedgerId":"\#(one.text("id"))","amount":"1"}"#, "transfer-to-itself"),
            (#"{"toLedgerId":"\#(other)","amount":"1","participantId":"\#(ben)"}"#, "not-mine"),
            (#"{"toLedgerId":"\#(old.dropFirst("/ledgers/".count))","amount":"1"}"#, "needs-upgrade"),
            (#"{"toLedgerId":"\#(strangers)","amount":"1"}"#, "ledger-not-found"),
            (#"{"toLedgerId":"\#(other)","amount":"0"}"#, "amount-not-positive"),
        ] {
            let answer = try await anna.post(path, body)
            #expect(answer.code == code, "\(answer)")
        }
        #expect(try await anna.get(path).items.isEmpty)
    }
}
