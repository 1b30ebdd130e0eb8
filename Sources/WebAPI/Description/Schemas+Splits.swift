import LedgerCore

/// How an expense is divided, who paid it, and what is said about it (`people.md`).
extension Schemas {
    static let splits: [(String, Schema)] = [
        (
            "Split",
            .either([
                .object([mode("equal")]),
                .object([mode("shares"), Schema.always("shares", .list(.named("Weight"), minimum: 1))]),
                .object([mode("percent"), Schema.always("percents", .list(.named("Percent"), minimum: 1))]),
                .object([mode("exact"), Schema.always("amounts", .list(.named("Share"), minimum: 1))]),
                .object([mode("adjustment"), Schema.always("adjustments", .list(.named("Adjustment")))]),
                .object([
                    mode("items"), Schema.always("items", .list(.named("ReceiptLine"), minimum: 1)),
                    Schema.maybe("tax", .orNull(.amount)), Schema.maybe("tip", .orNull(.amount)),
                    Schema.maybe("discount", .orNull(.amount), "Taken off in proportion, as tax and tip are added."),
                ]),
            ])
        ),
        (
            "Weight",
            .object([Schema.always("participantId", .uuid), Schema.always("shares", .integer(1...Limits.splitWeight))])
        ),
        (
            "Percent",
            .object([
                Schema.always("participantId", .uuid),
                Schema.always(
                    "percent", .pattern(#"^[0-9]{1,3}(\.[0-9]{1,2})?$"#, example: "33.33"), "Together 100."),
            ])
        ),
        (
            "Adjustment",
            .object([Schema.always("participantId", .uuid), Schema.always("amount", .signedAmount)])
        ),
        (
            "ReceiptLine",
            .object([
                Schema.maybe("title", .orNull(.text(maximum: Limits.titleLength))), Schema.always("amount", .amount),
                Schema.always("participantIds", .list(.uuid, minimum: 1)),
            ])
        ),
        (
            "Comment",
            .object([
                Schema.always("id", .uuid), Schema.always("text", .text()), Schema.always("createdAt", .instant),
                Schema.always("createdBy", .orNull(.uuid)),
            ])
        ),
        (
            "ParticipantMerge",
            .object([
                Schema.always("mergeId", .orNull(.uuid), "For `DELETE /merges/{merge}`; null if it was a dry run."),
                Schema.always(
                    "preview",
                    .object([
                        Schema.always(
                            "balances",
                            .list(
                                .object([
                                    Schema.always("participantId", .uuid), Schema.always("before", .signedAmount),
                                    Schema.always("after", .signedAmount),
                                ]))),
                        Schema.always("expenses", .integer(0...Int.max), "How many name who is merged away."),
                        Schema.always("settlements", .integer(0...Int.max)),
                    ])),
            ])
        ),
    ]

    private static func mode(_ mode: String) -> Schema.Property { Schema.always("mode", .oneOf([mode])) }

    static let mergedParticipant = Schema.object([
        Schema.always("participantId", .uuid), Schema.always("name", .text()), Schema.always("mergeId", .uuid),
        Schema.always("mergedAt", .instant),
    ])
}
