import HTTPServer
import JSON
import LedgerCore
import Testing

@testable import WebAPI

@Suite("Bodies are read strictly")
struct BodyTests {
    let euro = Currency(readFrom: "EUR")

    private func reader(_ body: String, _ type: String = "application/json") throws -> BodyReader {
        let head = try RequestHead(parsing: "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n\r\n")
        let peer = PeerAddress(ip: .v4(1), port: 1)
        return try BodyReader(Request(head: head, body: Array(body.utf8), peer: peer, id: RequestID(1)))
    }

    private func fields(_ read: () throws -> Void) -> [String: String] {
        do {
            try read()
            return [:]
        } catch let problem as Problem {
            return Dictionary(problem.errors.map { ($0.field, $0.code) }) { first, _ in first }
        } catch {
            return ["": "\(error)"]
        }
    }

    @Test("everything wrong is told at once, also what nobody asked for")
    func everything() throws {
        var body = try reader(#"{"title":3,"typo":1,"ids":["x"],"day":"soon"}"#)
        _ = body.text("title")
        _ = body.text("name")
        _ = body.optionalIDs("ids", of: ExpenseID.self)
        _ = body.optionalDay("day")
        let expected = [
            "title": "wrong-type", "typo": "unknown-field", "name": "missing", "ids": "not-an-id", "day": "not-a-day",
        ]
        #expect(fields { try body.finish() } == expected)
    }

    @Test("a problem says in which language its sentences are")
    func language() {
        let response = Problem(.notFound, "no-such-thing", "There is no such thing.").response(id: RequestID(1))
        #expect(response.fields["Content-Language"] == "en")
    }

    @Test("null is as good as absent")
    func null() throws {
        var body = try reader(#"{"note":null,"day":null}"#)
        #expect(body.optionalText("note") == nil)
        #expect(body.optionalDay("day") == nil)
        #expect(fields { try body.finish() } == [:])
    }

    @Test("a number is no amount, and the right form is shown with the number's own digits")
    func numbers() throws {
        var body = try reader(#"{"amount":47.2}"#)
        _ = body.amount("amount", in: euro)
        #expect(body.errors.map(\.code) == ["amount-not-text"])
        #expect(body.errors.first?.message.contains(#""47.20""#) == true)
        var yen = try reader(#"{"amount":1e3}"#)
        _ = yen.amount("amount", in: Currency(readFrom: "JPY"))
        #expect(yen.errors.first?.message.contains(#""4720""#) == true)
    }

    @Test(
        "an amount is read exactly",
        arguments: [("47.2", 4720), ("0.01", 1), ("9999999999999.99", 999_999_999_999_999)])
    func amounts(text: String, minorUnits: Int) throws {
        var body = try reader(#"{"amount":"\#(text)"}"#)
        #expect(body.amount("amount", in: euro) == Money(minorUnits: Int128(minorUnits)))
        #expect(body.errors.isEmpty)
    }

    @Test("ids may be written in capitals, in ASCII only")
    func ids() throws {
        let id = "6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11"
        #expect(ExpenseID(typed: id.uppercased())?.description == id)
        #expect(ExpenseID(typed: id.replacing("f", with: "ｆ")) == nil)
        #expect(ExpenseID(typed: String(id.dropLast())) == nil)
    }

    @Test("an object inside names its errors by the way to them")
    func nested() throws {
        var body = try reader(#"{"folder":{"path":1,"extra":2}}"#)
        _ = try body.optionalObject("folder") { folder in folder.text("path") }
        #expect(fields { try body.finish() } == ["folder.path": "wrong-type", "folder.extra": "unknown-field"])
    }

    @Test("what is not JSON, not an object, or of another media type is refused before anything is looked at")
    func kinds() {
        func status(_ body: String, _ type: String = "application/json") -> UInt16 {
            do {
                _ = try reader(body, type)
                return 200
            } catch {
                return Problem(error).status.code
            }
        }
        #expect(status("{") == 400)
        #expect(status("[]") == 400)
        #expect(status(#"{"a":1,"a":2}"#) == 400)
        #expect(status("{}", "text/plain") == 415)
        #expect(status("{}", "application/json; charset=latin1") == 415)
        #expect(status("{}", "application/json; charset=\"UTF-8\"") == 200)
    }

    @Test("what was done in the future was done now")
    func recordedAt() throws {
        let now = Instant(milliseconds: 1_000_000)
        var past = try reader(#"{"recordedAt":"1970-01-01T00:00:01.000Z"}"#)
        #expect(past.recordedAt(now: now) == Instant(milliseconds: 1000))
        var future = try reader(#"{"recordedAt":"2970-01-01T00:00:01.000Z"}"#)
        #expect(future.recordedAt(now: now) == now)
    }
}

@Suite("Queries and pages")
struct QueryTests {
    @Test("a parameter that nobody asked for, that is repeated, or that is not understood is refused by its name")
    func refusals() throws {
        var query = try QueryReader("form=1&from=x&to=2026-05-01&to=2026-05-02&q=a%20b+c")
        #expect(query.one("from", "a day") { CalendarDay($0) } == nil)
        _ = query.one("to", "a day") { CalendarDay($0) }
        #expect(query.one("q") == "a b c")
        do {
            try query.finish()
            Issue.record("nothing was refused")
        } catch {
            let expected = ["from": "invalid-parameter", "to": "repeated", "form": "unknown-parameter"]
            #expect(Dictionary(uniqueKeysWithValues: error.errors.map { ($0.field, $0.code) }) == expected)
        }
    }

    @Test("the longest body that is ever admitted has room in the server, beside others")
    func longestBodies() throws {
        for path in ["/restore", "/imports"] {
            let longest = try #require(LargeBodies.limit(for: try RequestHead("POST", RouteTable.root + path)))
            #expect(longest + 100 * WebAPI.longestBody <= Limits().bodyBytes, "\(path)")
        }
    }

    @Test("a cursor is the place it was made from, and nothing else is a cursor")
    func cursors() throws {
        // The last text begins with a combining mark, the one before it ends with half of a line's end.
        for text in ["Łódź\t1", "", "\r", "\u{301}a"] {
            let place = Place(.number(.max), .text(text), .number(0))
            #expect(Place(cursor: place.cursor) == place, "\(text.unicodeScalars)")
        }
        for bad in ["", "!", "nonsense", "eA"] { #expect(Place(cursor: bad) == nil, "\(bad)") }
        #expect(Place(.number(1), .text("b")) < Place(.number(1), .text("c")))
    }

    @Test("pages of any size give the whole list, in order", arguments: 1...7)
    func pages(limit: Int) throws {
        let items = Array(0..<17)
        var seen: [Int] = []
        var cursor: String?
        repeat {
            var query = try QueryReader("limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? ""))
            let (shown, next) = Page(&query).slice(items) { Place(.number(UInt128($0))) }
            seen += shown
            cursor = next
        } while cursor != nil
        #expect(seen == items)
    }

    @Test("a QR code is drawn for a join code, and refused for what no QR code holds")
    func codes() {
        let svg = QRCode.svg("SC1._T_rPJJQt5dKm1KLaWNjIaRhtV71W3vq_YCamp6SW3k.70df")
        #expect(svg?.hasPrefix("<svg ") == true)
        #expect(QRCode.svg(String(repeating: "x", count: 5000)) == nil)
    }
}
