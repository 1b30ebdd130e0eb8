import Testing

@testable import HTTPServer

@Suite("Below a path of a host that is shared")
struct BelowPathTests {
    private let playground = BelowPath(RootPath("/split")!, Playground())
    private let peer = PeerAddress(ip: .v4(0x7f00_0001), port: 1)

    private func request(_ method: String, _ target: String) throws -> Request {
        Request(head: try RequestHead(method, target), peer: peer, id: RequestID(1))
    }

    private func text(_ response: Response?) -> String? {
        guard case .bytes(let bytes)? = response?.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "a path is understood with and without slashes around it, and / is the top",
        arguments: [
            ("/split", "/split"), ("split", "/split"), ("/split/", "/split"), ("/home/split-2", "/home/split-2"),
            ("/", ""), ("/~a/b_c.d", "/~a/b_c.d"),
        ])
    func understood(given: String, text: String) throws {
        #expect(try #require(RootPath(given)).text == text)
    }

    @Test(
        "what would need escapes, or leads elsewhere, is no path to be found at",
        arguments: ["", "//", "/a//b", "/..", "/a/./b", "/a b", "/ü", "/%41", "https://a/b", "/a?b", "/a\"b"])
    func refused(given: String) { #expect(RootPath(given) == nil) }

    @Test("whoever is below is asked as if it stood at the top, query and escapes untouched")
    func below() async throws {
        #expect(text(playground.respondNow(to: try request("GET", "/split/now?a=/split"))) == "now a=/split\n")
        #expect(text(await playground.respond(to: try request("GET", "/split/later"))) == "later\n")
        #expect(await playground.respond(to: try request("GET", "/split/")).status == .notFound)
        guard case .body(16) = playground.admit(try RequestHead("POST", "/split/small"), from: peer, id: RequestID(1))
        else {
            Issue.record("the limit of the path is not asked for")
            return
        }
    }

    @Test("the path without its slash leads to the app")
    func withoutSlash() throws {
        let response = try #require(playground.respondNow(to: try request("GET", "/split?a=b")))
        #expect(response.status.code == 308 && response.fields["Location"] == "/split/?a=b")
    }

    @Test(
        "anything else is not found, with the way there; nothing of it is redirected or read",
        arguments: ["/", "/now", "/splitter/now", "/SPLIT/now", "/api", "//split/now", "/a/split/now"])
    func elsewhere(path: String) async throws {
        let asked = try request("GET", path)
        for response in [playground.respondNow(to: asked), await playground.respond(to: asked)] {
            #expect(response?.status == .notFound && response?.fields["Location"] == nil)
            #expect(try #require(text(response)).contains("/split/"))
        }
        guard case .refuse = playground.admit(try RequestHead("POST", path), from: peer, id: RequestID(1)) else {
            Issue.record("a body for \(path) was let in")
            return
        }
    }

    @Test("a refusal by the server itself reads as it does at the top")
    func problems() {
        let problem = WireProblem.malformed("x")
        #expect(playground.response(to: problem, path: "/split/api/x", id: RequestID(1)) != nil)
        #expect(playground.response(to: problem, path: "/api/x", id: RequestID(1)) == nil)
        #expect(playground.response(to: problem, path: nil, id: RequestID(1)) == nil)
    }

    @Test("OPTIONS * is about the server, whatever its path")
    func star() throws {
        let head = try RequestHead("OPTIONS", "*")
        #expect(playground.respondNow(to: Request(head: head, peer: peer, id: RequestID(1))) == nil)
    }
}
