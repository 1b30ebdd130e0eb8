import Foundation
import SharedFolders
import Synchronization
import Testing

/// A WebDAV server that `Tests/Providers/run` started, and told us of in `SPLITCLONE_WEBDAV_SERVERS`: `name=port …`.
struct WebDAVServer: Sendable {
    let name: String
    let port: Int

    static let all: [WebDAVServer] = {
        let text = ProcessInfo.processInfo.environment["SPLITCLONE_WEBDAV_SERVERS"] ?? ""
        return text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: "=")
            return parts.count == 2 ? Int(parts[1]).map { WebDAVServer(name: String(parts[0]), port: $0) } : nil
        }
    }()

    static let withPassword = all.filter { ["rclone", "apache"].contains($0.name) }

    /// Those with a password take this one; the others do not look.
    func settings(password: String = "pass word:ü") throws -> WebDAVSettings {
        try WebDAVSettings(address: "http://127.0.0.1:\(port)", user: "someone", password: password)
    }

    func connection(_ capabilities: WebDAVCapabilities? = nil) throws -> WebDAVConnection {
        try WebDAVConnection(settings(), account: RemoteAccount(.shared), capabilities: capabilities)
    }

    /// Looking and writing are two steps in every one of these servers.
    var provider: Provider {
        let hasTags = ["rclone", "apache"].contains(name)
        return Provider("webdav \(name)", isAtomic: false, isNeverBusy: false, hasPassingTags: !hasTags) {
            views, test in
            let capabilities = try await WebDAVServer.capabilities(of: self)
            let top = try #require(RelativePath(UUID().uuidString))
            let path = try #require(top.appending("the ledger"))
            let folders = try (0..<views).map { _ in try connection(capabilities).folder(path) }
            try await test(folders)
        }
    }

    private static let known = Mutex<[String: Task<WebDAVCapabilities, any Error>]>([:])

    /// Asked for once, by whichever test comes first.
    static func capabilities(of server: WebDAVServer) async throws -> WebDAVCapabilities {
        let task = known.withLock { known in
            let task = known[server.name] ?? Task { try await server.connection().probe() }
            known[server.name] = task
            return task
        }
        return try await task.value
    }
}

extension CurlTransfer {
    static let shared = CurlTransfer()
}

/// The capabilities are those that `docs/webdav.md` tells.
@Suite("Real WebDAV servers", .enabled(if: !WebDAVServer.all.isEmpty))
struct WebDAVServerTests {
    @Test("are all there")
    func names() {
        #expect(WebDAVServer.all.map(\.name) == ["rclone", "wsgidav", "nginx", "apache"])
    }

    @Test("can do what was found out about them", arguments: WebDAVServer.all)
    func capabilities(_ server: WebDAVServer) async throws {
        let expected = [
            "rclone": "tags=server moves-once answers-tag",
            "wsgidav": "tags=stamps creates-once replaces-known deletes-known",
            "nginx": "tags=stamps moves-once",
            "apache": "tags=server creates-once replaces-known deletes-known",
        ]
        #expect(try await server.connection().probe().text == expected[server.name])
    }

    @Test("are left as they were by the probe", arguments: WebDAVServer.all)
    func probeLeavesNothing(_ server: WebDAVServer) async throws {
        let folder = try server.connection().folder()
        let before = try await folder.list(.folder).map(\.name)
        try await server.connection().probe()
        #expect(try await folder.list(.folder).map(\.name).filter { !before.contains($0) && $0.count < 30 } == [])
    }

    @Test("refuse a wrong password, once", arguments: WebDAVServer.withPassword)
    func wrongPassword(_ server: WebDAVServer) async throws {
        let settings = try server.settings(password: "another")
        let folder = WebDAVConnection(settings, account: RemoteAccount(.shared)).folder()
        for _ in 1...2 {
            await #expect {
                try await folder.list(.folder)
            } throws: {
                if case .signInNeeded = $0 as? FolderError { true } else { false }
            }
        }
    }
}
