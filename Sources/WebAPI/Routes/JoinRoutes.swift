import Accounts
import Bookkeeping
import HTTPServer
import JSON

/// How a ledger gets from one home to another: the join code, and what is made of it (`SC-ARC-ENC-3…6`).
enum JoinRoutes {
    /// 201; 200 for one that this server already holds.
    @Sendable static func join(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let code = body.optionalText("joinCode")
        let invitation = body.optionalText("invitation")
        let connection = body.optionalID("connectionId", of: ConnectionID.self)
        let path = body.optionalText("path")
        let shareLink = body.optionalText("shareLink")
        if (code == nil) == (invitation == nil) {
            body.refuse("joinCode", "missing", "Give either the join code or the invitation.")
        }
        if path != nil, shareLink != nil {
            body.refuse("shareLink", "one-too-many", "Give either the path or the share link.")
        }
        if path != nil, connection == nil {
            body.refuse("connectionId", "missing", "A path is inside a connection: say which one.")
        }
        try body.finish()
        let target = path.map { FolderChoice.Target.path($0) } ?? shareLink.map { .shareLink($0) }
        let key: JoinRequest.Key = invitation.map { .invitation($0) } ?? .code(code ?? "")
        let (ledger, isNew) = try await call.books.join(JoinRequest(key, connection: connection, target), by: caller)
        let member = Member(caller: caller, ledger: ledger)
        let answer = try await LedgerRoutes.answer(call, member)
        return isNew ? answer.created(at: member.path) : answer
    }

    @Sendable static func joinCode(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let code = try call.books.joinCode(of: member.ledger.id)
        return Answer.object { $0.member("joinCode", code) }.secret
    }

    /// The QR code holds this very text (`docs/file-format.md` (e)).
    @Sendable static func joinCodeImage(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        guard let svg = QRCode.svg(try call.books.joinCode(of: member.ledger.id)) else { throw Problem.notFound }
        return Answer(.ok, .other(contentType: "image/svg+xml", Array(svg.utf8))).secret
    }

    @Sendable static func acknowledgeRecovery(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseInput()
        try await call.books.acknowledgeRecovery(of: member.ledger.id)
        return try await LedgerRoutes.answer(call, member)
    }

    @Sendable static func invite(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let mail = body.text("email")
        try body.finish()
        try await call.books.invite(mail, to: member.ledger.id)
        return .noContent
    }

    @Sendable static func invitation(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let invitation = try await call.books.invitation(to: member.ledger)
        return Answer.object { json in
            json.member("text", invitation.text)
            json.member("joinCode", invitation.joinCode)
            if let link = invitation.shareLink { json.member("shareLink", link) }
            if let advice = invitation.advice { json.member("advice", advice) }
        }.secret
    }
}
