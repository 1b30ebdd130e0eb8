import Testing

@testable import SharedFolders

@Suite("WebDAV settings")
struct WebDAVSettingsTests {
    @Test(
        "take https anywhere, and http in the home network",
        arguments: [
            "https://cloud.example.org/remote.php/dav/files/ada", "http://127.0.0.1:8080/", "http://localhost",
            "http://[::1]:1/", "http://10.1.2.3", "http://172.31.0.1", "http://192.168.1.2/dav", "http://100.64.0.1",
            "http://[fd00::1]/", "http://nas.local", "http://nas", "http://nas.home.arpa",
        ])
    func accepted(_ address: String) throws {
        let settings = try WebDAVSettings(address: address, user: "ada", password: "x")
        #expect(settings.address.path.hasSuffix("/"))
    }

    @Test(
        "refuse http to strangers, and what is no address",
        arguments: [
            "http://cloud.example.org", "http://8.8.8.8", "http://172.32.0.1", "http://100.128.0.1",
            "http://[2001:db8::1]",
            "http://[::ffff:10.0.0.1]", "http://local.example", "http://127.0.0.1.example.org", "ftp://nas", "nas/dav",
            "", "https://ada:secret@cloud.example.org", "https://cloud.example.org/?dir=x", "http://0x7f000001",
        ])
    func refused(_ address: String) {
        #expect {
            try WebDAVSettings(address: address, user: "ada", password: "x")
        } throws: {
            if case .address(let sentence) = $0 as? WebDAVSettings.Refusal { sentence.hasSuffix(".") } else { false }
        }
    }

    @Test(
        "do not take for a home server what only a machine in a data centre can ask for its secrets",
        arguments: [
            "http://169.254.169.254/latest/", "http://169.254.170.2", "http://[fe80::1]/", "http://[fd00:ec2::254]",
            "http://[FD00:0EC2:0::0254]", "http://100.100.100.200", "http://[::ffff:169.254.169.254]",
        ])
    func metadata(_ address: String) {
        #expect(throws: WebDAVSettings.Refusal.self) {
            try WebDAVSettings(address: address, user: "ada", password: "x")
        }
    }

    @Test("refuse users and passwords that Basic can not carry")
    func credentials() {
        for (user, password) in [("a:b", "x"), ("a\n", "x"), ("a", "x\r\nX: y"), ("", "x"), ("a", "")] {
            #expect(throws: WebDAVSettings.Refusal.self) {
                try WebDAVSettings(address: "https://h.example", user: user, password: password)
            }
        }
    }

    @Test("send user and password as Basic in UTF-8, or nothing without them")
    func authorization() throws {
        let settings = try WebDAVSettings(address: "https://h.example", user: "Aladdin", password: "open sesame")
        #expect(settings.authorization == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(try WebDAVSettings(address: "https://h.example", user: "", password: "").authorization == nil)
    }

    @Test("print without password, user and path")
    func description() throws {
        let settings = try WebDAVSettings(address: "https://h.example/s/token", user: "ada", password: "secret")
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(settings)", String(reflecting: settings), dumped] {
            #expect(!text.contains("secret") && !text.contains("token") && !text.contains("ada"), "\(text)")
        }
    }
}

@Suite("An entity tag")
struct EntityTagTests {
    @Test(
        "is one thing in every spelling", arguments: ["\"x\"", "W/\"x\"", "x", " \"x\"\n", "\"x-gzip\"", "W/\"x-br\""])
    func spellings(_ text: String) {
        #expect(EntityTag.opaque(text) == "x")
    }

    @Test(
        "that is empty, or could not be sent back, is none",
        arguments: ["", "\"\"", " ", "W/\"\"", "\"a\"b\"", "\"a\u{1}\"", "\"é\""])
    func unusable(_ text: String) {
        #expect(EntityTag.opaque(text) == nil)
    }

    @Test("is taken from Nextcloud's own field first, and from a write only if it will not change")
    func fields() {
        func answer(_ fields: [(name: String, value: String)]) -> TransferAnswer {
            TransferAnswer(status: 204, fields: fields, body: [])
        }
        #expect(answer([("etag", "W/\"x-gzip\""), ("oc-etag", "\"y\"")]).strongTag == "y")
        #expect(answer([("etag", "W/\"x\"")]).strongTag == nil)
        #expect(answer([("etag", "W/\"x\"")]).tag == "x")
        #expect(answer([]).tag == nil)
    }
}

@Suite("A WebDAV file's stamp")
struct WebDAVStampTests {
    @Test("stands for the content once its second is past")
    func settled() {
        #expect(WebDAVStamp(length: 3, modified: 100, now: 102).etag == ETag("3-100"))
        #expect(WebDAVStamp(length: 3, modified: 100, now: 101).etag == nil)
        #expect(WebDAVStamp(length: 3, modified: 100, now: 99).etag == nil)
        #expect(WebDAVStamp(length: 3, modified: nil, now: 99).etag == nil)
        #expect(WebDAVStamp(length: 3, modified: 100, now: nil).etag == nil)
        #expect(WebDAVStamp(length: nil, modified: 100, now: 200).etag == nil)
        #expect(WebDAVStamp(length: 3, modified: .min, now: .max).isSettled)
    }
}

@Suite("WebDAV capabilities")
struct WebDAVCapabilitiesTests {
    @Test("are kept as text")
    func text() {
        var capabilities = WebDAVCapabilities()
        #expect(capabilities.text == "tags=stamps")
        capabilities.tags = .server
        capabilities.createsOnce = true
        capabilities.marksDirectories = true
        #expect(capabilities.text == "tags=server creates-once marks-directories")
        #expect(WebDAVCapabilities(text: capabilities.text) == capabilities)
    }

    @Test("of another version are found out anew", arguments: ["", "tags=other", "creates-once", "tags=server flies"])
    func unknown(_ text: String) {
        #expect(WebDAVCapabilities(text: text) == nil)
    }
}
