import Accounts
import FolderFormat
import HTTPServer
import LedgerCore

/// What each operation of the route table takes and gives, by its name.
enum Operations {
    static let all = [
        people, leaving, passkeys, invites, friends, ledgers, entries, exports, imports, budget, activity, backups,
    ].reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }

    static let deviceName = Schema.words(AccountName.longest)
    static let newPassword = Schema.text(
        minimum: PasswordRule.fewestCharacters, maximum: PasswordRule.mostBytes)

    private static let credentials: [Schema.Property] = [
        Schema.always("name", .text()), Schema.always("password", .text()),
        Schema.maybe("deviceName", .orNull(deviceName)),
        Schema.maybe("as", .orNull(.oneOf(["cookie", "token"])), "A cookie, if left out."),
    ]

    private static let people: [String: Operation] = [
        "health": Operation("Whether the server is alive", 200, .json(health)),
        "ready": Operation("Whether the store can be used", 200, .json(readiness), problems: [503]),
        "metrics": Operation(
            "Figures for Prometheus, if the server was started with --metrics", 200,
            .other(contentType: "text/plain")),
        "describe": Operation("This description", 200, .json(.object([], isOpen: true))),
        "serverTLS": Operation(
            "How the server speaks https itself: all null where it does not", 200,
            .json(
                .object([
                    Schema.always("port", .orNull(.integer(0...65_535))),
                    Schema.always("certificate", .orNull(certificate)),
                    Schema.always("authority", .orNull(certificate), "The server's own, if it made the certificate."),
                ]))),
        "setupState": Operation(
            "Whether the server waits to be set up, and whether the caller is signed in", 200,
            .json(
                .object([
                    Schema.always("needed", .truth), Schema.always("signedIn", .truth),
                    Schema.always(
                        "demonstration",
                        .orNull(
                            .object([
                                Schema.always("names", .list(.text())), Schema.always("password", .text()),
                            ])), "Who may sign in where everybody is made up."),
                ]))),
        "setUp": Operation(
            "Set the server up: makes its owner",
            takes: .object([Schema.always("code", .text(), "The code that `serve` prints.")] + credentials),
            201, .json(.named("SignedIn")), problems: [409, 429]),
        "signIn": Operation(
            "Sign in", takes: .object(credentials), 201, .json(.named("SignedIn")), problems: [401, 429]),
        "signOut": Operation("Sign this device out", 204, .nothing),
        "me": Operation("Who is asking", 200, .json(.named("Me"))),
        "changeMe": Operation(
            "Change my password or this device's name",
            takes: .object([
                Schema.maybe("deviceName", .orNull(deviceName)),
                Schema.maybe("password", .orNull(newPassword)),
                Schema.maybe("currentPassword", .orNull(.text()), "Needed with `password`."),
            ]), isInputOptional: true, 200, .json(.named("Me")), problems: [429]),
        "setActiveLedger": Operation(
            "Remember which ledger this device shows", takes: .object([Schema.always("ledgerId", .orNull(.ledgerID))]),
            200, .json(.named("Me"))),
        "devices": .list("My signed-in devices", of: "Device"),
        "device": Operation("One of my devices", 200, .json(.named("Device"))),
        "removeDevice": Operation("Sign a device out", 204, .nothing),
        "tokens": .list("My tokens", of: "Token"),
        "token": Operation("One of my tokens", 200, .json(.named("Token"))),
        "createToken": Operation(
            "Make a token",
            takes: .object([
                Schema.always("name", deviceName), Schema.maybe("expiresAt", .orNull(.instant)),
                Schema.maybe("scope", .orNull(.oneOf(Credential.Scope.allCases.map(\.rawValue))), "Full, if left out."),
            ]),
            201, .json(.named("Token"))),
        "removeToken": Operation("Revoke a token", 204, .nothing),
        "accounts": .list("The accounts of this server", of: "AccountInUse"),
        "account": Operation("One account", 200, .json(.named("AccountInUse"))),
        "createAccount": Operation(
            "Make an account",
            takes: .object([
                Schema.always("name", .words(AccountName.longest)), Schema.always("password", newPassword),
                Schema.maybe("isOwner", .orNull(.truth)),
            ]), 201, .json(.named("AccountInUse")), problems: [409]),
        "removeAccount": Operation(
            "Delete somebody's account", takes: .object([confirmName]), isInputOptional: true, 204, .nothing,
            problems: [409]),
        "folderConnections": .list("The folder connections", of: "FolderConnection"),
        "folderConnection": Operation("One folder connection", 200, .json(.named("FolderConnection"))),
        "createFolderConnection": Operation(
            "Connect a folder; a WebDAV server is tried out first", takes: .named("FolderConnectionInput"), 201,
            .json(.named("FolderConnection")), problems: [503]),
        "signInToFolders": Operation(
            "Begin to sign in at the service behind a connection; may be repeated",
            takes: .named("FolderSignInInput"), 200,
            .json(.either([.named("DeviceCode"), .named("SignInPage"), .named("FolderConnection")])),
            problems: [409, 503]),
        "finishSignInToFolders": Operation(
            "End a sign-in by browser",
            takes: .object([
                Schema.always("address", .words(), "Where the browser ended, as it stands in its address bar.")
            ]), 200, .json(.named("FolderConnection")), problems: [409, 503]),
        "removeFolderConnection": Operation("Forget a folder connection", 204, .nothing, problems: [409]),
        "changeFeed": Operation(
            "Events that say which ledger changed", 200, .other(contentType: "text/event-stream"), problems: [429]),
    ]

    private static let certificate = Schema.object([
        Schema.always("endsAt", .instant), Schema.always("fingerprint", .text(), "SHA-256 of the certificate."),
    ])

    private static let health = Schema.object([
        Schema.always("status", .text()), Schema.always("version", .text()),
    ])

    private static let readiness = Schema.object([
        Schema.always("status", .text()), Schema.always("version", .text()),
        Schema.maybe(
            "untrustedProxies", .list(.text()),
            "Addresses that forward requests and are not trusted. Told to this very machine alone."),
    ])

    private static let ledgers: [String: Operation] = [
        "ledgers": .list("My ledgers", of: "Ledger"),
        "createLedger": Operation(
            "Create a ledger",
            takes: .object([
                Schema.always("name", .words(Limits.ledgerNameLength)),
                Schema.always("currency", .pattern("^[A-Za-z]{3}$", example: "EUR")),
                Schema.maybe("kind", .orNull(.oneOf(LedgerKind.allCases.map(\.rawValue)))),
                Schema.maybe("participants", .orNull(.list(.words(Limits.participantNameLength)))),
                Schema.maybe("me", .orNull(.text()), "Which of the participants I am."), timeZone,
                Schema.maybe("folder", .orNull(.named("LedgerFolderInput")), "Empty or new."),
                Schema.maybe("schemaVersion", .orNull(.integer(SchemaVersion.oldest...SchemaVersion.newest))),
            ]), 201, .json(.named("Ledger")), problems: [409]),
        "joinLedger": Operation(
            "Join a ledger of another home",
            takes: .object([
                Schema.maybe("joinCode", .orNull(.text())),
                Schema.maybe("invitation", .orNull(.text()), "The whole text, pasted as it is."),
                Schema.maybe("connectionId", .orNull(.uuid), "Through which the folder is reached."),
                Schema.maybe("path", .orNull(.text())),
                Schema.maybe("shareLink", .orNull(.text()), "If it is not in the invitation (OneDrive)."),
            ]), 201, or: 200, .json(.named("Ledger")), problems: [409, 503]),
        "ledger": Operation("A ledger", 200, .json(.named("Ledger"))),
        "changeLedger": Operation(
            "Rename a ledger, say where “today” is, or how expenses are split if nobody says otherwise",
            takes: .object([
                Schema.maybe("name", .orNull(.words(Limits.ledgerNameLength))),
                Schema.maybe("defaultSplit", .orNull(.named("Split")), "null: equally among all."), timeZone,
                Schemas.recordedAt,
            ]), 200, .json(.named("Ledger"))),
        "removeLedger": Operation(
            "Remove a ledger from this server",
            query: [
                .init(name: "folder", schema: .oneOf(["keep", "delete"]), about: "Delete its folder too (owner only).")
            ], takes: .object([Schema.maybe("confirmName", .orNull(.text()))]), isInputOptional: true, 204, .nothing),
        "snapshot": Operation("Everything, in one answer", 200, .json(snapshot)),
        "changes": Operation(
            "What changed since a revision",
            query: [
                .init(
                    name: "since", schema: .integer(0...Int.max), about: "A revision seen before: 409 if it never was.",
                    isRequired: true),
                .init(name: "day", schema: .day, about: "Of the copy: what came with the days since is in the answer."),
            ], 200, .json(changes), problems: [409]),
        "joinCode": Operation("The join code", 200, .json(.object([Schema.always("joinCode", .text())]))),
        "joinCodeImage": Operation("The join code as a QR code", 200, .other(contentType: "image/svg+xml")),
        "acknowledgeRecovery": Operation("The join code is kept somewhere safe", 200, .json(.named("Ledger"))),
        "invitation": Operation(
            "A text that invites another home", 200,
            .json(
                .object([
                    Schema.always("text", .text()), Schema.always("joinCode", .text()),
                    Schema.maybe("shareLink", .text(), "Of a folder in OneDrive; it is in the text as well."),
                    Schema.maybe("advice", .text(), "What to know about the link, or why there is none."),
                ])), problems: [409, 503]),
        "inviteByMail": Operation(
            "Let one person into the ledger's folder in OneDrive",
            takes: .object([Schema.always("email", .words(), "Of a Microsoft account; Microsoft tells them.")]),
            204, .nothing, problems: [409, 503]),
        "attachFolder": Operation(
            "Attach a folder, empty or new", takes: .named("LedgerFolderInput"), 200, .json(.named("Ledger")),
            problems: [409, 503]),
        "sync": Operation("Pull and push now", 200, .json(syncReport)),
        "upgradeLedger": Operation(
            "Raise the version of the ledger's format, which older apps can not read",
            takes: .object([
                Schema.always("schemaVersion", .integer(SchemaVersion.newest...SchemaVersion.newest)),
                Schema.always("understood", .truth, "true: that older apps can not read the ledger any more."),
            ]), 200, .json(.named("Ledger")), problems: [409, 503]),
        "syncStatus": Operation("How the ledger and its folder agree", 200, .json(.named("SyncStatus"))),
        "archive": Operation("Hide a ledger", 200, .json(.named("Ledger"))),
        "unarchive": Operation("Show a ledger again", 200, .json(.named("Ledger"))),
    ]

    private static let timeZone = Schema.maybe(
        "timeZone", .orNull(.text()), "Of the IANA database, such as Europe/Berlin. The server's own, if left out.")

    private static let syncReport = Schema.object([
        Schema.always("state", .oneOf(["inSync", "syncing", "offline", "error", "local"])),
        Schema.always("pulled", .named("Transferred")), Schema.always("pushed", .named("Transferred")),
        Schema.maybe("problem", .named("SyncProblem")),
    ])

    private static let snapshot = Schema.object(
        [
            Schema.always("revision", .integer(0...Int.max)), Schema.always("day", .day, "Today, where the ledger is."),
            Schema.always("ledger", .named("Ledger")), Schema.always("expenses", .list(.named("Expense"))),
            Schema.always("settlements", .list(.named("Settlement"))),
            Schema.always("balances", .named("Balances")), Schema.always("settleUp", .named("SettleUp")),
            Schema.always("summary", .named("Summary")),
        ] + plannedMembers.map { Schema.always($0.name, $0.schema, $0.about) })

    /// Everything that is planned; in changes only if it may have changed.
    private static let plannedMembers = [
        Schema.maybe("categories", .list(.named("Category"))),
        Schema.maybe("budgets", .orNull(.named("MonthBudgets")), "Of this month."),
        Schema.maybe("ratios", .list(.named("DatedRatio"))), Schema.maybe("schedules", .list(.named("Schedule"))),
        Schema.maybe("incomes", .list(.named("Income"))), Schema.maybe("goals", .list(.named("SavingGoal"))),
        Schema.maybe("transfers", .list(.named("Transfer"))),
    ]

    private static let changes = Schema.object(
        [
            Schema.always("since", .integer(0...Int.max)), Schema.always("revision", .integer(0...Int.max)),
            Schema.always("day", .day),
            Schema.always("ledger", .named("Ledger")), Schema.always("expenses", .list(.named("Expense"))),
            Schema.always("settlements", .list(.named("Settlement"))),
            Schema.always("deletedExpenseIds", .list(.expenseID)), Schema.always("deletedSettlementIds", .list(.uuid)),
        ] + plannedMembers)

    private static func name(_ longest: Int) -> Schema {
        .object([Schema.always("name", .words(longest)), Schemas.recordedAt])
    }

    private static let colour = Schema.maybe("colour", .orNull(.oneOf(Colour.allCases.map(\.rawValue))))
    private static let label = name(Limits.labelNameLength)
    private static let person = Schema.object([
        Schema.always("name", .words(Limits.participantNameLength)), colour, Schemas.recordedAt,
    ])
    private static let comment = Schema.object([
        Schema.always("text", .words(Limits.commentLength)), Schemas.recordedAt,
    ])

    private static let entries: [String: Operation] = [
        "participants": .list("The people in a ledger", of: "Participant"),
        "addParticipant": Operation("Add a person", takes: person, 201, .json(.named("Participant"))),
        "putParticipant": Operation(
            "Add a person under an id of the client's choice, or rename them", takes: person, 200, or: 201,
            .json(.named("Participant"))),
        "changeParticipant": Operation(
            "Rename a person, or give them a colour",
            takes: .object([
                Schema.maybe("name", .orNull(.words(Limits.participantNameLength))), colour, Schemas.recordedAt,
            ]), 200, .json(.named("Participant"))),
        "removeParticipant": Operation(
            "Retire a person who is named somewhere, remove one who is not",
            takes: .object([Schemas.recordedAt]), isInputOptional: true, 204, .nothing),
        "reinstateParticipant": Operation("Take a person back", 200, .json(.named("Participant"))),
        "mergeParticipant": Operation(
            "Say that two participants are one person",
            takes: .object([
                Schema.always("into", .uuid, "Who stays."),
                Schema.maybe("dryRun", .orNull(.truth), "true: only shows every number that moves."),
                Schemas.recordedAt,
            ]), 200, .json(.named("ParticipantMerge"))),
        "comments": .list("What was said about an expense", of: "Comment"),
        "addComment": Operation("Say something about an expense", takes: comment, 201, .json(.named("Comment"))),
        "putComment": Operation(
            "Say something under an id of the client's choice", takes: comment, 201, .json(.named("Comment"))),
        "deleteComment": Operation("Delete a comment", 204, .nothing),
        "claimParticipant": Operation("This device is this person", 200, .json(.named("Participant"))),
        "claimOptions": Operation("Who this device can be", 200, .json(.named("ClaimOptions"))),
        "labels": .list("The labels of a ledger", of: "Label"),
        "createLabel": Operation("Make a label", takes: label, 201, .json(.named("Label"))),
        "putLabel": Operation(
            "Make a label under an id of the client's choice, or rename it", takes: label, 200, or: 201,
            .json(.named("Label"))),
        "renameLabel": Operation("Rename a label", takes: label, 200, .json(.named("Label"))),
        "deleteLabel": Operation("Delete a label", 204, .nothing),
        "expenses": .list(
            "The expenses, newest first", of: "Expense",
            query: Operation.Parameter.expenseFilter + [
                .init(name: "sort", schema: .oneOf(ExpenseOrder.allCases.map(\.rawValue)), about: "The order.")
            ]),
        "recordExpense": Operation("Record an expense", takes: .named("ExpenseInput"), 201, .json(.named("Expense"))),
        "expense": Operation("An expense", 200, .json(.named("Expense"))),
        "putExpense": Operation(
            "Record an expense under an id of the client's choice, or replace it", query: [revive],
            takes: .named("ExpenseInput"), 200, or: 201, .json(.named("Expense")), problems: [409]),
        "deleteExpense": Operation("Delete an expense", 204, .nothing),
        "expenseHistory": .list("Every version of an expense, oldest first", of: "Version"),
        "settleExpense": Operation(
            "Record the settlements that close an expense's open shares, if there are any",
            takes: .object([Schemas.recordedAt]), isInputOptional: true, 200, or: 201,
            .json(.object([Schema.always("items", .list(.named("Settlement")))]))),
        "settlements": .list("The settlements, newest first", of: "Settlement"),
        "recordSettlement": Operation(
            "Record a settlement", takes: .named("SettlementInput"), 201, .json(.named("Settlement"))),
        "settlement": Operation("A settlement", 200, .json(.named("Settlement"))),
        "putSettlement": Operation(
            "Record a settlement under an id of the client's choice, or replace it", query: [revive],
            takes: .named("SettlementInput"), 200, or: 201, .json(.named("Settlement")), problems: [409]),
        "deleteSettlement": Operation("Delete a settlement", 204, .nothing),
        "balances": Operation("Who owes whom", query: [asOf], 200, .json(.named("Balances"))),
        "statement": Operation(
            "What two people owe each other, line by line", 200,
            .json(
                .object([
                    Schema.always("currency", .text()), Schema.always("a", .uuid), Schema.always("b", .uuid),
                    Schema.always("balance", .signedAmount, "Positive: `b` owes `a`."),
                    Schema.always("lines", .list(.named("StatementLine"))),
                ]))),
        "settleUp": Operation(
            "The fewest payments that settle everything; after one of them is recorded, the rest of them",
            query: [wholeUnits], 200, .json(.named("SettleUp"))),
        "summary": Operation(
            "Totals of the expenses", query: Operation.Parameter.expenseFilter, 200, .json(.named("Summary"))),
    ]

    static let revive = Operation.Parameter(
        name: "revive", schema: .oneOf(["true"]), about: "Also if somebody deleted it: else 409 `deleted-meanwhile`.")

    private static let wholeUnits = Operation.Parameter(
        name: "wholeUnits", schema: .truth, about: "Payments in whole units of the currency; cents may stay open.")

    private static let asOf = Operation.Parameter(
        name: "asOf", schema: .day, about: "Only what happened up to this day.")
}
