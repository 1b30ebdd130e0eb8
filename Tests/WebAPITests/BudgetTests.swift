import HTTPServer
import JSON
import LedgerCore
import Synchronization
import Testing

@testable import WebAPI

@Suite("Budgets: what recurs, what is expected, what a month may cost")
struct BudgetTests {
    private let server: TestServer
    private let anna: TestClient
    private let ledger: String
    private let people: [String: String]

    init() async throws {
        server = try await TestServer()
        anna = try await server.person("anna")
        (ledger, people) = try await anna.ledger("Anna", "Ben")
    }

    private func today(_ day: String) throws {
        let day = try #require(CalendarDay(day))
        server.clock.day.withLock { $0 = day }
    }

    private func rent(_ more: String = "") async throws -> TestAnswer {
        let made = try await anna.post(
            ledger + "/schedules",
            #"{"title":"Rent","amount":"1200","frequency":"monthly","start":"2026-01-31"\#(more)}"#)
        try #require(made.status == 201, "\(made)")
        return made
    }

    private func owed() async throws -> String? {
        try await anna.get(ledger + "/balances")["pairs"]?.array?.first?["amount"]?.string
    }

    @Test("an occurrence is an expense from its day on, in lists, balances, plan, statement, summary and export")
    func standing() async throws {
        let id = try await rent().text("id")
        try today("2026-02-27")
        #expect(try await anna.get(ledger + "/expenses").items.map { $0["id"]?.string } == ["\(id).0"])
        #expect(try await owed() == "600.00")
        try today("2026-02-28")
        let items = try await anna.get(ledger + "/expenses").items
        #expect(items.map { $0["id"]?.string } == ["\(id).1", "\(id).0"])
        #expect(items.map { $0["executionDate"]?.string } == ["2026-02-28", "2026-01-31"])
        #expect(items.allSatisfy { $0["scheduleId"]?.string == id })
        #expect(try await owed() == "1200.00")
        #expect(try await anna.get(ledger + "/settle-up")["payments"]?.array?.first?["amount"]?.string == "1200.00")
        #expect(try await anna.get(ledger + "/summary").text("total") == "2400.00")
        let (a, b) = (people["Anna"]!, people["Ben"]!)
        let lines = try await anna.get("\(ledger)/balances/\(a)/\(b)")["lines"]?.array ?? []
        #expect(lines.map { $0["id"]?.string } == ["\(id).0", "\(id).1"])
        #expect(try await anna.get(ledger + "/export").body.split(separator: "\r\n").count == 3)
        #expect(
            try await anna.get(ledger + "/balances?asOf=2026-04-30")["pairs"]?.array?.first?["amount"]?.string
                == "2400.00")
    }

    @Test("a ledger of version 1 has none of it, and says what to do")
    func needsUpgrade() async throws {
        let (old, _) = try await anna.ledger(schemaVersion: 1)
        for path in [
            "/categories", "/budgets", "/schedules", "/incomes", "/daily-budget", "/burden-ratio", "/transfers",
        ] {
            let answer = try await anna.get(old + path)
            #expect(answer.status == 409 && answer.code == "needs-upgrade", "\(path): \(answer)")
        }
    }

