import Testing

@testable import SharedFolders

@Suite("OneDrive's settings") struct OneDriveSettingsTests {
    @Test("without any, they lead to Microsoft over https, and connecting says what is missing")
    func defaults() throws {
        let settings = try OneDriveSettings()
        #expect(settings.login(.token).text == "https://login.microsoftonline.com/common/oauth2/v2.0/token")
        #expect(settings.graph("/me/drive")?.text == "https://graph.microsoft.com/v1.0/me/drive")
        #expect(throws: SignInFailure.unregistered) { try settings.registered() }
        #expect(SignInFailure.unregistered.reason.contains("docs/onedrive.md"))
    }

    @Test("the tenant and the client id stand where the service wants them")
    func names() throws {
        let settings = try OneDriveSettings(clientID: "4f0b-1", tenant: "consumers")
        #expect(settings.login(.deviceCode).path == "/consumers/oauth2/v2.0/devicecode")
        #expect(try settings.registered() == "4f0b-1")
    }

    @Test(
        "plain http is refused, except to this machine itself (7.0)",
        arguments: [
            "http://graph.example", "http://192.168.1.5:8080", "http://[2001:db8::1]", "http://localhost.example",
        ])
    func plain(_ origin: String) throws {
        #expect(throws: OneDriveSettings.Fault.self) { try OneDriveSettings(loginURL: origin, graphURL: origin) }
    }

    @Test("a mixture of http and https is refused")
    func mixture() {
        #expect(throws: OneDriveSettings.Fault.self) { try OneDriveSettings(graphURL: "http://127.0.0.1:1") }
    }

    @Test(
        "an origin is bare: no path, no query, no user",
        arguments: [
            "https://a.example/v1.0", "https://a.example?x=1", "https://u@a.example", "graph.microsoft.com", "ftp://a",
        ])
    func bare(_ origin: String) {
        #expect(throws: OneDriveSettings.Fault.self) { try OneDriveSettings(graphURL: origin) }
    }

    @Test("names that could change an address are refused", arguments: ["a/b", "a b", "a?b", "ä", "%41"])
    func badNames(_ name: String) {
        #expect(throws: OneDriveSettings.Fault.self) { try OneDriveSettings(tenant: name) }
        #expect(throws: OneDriveSettings.Fault.self) { try OneDriveSettings(clientID: name) }
    }

    @Test("files are fetched from listed hosts over https, and from nowhere else (F17)")
    func hosts() throws {
        let hosts = try OneDriveSettings().downloadHosts
        func allow(_ text: String) -> Bool { WebAddress(text).map(hosts.allow) ?? false }
        #expect(allow("https://public.bn.files.1drv.com/y4m"))
        #expect(allow("https://my.microsoftpersonalcontent.com/a?tempauth=x"))
        #expect(allow("https://contoso-my.sharepoint.com/a"))
        #expect(allow("https://storage.live.com/a"))
        #expect(!allow("http://storage.live.com/a"))
        #expect(!allow("https://1drv.com.evil.example/a"))
        #expect(!allow("https://evil1drv.com/a"))
        #expect(!allow("https://live.com/a"))
        #expect(!allow("https://13.107.42.12/a"))
        #expect(!allow("https://[::1]/a"))
        #expect(!allow("https://127.0.0.1/a"))
    }

    @Test("a list of hosts replaces the known ones; ports, schemes and bare suffixes are refused")
    func listed() throws {
        let hosts = try OneDriveSettings(downloadHosts: "files.example, *.cdn.example").downloadHosts
        #expect(hosts.allow(try #require(WebAddress("https://a.cdn.example/x"))))
        #expect(hosts.allow(try #require(WebAddress("https://files.example/x"))))
        #expect(!hosts.allow(try #require(WebAddress("https://storage.live.com/x"))))
        for list in ["a:443", "https://a", "*.com", "*", "a/b", ","] {
            #expect(throws: OneDriveSettings.Fault.self) { try OneDriveSettings(downloadHosts: list) }
        }
    }

    @Test("with everything on this machine, a loopback host counts when it is listed")
    func loopback() throws {
        let here = "http://127.0.0.1:1"
        let listed = try OneDriveSettings(loginURL: here, graphURL: here, downloadHosts: "127.0.0.1").downloadHosts
        #expect(listed.allow(try #require(WebAddress("http://127.0.0.1:9/x"))))
        #expect(!listed.allow(try #require(WebAddress("http://localhost:9/x"))))
        #expect(!listed.allow(try #require(WebAddress("http://192.168.0.1/x"))))
        let unlisted = try OneDriveSettings(loginURL: here, graphURL: here).downloadHosts
        #expect(!unlisted.allow(try #require(WebAddress("http://127.0.0.1:9/x"))))
    }
}
