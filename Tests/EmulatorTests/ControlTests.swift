import GraphEmulator
import JSON
import Testing

@Suite("Control from outside") struct ControlTests {
    let graph: GraphEmulator
    let client: Client

    init() throws {
        graph = try GraphEmulator(seed: 23, withControl: true)
        client = Client(graph)
    }

    private func command(_ name: String, _ json: String = "{}") throws -> Reply {
        try client.fetch(graph.origin(.control) + "/" + name, method: "POST", body: Array(json.utf8))
    }

    @Test("it says what a test must know")
    func describe() throws {
        let reply = try command("describe")
        #expect(reply["graph"]?.string == graph.origin(.graph) && reply["client"]?.string == graph.clientID)
        #expect(reply["users", "joiner", "drive"]?.string == graph.users.joiner.driveID)
        #expect(reply["ports", "login"]?.integer == Int(graph.port(.login)))
        #expect(reply.text == graph.description)
    }

    @Test(
        "every effect can be armed by name",
        arguments: [
            #"{"effect":"status","status":429,"retryAfter":"3","form":"html"}"#,
            #"{"effect":"loginError","error":"invalid_grant","codes":[50173]}"#,
            #"{"effect":"answer","status":200,"fields":{"A":"b"},"body":"x"}"#,
            #"{"effect":"redirect","to":"http://a/"}"#,
            #"{"effect":"redirectToItself"}"#, #"{"effect":"loginPage"}"#, #"{"effect":"truncated","after":1}"#,
            #"{"effect":"chunkedWithoutEnd","after":1}"#, #"{"effect":"closeDelimited","after":1}"#,
            #"{"effect":"understated","by":1}"#, #"{"effect":"surplus","text":"x"}"#, #"{"effect":"flipped","at":1}"#,
            #"{"effect":"damaged","damage":"huge"}"#, #"{"effect":"gzip"}"#, #"{"effect":"emptyBody"}"#,
            #"{"effect":"earlyHints"}"#, #"{"effect":"headerBomb","count":1,"bytes":1}"#,
            #"{"effect":"reset","point":"insideBody","after":3}"#, #"{"effect":"stall","milliseconds":1}"#,
            #"{"effect":"trickle","bytesPerSecond":1}"#, #"{"effect":"delay","milliseconds":1}"#,
            #"{"effect":"continueNever"}"#, #"{"effect":"continueLate","milliseconds":1}"#,
            #"{"effect":"omit","name":"x"}"#, #"{"effect":"duplicate","name":"x"}"#, #"{"effect":"twin","name":"x"}"#,
        ])
    func effects(json: String) throws {
        #expect(try command("arm", json)["fault"]?.integer == 1)
    }

    @Test("a fault armed from outside meets what it says")
    func arm() throws {
        let json =
            #"{"effect":"status","status":429,"retryAfter":"3","method":"GET","pattern":"/drive","origin":"graph","first":2}"#
        let fault = try command("arm", json)["fault"]?.integer ?? 0
        #expect(try client.get("/me/drive").status == 200)
        #expect(try client.get("/me/drive")[field: "retry-after"] == "3")
        _ = try command("arm", json)
        _ = try command("disarm", #"{"fault":\#(fault + 1)}"#)
        #expect(try [200, 200] == (0..<2).map { _ in try client.get("/me/drive").status })
        for bad in [#"{"effect":"x"}"#, #"{"effect":"status"}"#, #"{"effect":"gzip","origin":"x"}"#, "[]", "{"] {
            let reply = try command("arm", bad)
            #expect(reply.status == 400 && reply["error"]?.string?.isEmpty == false, "\(bad)")
        }
    }

    @Test(
        "switches are set by their names",
        arguments: [
            ("putIfNoneMatch", #""ignored""#), ("expiredDownload", "410"), ("pageLimit", "3"), ("lag.byPath", "2"),
            ("downloadsFailOnce", "true"), ("authorization", #""joiner""#), ("refresh", #""strict""#),
            ("latencyMilliseconds", "1"), ("postProcessing", "2"), ("createdFolder", #""emptyOK""#),
        ])
    func switches(name: String, value: String) throws {
        #expect(try command("switch", #"{"name":"\#(name)","value":\#(value)}"#).status == 200)
        #expect(
            try command("switch", #"{"name":"\#(name)","value":{}}"#).status == (name == "postProcessing" ? 200 : 400))
        #expect(try command("switch", #"{"name":"\#(name)x","value":\#(value)}"#).status == 400)
    }

    @Test("a switch that is set has its effect, time goes on, people decide, drives change, the log is read")
    func commands() throws {
        _ = try command("switch", #"{"name":"pageLimit","value":1}"#)
        #expect(graph.switches.pageLimit == 1)
        let before = graph.now
        _ = try command("advance", #"{"milliseconds":1500}"#)
        #expect(graph.now == before + 1500)
        _ = try command("file", #"{"path":"A/one","text":"hi"}"#)
        _ = try command("folder", #"{"path":"B","user":"joiner"}"#)
        #expect(graph.item("A/one")?.content == Array("hi".utf8) && graph.item("B", of: .joiner) != nil)
        #expect(try command("item", #"{"path":"A/one"}"#)["content"]?.string == "aGk=")
        #expect(try command("items")["items"]?.array?.count == 2)
        #expect(try command("give", #"{"user":"joiner","path":"A"}"#).status == 200)
        #expect(try command("shortcut", #"{"user":"joiner","path":"A","name":"A of Anna"}"#).status == 200)
        let token = try command("sign-in", #"{"user":"joiner"}"#)["accessToken"]?.string
        var joiner = client
        joiner.token = token
        let folder = try #require(graph.item("A"))
        #expect(try joiner.get("/drives/\(folder.driveID)/items/\(folder.id)").status == 200)
        _ = try command("take", #"{"user":"joiner"}"#)
        #expect(try joiner.get("/drives/\(folder.driveID)/items/\(folder.id)").status == 403)
        _ = try command("expire", #"{"user":"joiner"}"#)
        #expect(try joiner.get("/me/drive").status == 401)
        let log = try command("log")["log"]?.array ?? []
        #expect(log.count == 3 && log[2]["status"]?.integer == 401 && log[0]["method"]?.string == "GET")
        _ = try command("remove", #"{"path":"A"}"#)
        #expect(graph.item("A") == nil)
        #expect(try command("violations")["violations"]?.array == [])
        #expect(try command("approve", #"{"code":"X"}"#).status == 400)
        #expect(try command("fly").status == 400)
        _ = try command("reset")
        #expect(graph.log.isEmpty)
    }
}
