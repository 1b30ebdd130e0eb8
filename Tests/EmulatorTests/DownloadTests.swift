import GraphEmulator
import JSON
import Testing

@Suite("Downloading") struct DownloadTests {
    let graph: GraphEmulator
    let client: Client

    init() throws {
        graph = try GraphEmulator(seed: 5)
        client = Client(graph)
        graph.makeFile("A/one", Array("0123456789".utf8))
    }

    private func address(_ fields: Client.Fields = []) throws -> String {
        let reply = try client.get("/me/drive/root:/A/one:/content", fields)
        #expect(reply.status == 302)
        return try #require(reply[field: "location"])
    }

    @Test("D8: the content is elsewhere")
    func redirect() throws {
        #expect(try address().hasPrefix(graph.origin(.download) + "/"))
        #expect(Set(Origin.allCases.filter { $0 != .control }.map(graph.origin)).count == 3)
        #expect(try client.get("/me/drive/root:/A:/content").status == 404)
        graph.switches.redirectBody = .html
        #expect(try client.get("/me/drive/root:/A/one:/content").text.contains("Object moved"))
    }

    @Test("D9: the address is enough, and a token is too much")
    func download() throws {
        let address = try address()
        let reply = try client.fetch(address)
        #expect(reply.status == 200 && reply.text == "0123456789" && reply[field: "content-length"] == "10")
        #expect(reply[field: "etag"] != graph.item("A/one")?.eTag)
        #expect(graph.violations == [])
        #expect(try client.fetch(address, [("Authorization", "Bearer x")]).status == 401)
        #expect(graph.violations.count == 1)
        #expect(try client.fetch(address, [("If-Match", "\"x\"")]).status == 200)
        #expect(graph.violations.count == 2)
        graph.switches.downloadsRefuseConditions = true
        #expect(try client.fetch(address, [("If-Match", "\"x\"")]).status == 400)
        #expect(try client.fetch(address.replacing("/one?", with: "/two?")).status == 404)
    }

    @Test("D9: it is good for a while", arguments: Uncertainties.Expired.allCases)
    func expiry(expired: Uncertainties.Expired) throws {
        graph.switches.expiredDownload = expired
        let address = try address()
        graph.advance(by: .seconds(301))
        #expect(try client.fetch(address).status == expired.rawValue)
    }

    @Test("D9, F30: a fresh address may fail once")
    func firstUse() throws {
        graph.switches.downloadsFailOnce = true
        let address = try address()
        #expect(try client.fetch(address).status == 401)
        #expect(try client.fetch(address).status == 200)
    }

    @Test("D9: an address is for the file as it was")
    func snapshot() throws {
        let address = try address()
        graph.makeFile("A/one", [1])
        #expect(try client.fetch(address).text == "0123456789")
    }

    @Test("D10: ranges belong to the download host")
    func ranges() throws {
        let address = try address([("Range", "bytes=2-3")])
        let part = try client.fetch(address, [("Range", "bytes=2-4")])
        #expect(part.status == 206 && part.text == "234" && part[field: "content-range"] == "bytes 2-4/10")
        #expect(try client.fetch(address, [("Range", "bytes=7-")]).text == "789")
        #expect(try client.fetch(address, [("Range", "bytes=-2")]).text == "89")
        #expect(try client.fetch(address, [("Range", "bytes=10-")]).status == 416)
        graph.switches.downloadsHonourRange = false
        let whole = try client.fetch(address, [("Range", "bytes=2-4")])
        #expect(whole.status == 200 && whole.text == "0123456789")
    }

    @Test("the hash of a file is the one that rclone computes for it")
    func hash() throws {
        let short = try client.get("/me/drive/root:/A/one")
        #expect(short["file", "hashes", "quickXorHash"]?.string == "MIiBDGZAgxrY4AY4wgEAAAAAAAA=")
        graph.makeFile("A/two", Array((1...100).map(String.init).joined().utf8))
        let long = try client.get("/me/drive/root:/A/two")
        #expect(long["file", "hashes", "quickXorHash"]?.string == "ainWNynPuh7WMVeNgXk+T3sKrs0=")
        graph.makeFile("A/empty", [])
        #expect(try client.get("/me/drive/root:/A/empty")["file", "hashes"] == nil)
    }
}
