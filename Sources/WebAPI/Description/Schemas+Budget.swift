import LedgerCore

/// What is planned, and what recurs (`docs/api.md`, "Budgets").
extension Schemas {
    static let ratioWeights = Schema.list(
        .object([
            Schema.always("participantId", .uuid), Schema.always("weight", .integer(1...Limits.splitWeight)),
        ]), minimum: 1)

    private static let recurrenceInput = [
        Schema.always("frequency", .oneOf(Recurrence.Frequency.names)),
        Schema.maybe("custom", .orNull(custom), "With the frequency `custom`."), Schema.always("start", .day),
        Schema.maybe("end", .orNull(.day), "The last day on which it may come."),
        Schema.maybe("count", .orNull(.integer(1...Int.max)), "How often it comes; not with `end`."),
    ]

    private static let recurrence = recurrenceInput.map { Schema.always($0.name, $0.schema, $0.about) }

    private static let custom = Schema.object([
        Schema.always("every", .integer(Limits.scheduleIntervals)),
        Schema.always("unit", .oneOf(Recurrence.Unit.allCases.map(\.rawValue))),
    ])

    private static let split = Schema.either([.named("Split"), .object([Schema.always("mode", .oneOf(["ratio"]))])])

    private static let stamps = [
        Schema.always("createdAt", .instant), Schema.always("createdBy", .orNull(.uuid)),
        Schema.always("lastEditedAt", .orNull(.instant)), Schema.always("lastEditedBy", .orNull(.uuid)),
        Schema.always("revision", .text(), "For `If-Match`, in quotes."),
    ]

    static let plans: [(String, Schema)] = [
        (
            "Spread",
            .object([
                Schema.always("from", .day), Schema.always("to", .day),
                Schema.always("by", .oneOf(Spread.Unit.allCases.map(\.rawValue))),
            ])
        ),
        (
            "Category",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()), Schema.always("icon", .orNull(.text())),
                Schema.always("colour", .orNull(.oneOf(Colour.allCases.map(\.rawValue)))),
                Schema.always("scope", .oneOf(CategoryScope.allCases.map(\.rawValue))),
                Schema.always("participantId", .orNull(.uuid), "Who alone bears what is in it."),
                Schema.always(
                    "budgets",
                    .list(.object([Schema.always("from", .month), Schema.always("amount", .orNull(.amount))]))),
            ])
        ),
        (
            "BurdenRatio",
            .object([
                Schema.always("items", .list(.named("DatedRatio"))),
                Schema.always("current", .orNull(ratioWeights)),
            ])
        ),
        (
            "DatedRatio",
            .object([Schema.always("from", .day), Schema.always("weights", .orNull(ratioWeights))])
        ),
        ("SavingGoals", .object([Schema.always("items", .list(.named("SavingGoal")))])),
        (
            "SavingGoal",
            .object([
                Schema.always("participantId", .uuid), Schema.always("from", .month),
                Schema.always("amount", .amount),
            ])
        ),
        (
            "ScheduleInput",
            .object(
                [
                    Schema.always("title", .words(Limits.titleLength)), Schema.always("amount", .amount),
                    Schema.maybe("payerId", .orNull(.uuid), "Me, if left out."),
                    Schema.maybe("payers", .orNull(.list(.named("Share"), minimum: 1))),
                    Schema.maybe("splitParticipantIds", .orNull(.list(.uuid, minimum: 1))),
                    Schema.maybe("split", .orNull(split), "By the ratio of each date, if nothing is said."),
                    Schema.maybe("categoryId", .orNull(.uuid)), Schema.maybe("labelIds", .orNull(.list(.uuid))),
                    Schema.maybe("note", .orNull(.text(maximum: Limits.noteLength))),
                ] + recurrenceInput + [recordedAt])
        ),
        (
            "Schedule",
            .object(
                [
                    Schema.always("id", .uuid), Schema.always("title", .text()), Schema.always("amount", .amount),
                    Schema.always("payerId", .uuid),
                    Schema.always("splitParticipantIds", .list(.uuid, minimum: 1)), Schema.always("split", split),
                    Schema.always("payers", .orNull(.list(.named("Share")))),
                    Schema.always("labelIds", .list(.uuid)), Schema.always("note", .orNull(.text())),
                    Schema.always("categoryId", .orNull(.uuid)),
                ] + recurrence + [
                    Schema.always("ended", .truth, "Nothing comes any more."),
                    Schema.always("next", .orNull(.day), "After today."),
                ] + stamps)
        ),
        (
            "Occurrence",
            .object([
                Schema.always("k", .integer(0...Int.max)), Schema.always("id", .expenseID), Schema.always("date", .day),
                Schema.always("state", .oneOf(["past", "due", "upcoming", "skipped", "changed"])),
                Schema.always("expense", .named("Expense")),
            ])
        ),
        (
            "OccurrenceInput",
            .object([
                Schema.maybe("title", .orNull(.words(Limits.titleLength))), Schema.maybe("amount", .orNull(.amount)),
                Schema.maybe("executionDate", .orNull(.day)), Schema.maybe("payerId", .orNull(.uuid)),
                Schema.maybe("payers", .orNull(.list(.named("Share"), minimum: 1))),
                Schema.maybe("splitParticipantIds", .orNull(.list(.uuid, minimum: 1))),
                Schema.maybe("split", .orNull(.named("Split"))), Schema.maybe("labelIds", .orNull(.list(.uuid))),
                Schema.maybe("note", .orNull(.text(maximum: Limits.noteLength))),
                Schema.maybe("categoryId", .orNull(.uuid)), Schema.maybe("skipped", .orNull(.truth), "Alone."),
                recordedAt,
            ])
        ),
        (
            "IncomeInput",
            .object([
                Schema.maybe("participantId", .orNull(.uuid), "Me, if left out."),
                Schema.always("name", .words(Limits.titleLength)), Schema.always("amount", .amount),
                Schema.maybe("date", .orNull(.day), "Today, if left out."),
                Schema.maybe("schedule", .orNull(.object(recurrenceInput)), "Instead of a date."), recordedAt,
            ])
        ),
        (
            "Income",
            .object(
                [
                    Schema.always("id", .uuid), Schema.always("participantId", .uuid), Schema.always("name", .text()),
                    Schema.always("amount", .amount), Schema.always("date", .orNull(.day)),
                    Schema.always("schedule", .orNull(.object(recurrence))),
                ] + stamps)
        ),
        (
            "TransferInput",
            .object([
                Schema.always("toLedgerId", .ledgerID), Schema.always("amount", .amount),
                Schema.maybe("date", .orNull(.day), "Today, if left out."),
                Schema.maybe("participantId", .orNull(.uuid), "Me, if left out."),
                Schema.maybe("note", .orNull(.text(maximum: Limits.noteLength))), recordedAt,
            ])
        ),
        (
            "Transfer",
            .object([
                Schema.always("id", .uuid, "The same in both ledgers."),
                Schema.always("direction", .oneOf(TransferInput.Direction.allCases.map(\.rawValue))),
                Schema.always("participantId", .uuid), Schema.always("amount", .amount), Schema.always("date", .day),
                Schema.always("ledgerId", .ledgerID, "The other one."), Schema.always("note", .orNull(.text())),
                Schema.always("createdAt", .instant), Schema.always("createdBy", .orNull(.uuid)),
            ])
        ),
    ]
}
