import GraphEmulator
import JSON
import Testing

@Suite("Faults of an answer") struct FaultTests {
    let graph: GraphEmulator
    let client: Client

    init() throws {
        graph = try GraphEmulator(seed: 17)
        client = Client(graph)
        graph.makeFile("A/one", Array("0123456789".utf8))
        graph.makeFile("A/two", [])
    }

    private let listing = "/me/drive/root:/A:/children"

    private func content() throws -> Reply {
        let reply = try client.get("/me/drive/root:/A/one:/content")
        return try client.fetch(reply[field: "location"] ?? "")
    }

    @Test("a fault meets the requests it was armed for, by method, path, origin, body and number")
    func matching() throws {
        graph.arm(.status(500), on: .get, "/A:/children", at: .graph, occurrence: 2...3)
        #expect(try client.put("/me/drive/root:/A/x:/content", "a").status == 201)
        let statuses = try (0..<4).map { _ in try client.get(listing).status }
        #expect(statuses == [200, 500, 500, 200])
        let id = graph.arm(.status(503), "/drive/*:/content", occurrence: 1...)
        #expect(try client.put("/me/drive/root:/A/x:/content", "a").status == 503)
        #expect(try client.put("/me/drive/root:/A/x:/content", "a").status == 503)
        graph.disarm(id)
        graph.arm(.status(507), body: "needle")
        #expect(try client.put("/me/drive/root:/A/x:/content", "a").status == 200)
        #expect(try client.put("/me/drive/root:/A/x:/content", "a needle").status == 507)
        #expect(graph.log.last?.fault != nil && graph.log.last?.status == 507)
        graph.arm(.status(500), occurrence: 1...)
        graph.disarm()
        #expect(try client.get(listing).status == 200)
    }

    @Test("F1, F2: 401, once or for good")
    func unauthorized() throws {
        graph.arm(.status(401), at: .graph)
        let reply = try client.get(listing)
        #expect(reply.status == 401 && reply.code == "InvalidAuthenticationToken")
        #expect(reply[field: "www-authenticate"]?.hasPrefix("Bearer") == true)
        #expect(try client.get(listing).status == 200)
        graph.expireTokens(of: .owner)
        #expect(try client.get(listing).status == 401)
    }

    @Test(
        "F3, F4, F5, F8, F9, F15, F16, F31: a status with the code that belongs to it",
        arguments: [
            (403, "accessDenied", nil), (404, "itemNotFound", nil), (409, "nameAlreadyExists", nil),
            (412, "resourceModified", "entityTagDoesNotMatch"), (507, "quotaLimitReached", nil),
            (410, "resyncRequired", nil),
        ])
    func statuses(status: Int, code: String, inner: String?) throws {
        graph.arm(.status(status), on: .get)
        let reply = try client.get(listing)
        #expect(reply.status == status && reply.code == code && reply.inner == inner)
        graph.arm(.status(status, code: "malwareDetected", inner: "x"), on: .get)
        let other = try client.get(listing)
        #expect(other.code == "malwareDetected" && other.inner == "x")
    }

    @Test("F6, F22: what was carried out although its answer was lost")
    func committed() throws {
        let path = "/me/drive/root:/A/new:/content?@microsoft.graph.conflictBehavior=fail"
        graph.arm(.reset(.beforeAnswer), on: .put, committed: true)
        #expect(throws: NoReply.self) { try client.put(path, "mine") }
        #expect(graph.item("A/new")?.content == Array("mine".utf8))
        #expect(try client.put(path, "mine").status == 409)
        graph.arm(.status(504, form: .html), on: .put, committed: true)
        #expect(try client.put("/me/drive/root:/A/other:/content", "a").status == 504)
        #expect(graph.item("A/other") != nil)
        graph.arm(.reset(.beforeAnswer), on: .put)
        #expect(throws: NoReply.self) { try client.put("/me/drive/root:/A/third:/content", "a") }
        #expect(graph.item("A/third") == nil)
    }

    @Test("F10: 416 on a whole download")
    func range() throws {
        graph.arm(.status(416), at: .download)
        #expect(try content().status == 416)
        #expect(try content().status == 200)
    }

