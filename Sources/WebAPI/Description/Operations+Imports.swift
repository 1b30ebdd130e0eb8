import Bookkeeping
import HTTPServer
import Interchange
import LedgerCore

/// Files of other programs.
extension Operations {
    static let imports: [String: Operation] = [
        "imports": .list("What waits to be imported, and what was, newest first", of: "ImportRow"),
        "createImport": {
            var operation = Operation(
                "Read a file of another program; nothing is recorded. What it is, it tells itself", query: options,
                takes: .text(minimum: 1), 201, .json(.named("Import")))
            operation.inputType = "application/octet-stream"
            return operation
        }(),
        "import": Operation("What a file says; kept for an hour", 200, .json(.named("Import"))),
        "importEntries": .list("All entries of a file, in its order", of: "ImportEntry"),
        "commitImport": Operation(
            "Record a file's entries; each ledger takes all of its part or none. The same again is nothing new",
            takes: .object([
                Schema.always("books", .list(.named("ImportTarget"), minimum: 1)),
                Schema.maybe("dryRun", .orNull(.truth), "Only count what is new."), Schemas.recordedAt,
            ]), 200, .json(.named("ImportResult")), problems: [409]),
        "undoImport": Operation(
            "Forget a file that waits, and take back what was imported: what nobody has changed since is deleted",
            takes: .object([Schemas.recordedAt]), isInputOptional: true, 200, .json(.named("ImportUndone")),
            problems: [409]),
    ]

    private static let options: [Operation.Parameter] = [
        .init(
            name: "currency", schema: .pattern("^[A-Za-z]{3}$", example: "EUR"),
            about: "Of amounts that the file gives no currency."),
        .init(
            name: "dates", schema: .oneOf(["dmy", "mdy"]), about: "Which number comes first in days such as 03/04/2026."
        ),
        .init(
            name: "columns",
            schema: .pattern(
                "^(\(columns))(,(\(columns)))*$", example: "date,title,amount,payer,sharers"),
            about: "What each column of a table is, from the left; for tables of unknown origin."),
        .init(name: "paymentCategory", schema: .text(), about: "The category that means a payment."),
        .init(name: "owner", schema: .text(), about: "Of our own export: whose movements it holds."),
        .init(
            name: "mode", schema: .oneOf(Projection.allCases.map(\.rawValue)),
            about: "Of our own export: the mode in which it was written."),
    ]

    private static let columns = TableColumn.allCases.map(\.rawValue).joined(separator: "|")
}

extension Schemas {
    static let imports: [(String, Schema)] = [
        ("Import", preview), ("ImportBook", book), ("ImportEntry", entry), ("ImportTarget", target),
        ("ImportRow", row), ("ImportResult", result), ("ImportUndone", undone),
    ]

    private static let count = Schema.integer(0...Int.max)
    private static let id = Schema.always("id", .uuid)

    private static let preview = Schema.object([
        id, Schema.always("state", .oneOf(["waiting"])),
        Schema.always("format", .oneOf(ImportFormat.allCases.map(\.rawValue))),
        Schema.always("createdAt", .instant), Schema.always("expiresAt", .instant), Schema.always("bytes", count),
        Schema.always(
            "people",
            .list(
                .object([
                    Schema.always("person", count, "What entries call them."), Schema.always("name", .text()),
                    Schema.always("isInactive", .truth),
                ]))),
        Schema.always("books", .list(.named("ImportBook")), "Each becomes one ledger."),
        Schema.always("categories", .list(.text())),
        Schema.always("entryCount", count), Schema.always("entries", .list(.named("ImportEntry")), "The first ones."),
        Schema.always("issueCount", count),
        Schema.always(
            "issues",
            .list(
                .object([
                    Schema.always("row", .orNull(count)), Schema.always("code", .text()),
                    Schema.always("message", .text()),
                    Schema.always("isLost", .truth, "Whether the row is left out because of it."),
                ])), "What was not understood, or only in part."),
        Schema.always(
            "questions",
            .list(
                .object([
                    Schema.always("kind", .text(), "What to say when the file is sent again."),
                    Schema.always("message", .text()), Schema.always("choices", .list(.text())),
                ]))),
        Schema.always("sample", .list(.list(.text())), "The first rows of a table that nobody has explained yet."),
    ])

