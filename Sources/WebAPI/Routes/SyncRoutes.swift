import Accounts
import Bookkeeping
import FolderFormat
import HTTPServer
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

    /// An explicit act (`SC-ARC-FMT-2`): whoever asks says that they know what it means for other homes.
    @Sendable static func upgrade(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let version = body.integer("schemaVersion")
        if body.optionalTruth("understood") != true {
            body.refuse(
                "understood", "not-understood",
                "Homes with an older SplitClone can not read the ledger any more. Say “understood”: true if that is meant."
            )
        }
        try body.finish()
        let current = try call.books.facts(of: member.ledger.id).schemaVersion
        guard version > current else {
            throw Problem(409, "already-upgraded", "This ledger has format version \(current) already.")
        }
        guard version <= SchemaVersion.newest else {
            throw Problem.refused(
                "schemaVersion", "unsupported-schema-version",
                "This server writes format versions up to \(SchemaVersion.newest).")
        }
        try await call.books.upgrade(member.ledger, to: version)
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