    @Test("F11: locked, in both bodies")
    func locked() throws {
        graph.arm(.status(423), on: .get)
        let one = try client.get(listing)
        #expect(one.status == 423 && one.code == "notAllowed" && one.inner == "resourceLocked")
        graph.arm(.status(423, code: "accessDenied", message: "The file is locked."), on: .get)
        let other = try client.get(listing)
        #expect(other.code == "accessDenied" && other["error", "message"]?.string == "The file is locked.")
    }

    @Test(
        "F12, F13: Retry-After as it was armed, or none",
        arguments: [
            "3", "0", "-5", "abc", "1000000000", "Sat, 21 Nov 2026 12:00:30 GMT", "Sat, 21 Nov 2020 12:00:00 GMT", nil,
        ])
    func retryAfter(text: String?) throws {
        for status in [429, 503] {
            graph.arm(.status(status, retryAfter: text), on: .get)
            let reply = try client.get(listing)
            #expect(reply.status == status && reply[field: "retry-after"] == text)
        }
    }

    @Test("F14: failures as JSON, as HTML and without a body", arguments: [500, 502, 503, 504, 509])
    func failures(status: Int) throws {
        for form in Effect.ErrorForm.allCases {
            graph.arm(.status(status, inner: "deep", form: form), on: .get)
            let reply = try client.get(listing)
            #expect(reply.status == status)
            switch form {
            case .html: #expect(reply.code == nil && reply.text.contains("<html>"))
            case .empty: #expect(reply.body.isEmpty && reply[field: "content-type"] == "application/json")
            case .json: #expect(reply.inner == "deep")
            case .lowerCaseInner: #expect(reply["error", "innererror", "code"]?.string == "deep")
            case .nestedInner: #expect(reply["error", "innerError", "innerError", "code"]?.string == "deep")
            }
        }
        graph.switches.errorForm = .lowerCaseInner
        #expect(try client.get("/me/drive/root:/none")["error", "innererror", "request-id"]?.string != nil)
    }

    @Test("F17: redirects that lead nowhere, or where nobody should follow")
    func redirects() throws {
        graph.arm(.redirect(to: nil, status: 308), "/content")
        let bare = try client.get("/me/drive/root:/A/one:/content")
        #expect(bare.status == 308 && bare[field: "location"] == nil)
        for address in ["http://files.1drv.com/x", "https://evil.example/x", "https://10.0.0.1/x"] {
            graph.arm(.redirect(to: address), "/content")
            #expect(try client.get("/me/drive/root:/A/one:/content")[field: "location"] == address)
        }
        graph.arm(.redirectToItself, at: .download)
        let address = try #require(try client.get("/me/drive/root:/A/one:/content")[field: "location"])
        #expect(try client.fetch(address)[field: "location"] == address)
    }

    @Test("F21: the right length, other bytes")
    func flipped() throws {
        graph.arm(.flipped(at: 3), at: .download)
        let reply = try content()
        #expect(reply.body.count == 10 && reply.text != "0123456789" && reply.isWhole)
    }

    @Test("F25: JSON that is not what it should be")
    func damage() throws {
        func damaged(_ damage: Effect.JSONDamage) throws -> Reply {
            graph.arm(.damaged(damage), on: .get)
            return try client.get(listing)
        }
        #expect(try damaged(.truncated).json == .null)
        #expect(try damaged(.wrongType)["value"]?.members != nil)
        #expect(try damaged(.missingValue)["value"] == nil)
        let rich = try damaged(.unknownFields)
        #expect(rich.names == ["one", "two"] && rich["value"]?.array?.first?["bundle"] != nil)
        #expect(try damaged(.byteOrderMark).body.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(try damaged(.huge).body.count > 50_000_000)
    }

