import SharedFolders
import Testing

@Suite("Web addresses") struct WebAddressTests {
    @Test(
        "an address is brought into one spelling",
        arguments: [
            ("https://example.com", "https://example.com/"),
            ("HTTPS://Example.COM:443/A", "https://example.com/A"),
            ("http://example.com:80/", "http://example.com/"),
            ("http://example.com:/", "http://example.com/"),
            ("https://example.com:8443/a/b?c=d", "https://example.com:8443/a/b?c=d"),
            ("http://127.0.0.1:1234?x", "http://127.0.0.1:1234/?x"),
            ("http://[::1]:80/", "http://[::1]/"),
            ("https://[2001:DB8:0::1]:8443/", "https://[2001:db8::1]:8443/"),
            ("https://a/b c/é|\"", "https://a/b%20c/%C3%A9%7C%22"),
            ("https://a/?q=a b&[x]=ü", "https://a/?q=a%20b&%5Bx%5D=%C3%BC"),
            ("https://a/%2f%C3%a9", "https://a/%2f%C3%a9"),
            ("https://a/./b/../c//d/.", "https://a/c//d/"),
            ("https://a/b/%2e%2E/c/%2e", "https://a/c/"),
            ("https://a/../../x", "https://a/x"),
            ("https://a/b?c?d/../e", "https://a/b?c?d/../e"),
            ("https://a/$metadata:/x@y;z,'()!*+=&", "https://a/$metadata:/x@y;z,'()!*+=&"),
            ("https://a\u{2F}b\\c", "https://a/b%5Cc"),
            ("https://a/\u{301}", "https://a/%CC%81"),
            ("https://xn--mbel-5qa.example/", "https://xn--mbel-5qa.example/"),
        ])
    func spelling(text: String, expected: String) throws {
        let address = try #require(WebAddress(text))
        #expect(address.text == expected)
        #expect(WebAddress(address.text) == address)
        #expect(address.target == address.path + (address.query.map { "?" + $0 } ?? ""))
        #expect(address.text == address.origin + address.target)
    }

    @Test(
        "what is not such an address is refused",
        arguments: [
            "", "a", "//a/b", "/a", "https:", "https:/a", "https:a", "https://", "https:///a", "ftp://a/",
            "file:///etc/passwd",
            "javascript:alert(1)", "https://user@a/", "https://user:pw@a/", "https://a@/", "https://a/#f",
            "https://a/#",
            "https://a:0/", "https://a:65536/", "https://a:99999999999/", "https://a:-1/", "https://a:+1/",
            "https://a:1a/",
            "https://a:1:2/", "https://a:٣/", "https://a b/", "https://a\t/", "https://a/\r\nX: y", "https://a/\n",
            "https://a/\0",
            "https://a/\u{7F}", " https://a/", "https://a/%", "https://a/%2", "https://a/%zz", "https://a/?%f",
            "https://a%2eb/",
            "https://a\\@b/", "https://a\\b/", "https://ä/", "https://.a/", "https://a./", "https://a..b/",
            "https://[::1/",
            "https://::1/", "https://[::1]x/", "https://[]/", "https://[1.2.3.4]/", "https://[fe80::1%25eth0]/",
            "https://[a]/",
            "https://1/", "https://127.1/", "https://0x7f.0.0.1/", "https://0x7f000001/", "https://2130706433/",
            "https://256.0.0.1/", "https://127.0.0.01/", "https://1.2.3.4.5/", "https://a.1/", "https://a,b/",
            "https://a*b/",
            "https://a;b/", "https://\u{FF0E}/", "http\u{301}://a/",
        ])
    func refused(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test("a host of 253 bytes is a host, a longer one is not; nor is an address without end")
    func lengths() {
        let label = String(repeating: "a", count: 63)
        #expect(WebAddress("https://\(label).\(label).\(label).\(String(label.prefix(61)))/") != nil)
        #expect(WebAddress("https://\(label).\(label).\(label).\(String(label.prefix(62)))/") == nil)
        #expect(WebAddress("https://a\(label)/") == nil)
        #expect(WebAddress("https://a/" + String(repeating: "b", count: 16_000)) != nil)
        #expect(WebAddress("https://a/" + String(repeating: "b", count: 17_000)) == nil)
    }

    @Test("this machine is known by name and number, and by nothing that merely looks like it")
    func loopback() throws {
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.255.255.254", "[::1]", "[0:0::1]"] {
            #expect(try #require(WebAddress("http://\(host)/")).isLoopback, "\(host)")
        }
        for host in ["127.0.0.1.example.com", "localhost.example.com", "128.0.0.1", "[::2]", "10.127.0.1", "a127"] {
            #expect(try !#require(WebAddress("http://\(host)/")).isLoopback, "\(host)")
        }
        #expect(try #require(WebAddress("http://10.0.0.1/")).isNumber)
        #expect(try #require(WebAddress("http://[fe80::1]/")).isNumber)
        #expect(try !#require(WebAddress("http://a.b/")).isNumber)
    }

