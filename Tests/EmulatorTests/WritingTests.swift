import GraphEmulator
import JSON
import Testing

@Suite("Writing") struct WritingTests {
    let graph: GraphEmulator
    let client: Client
    let path = "/me/drive/root:/A/one.jsonl:/content"
    let failing = "?@microsoft.graph.conflictBehavior=fail"

    init() throws {
        graph = try GraphEmulator(seed: 11)
        client = Client(graph)
        graph.makeFolder("A")
    }

    @Test("D11: a new file is created with its tag, size and place")
    func create() throws {
        let reply = try client.put(path, "hello")
        let item = try #require(graph.item("A/one.jsonl"))
        #expect(reply.status == 201 && reply["id"]?.string == item.id && reply["eTag"]?.string == item.eTag)
        #expect(reply["size"]?.integer == 5 && reply["file"] != nil)
        #expect(reply["parentReference", "path"]?.string == "/drive/root:/A")
        #expect(reply["@microsoft.graph.downloadUrl"] == nil)
        #expect(item.content == Array("hello".utf8))
    }

    @Test("D12: a replaced file keeps its id and has other tags")
    func replace() throws {
        let first = try client.put(path, "hello")
        let second = try client.put(path, "world!")
        #expect(second.status == 200 && second["id"] == first["id"])
        #expect(first["eTag"]?.string?.hasSuffix(",1\"") == true && second["eTag"]?.string?.hasSuffix(",2\"") == true)
        #expect(first["cTag"] != second["cTag"])
        let id = first["id"]?.string ?? ""
        #expect(try client.put("/me/drive/items/\(id)/content", "again").status == 200)
        #expect(graph.item("A/one.jsonl")?.puts == 3)
    }

    @Test("D13: create-only leaves an existing file alone", arguments: ["@", "%40"])
    func createOnly(at: String) throws {
        let query = "?\(at)microsoft.graph.conflictBehavior=fail"
        #expect(try client.put(path + query, "mine").status == 201)
        let reply = try client.put(path + query, "other")
        #expect(reply.status == 409 && reply.code == "nameAlreadyExists")
        let shouting = "/me/drive/root:/A/ONE.jsonl:/content" + query
        #expect(try client.put(shouting, "other").status == 409)
        #expect(graph.item("A/one.jsonl")?.content == Array("mine".utf8))
        graph.switches.failWithOtherCase = .replaces
        #expect(try client.put(shouting, "other").status == 200)
        #expect(graph.item("A/one.jsonl")?.path == "A/one.jsonl")
    }

    @Test("D14: rename finds a free name")
    func rename() throws {
        let first = try client.put(path, "a")
        let second = try client.put(path + "?@microsoft.graph.conflictBehavior=rename", "b")
        #expect(second.status == 201 && second["name"]?.string == "one 1.jsonl" && second["id"] != first["id"])
    }

    @Test("D15: If-Match is compared as it stands, or ignored")
    func ifMatch() throws {
        let tag = try #require(try client.put(path, "a")["eTag"]?.string)
        #expect(try client.put(path, "b", [("If-Match", tag)]).status == 200)
        let stale = try client.put(path, "c", [("If-Match", tag)])
        #expect(stale.status == 412 && stale.code == "resourceModified" && stale.inner == "entityTagDoesNotMatch")
        let bare = String(tag.dropFirst().dropLast())
        #expect(try client.put(path, "c", [("If-Match", bare)]).inner == "malformedEntityTag")
        let absent = "/me/drive/root:/A/two:/content"
        #expect(try client.put(absent, "c", [("If-Match", tag)]).status == 404)
        graph.switches.putIfMatchAbsent = .preconditionFailed
        #expect(try client.put(absent, "c", [("If-Match", tag)]).status == 412)
        graph.switches.putIfMatch = .ignored
        #expect(try client.put(path, "c", [("If-Match", tag)]).status == 200)
    }

    @Test("D16: If-None-Match is honoured or ignored")
    func ifNoneMatch() throws {
        let fields = [("If-None-Match", "*")]
        #expect(try client.put(path, "a", fields).status == 201)
        #expect(try client.put(path, "b", fields).status == 412)
        graph.switches.putIfNoneMatch = .ignored
        #expect(try client.put(path, "b", fields).status == 200)
    }

    @Test("a precondition beside a conflict behaviour is undefined, and so a mistake")
    func both() throws {
        #expect(try client.put(path + failing, "a", [("If-None-Match", "*")]).status == 400)
        #expect(graph.violations.count == 1)
    }

    @Test("D17: a parent that is missing is missing, is made, or is a conflict")
    func missingParent() throws {
        let deep = "/me/drive/root:/A/x/y/one:/content"
        #expect(try client.put(deep, "a").status == 404)
        graph.switches.putWithoutParent = .conflict
        #expect(try client.put(deep, "a").status == 409)
        graph.switches.putWithoutParent = .creates
        #expect(try client.put(deep, "a").status == 201)
        #expect(graph.item("A/x/y/one") != nil)
        #expect(try client.put("/me/drive/root:/A/x/y/one/two:/content", "a").status == 409)
        graph.switches.lag.byPath = 2
        let folder = try client.makeFolder("/me/drive/root/children", "Late")
        #expect(try client.put("/me/drive/root:/Late/one:/content", "a").status == 404)
        #expect(try client.put("/me/drive/items/\(folder["id"]?.string ?? ""):/one:/content", "a").status == 201)
        #expect(graph.items().count { $0.path == "Late" } == 1)
    }

