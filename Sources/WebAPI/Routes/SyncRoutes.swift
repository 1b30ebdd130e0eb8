import Accounts
import Bookkeeping
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
