import GraphEmulator
import JSON
import Testing

@Suite("Reading") struct ReadingTests {
    let graph: GraphEmulator
    let client: Client

    init() throws {
        graph = try GraphEmulator(seed: 7)
        client = Client(graph)
        graph.makeFile("Apps/SplitClone/one.jsonl", Array("hello".utf8))
    }

    @Test("D1: the drive has an id, a type and a quota")
    func drive() throws {
        let reply = try client.get("/me/drive")
        #expect(reply.status == 200)
        #expect(reply["id"]?.string == graph.users.owner.driveID)
        #expect(reply["driveType"]?.string == "personal")
        #expect(reply["quota", "used"]?.integer == 5)
    }

    @Test("D2: an item is the same by every address, whatever the case of its name; the case of its id counts")
    func addresses() throws {
        let item = try #require(graph.item("Apps/SplitClone/one.jsonl"))
        let folder = try #require(graph.item("Apps"))
        let drive = item.driveID
        let addresses = [
            "/me/drive/items/\(item.id)", "/drives/\(drive)/items/\(item.id)",
            "/me/drive/root:/Apps/SplitClone/one.jsonl",
            "/drives/\(drive)/root:/apps/splitclone/ONE.jsonl",
            "/drives/\(drive)/items/\(folder.id):/SplitClone/one.jsonl",
            "/drives/\(drive)/items/\(folder.id):/SplitClone/one.jsonl:",
        ]
        for address in addresses {
            let reply = try client.get(address)
            #expect(reply.status == 200 && reply["id"]?.string == item.id, "\(address)")
            #expect(reply["name"]?.string == "one.jsonl")
            #expect(reply["eTag"]?.string == item.eTag && item.eTag.hasPrefix("\"{") && item.eTag.hasSuffix(",1\""))
            #expect(reply["cTag"]?.string?.hasPrefix("\"c:{") == true)
            #expect(reply["parentReference", "driveId"]?.string == drive)
        }
        #expect(item.id.hasPrefix(drive + "!s") && item.id.utf8.count == 50)
        #expect(try client.get("/me/drive/items/\(item.id.lowercased())").status == 404)
    }

    @Test("D3: names are decoded once")
    func encoding() throws {
        graph.makeFile("ä b+c/50%.txt", [1])
        #expect(try client.get("/me/drive/root:/%C3%A4%20b+c/50%25.txt").status == 200)
        #expect(try client.get("/me/drive/root:/%C3%A4%20b%2Bc/50%25.txt:").status == 200)
        #expect(try client.get("/me/drive/root:/%25C3%25A4%2520b+c").status == 404)
        #expect(try client.get("/me/drive/root:/%C3%A4%20b+c:/children").names == ["50%.txt"])
        #expect(try client.get("/me/drive/root:/a//b").status == 400)
        #expect(try client.get("/me/drive/root:/:").status == 400)
    }

    @Test("D4: an empty folder is an empty list; a file has no children, or none")
    func emptyLists() throws {
        graph.makeFolder("Empty")
        #expect(try client.get("/me/drive/root:/Empty:/children")["value"]?.array == [])
        #expect(try client.get("/me/drive/root:/Apps/SplitClone/one.jsonl:/children").status == 400)
        graph.switches.listOfFile = .empty
        #expect(try client.get("/me/drive/root:/Apps/SplitClone/one.jsonl:/children")["value"]?.array == [])
    }

    @Test("D5: 450 children come as 200, 200 and 50", arguments: ["", "?$top=200", "?$top=1000"])
    func pages(query: String) throws {
        let names = (100..<550).map { "f\($0)" }
        for name in names { graph.makeFile("Many/\(name)", []) }
        var address = "/me/drive/root:/Many:/children" + query
        var found: [String] = []
        var counts: [Int] = []
        while true {
            let reply = try client.get(address)
            found += reply.names
            counts.append(reply.names.count)
            guard let link = reply["@odata.nextLink"]?.string else { break }
            #expect(link.hasPrefix(graph.origin(.graph) + "/v1.0/drives('"))
            address = String(link.dropFirst(graph.origin(.graph).utf8.count + 5))
        }
        #expect(counts == [200, 200, 50])
        #expect(found == names)
    }