    @Test("D18: a length there must be, within the limit and the quota")
    func limits() throws {
        #expect(try client.ask("PUT", path).status == 411)
        let bearer = [("Authorization", "Bearer " + (client.token ?? "")), ("Transfer-Encoding", "chunked")]
        #expect(try Client.ask(graph.port(.graph), "PUT", "/v1.0" + path, bearer).status == 411)
        #expect(try client.put(path, String(repeating: "x", count: 4 << 20)).status == 201)
        #expect(try client.put(path, String(repeating: "x", count: 4 << 20 + 1)).status == 413)
        #expect(try client.put(path + "?x=1", "a").status == 400)
        graph.switches.quota = 4 << 20
        let full = try client.put(path, "a")
        #expect(full.status == 507 && full.code == "quotaLimitReached")
        #expect(try client.put("/me/drive/root:/A/empty:/content", "").status == 201)
    }

    @Test("D19: names that the service does not take")
    func names() throws {
        let bad = ["a*b", "a\"b", "a|b", " a", "a ", "a.", "~$a", "CON", "com1.txt", "desktop.ini", "a_vti_b"]
        for name in bad {
            let reply = try client.put("/me/drive/root:/A/\(Client.encode(name)):/content", "a")
            #expect(reply.status == 400 && reply.code == "invalidRequest", "\(name)")
        }
        let long = String(repeating: "n", count: 256)
        #expect(try client.put("/me/drive/root:/A/\(long):/content", "a").inner == "pathIsTooLong")
        #expect(try client.put("/me/drive/root:/A/\(long.dropFirst()):/content", "a").status == 201)
        graph.makeFolder("\(String(repeating: "p", count: 200))/\(String(repeating: "q", count: 194))")
        let deep = "/me/drive/root:/\(String(repeating: "p", count: 200))/\(String(repeating: "q", count: 194))/"
        #expect(try client.put(deep + "1234:/content", "a").status == 201)
        #expect(try client.put(deep + "12345:/content", "a").inner == "pathIsTooLong")
        #expect(try client.makeFolder("/me/drive/root/children", "~x").status == 400)
    }

    @Test("D20: folders are made once, and the answer may be empty")
    func folders() throws {
        let children = "/me/drive/root:/A:/children"
        let first = try client.makeFolder(children, "events")
        #expect(first.status == 201 && first["folder", "childCount"]?.integer == 0)
        let again = try client.makeFolder(children, "EVENTS")
        #expect(again.status == 409 && again.code == "nameAlreadyExists")
        #expect(try client.makeFolder(children, "events", "replace").status == 400)
        #expect(try client.makeFolder(children, "events", "rename")["name"]?.string == "events 1")
        #expect(try client.post(children, #"{"name":"x","folder":{}}"#).status == 400)
        graph.switches.createdFolder = .emptyOK
        let silent = try client.makeFolder(children, "two")
        #expect(silent.status == 200 && silent.body.isEmpty && graph.item("A/two")?.isFolder == true)
        graph.switches.createdFolder = .emptyCreated
        #expect(try client.makeFolder(children, "three").status == 201)
    }

    @Test("D21: what is deleted is gone with everything below")
    func deletion() throws {
        graph.makeFile("A/b/c", [1])
        #expect(try client.ask("DELETE", "/me/drive/root:/A").status == 204)
        #expect(graph.items().isEmpty)
        #expect(try client.ask("DELETE", "/me/drive/root:/A").status == 404)
        let file = try client.put("/me/drive/root:/x:/content", "a")
        let address = "/me/drive/items/\(file["id"]?.string ?? "")"
        let tag = file["eTag"]?.string ?? ""
        graph.switches.deleteIfMatch = .alwaysFails
        #expect(try client.ask("DELETE", address, [("If-Match", tag)]).status == 412)
        #expect(try client.ask("DELETE", address).status == 204)
        #expect(try client.ask("POST", address + "/permanentDelete", body: []).status == 405)
    }

    @Test("D23: some requests after a PUT the eTag is another one, the content the same")
    func processing() throws {
        graph.switches.postProcessing = 2
        let put = try client.put(path, "a")
        let address = "/me/drive/items/\(put["id"]?.string ?? "")"
        #expect(try client.get(address)["eTag"] == put["eTag"])
        let later = try client.get(address)
        #expect(later["eTag"] != put["eTag"] && later["cTag"] == put["cTag"])
        #expect(try client.get(address)["eTag"] == later["eTag"])
    }

    @Test("D24: every write is counted and takes of the quota")
    func versions() throws {
        for text in ["a", "bb", "ccc"] { _ = try client.put(path, text) }
        let item = try #require(graph.item("A/one.jsonl"))
        #expect(item.puts == 3 && item.versionBytes == 6)
        #expect(try client.get("/me/drive")["quota", "used"]?.integer == 6)
    }

    @Test(
        "a folder's cTag tells of what is below on a personal drive; on a business drive it has none, or one that stands still"
    )
    func folderTags() throws {
        let tag = { (client: Client) in try client.get("/me/drive/root:/A")["cTag"]?.string }
        let before = try tag(client)
        let eTag = try client.get("/me/drive/root:/A")["eTag"]
        graph.makeFile("A/b/c/d", [])
        #expect(try tag(client) != before)
        #expect(try client.get("/me/drive/root:/A")["eTag"] == eTag)
        let business = try GraphEmulator(seed: 1, kind: .business)
        business.makeFolder("A")
        let worker = Client(business)
        #expect(try tag(worker) == nil)
        #expect(try worker.get("/me/drive")["driveType"]?.string == "business")
        #expect(business.users.owner.driveID.hasPrefix("b!") && business.users.owner.rootID.hasPrefix("01"))
        business.switches.businessFolderTag = .still
        let still = try #require(try tag(worker))
        business.makeFile("A/b", [])
        #expect(try tag(worker) == still)
    }
}
