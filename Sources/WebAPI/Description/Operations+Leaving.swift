import Accounts
import Bookkeeping
import HTTPServer
import LedgerCore

/// Deleting an account, and clearing its data.
extension Operations {
    static let confirmName = Schema.maybe(
        "confirmName", .orNull(.text()), "The account's name. Needed when ledgers are removed from this server.")

    static let leaving: [String: Operation] = [
        "deleteMe": Operation(
            "Delete my account; the answer is the receipt",
            query: [
                .init(name: "dryRun", schema: .oneOf(["true", "false"]), about: "true: only tell what would happen.")
            ],
            takes: .object([confirmName]), isInputOptional: true, 200, .json(.named("Leaving")), problems: [409]),
        "clearMe": Operation(
            "Leave every ledger and delete what is only mine",
            takes: .object([Schema.maybe("dryRun", .orNull(.truth), "Only tell what would happen."), confirmName]),
            isInputOptional: true, 200, .json(.named("Leaving"))),
    ]
}

extension Schemas {
    static let leaving: [(String, Schema)] = [
        (
            "AccountInUse",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()), Schema.always("isOwner", .truth),
                Schema.always("createdAt", .instant),
                Schema.always("lastUsedAt", .orNull(.instant), "To the hour; null without a device."),
                Schema.always("devices", .integer(0...Int.max), "Signed-in browsers and tokens."),
            ])
        ),
        (
            "Leaving",
            .object([
                Schema.always("ledgers", .list(.named("LedgerLeft"))),
                Schema.always("devices", .integer(0...Int.max), "Browsers that are signed out."),
                Schema.always("tokens", .integer(0...Int.max)),
                Schema.always("folderConnections", .integer(0...Int.max)),
                Schema.always("friends", .integer(0...Int.max)),
                Schema.always("needsConfirmation", .truth, "Whether `confirmName` has to be given."),
                Schema.always("finishedAt", .orNull(.instant), "null: nothing was done."),
            ])
        ),
        (
            "LedgerLeft",
            .object([
                Schema.always("id", .ledgerID), Schema.always("name", .text()),
                Schema.always(
                    "effect", .oneOf(LeavingPlan.LedgerEffect.Kind.allCases.map(\.rawValue)),
                    "leave: others here stay in it; remove: it goes from this server, its folder stays."),
                Schema.always(
                    "participants", .list(.object([Schema.always("id", .uuid), Schema.always("name", .text())])),
                    "Whom the account is there: they stay, with their names and amounts."),
                Schema.always(
                    "released", .truth, "Whether they can be claimed again; not in format version 1."),
                Schema.always("pendingEvents", .integer(0...Int.max), "Changes that the folder does not have yet."),
                Schema.always("losesFolder", .truth, "The others have to attach the folder anew."),
            ])
        ),
    ]
}