    @Test("D5: a cursor is known for a while")
    func cursors() throws {
        for name in 0..<3 { graph.makeFile("Many/\(name)", []) }
        #expect(try client.get("/me/drive/root:/Many:/children?$skiptoken=x").status == 400)
        let link = try client.get("/me/drive/root:/Many:/children?$top=2")["@odata.nextLink"]?.string ?? ""
        let path = String(link.dropFirst(graph.origin(.graph).utf8.count + 5))
        #expect(try client.get(path).names == ["2"])
        graph.advance(by: .seconds(7200))
        let late = Client(graph)
        #expect(try late.get(path).status == 410)
        graph.switches.refusesLargePages = true
        #expect(try late.get("/me/drive/root:/Many:/children?$top=1000").status == 400)
    }

    @Test("D6: between pages one entry comes twice and one not at all, when that is armed")
    func movingPages() throws {
        for name in 0..<4 { graph.makeFile("Many/\(name)", []) }
        graph.arm(.duplicate("1"), "skiptoken")
        graph.arm(.omit("0"), "children?$top")
        let first = try client.get("/me/drive/root:/Many:/children?$top=2")
        let link = first["@odata.nextLink"]?.string ?? ""
        #expect(first.names == ["1"])
        #expect(try client.get(String(link.dropFirst(graph.origin(.graph).utf8.count + 5))).names == ["1", "2", "3"])
    }

    @Test("D7: $select leaves the fields asked for, the id and annotations; the address only by name")
    func selection() throws {
        let names = { (reply: Reply) in Set((reply["value"]?.array?.first?.members ?? []).map(\.name)) }
        let all = try client.get("/me/drive/root:/Apps/SplitClone:/children")
        #expect(names(all).isSuperset(of: ["@microsoft.graph.downloadUrl", "file", "size"]))
        let some = try client.get("/me/drive/root:/Apps/SplitClone:/children?$select=name,size")
        #expect(names(some) == ["@odata.context", "id", "name", "size"])
        let withAddress = try client.get(
            "/me/drive/root:/Apps/SplitClone:/children?$select=id,@microsoft.graph.downloadUrl")
        #expect(names(withAddress) == ["@odata.context", "@microsoft.graph.downloadUrl", "id"])
    }

    @Test("D22: a read is not repeated for who has it, in the ways that are possible")
    func conditional() throws {
        let item = try #require(graph.item("Apps/SplitClone/one.jsonl"))
        let path = "/me/drive/items/\(item.id)"
        let fields = [("If-None-Match", item.eTag)]
        #expect(try client.ask("GET", path, fields)[field: "etag"] == item.eTag)
        #expect(try client.ask("GET", path, fields).status == 304)
        graph.switches.conditionalRead = .notModifiedBare
        #expect(try client.ask("GET", path, fields)[field: "etag"] == nil)
        graph.switches.conditionalRead = .ignored
        #expect(try client.ask("GET", path, fields).status == 200)
    }

    @Test("what is not known is refused, and every error has its shape")
    func strictness() throws {
        let reply = try client.get("/me/events", [("client-request-id", "mine")])
        #expect(reply.status == 400 && reply.code == "invalidRequest")
        #expect(reply[field: "client-request-id"] == "mine" && reply[field: "request-id"]?.isEmpty == false)
        #expect(reply[field: "date"] == "Sat, 21 Nov 2026 12:00:00 GMT")
        #expect(reply["error", "innerError", "client-request-id"]?.string == "mine")
        #expect(reply["error", "innerError", "request-id"]?.string == reply[field: "request-id"])
        #expect(reply["error", "innerError", "date"]?.string == "2026-11-21T12:00:00Z")
        #expect(try client.get("/me/drive/root?$filter=x").status == 400)
        #expect(try Client(graph, as: nil).get("/me/drive").status == 401)
    }
}
