import HTTPServer

/// The feed of a ledger.
extension Operations {
    static let activity: [String: Operation] = [
        "activity": .list("What happened, newest first, field by field", of: "Activity"),
        "undo": Operation(
            "Take back what an event did, by the opposite event; 409 `cannot-undo` when something was built on it",
            takes: .object([Schemas.recordedAt]), isInputOptional: true, 201,
            .json(.named("Activity")), problems: [409]),
    ]
}
