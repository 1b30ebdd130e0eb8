import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Money that somebody moves between two of their ledgers.
enum TransferRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        try await member.list(TransferView.self, call)
    }

    /// The server chooses the id. One that was recorded here alone, because the other ledger failed, is finished.
    @Sendable static func record(_ call: Call, _ member: Member) async throws -> Answer {
        let (wanted, at) = try wanted(call, member)
        let transfer = try await call.books.transfer(wanted, from: member.ledger, by: member.caller, at: at)
        return answer(transfer, member).created(at: member.path + "/transfers/\(transfer.id)")
    }

    /// The client chose the id, so that repeating the request is harmless, and finishes what was broken off.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.chosenID("transfer", of: TransferID.self)
        let (wanted, at) = try wanted(call, member)
        let isNew = await member.ledger.read { $0.state.transfers[id] == nil }
        let transfer = try await call.books.transfer(wanted, as: id, from: member.ledger, by: member.caller, at: at)
        let answer = answer(transfer, member)
        return isNew ? answer.created(at: member.path + "/transfers/\(id)") : answer
    }

    /// In both ledgers.
    @Sendable static func delete(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("transfer", of: TransferID.self)
        try call.refuseInput()
        try await call.books.deleteTransfer(id, in: member.ledger, by: member.caller)
        return .noContent
    }

    private static func wanted(_ call: Call, _ member: Member) throws -> (NewTransfer, at: Instant) {
        var body = try call.body()
        let to = body.text("toLedgerId")
        let ledger = LedgerID(to)
        if ledger == nil, body.errors.isEmpty {
            body.refuse("toLedgerId", "not-an-id", "The field “toLedgerId” must hold the id of a ledger.")
        }
        let wanted = NewTransfer(
            to: ledger ?? member.ledger.id, amount: body.amount("amount", in: member.ledger.currency),
            date: body.optionalDay("date"), participant: body.optionalID("participantId"),
            note: body.optionalText("note"))
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return (wanted, at)
    }

    private static func answer(_ transfer: Transfer, _ member: Member) -> Answer {
        .json(TransferView(transfer: transfer, currency: member.ledger.currency))
    }
}