    private static let book = Schema.object([
        Schema.always("book", count), Schema.always("name", .orNull(.text())),
        Schema.always("currency", .orNull(.text()), "Null when the file says none."),
        Schema.always("minorDigits", count), Schema.always("isCurrencyKnown", .truth),
        Schema.always("people", .list(count)),
        Schema.always(
            "counts",
            .object(
                ["expenses", "payments", "incomes", "impliedPayments"].map { Schema.always($0, count) }
                    + ImportEntry.Certainty.allCases.map { Schema.always($0.rawValue, count) })),
        Schema.always("expenseTotal", .signedAmount), Schema.always("paymentTotal", .signedAmount),
        Schema.always("incomeTotal", .signedAmount),
        Schema.always(
            "positions",
            .list(.object([Schema.always("person", count), Schema.always("amount", .signedAmount)])),
            "What each is owed when all is recorded."),
        Schema.always(
            "totals",
            .list(
                .object([
                    Schema.always("person", count), Schema.always("stated", .signedAmount),
                    Schema.always("found", .signedAmount), Schema.always("isRight", .truth),
                ])), "What the file says its rows come to, and what they do."),
    ])

    private static let entry = Schema.object([
        Schema.always("row", count, "The line of the file, or which one of its list."), Schema.always("book", count),
        Schema.always("kind", .oneOf(["expense", "payment", "income"])),
        Schema.always("certainty", .oneOf(ImportEntry.Certainty.allCases.map(\.rawValue))),
        Schema.always("isImplied", .truth, "Whether the file has no row of its own for it."),
        Schema.always("date", .day), Schema.always("title", .text()), Schema.always("note", .orNull(.text())),
        Schema.always("category", .orNull(.text())), Schema.always("amount", .signedAmount),
        Schema.always(
            "parts",
            .list(
                .object([
                    Schema.always("person", count), Schema.always("paid", .signedAmount),
                    Schema.always("borne", .signedAmount),
                ]))),
    ])

    private static let target = Schema.object([
        Schema.always("book", .integer()),
        Schema.maybe("ledgerId", .orNull(.text()), "Of a ledger that is there."),
        Schema.maybe("name", .orNull(.words(Limits.ledgerNameLength)), "Of a new one."),
        Schema.maybe(
            "currency", .orNull(.pattern("^[A-Za-z]{3}$", example: "EUR")), "Of a new one, if the file says none."),
        Schema.maybe("me", .orNull(.integer()), "Which of the file's people I am, in a new one."),
        Schema.maybe(
            "people",
            .orNull(
                .list(
                    .object([
                        Schema.always("person", .integer()),
                        Schema.maybe("participantId", .orNull(.uuid), "Who they are in the ledger."),
                        Schema.maybe("name", .orNull(.words(Limits.participantNameLength)), "Of somebody new."),
                    ]))), "Everybody who has a part in an entry: names only suggest."),
        Schema.maybe("leaveOut", .orNull(.list(.integer())), "Rows that are not wanted."),
        Schema.maybe("labels", .orNull(.truth), "Whether categories become labels (true)."),
    ])

    private static let row = Schema.object([
        id, Schema.always("state", .oneOf(["waiting", "done", "undone"])), Schema.always("at", .instant),
        Schema.always("format", .orNull(.text()), "Of one that waits."),
        Schema.always("ledgerId", .orNull(.ledgerID), "Of one that was carried out."),
        Schema.always("participantId", .orNull(.uuid), "Who did it."),
        Schema.always("entryCount", .orNull(count)), Schema.always("expenses", .orNull(count)),
        Schema.always("settlements", .orNull(count)), Schema.always("participants", .orNull(count)),
        Schema.always("labels", .orNull(count)),
        Schema.always("standing", .orNull(count), "What of it is still there."),
    ])

    private static let result = Schema.object([
        id, Schema.always("state", .oneOf(["waiting", "done"])),
        Schema.always(
            "books",
            .list(
                .object([
                    Schema.always("book", count), Schema.always("ledgerId", .orNull(.ledgerID)),
                    Schema.always("expenses", count), Schema.always("settlements", count),
                    Schema.always("participants", count), Schema.always("labels", count),
                    Schema.always("known", count, "The ledger has them already."),
                    Schema.always("deletedSince", count, "Somebody deleted them there; they stay deleted."),
                    Schema.always("leftOut", count),
                ]))),
    ])

    private static let undone = Schema.object([
        id,
        Schema.always(
            "ledgers",
            .list(
                .object([
                    Schema.always("ledgerId", .ledgerID), Schema.always("expenses", count),
                    Schema.always("settlements", count), Schema.always("participants", count),
                    Schema.always("labels", count), Schema.always("keptCount", count),
                    Schema.always(
                        "kept",
                        .list(
                            .object([
                                Schema.always("kind", .oneOf(ImportUndoing.Kept.Kind.allCases.map(\.rawValue))), id,
                                Schema.always("name", .text()), Schema.always("reason", .text()),
                            ])), "What was changed since, and stays."),
                ]))),
    ])
}