    @Test("one occurrence is changed, skipped and restored; its history tells")
    func exceptions() async throws {
        let id = try await rent().text("id")
        try today("2026-03-31")
        let path = "\(ledger)/schedules/\(id)/occurrences"
        #expect(try await anna.put(path + "/1", #"{"amount":"1300"}"#)["state"]?.string == "changed")
        #expect(try await anna.get("\(ledger)/expenses/\(id).1").text("amount") == "1300.00")
        #expect(try await anna.delete("\(ledger)/expenses/\(id).0").status == 204)
        #expect(try await anna.delete("\(ledger)/expenses/\(id).0").status == 404)
        #expect(try await anna.get("\(ledger)/expenses/\(id).0").status == 404)
        #expect(try await owed() == "1250.00")
        #expect(
            try await anna.get(path + "?until=2026-04-30").items.map { $0["state"]?.string }
                == ["skipped", "changed", "due", "upcoming"])
        #expect(try await anna.delete(path + "/1").status == 204)
        #expect(try await anna.put(path + "/0", #"{"title":"Rent of January"}"#).status == 200)
        #expect(try await owed() == "1800.00")
        #expect(try await anna.get("\(ledger)/expenses/\(id).1/history").items.count == 3)
        #expect(try await anna.put(path + "/0", #"{"skipped":true,"amount":"3"}"#).code == "skipped-and-changed")
    }

    @Test("an occurrence that was changed meanwhile is not changed, skipped or restored by what was seen before")
    func conditions() async throws {
        let id = try await rent().text("id")
        try today("2026-03-31")
        let path = "\(ledger)/schedules/\(id)/occurrences"
        func revision() async throws -> String {
            try await anna.get(path).items.first?["expense"]?["revision"]?.string ?? ""
        }
        func send(
            _ method: HTTPServer.Method, _ body: String? = nil, ifMatch seen: String
        ) async throws -> Int {
            try await anna.send(method, path + "/0", body, fields: ["If-Match": #""\#(seen)""#]).status
        }
        let first = try await revision()
        #expect(try await send(.put, #"{"amount":"1300"}"#, ifMatch: first) == 200)
        #expect(try await send(.put, #"{"amount":"1400"}"#, ifMatch: first) == 412)
        #expect(try await send(.put, #"{"skipped":true}"#, ifMatch: first) == 412)
        #expect(try await send(.delete, ifMatch: first) == 412)
        #expect(try await owed() == "1850.00")
        let second = try await revision()
        #expect(second != first)
        #expect(try await send(.put, #"{"skipped":true}"#, ifMatch: second) == 200)
        #expect(try await send(.delete, ifMatch: second) == 412)
        #expect(try await send(.delete, ifMatch: try await revision()) == 204, "also one that is skipped")
        #expect(try await owed() == "1800.00")
    }

    @Test("this one and all later ones: the past stays, the future is another")
    func later() async throws {
        let made = try await rent()
        let id = made.text("id")
        try today("2026-03-31")
        let body = #"{"title":"Rent","amount":"1400","frequency":"monthly","start":"2026-01-31"}"#
        let next = try await anna.put("\(ledger)/schedules/\(id)?from=2", body)
        #expect(next.status == 201 && next.text("start") == "2026-03-31")
        #expect(try await anna.get("\(ledger)/schedules/\(id)").text("end") == "2026-03-30")
        #expect(
            try await anna.get(ledger + "/expenses").items.map { $0["amount"]?.string }
                == ["1400.00", "1200.00", "1200.00"])
        #expect(try await anna.put("\(ledger)/schedules/\(id)?from=2", body).code == "no-such-occurrence")
    }

    @Test("what is ended keeps what has come; what never came is gone")
    func ending() async throws {
        let id = try await rent().text("id")
        try today("2026-03-01")
        #expect(try await anna.delete("\(ledger)/schedules/\(id)").status == 204)
        let ended = try await anna.get("\(ledger)/schedules/\(id)")
        #expect(ended["ended"]?.bool == true && ended.text("end") == "2026-03-01")
        #expect(try await anna.get(ledger + "/expenses").items.count == 2)
        #expect(try await anna.delete("\(ledger)/schedules/\(id)?occurrences=all").status == 204)
        #expect(try await anna.get(ledger + "/expenses").items.isEmpty)
        let later = try await anna.post(
            ledger + "/schedules", #"{"title":"Gym","amount":"9","frequency":"weekly","start":"2027-01-01"}"#)
        #expect(try await anna.delete("\(ledger)/schedules/\(later.text("id"))").status == 204)
        #expect(try await anna.get("\(ledger)/schedules/\(later.text("id"))").status == 404)
    }

    @Test("what was moved to before the end has come: it stays, and only it")
    func endingAfterMoved() async throws {
        let made = try await anna.post(
            ledger + "/schedules", #"{"title":"Rent","amount":"1000","frequency":"monthly","start":"2026-09-01"}"#)
        let path = "\(ledger)/schedules/\(made.text("id"))"
        try today("2026-11-23")
        // Of two that were moved to before today the later one leaves a gap.
        for (number, day) in [(3, "2026-11-20"), (5, "2026-11-21"), (6, "2026-11-30")] {
            #expect(try await anna.put("\(path)/occurrences/\(number)", #"{"executionDate":"\#(day)"}"#).status == 200)
        }
        let before = try await anna.get(ledger + "/expenses").items.map { $0["id"]?.string }
        #expect(before.count == 5)
        #expect(try await anna.delete(path).status == 204)
        let ended = try await anna.get(path)
        #expect(ended["ended"]?.bool == true && ended.text("end") == "2027-02-01")
        #expect(try await anna.get(ledger + "/expenses").items.map { $0["id"]?.string } == before)
        try today("2027-09-01")
        #expect(try await anna.get(ledger + "/expenses").items.map { $0["id"]?.string } == before)
    }

    @Test("a schedule that has not begun is ended, and keeps what was moved to before its beginning")
    func endingBeforeItBegins() async throws {
        let made = try await anna.post(
            ledger + "/schedules", #"{"title":"Gym","amount":"9","frequency":"daily","start":"2026-12-01"}"#)
        let path = "\(ledger)/schedules/\(made.text("id"))"
        try today("2026-11-23")
        _ = try await anna.put(path + "/occurrences/0", #"{"executionDate":"2026-11-20"}"#)
        _ = try await anna.put(path + "/occurrences/5000", #"{"executionDate":"2026-11-21"}"#)
        #expect(try await anna.delete(path).code == "too-many")
        _ = try await anna.delete(path + "/occurrences/5000")
        #expect(try await anna.delete(path).status == 204)
        #expect(try await anna.get(path).text("end") == "2026-12-01")
        #expect(try await anna.get(ledger + "/expenses").items.map { $0["executionDate"]?.string } == ["2026-11-20"])
    }

    @Test("this one and all later ones: what was moved to before them stays, and comes once")
    func laterThanMoved() async throws {
        let made = try await anna.post(
            ledger + "/schedules", #"{"title":"Rent","amount":"1000","frequency":"monthly","start":"2026-09-01"}"#)
        let path = "\(ledger)/schedules/\(made.text("id"))"
        try today("2026-12-31")
        _ = try await anna.put(path + "/occurrences/3", #"{"executionDate":"2026-10-20"}"#)
        _ = try await anna.put(path + "/occurrences/2", #"{"executionDate":"2026-10-30"}"#)
        let body = #"{"title":"Rent","amount":"1100","frequency":"monthly","start":"2026-09-01"}"#
        #expect(try await anna.put(path + "?from=2", body).status == 201)
        try today("2027-01-01")
        #expect(
            try await anna.get(ledger + "/expenses").items.map { $0["executionDate"]?.string }
                == ["2027-01-01", "2026-11-01", "2026-10-20", "2026-10-01", "2026-09-01"])
        #expect(try await owed() == "2600.00")
    }

    @Test("what is expected is owed by nobody until it is reconciled, and that once")
    func expecting() async throws {
        let made = try await anna.post(
            ledger + "/expenses", #"{"title":"Water","amount":"50","executionDate":"2026-05-10","expected":true}"#)
        #expect(made["expected"]?.bool == true && made["overdue"]?.bool == true)
        #expect(try await owed() == nil)
        let path = ledger + "/expenses/" + made.text("id")
        let real = try await anna.post(path + "/reconcile", #"{"amount":"47"}"#)
        #expect(real.text("amount") == "47.00" && real.text("variance") == "-3.00")
        #expect(real["estimate"]?["amount"]?.string == "50.00" && real["expected"]?.bool == false)
        #expect(real.text("executionDate") == "2026-05-14")
        #expect(try await owed() == "23.50")
        #expect(try await anna.post(path + "/reconcile", #"{"amount":"46"}"#).code == "not-expected")
        let edited = try await anna.put(path, #"{"title":"Water bill","amount":"48"}"#)
        #expect(edited.text("variance") == "-2.00")
        #expect(try await anna.get(ledger + "/variance").text("total") == "-2.00")
        let open = try await anna.put(path, #"{"title":"Water bill","amount":"48","expected":true}"#)
        #expect(open["estimate"] == nil && open["expected"]?.bool == true)
        #expect(try await anna.post(path + "/reconcile", #"{"amount":"0"}"#).text("variance") == "-48.00")
        #expect(try await owed() == nil)
    }

    @Test("a copy learns what came with the days, what went, and what is overdue by now")
    func copies() async throws {
        let id = try await rent().text("id")
        _ = try await anna.post(
            ledger + "/expenses", #"{"title":"Water","amount":"50","executionDate":"2026-02-10","expected":true}"#)
        try today("2026-02-01")
        let copy = try await anna.get(ledger + "/snapshot")
        #expect(copy.text("day") == "2026-02-01" && copy["schedules"]?.array?.count == 1)
        let revision = try #require(copy["revision"]?.integer)
        func changes(_ query: String) async throws -> TestAnswer {
            try await anna.get("\(ledger)/changes?since=\(query)")
        }
        let same = try await changes("\(revision)&day=2026-02-01")
        #expect(same["expenses"]?.array?.isEmpty == true && same["schedules"] == nil)
        try today("2026-02-28")
        let later = try await changes("\(revision)&day=2026-02-01")
        #expect(Set(later["expenses"]?.array?.compactMap { $0["title"]?.string } ?? []) == ["Rent", "Water"])
        #expect(later["expenses"]?.array?.contains { $0["id"]?.string == "\(id).1" } == true)
        #expect(try await changes("\(revision)")["expenses"]?.array?.count == 2)
        _ = try await anna.put("\(ledger)/schedules/\(id)/occurrences/0", #"{"skipped":true}"#)
        _ = try await anna.put("\(ledger)/schedules/\(id)/occurrences/1", #"{"amount":"1"}"#)
        let gone = try await changes("\(revision)&day=2026-02-28")
        #expect(gone["deletedExpenseIds"]?.array?.map(\.string) == ["\(id).0"])
        #expect(gone["expenses"]?.array?.map { $0["id"]?.string } == ["\(id).1"])
    }

    @Test("an entity tag of what depends on the day does not outlive it")
    func tags() async throws {
        _ = try await rent()
        try today("2026-02-27")
        for path in ["/snapshot", "/expenses", "/balances", "/schedules", "/ledgers"] {
            let path = path == "/ledgers" ? ledger : ledger + path
            var tags: [String?] = []
            for day in ["2026-02-27", "2026-02-27", "2026-02-28"] {
                try today(day)
                tags.append(try await anna.get(path).response.fields["ETag"])
            }
            #expect(tags[0] != nil && tags[0] == tags[1] && tags[1] != tags[2], "\(path)")
        }
    }

    @Test("comments and payments are made for an occurrence as for any expense")
    func talk() async throws {
        let id = try await rent().text("id")
        let path = "\(ledger)/expenses/\(id).0"
        #expect(try await anna.post(path + "/comments", #"{"text":"Late again"}"#).status == 201)
        let settled = try await anna.post(path + "/settle")
        #expect(settled.status == 201 && settled.items.first?["expenseId"]?.string == "\(id).0", "\(settled)")
        let shown = try await anna.get(path)
        #expect(shown["comments"]?.integer == 1 && shown["openShares"]?.array?.isEmpty == true)
    }

    @Test("the burden ratio of its date decides, and an own category its owner")
    func ratio() async throws {
        let (a, b) = (people["Anna"]!, people["Ben"]!)
        let weights = #"[{"participantId":"\#(a)","weight":60},{"participantId":"\#(b)","weight":40}]"#
        #expect(
            try await anna.put(ledger + "/burden-ratio", #"{"from":"2026-05-01","weights":\#(weights)}"#).status == 200)
        func share(_ body: String) async throws -> String? {
            try await anna.post(ledger + "/expenses", body)["shares"]?.array?.first?["amount"]?.string
        }
        #expect(try await share(#"{"title":"A","amount":"10","executionDate":"2026-04-30"}"#) == "5.00")
        #expect(try await share(#"{"title":"A","amount":"10","executionDate":"2026-05-01"}"#) == "6.00")
        let own = try await anna.post(ledger + "/categories", #"{"name":"Hobby","scope":"individual"}"#)
        #expect(own.text("participantId") == a)
        #expect(try await share(#"{"title":"A","amount":"10","categoryId":"\#(own.text("id"))"}"#) == "10.00")
        let list = try await anna.get("\(ledger)/expenses?category=\(own.text("id"))")
        #expect(list.items.count == 1)
        #expect(try await anna.get(ledger + "/expenses?category=none").items.count == 2)
        #expect(
            try await anna.put(ledger + "/burden-ratio", #"{"weights":[{"participantId":"\#(a)","weight":0}]}"#).code
                == "weight-not-positive")
    }
}
