import LedgerCore

/// The feed of a ledger.
extension Schemas {
    static let activity: [(String, Schema)] = [("Activity", item)]

    private static let item = Schema.object([
        Schema.always("id", .uuid, "The event's."), Schema.always("at", .instant),
        Schema.always(
            "by", .orNull(.object([Schema.always("participantId", .uuid), Schema.always("name", .text())])),
            "Null when the device had not claimed anyone yet."),
        Schema.always(
            "device", .object([Schema.always("id", .uuid), Schema.always("name", .orNull(.text()))]),
            "The name of a device that this server knows."),
        Schema.always(
            "kind", .pattern("^[a-z][A-Za-z]+$", example: "expenseUpdated"), "Of the event, as the log has it."),
        Schema.always(
            "subject",
            .object([
                Schema.always("kind", .oneOf(Activity.Subject.Kind.allCases.map(\.rawValue))),
                Schema.always("id", .orNull(.uuid), "Null for the ledger itself."),
                Schema.always("title", .text()),
            ])),
        Schema.always("summary", .text(), "What happened, in words."),
        Schema.always(
            "changes",
            .list(
                .object([
                    Schema.always("field", .text(), "As the API names it."),
                    Schema.always("before", .anything, "In the API's form; null when there was nothing."),
                    Schema.always("after", .anything),
                ]))),
        Schema.always("undoes", .orNull(.uuid), "The event that this one took back."),
        Schema.always("undoneBy", .orNull(.uuid), "The event that took this one back."),
        Schema.always("canUndo", .truth),
        Schema.always("cannotUndoReason", .orNull(.text()), "In one sentence."),
    ])
}