    @Test("F26: gzip that nobody asked for")
    func gzip() throws {
        graph.arm(.gzip, at: .download)
        let reply = try content()
        #expect(reply[field: "content-encoding"] == "gzip" && reply.body.starts(with: [0x1F, 0x8B, 8]))
        // Ten stored bytes (RFC 1951 section 3.2.4), then CRC-32 and length (RFC 1952 section 2.3.1).
        #expect(reply.body[10..<15] == [1, 10, 0, 0xF5, 0xFF] && reply.body[15..<25] == ArraySlice("0123456789".utf8))
        #expect(reply.body[25...] == [0xC6, 0xC7, 0x84, 0xA6, 10, 0, 0, 0])
    }

    @Test("F27: somebody's log-in page, and XML with 403")
    func strangePages() throws {
        graph.arm(.loginPage, at: .download)
        let page = try content()
        #expect(
            page.status == 200 && page[field: "content-type"]?.hasPrefix("text/html") == true && page.body.count != 10)
        graph.arm(.status(403), at: .download)
        let refusal = try content()
        #expect(refusal.status == 403 && refusal[field: "content-type"] == "text/xml")
    }

    @Test("F28: what was written is seen late by path, by id, and in lists")
    func lag() throws {
        graph.switches.lag.byPath = 2
        let put = try client.put("/me/drive/root:/A/late:/content", "a")
        #expect(try [404, 404, 200] == (0..<3).map { _ in try client.get("/me/drive/root:/A/late").status })
        graph.switches.lag = .init()
        graph.switches.lag.byID = 1
        let other = try client.put("/me/drive/root:/A/later:/content", "a")
        let path = "/me/drive/items/\(other["id"]?.string ?? "")"
        #expect(try [404, 200] == (0..<2).map { _ in try client.get(path).status })
        #expect(put["id"] != other["id"])
        graph.switches.lag = .init()
        graph.switches.lag.listNotFound = 1
        graph.switches.lag.listEmpty = 1
        graph.switches.lag.intoNewFolder = 1
        let folder = try client.makeFolder("/me/drive/root/children", "New")["id"]?.string ?? ""
        let file = "/me/drive/items/\(folder):/x:/content"
        #expect(try client.put(file, "a").status == 404)
        #expect(try client.put(file, "a").status == 201)
        let list = "/me/drive/items/\(folder)/children"
        #expect(try client.get(list).status == 404)
        #expect(try client.get(list).names == [])
        #expect(try client.get(list).names == ["x"])
    }

    @Test("F28, F29: entries that vanish, come twice, or differ in case only")
    func entries() throws {
        graph.arm(.omit("one"), "/children")
        #expect(try client.get(listing).names == ["two"])
        graph.arm(.duplicate("one"), "/children")
        #expect(try client.get(listing).names == ["one", "two", "one"])
        graph.arm(.twin("one"), "/children")
        let reply = try client.get(listing)
        #expect(reply.names == ["one", "two", "ONE"])
        let ids = (reply["value"]?.array ?? []).compactMap { $0["id"]?.string }
        #expect(Set(ids).count == 3)
    }

    @Test("F32: a proxy that wants a name; TLS where there is none")
    func proxy() throws {
        graph.arm(.status(407), on: .get)
        #expect(try client.get(listing).status == 407)
        let wire = try Wire(port: graph.port(.graph))
        // The beginning of a TLS hello (RFC 8446 section 5.1) and an empty line.
        try wire.send([0x16, 0x03, 0x01, 0x00, 0x05] + Array("hello\r\n\r\n".utf8))
        #expect(wire.reply()?.status == 400)
    }

    @Test("F33: lives are counted by the emulator's clock and told in seconds")
    func clock() throws {
        let past = try GraphEmulator(seed: 1, clock: EmulatorClock { 1_000_000_000_000 })
        let client = Client(past)
        #expect(try client.get("/me/drive")[field: "date"] == "Sun, 09 Sep 2001 01:46:40 GMT")
        past.advance(by: .seconds(86_400))
        #expect(try client.get("/me/drive")[field: "date"] == "Mon, 10 Sep 2001 01:46:40 GMT")
        #expect(past.now == 1_000_086_400_000)
        #expect(past.date(in: .seconds(-86_400)) == "Sun, 09 Sep 2001 01:46:40 GMT")
    }
}
