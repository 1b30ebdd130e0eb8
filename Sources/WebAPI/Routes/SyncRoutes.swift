import Accounts
package import Bookkeeping
import HTTPServer
package import JSON
import LedgerCore

/// A ledger and its shared folder.
enum SyncRoutes {
    @Sendable static func attachFolder(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let choice = LedgerRoutes.folderChoice(&body)
        try body.finish()
        try await call.books.attach(member.ledger, to: choice, by: member.caller)
        return try await LedgerRoutes.answer(call, member)
    }

    @Sendable static func status(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        return .json(await call.books.syncStatus(of: member.ledger.id))
    }

    /// Answers when it is done; what failed is told in the answer, with status 200.
    @Sendable static func sync(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseInput()
        return .json(await call.books.syncNow(member.ledger.id))
    }
}

/// Ways to shared folders. Secrets go in and never come out; a directory has none.
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
        if body.errors.isEmpty, kind != FolderConnection.Kind.directory.rawValue {
            throw Problem.refused(
                "kind", "unsupported-kind", "This server connects folders of the kind “directory” only.")
        }
        let path = body.text("path")
        if path.isEmpty, body.errors.isEmpty {
            body.refuse("path", "missing", "Say which directory; “.” is the first root.")
        }
        try body.finish()
        let connection = try await call.books.addDirectory(path, for: caller.account.id)
        return Answer.json(connection).created(at: RouteTable.root + "/folder-connections/\(connection.id)")
    }

    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("connection", of: ConnectionID.self)
        let connections = try await call.books.connections(of: caller.account.id)
        guard let connection = connections.first(where: { $0.id == id }) else { throw Problem.notFound }
        return .json(connection)
    }

    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.books.removeConnection(call.id("connection"), of: caller.account.id)
        return .noContent
    }

    private static func place(_ connection: FolderConnection) -> Place {
        Place(.number(connection.createdAt.ordinal), .number(connection.id.bits))
    }
}

extension FolderConnection: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("kind", kind.rawValue)
            json.member("state", "connected")
            json.member("account", path)
            json.member("path", path)
            json.member("createdAt", createdAt)
        }
    }
}
