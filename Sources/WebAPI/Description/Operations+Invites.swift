import Accounts
import HTTPServer
import LedgerCore

extension Operations {
    static let invites: [String: Operation] = [
        "invites": .list("The open invites of a ledger", of: "Invite"),
        "createInvite": Operation(
            "Invite a person of this ledger to this server; replaces their open invite",
            takes: .object([
                Schema.maybe("participantId", .orNull(.uuid), "Nobody's yet. Left out: the invited says who they are.")
            ]), isInputOptional: true, 201, .json(.named("Invite")), problems: [409, 429]),
        "revokeInvite": Operation("Revoke an invite", 204, .nothing),
        "previewInvite": Operation(
            "What an invite leads to", 200, .json(.named("InvitePreview")), problems: [409, 429]),
        "claimInvite": Operation(
            "Come in with an invite: signed in, or with a name and a password for a new account",
            takes: .object([
                Schema.maybe("participantId", .orNull(.uuid), "Where the invite leaves open who I am."),
                Schema.maybe("participantName", .orNull(.words(Limits.participantNameLength)), "A new person."),
                Schema.maybe("name", .orNull(.words(AccountName.longest))),
                Schema.maybe("password", .orNull(newPassword)),
                Schema.maybe("deviceName", .orNull(deviceName)),
                Schema.maybe("as", .orNull(.oneOf(["cookie", "token"]))),
            ]), isInputOptional: true, 200, or: 201, .json(.named("ClaimedInvite")), problems: [401, 409, 429]),
    ]
}

extension Schemas {
    static let invites: [(String, Schema)] = [
        (
            "Invite",
            .object([
                Schema.always("id", .uuid), Schema.always("participantId", .orNull(.uuid)),
                Schema.always("createdAt", .instant), Schema.always("expiresAt", .instant),
                Schema.maybe("token", .text(), "The secret; only in the answer that made it."),
                Schema.maybe("url", .text(), "To send to the person; it holds the secret."),
            ])
        ),
        (
            "InvitePreview",
            .object([
                Schema.always("ledgerName", .text()), Schema.always("inviterName", .text()),
                Schema.always("participantName", .orNull(.text())),
                Schema.always(
                    "participants",
                    .list(.object([Schema.always("id", .uuid), Schema.always("name", .text())])),
                    "Whom to choose from, where the invite leaves it open."),
                Schema.always("expiresAt", .instant),
                Schema.always("claimed", .truth, "By this very account."),
            ])
        ),
        (
            "ClaimedInvite",
            .object([
                Schema.always("account", .named("Account")), Schema.always("device", .named("Device")),
                Schema.maybe("token", .text(), "Of a new account, if `as` was `token`; shown this once."),
                Schema.always("ledgerId", .ledgerID), Schema.always("participantId", .uuid),
            ])
        ),
    ]
}
