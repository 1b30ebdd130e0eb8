import HTTPServer
import JSON
import LedgerCore
import Testing

@testable import WebAPI

@Suite("Who a client is")
struct ClientViewTests {
    private func view(_ fields: String, from peer: String, trusting proxies: [String] = []) throws -> ClientView {
        let head = try RequestHead(parsing: "GET / HTTP/1.1\r\nHost: Home.Example:8080\r\n" + fields + "\r\n")
        let address = try #require(IPAddress(peer))
        return ClientView(
            head: head, peer: PeerAddress(ip: address, port: 1), trusting: proxies.compactMap(AddressRange.init))
    }

    @Test("forwarded fields are believed only if the proxy is trusted")
    func trust() throws {
        let fields = "X-Forwarded-For: 10.0.0.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: money.example\r\n"
        let stranger = try view(fields, from: "192.168.1.5")
        #expect(stranger.ownOrigin == "http://home.example:8080")
        #expect(stranger.address.description == "192.168.1.5")
        let known = try view(fields, from: "192.168.1.5", trusting: ["192.168.1.0/24"])
        #expect(known.ownOrigin == "https://money.example")
        #expect(known.address.description == "10.0.0.7")
    }

    @Test("the address is the nearest one that is no trusted proxy, whatever a client claims further away")
    func hops() throws {
        let fields = "X-Forwarded-For: 1.2.3.4, 10.0.0.7\r\nX-Forwarded-For: 192.168.1.6\r\n"
        let client = try view(fields, from: "127.0.0.1", trusting: ["127.0.0.1", "192.168.1.0/24"])
        #expect(client.address.description == "10.0.0.7")
        #expect(try view("", from: "127.0.0.1", trusting: ["127.0.0.1"]).address.description == "127.0.0.1")
        let broken = try view("X-Forwarded-For: nonsense\r\n", from: "127.0.0.1", trusting: ["127.0.0.1"])
        #expect(broken.address.description == "127.0.0.1")
    }

    @Test("an unsafe request belongs to our own page only with our very origin")
    func origins() throws {
        func isOwn(_ fields: String, needsOrigin: Bool = true) throws -> Bool {
            let head = try RequestHead(parsing: "POST / HTTP/1.1\r\nHost: home.example:8080\r\n" + fields + "\r\n")
            return try view("", from: "192.168.1.5").isOwnPage(head, needsOrigin: needsOrigin)
        }
        #expect(try isOwn("Origin: http://home.example:8080\r\n"))
        #expect(try isOwn("Origin: HTTP://Home.Example:8080\r\n"))
        #expect(try !isOwn("Origin: http://home.example\r\n"))
        #expect(try !isOwn("Origin: https://home.example:8080\r\n"))
        #expect(try !isOwn("Origin: null\r\n"))
        #expect(try !isOwn(""))
        #expect(try isOwn("", needsOrigin: false))
        #expect(try !isOwn("Origin: http://home.example:8080\r\nSec-Fetch-Site: same-site\r\n"))
    }

    @Test("a scheme's own port is no part of an origin")
    func ports() throws {
        let head = try RequestHead(parsing: "GET / HTTP/1.1\r\nHost: home.example:80\r\n\r\n")
        let peer = PeerAddress(ip: .v4(1), port: 1)
        #expect(ClientView(head: head, peer: peer, trusting: []).ownOrigin == "http://home.example")
    }

    @Test("we are known by addresses, localhost and the names that were given, and by nothing that looks like them")
    func names() {
        let names = HostNames(["Box", "box.local", "money.example."])
        for good in ["localhost", "box", "BOX.local", "box.local.", "money.example", "10.1.2.3", "[::1]", "[fe80::1]"] {
            #expect(names.contains(good), "\(good)")
        }
        for bad in [
            "", "evil.example", "money.example.evil.example", "10.1.2.3.evil.example", "010.1.2.3", "box local",
        ] {
            #expect(!names.contains(bad), "\(bad)")
        }
    }
}

@Suite("Cookies and entity tags")
struct FieldTests {
    @Test("the session cookie has a name of its own over https")
    func cookies() throws {
        #expect(
            SessionCookie(isSecure: false).set("s").hasPrefix("splitclone=s; HttpOnly; SameSite=Lax; Path=/; Max-Age="))
        #expect(
            SessionCookie(isSecure: true).set("s").hasPrefix(
                "__Host-splitclone=s; HttpOnly; SameSite=Lax; Path=/; Secure"))
        let head = try RequestHead(
            parsing: "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=b; splitclone=x=y ;__Host-splitclone=z\r\n\r\n")
        #expect(SessionCookie(isSecure: false).value(in: head) == "x=y")
        #expect(SessionCookie(isSecure: true).value(in: head) == "z")
        let none = try RequestHead(parsing: "GET / HTTP/1.1\r\nHost: a\r\nCookie: xsplitclone=1\r\n\r\n")
        #expect(SessionCookie(isSecure: false).value(in: none) == nil)
    }

    @Test("below a path the session cookie goes to that path alone, under a name that browsers allow there")
    func cookiesBelowPath() throws {
        let base = try #require(RootPath("/split"))
        let plain = SessionCookie(isSecure: false, base: base)
        let secure = SessionCookie(isSecure: true, base: base)
        #expect(plain.set("s").hasPrefix("splitclone=s; HttpOnly; SameSite=Lax; Path=/split; Max-Age="))
        #expect(secure.clear == "__Secure-splitclone=; HttpOnly; SameSite=Lax; Path=/split; Secure; Max-Age=0")
        let head = try RequestHead("GET", "/", ["Cookie": "__Host-splitclone=a; __Secure-splitclone=b"])
        #expect(secure.value(in: head) == "b")
    }

    @Test("If-None-Match compares weakly, If-Match strongly, and a star is anything")
    func tags() {
        #expect(EntityTag.list(#""a", W/"b""#, names: "b", weakly: true))
        #expect(!EntityTag.list(#""a", W/"b""#, names: "b", weakly: false))
        #expect(EntityTag.list(#""a","b""#, names: "b", weakly: false))
        #expect(EntityTag.list(" * ", names: "b", weakly: false))
        #expect(!EntityTag.list(#"b"#, names: "b", weakly: true))
        #expect(!EntityTag.list(#""a b""#, names: "b", weakly: true))
        #expect(!EntityTag.list(#"""#, names: "", weakly: true))
    }

    @Test("an instant may be written finer or coarser than we write it")
    func instants() {
        #expect(Instant(typed: "2026-05-14T12:03:11.123Z")?.description == "2026-05-14T12:03:11.123Z")
        #expect(Instant(typed: "2026-05-14T12:03:11Z")?.description == "2026-05-14T12:03:11.000Z")
        #expect(Instant(typed: "2026-05-14t12:03:11.1234567z")?.description == "2026-05-14T12:03:11.123Z")
        for bad in [
            "2026-05-14", "2026-05-14T12:03:11", "2026-05-14T12:03:11.Z", "2026-05-14T12:03:11+00:00",
            "2026-05-14T12:03:11.1aZ",
        ] {
            #expect(Instant(typed: bad) == nil, "\(bad)")
        }
    }
}
