import Accounts
import HTTPServer
import JSON
import SQLiteStore
import Synchronization
import Testing

@testable import Bookkeeping
@testable import WebAPI

@Suite("Devices, tokens and accounts")
struct DeviceTests {
    private static let hour: Int64 = 3_600_000

    @Test("the last use of a device is told to the hour, and kept")
    func lastUse() async throws {
        let server = try await TestServer()
        let anna = try await server.person("anna", isOwner: true)
        let tablet = try await server.device(of: try #require(anna.account), "tablet")
        func lastUse(_ device: TestClient) async throws -> String {
            try await anna.get("/devices/\(try #require(device.device))").text("lastUsedAt")
        }
        let start = try await lastUse(tablet)
        server.clock.pass(Self.hour / 2)
        _ = try await tablet.get("/me")
        let first = try await lastUse(tablet)
        #expect(first > start)
        server.clock.pass(Self.hour / 2)
        _ = try await tablet.get("/me")
        #expect(try await lastUse(tablet) == first, "within the hour")
        server.clock.pass(Self.hour / 2)
        _ = try await tablet.get("/me")
        let second = try await lastUse(tablet)
        #expect(second > first)
        await server.stop()
        let next = try await TestServer(data: server.data, clock: server.clock)
        let again = TestClient(server: next, secret: anna.secret, account: nil, device: nil)
        #expect(try await again.get("/devices/\(try #require(tablet.device))").text("lastUsedAt") == second)
        await next.stop()
    }

    @Test("within an hour any number of requests is one write")
    func writes() async throws {
        let server = try await TestServer()
        let anna = try await server.person("anna")
        for _ in 0..<50 { _ = try await anna.get("/me") }
        #expect(server.door.deviceUses.withLock { $0.take() }.count == 1)
        for _ in 0..<50 { _ = try await anna.get("/me") }
        #expect(server.door.deviceUses.withLock { $0.take() }.isEmpty)
    }

    @Test("a token has an expiry and a scope")
    func tokens() async throws {
        let server = try await TestServer()
        let anna = try await server.person("anna")
        let made = try await anna.post(
            "/tokens", #"{"name":"display","scope":"read","expiresAt":"2027-02-01T00:00:00.000Z"}"#)
        #expect(made.status == 201)
        #expect(made.text("scope") == "read")
        #expect(try await anna.get("/tokens/" + made.text("id"))["lastUsedAt"]?.isNull == true)
        #expect(try await anna.post("/tokens", #"{"name":"x","scope":"all"}"#).status == 422)
        let display = TestClient(server: server, secret: made.text("token"), account: nil, device: nil)
        #expect(try await display.get("/me").status == 200)
        #expect(try await display.get("/changes").response.status == 200, "event streams are for reading")
        #expect(try await display.post("/ledgers", "{}").code == "read-only-token")
        #expect(try await anna.get("/tokens/" + made.text("id")).text("lastUsedAt").isEmpty == false)
        server.clock.pass(400 * 86_400_000)
        #expect(try await display.get("/me").status == 401)
    }

    @Test("signing out over https clears the browser's cache, and not its storage: unsent entries may stay")
    func signingOut() async throws {
        let server = try await TestServer()
        for (isSecure, cleared) in [(true, #""cache""#), (false, nil)] {
            let anna = try await server.person(isSecure ? "anna" : "ben")
            let gone = try await server.send(
                .delete, RouteTable.root + "/sessions/current", nil, secret: anna.secret, isSecure: isSecure)
            #expect(gone.status == 204)
            #expect(gone.response.fields["Clear-Site-Data"] == cleared)
        }
    }

    @Test("the owner sees how accounts are in use, and nobody else sees who has one")
    func accounts() async throws {
        let server = try await TestServer()
        let anna = try await server.person("anna", isOwner: true)
        let ben = try await server.person("ben")
        _ = try await server.device(of: try #require(ben.account), "tablet")
        server.clock.pass(Self.hour)
        _ = try await ben.get("/me")
        let listed = try await anna.get("/accounts").items.first { $0["name"]?.string == "ben" }
        #expect(listed?["devices"]?.integer == 2)
        #expect(listed?["lastUsedAt"]?.string ?? "" > listed?["createdAt"]?.string ?? "~")
        for path in ["/accounts", "/accounts/\(try #require(anna.account).id)"] {
            #expect(try await ben.get(path).status == 403)
        }
    }
}