    @Test("it prints as its origin alone, in every way of printing")
    func printing() throws {
        let address = try #require(WebAddress("https://host.example:8443/secret?secret=1"))
        #expect(address.origin == "https://host.example:8443" && address.host == "host.example" && address.port == 8443)
        #expect("\(address)" == "https://host.example:8443")
        #expect(!String(reflecting: TransferRequest("GET", address).address).contains("secret"))
    }

    @Test("names become segments, whatever is in them, and come back as they were")
    func segments() throws {
        let base = try #require(WebAddress("https://a/dav?old=1"))
        #expect(base.appending(["x y", "ü%/?#", ""]).text == "https://a/dav/x%20y/%C3%BC%25%2F%3F%23/")
        #expect(base.appending([]).text == "https://a/dav")
        #expect(try #require(WebAddress("https://a/dav/")).appending(["b"]).text == "https://a/dav/b")
        #expect(base.appending(["..", "."]).text == "https://a/dav/%2E%2E/%2E")
        for name in ["a", "a b", "ü", "%41", "日本", "a/b", "~-._", "\u{1F600}", "+", "a:b", ""] {
            #expect(WebAddress.decoded(WebAddress.encoded(name)) == name)
        }
        for broken in ["%", "%4", "%zz", "%FF", "%C3", "%ED%A0%80", "a%"] { #expect(WebAddress.decoded(broken) == nil) }
        #expect(WebAddress.decoded("%c3%bc+") == "ü+")
    }

    @Test("a query is made of encoded pairs")
    func query() throws {
        let base = try #require(WebAddress("https://a/b?old"))
        #expect(
            base.with(query: [("$top", "200"), ("q", "a&b=c +")]).text == "https://a/b?%24top=200&q=a%26b%3Dc%20%2B")
        #expect(base.with(query: []).text == "https://a/b")
    }

    @Test(
        "references are resolved as RFC 3986 5.4 has it",
        arguments: [
            // 5.4.1
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"),
            ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../", "http://a/"), ("../../g", "http://a/g"),
            // 5.4.2
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
            // Not among its examples
            ("https://h:1/x y", "https://h:1/x%20y"), ("//h", "http://h/"), ("//h:8080/é", "http://h:8080/%C3%A9"),
            ("?", "http://a/b/c/d;p?"), ("/a:b", "http://a/a:b"), ("./a:b", "http://a/b/c/a:b"),
        ])
    func resolving(reference: String, expected: String) throws {
        let base = try #require(WebAddress("http://a/b/c/d;p?q"))
        #expect(base.resolving(reference)?.text == expected)
    }

    @Test(
        "a reference that leads to no web address leads nowhere",
        arguments: [
            "g:h", "http:g", "mailto:a@b", "//", "//u@h/", "//h:0/", "/%", "?%", "g%zz", "/\r\n", "\0", "https://",
            "file:///x",
            "1:2:3/%4",
        ])
    func resolvingNowhere(reference: String) throws {
        #expect(try #require(WebAddress("http://a/b/c/d;p?q")).resolving(reference) == nil)
    }

    @Test("no garbage ends the parser, and what it takes keeps its meaning when it is read again")
    func garbage() throws {
        let base = try #require(WebAddress("https://base.example/x/y?z"))
        let pieces = [
            "https://", "http:", "//", "/", "a", "..", ".", "%2e", "%", "?", "#", ":", "@", "[", "]", "::1", "1", "é",
            "\u{301}",
            " ", "\\", "\0", "443", "&", "=", "😀",
        ]
        var seed: UInt64 = 42
        var taken = 0
        var wrong: [String] = []
        for _ in 0..<20_000 {
            var text = ""
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            for place in 0..<(seed >> 61) {
                text += pieces[Int((seed >> (8 + 5 * place)) % UInt64(pieces.count))]
            }
            for address in [WebAddress(text), base.resolving(text)].compactMap({ $0 }) {
                taken += 1
                let isClean = address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
                let isRooted = address.path.utf8.first == UInt8(ascii: "/") && !address.path.contains("/../")
                if !isClean || !isRooted || WebAddress(address.text) != address { wrong.append(text) }
            }
        }
        #expect(wrong == [] && taken > 1000)
    }
}
