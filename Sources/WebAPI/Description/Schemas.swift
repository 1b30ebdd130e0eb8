import Accounts
import LedgerCore

/// The named schemas of the description, in the order in which a reader wants to meet them.
enum Schemas {
    static let all: [(name: String, schema: Schema)] =
        people + leaving + passkeys + invites + friends + ledgers + entries + splits + derived + plans + spending
        + activity
        + folders + backups + imports

    private static let nilOrUUID = Schema.orNull(.uuid)
    private static let colours = ["blue", "orange", "purple", "green", "pink", "red"]

    private static let people: [(String, Schema)] = [
        (
            "Problem",
            .object([
                Schema.always("type", .text()), Schema.always("title", .text()),
                Schema.always("status", .integer(400...599)),
                Schema.always("detail", .text(), "One sentence for a person."),
                Schema.always("code", .pattern("^[a-z0-9-]+$", example: "amount-not-positive"), "Stable."),
                Schema.maybe("errors", .list(.named("FieldError"))),
                Schema.always("requestId", .text()),
            ])
        ),
        (
            "FieldError",
            .object([
                Schema.always("field", .text()), Schema.always("code", .text()), Schema.always("message", .text()),
            ])
        ),
        (
            "Account",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()), Schema.always("isOwner", .truth),
                Schema.always("createdAt", .instant),
            ])
        ),
        (
            "Device",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()),
                Schema.always("kind", .oneOf(["browser", "token"])), Schema.always("createdAt", .instant),
                Schema.always("lastUsedAt", .instant, "To the hour."),
                Schema.always("current", .truth, "Whether it is the one that asks."),
            ])
        ),
        (
            "SignedIn",
            .object([
                Schema.always("account", .named("Account")), Schema.always("device", .named("Device")),
                Schema.maybe("token", .text(), "Only if `as` was `token`; shown this once."),
            ])
        ),
        (
            "Me",
            .object([
                Schema.always("account", .named("Account")), Schema.always("device", .named("Device")),
                Schema.always("activeLedgerId", .orNull(.ledgerID)),
                Schema.always("demonstration", .truth, "Everybody here is made up."),
            ])
        ),
        (
            "Token",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()), Schema.always("createdAt", .instant),
                Schema.always("expiresAt", .orNull(.instant)),
                Schema.always("scope", .oneOf(Credential.Scope.allCases.map(\.rawValue))),
                Schema.always("lastUsedAt", .orNull(.instant), "To the hour."),
                Schema.maybe("token", .text(), "The secret; only in the answer that made it."),
            ])
        ),
    ]

    private static let ledgers: [(String, Schema)] = [
        (
            "Ledger",
            .object([
                Schema.always("id", .ledgerID), Schema.always("name", .text()),
                Schema.always("kind", .oneOf(LedgerKind.allCases.map(\.rawValue))),
                Schema.always("currency", .pattern("^[A-Z]{3}$", example: "EUR")),
                Schema.always("minorDigits", .integer(0...4)), Schema.always("schemaVersion", .integer(1...2)),
                Schema.always("createdAt", .instant), Schema.always("archivedAt", .orNull(.instant)),
                Schema.always("timeZone", .orNull(.text()), "Which day it is there; null: by the server's clock."),
                Schema.always(
                    "keyFingerprint", .pattern("^[0-9a-f]{32}$", example: "70dfd5de7bcc7d4c9bc6c21c753a521d")),
                Schema.always("recoveryAcknowledged", .truth),
                Schema.always("folder", .orNull(.named("LedgerFolder"))),
                Schema.always("myParticipantId", nilOrUUID),
                Schema.always("myBalance", .orNull(.signedAmount), "Positive: I am owed."),
                Schema.always("participants", .list(.named("Participant"))),
                Schema.always("labels", .list(.named("Label"))),
                Schema.always(
                    "defaultSplit", .orNull(.named("Split")), "How an expense is split if nobody says otherwise."),
                Schema.always("sync", .named("SyncStatus")),
                Schema.always("revision", .integer(0...Int.max), "How many events the ledger holds."),
            ])
        ),
        (
            "LedgerFolder",
            .object([
                Schema.always("connectionId", .uuid),
                Schema.always("path", .orNull(.text()), "null: a folder that somebody else shared by a link."),
            ])
        ),
        (
            "LedgerFolderInput",
            .object([
                Schema.always("connectionId", .uuid),
                Schema.always("path", .text(), "Below the connection's own folder, which is `.` itself."),
            ])
        ),
        (
            "Participant",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()), Schema.always("colour", .oneOf(colours)),
                Schema.always("claimed", .truth), Schema.always("devices", .list(.uuid)),
                Schema.always("retiredAt", .orNull(.instant)),
                Schema.always(
                    "accountDeleted", .truth,
                    "This server knows that the account of this person was deleted, and nobody else has claimed them."),
                Schema.always("merged", .list(mergedParticipant), "Those who turned out to be this person."),
            ])
        ),
        (
            "ClaimOptions",
            .object([
                Schema.always("unclaimed", .list(.named("Participant"))),
                Schema.always("claimedElsewhere", .list(.named("Participant"))), Schema.always("mine", nilOrUUID),
            ])
        ),
        (
            "Label",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()),
                Schema.always("expenseCount", .integer(0...Int.max)),
            ])
        ),
        (
            "SyncStatus",
            .object([
                Schema.always("state", .oneOf(["inSync", "syncing", "offline", "error", "local"])),
                Schema.always("lastSyncedAt", .orNull(.instant)),
                Schema.always("pendingEvents", .integer(0...Int.max)),
                Schema.always("problem", .orNull(.named("SyncProblem"))),
                Schema.always("progress", .orNull(.named("SyncProgress")), "While files are being taken in."),
                Schema.always("fileProblems", .list(.named("FileProblem"))),
            ])
        ),
        (
            "SyncProgress",
            .object([
                Schema.always("segmentsDone", .integer(0...Int.max)), Schema.always("segments", .integer(0...Int.max)),
                Schema.always("bytesDone", .integer(0...Int.max)), Schema.always("bytes", .integer(0...Int.max)),
            ])
        ),
        (
            "SyncProblem",
            .object([
                Schema.always("code", .text()), Schema.always("detail", .text()), Schema.always("remedy", .text()),
                Schema.always("since", .instant),
            ])
        ),
        (
            "FileProblem",
            .object([
                Schema.always("file", .text()), Schema.always("line", .orNull(.integer(1...Int.max))),
                Schema.always("code", .text()), Schema.always("detail", .text()),
            ])
        ),
        (
            "Transferred",
            .object([
                Schema.always("segments", .integer(0...Int.max)), Schema.always("events", .integer(0...Int.max)),
            ])
        ),
    ]

    private static let entries: [(String, Schema)] = [
        (
            "ExpenseInput",
            .object(
                [
                    Schema.always("title", .words(Limits.titleLength)), Schema.always("amount", .amount),
                    Schema.maybe("executionDate", .orNull(.day), "Today, if left out."),
                    Schema.maybe("payerId", nilOrUUID, "Me, if left out."),
                    Schema.maybe(
                        "splitParticipantIds", .orNull(.list(.uuid, minimum: 1)),
                        "Those whom `split` names, if left out; else all."),
                    Schema.maybe("split", .orNull(.named("Split")), splitAbout),
                    Schema.maybe("payers", .orNull(.list(.named("Share"), minimum: 1)), "Together the amount."),
                    Schema.maybe("labelIds", .orNull(.list(.uuid))),
                    Schema.maybe("note", .orNull(.text(maximum: Limits.noteLength))),
                    Schema.maybe("categoryId", nilOrUUID), Schema.maybe("spread", .orNull(.named("Spread"))),
                    Schema.maybe("expected", .orNull(.truth), "Amount and date are an estimate: nobody owes it yet."),
                    recordedAt,
                ])
        ),
        (
            "Expense",
            .object(
                expenseFields + [
                    Schema.always("shares", .list(.named("Share")), "They sum to the amount exactly."),
                    Schema.always(
                        "openShares",
                        .list(
                            .object([
                                Schema.always("participantId", .uuid), Schema.always("toId", .uuid),
                                Schema.always("amount", .signedAmount),
                            ])), "Who owes whom because of it, less what was paid for it."),
                    Schema.always("comments", .integer(0...Int.max), "How many there are."),
                    Schema.always("overdue", .truth, "Expected, and its date is gone."),
                    Schema.maybe("scheduleId", .uuid, "Of an occurrence."),
                    Schema.maybe("occurrence", .integer(0...Int.max), "Which one, from 0 on."),
                    Schema.always("createdAt", .instant), Schema.always("createdBy", nilOrUUID),
                    Schema.always("lastEditedAt", .orNull(.instant)), Schema.always("lastEditedBy", nilOrUUID),
                    Schema.always("revision", .text(), "For `If-Match`, in quotes."),
                ])
        ),
        (
            "Share",
            .object([Schema.always("participantId", .uuid), Schema.always("amount", .amount)])
        ),
        (
            "Version",
            .object([
                Schema.always("eventId", .uuid), Schema.always("kind", .oneOf(["created", "updated", "deleted"])),
                Schema.always("at", .instant), Schema.always("by", nilOrUUID),
                Schema.always("expense", .orNull(.named("ExpenseVersion"))),
            ])
        ),
        ("ExpenseVersion", .object(Array(expenseFields.dropFirst()))),
        (
            "SettlementInput",
            .object([
                Schema.maybe("fromParticipantId", nilOrUUID, "Me, if left out."),
                Schema.always("toParticipantId", .uuid), Schema.always("amount", .amount),
                Schema.maybe("date", .orNull(.day), "Today, if left out."),
                Schema.maybe("note", .orNull(.text(maximum: Limits.noteLength))),
                Schema.maybe("expenseId", .orNull(.expenseID), "Whose open shares it pays."),
                recordedAt,
            ])
        ),
        (
            "Settlement",
            .object([
                Schema.always("id", .uuid), Schema.always("fromParticipantId", .uuid),
                Schema.always("toParticipantId", .uuid), Schema.always("amount", .amount),
                Schema.always("date", .day), Schema.always("note", .orNull(.text())),
                Schema.always("expenseId", .orNull(.expenseID)), Schema.always("createdAt", .instant),
                Schema.always("createdBy", nilOrUUID),
                Schema.always("lastEditedAt", .orNull(.instant)), Schema.always("lastEditedBy", nilOrUUID),
                Schema.always("revision", .text()),
            ])
        ),
    ]

    static let splitAbout = "By the burden ratio, or as the ledger's default says, or equally."

    static let recordedAt = Schema.maybe(
        "recordedAt", .orNull(.instant), "When the person did it, for what was entered offline.")

    private static let expenseFields = [
        Schema.always("id", .expenseID, "Of an occurrence `<schedule>.<k>`."), Schema.always("title", .text()),
        Schema.always("amount", .amount), Schema.always("executionDate", .day), Schema.always("payerId", .uuid),
        Schema.always("splitParticipantIds", .list(.uuid, minimum: 1)), Schema.always("labelIds", .list(.uuid)),
        Schema.always("note", .orNull(.text())), Schema.always("split", .named("Split")),
        Schema.always("payers", .orNull(.list(.named("Share"))), "Where several have paid; `payerId` is the first."),
        Schema.always("categoryId", nilOrUUID), Schema.always("spread", .orNull(.named("Spread"))),
        Schema.always("expected", .truth, "Until it is reconciled."),
        Schema.maybe(
            "estimate", .object([Schema.always("amount", .amount), Schema.always("date", .day)]),
            "What had been expected."),
        Schema.maybe("variance", .signedAmount, "How much more it came to."),
    ]

    private static let derived: [(String, Schema)] = [
        (
            "Balances",
            .object([
                Schema.always("currency", .text()),
                Schema.always(
                    "pairs",
                    .list(
                        .object([
                            Schema.always("debtorId", .uuid), Schema.always("creditorId", .uuid),
                            Schema.always("amount", .amount),
                        ])), "Only where something is owed."),
                Schema.always(
                    "positions",
                    .list(
                        .object([Schema.always("participantId", .uuid), Schema.always("amount", .signedAmount)])),
                    "Positive: is owed. They sum to zero."),
                Schema.always(
                    "mine",
                    .list(
                        .object([
                            Schema.always("participantId", .uuid), Schema.always("amount", .amount),
                            Schema.always("direction", .oneOf(["youOwe", "owesYou"])),
                        ]))),
            ])
        ),
        (
            "StatementLine",
            .object([
                Schema.always("kind", .oneOf(["expense", "settlement"])), Schema.always("id", .expenseID),
                Schema.always("date", .day), Schema.always("title", .orNull(.text())),
                Schema.always("amount", .signedAmount, "Positive: `b` owes `a` that much more."),
                Schema.always("running", .signedAmount),
            ])
        ),
        (
            "SettleUp",
            .object([
                Schema.always("currency", .text()),
                Schema.always(
                    "payments",
                    .list(
                        .object([
                            Schema.always("fromId", .uuid), Schema.always("toId", .uuid),
                            Schema.always("amount", .amount),
                        ]))),
                Schema.always("count", .integer(0...Int.max)),
                Schema.always("minimal", .truth, "Whether fewer payments are impossible."),
                Schema.always("groups", .list(.list(.uuid)), "The zero-sum groups: the proof."),
                Schema.always(
                    "leavesOpen",
                    .list(
                        .object([Schema.always("participantId", .uuid), Schema.always("amount", .signedAmount)])),
                    "What payments in whole units do not settle; positive: is owed."),
            ])
        ),
        (
            "Summary",
            .object([
                Schema.always("currency", .text()), Schema.always("total", .signedAmount),
                Schema.always("count", .integer(0...Int.max)),
                Schema.always(
                    "perPerson",
                    .list(
                        .object([
                            Schema.always("participantId", .uuid), Schema.always("paid", .signedAmount),
                            Schema.always("share", .signedAmount), Schema.always("net", .signedAmount),
                        ]))),
            ])
        ),
    ]
}
