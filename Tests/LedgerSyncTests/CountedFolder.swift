import GraphEmulator
import SharedFolders
import WebDAVEmulator

/// A service as a home reaches it, with a count of what it was asked.
struct CountedFolder: Sendable {
    struct Asked: Sendable, CustomStringConvertible {
        let method: String
        let target: String
        /// Bytes of the request's body.
        let sent: Int

        var description: String { "\(method) \(target) \(sent)" }
    }

    let folder: any SharedFolder
    /// Since the last `forget`.
    let asked: @Sendable () -> [Asked]
    let forget: @Sendable () -> Void
    let close: @Sendable () -> Void

    static func oneDrive(_ kind: AccountKind, _ set: (inout Switches) -> Void = { _ in }) throws -> CountedFolder {
        let graph = try GraphEmulator(seed: 1, kind: kind)
        var switches = graph.switches
        set(&switches)
        graph.switches = switches
        let settings = try OneDriveSettings(
            loginURL: graph.origin(.login), graphURL: graph.origin(.graph), downloadHosts: "127.0.0.1",
            clientID: graph.clientID)
        let transfer = CurlTransfer()
        let credential = OneDriveCredential(
            refreshToken: graph.signIn(.owner).refreshToken, refreshedAt: TransferClock.system.now(), name: "Known")
        let account = OneDriveAccount(settings: settings, transfer: transfer, credential: credential) { _ in }
        return CountedFolder(
            folder: OneDriveFolder(account: account, root: .path("SplitClone/ledger")),
            asked: { graph.log.map { Asked(method: $0.method, target: $0.target, sent: $0.bodyLength) } },
            forget: { graph.clearLog() }, close: { transfer.close() })
    }

    static func webDAV(_ customs: WebDAVEmulator.Customs) async throws -> CountedFolder {
        let server = try WebDAVEmulator(customs)
        let transfer = CurlTransfer()
        let settings = try WebDAVSettings(address: server.address, user: "someone", password: "app password")
        let connection = WebDAVConnection(settings, account: RemoteAccount(transfer))
        try await connection.probe()
        return CountedFolder(
            folder: connection.folder("ledger"),
            asked: { server.requests.map { Asked(method: $0.method, target: $0.target, sent: $0.body.count) } },
            forget: { server.setFault(nil) },
            close: {
                transfer.close()
                server.close()
            })
    }
}
