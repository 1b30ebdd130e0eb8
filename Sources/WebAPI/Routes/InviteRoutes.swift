import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Invite links: the way of a person into a ledger of this server (rule 7 of docs/security.md, "People").
enum InviteRoutes {
    // MARK: For members

    /// The address carries the secret behind its `#`: no server on the way, ours included, gets to see it in a log.
    @Sendable static func create(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let participant = body.optionalID("participantId", of: ParticipantID.self)
        try body.finish()
        let (invite, secret) = try await call.books.makeInvite(
            for: participant, to: member.ledger, by: member.caller)
        return Answer.json(InviteView(invite, secret: secret, server: call.ownAddress))
            .created(at: member.path + "/invites/\(invite.id)").secret
    }

    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let invites = try await call.books.invites(to: member.ledger).sorted { place($0) < place($1) }
        return page.answer(invites, place: place) { json, invite in json.value(InviteView(invite)) }
    }

    @Sendable static func revoke(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseInput()
        try await call.books.revokeInvite(call.id("invite"), to: member.ledger)
        return .noContent
    }

    private static func place(_ invite: Invite) -> Place {
        Place(.number(invite.createdAt.ordinal), .number(invite.id.bits))
    }

    // MARK: For the invited

    @Sendable static func preview(_ call: Call) async throws -> Answer {
        try call.refuseQuery()
        let viewer = try? await SignIn.caller(call)
        let preview = try await call.books.preview(
            call.parameters["token"] ?? "", for: viewer?.account.id, from: call.client.origin, at: call.api.doorkeeper)
        return Answer.object { json in
            json.member("ledgerName", preview.ledgerName)
            json.member("inviterName", preview.inviterName)
            json.member("participantName", preview.participantName)
            json.member("participants", each: preview.choices) { json, person in
                json.object { json in
                    json.member("id", person.id)
                    json.member("name", person.name)
                }
            }
            json.member("expiresAt", preview.invite.expiresAt)
            json.member("claimed", preview.invite.claimedBy != nil)
        }.secret
    }

    /// With a name and a password it makes an account; without, it is the signed-in account's.
    @Sendable static func claim(_ call: Call) async throws -> Answer {
        var body = try call.body()
        let id = body.optionalID("participantId", of: ParticipantID.self)
        let name = body.optionalText("participantName")
        if id != nil, name != nil {
            body.refuse("participantName", "one-too-many", "Give either the person or a new name.")
        }
        let choice = id.map { InviteChoice.participant($0) } ?? name.map { .new(name: $0) }
        let signsUp = body.value("name") != nil || body.value("password") != nil
        let form = signsUp ? SignInRoutes.form(&body) : nil
        try body.finish()
        let (secret, door, origin) = (call.parameters["token"] ?? "", call.api.doorkeeper, call.client.origin)
        guard let form else {
            let caller = try await SignIn.caller(call)
            let claimed = try await call.books.claim(secret, as: choice, by: caller, from: origin, at: door)
            return .object { json in
                json.member("account", AccountView(caller.account))
                json.member("device", DeviceView(caller.device, isCurrent: true))
                write(claimed, to: &json)
            }
        }
        let (signedIn, claimed) = try await call.books.claim(
            secret, as: choice, signingUp: form, from: origin, at: door)
        return SignInRoutes.answer(signedIn, call) { json in write(claimed, to: &json) }
    }

    private static func write(_ claimed: ClaimedInvite, to json: inout JSONWriter) {
        json.member("ledgerId", claimed.ledger.id.text)
        json.member("participantId", claimed.participant)
    }
}

/// An invite as the members of its ledger see it: the secret only in the answer that made it.
struct InviteView: JSONWritable {
    let invite: Invite
    var secret: (token: String, server: String)?

    init(_ invite: Invite) { self.invite = invite }

    init(_ invite: Invite, secret: String, server: String) {
        self.invite = invite
        self.secret = (secret, server)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", invite.id)
            json.member("participantId", orNull: invite.participant)
            json.member("createdAt", invite.createdAt)
            json.member("expiresAt", invite.expiresAt)
            if let secret {
                json.member("token", secret.token)
                json.member("url", secret.server + "/invite#" + secret.token)
            }
        }
    }
}
