import Accounts
package import Bookkeeping
import HTTPServer
package import JSON
import LedgerCore

/// Ways to shared folders. Secrets go in and never come out.
enum FolderConnectionRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let connections = try await call.books.connections(of: caller.account.id).sorted { place($0) < place($1) }
        return page.answer(connections, place: place) { json, connection in json.value(connection) }
    }

    @Sendable static func create(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let kind = body.text("kind")
        let account = caller.account.id
        let connection: FolderConnection
        switch FolderConnection.Kind(rawValue: kind) {
        case .directory:
            let path = body.text("path")
            if path.isEmpty, body.errors.isEmpty {
                body.refuse("path", "missing", "Say which directory; “.” is the first root.")
            }
            try body.finish()
            connection = try await call.books.addDirectory(path, for: account)
        case .webdav:
            let url = body.text("url")
            let user = body.optionalText("username") ?? ""
            let password = body.optionalText("password") ?? ""
            try body.finish()
            connection = try await call.books.addWebDAV(url, user: user, password: password, for: account)
        case .onedrive:
            try body.finish()
            connection = try await call.books.addOneDrive(for: account)
        case nil:
            if body.errors.isEmpty {
                body.refuse("kind", "unsupported-kind", "The kind must be “directory”, “webdav” or “onedrive”.")
            }
            throw Problem.refused(body.errors)
        }
        return Answer.json(connection).created(at: RouteTable.root + "/folder-connections/\(connection.id)")
    }

    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        return .json(try await call.books.connection(call.id("connection"), of: caller.account.id))
    }

    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.books.removeConnection(call.id("connection"), of: caller.account.id)
        return .noContent
    }

    // MARK: Signing in

    /// Begins a sign-in, as often as somebody likes. With a password it is over at once.
    @Sendable static func signIn(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id: ConnectionID = try call.id("connection")
        let account = caller.account.id
        var body = try call.body()
        switch body.text("method") {
        case "deviceCode":
            try body.finish()
            let code = try await call.books.beginDeviceSignIn(id, of: account)
            return Answer.object { code.writeMembers(to: &$0) }.secret
        case "browser":
            try body.finish()
            let address = try await call.books.beginBrowserSignIn(
                id, redirect: call.client.localRedirect, of: account)
            return Answer.object { $0.member("authorizeUrl", address) }.secret
        case "password":
            let user = body.optionalText("username")
            let password = body.text("password")
            try body.finish()
            return .json(try await call.books.changePassword(id, user: user, password: password, of: account))
        default:
            if body.errors.isEmpty {
                body.refuse("method", "unknown-method", "The method must be “deviceCode”, “browser” or “password”.")
            }
            throw Problem.refused(body.errors)
        }
    }

    /// The address at which the browser ended: picked up by the app, or pasted.
    @Sendable static func finishSignIn(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id: ConnectionID = try call.id("connection")
        var body = try call.body()
        let address = body.text("address")
        try body.finish()
        return .json(try await call.books.finishBrowserSignIn(id, address: address, of: caller.account.id))
    }

    private static func place(_ connection: FolderConnection) -> Place {
        Place(.number(connection.createdAt.ordinal), .number(connection.id.bits))
    }
}

extension ClientView {
    /// Where a browser is sent back to that runs on this machine, or sees it as `localhost` through a tunnel. Behind a
    /// proxy nothing can be picked up there, and the address is pasted.
    var localRedirect: String {
        let port = isSecure ? nil : authority.split(separator: ":").last.flatMap { UInt16($0) }
        return port.map { "http://localhost:\($0)/" } ?? "http://localhost/"
    }
}

extension FolderConnection: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("kind", kind.rawValue)
            json.member("state", state.rawValue)
            json.member("reason", reason)
            json.member("account", account)
            if let path { json.member("path", path) }
            if let address { json.member("url", address) }
            if let user { json.member("username", user) }
            if kind == .onedrive {
                json.key("deviceCode")
                if let deviceCode { json.object { deviceCode.writeMembers(to: &$0) } } else { json.null() }
            }
            json.member("createdAt", createdAt)
        }
    }
}

extension FolderConnection.DeviceCode {
    func writeMembers(to json: inout JSONWriter) {
        json.member("userCode", userCode)
        json.member("verificationUri", verificationURI)
        json.member("expiresAt", expiresAt)
        if let failure { json.member("failure", failure) }
    }
}
