import LedgerCore

/// What was spent, and what is left.
extension Schemas {
    private static let parts = Schema.list(.named("PersonAmount"))

    private static let lines = Schema.list(
        .object([
            Schema.always("title", .text()), Schema.maybe("date", .day), Schema.always("amount", .signedAmount),
            Schema.maybe("expenseId", .uuid), Schema.maybe("scheduleId", .uuid),
            Schema.maybe("occurrence", .integer(0...Int.max), "Of that schedule."), Schema.maybe("incomeId", .uuid),
            Schema.maybe("transferId", .uuid), Schema.maybe("categoryId", .uuid),
        ]))

    private static let deviation = [
        Schema.always("expected", .signedAmount), Schema.always("actual", .signedAmount),
        Schema.always("variance", .signedAmount, "Positive: it cost more."),
    ]

    static let spending: [(String, Schema)] = [
        (
            "PersonAmount",
            .object([Schema.always("participantId", .uuid), Schema.always("amount", .signedAmount)])
        ),
        (
            "MonthBudgets",
            .object([
                Schema.always("month", .month),
                Schema.always(
                    "items",
                    .list(
                        .object([
                            Schema.always("categoryId", .uuid), Schema.always("limit", .orNull(.amount)),
                            Schema.always("spent", .signedAmount), Schema.always("remaining", .orNull(.signedAmount)),
                            Schema.always("projected", .signedAmount),
                            Schema.always("health", .orNull(.oneOf(MonthBudgets.Health.allCases.map(\.rawValue)))),
                            Schema.always("shares", parts),
                        ]))),
                Schema.always(
                    "uncategorised", .object([Schema.always("spent", .signedAmount), Schema.always("shares", parts)])),
            ])
        ),
        (
            "DailyBudget",
            .object(
                [Schema.always("participantId", .uuid), Schema.always("date", .day)]
                    + ["income", "recurring", "spread", "expected", "saving", "variableBefore", "pool"].map {
                        Schema.always($0, .signedAmount)
                    } + [
                        Schema.always("daysLeft", .integer(1...31)),
                        Schema.always("available", .signedAmount, "The pool by the days left, rounded down."),
                        Schema.always("spentToday", .signedAmount), Schema.always("leftToday", .signedAmount),
                        Schema.always(
                            "burden",
                            .object(["individual", "shared", "total"].map { Schema.always($0, .signedAmount) })),
                        Schema.always(
                            "explain",
                            .object(
                                ["income", "recurring", "spread", "expected", "variable", "today"].map {
                                    Schema.always($0, lines)
                                }), "The lines of each sum to it."),
                    ])
        ),
        (
            "Alert",
            .object([
                Schema.always("kind", .oneOf(BudgetAlerts.Kind.allCases.map(\.rawValue))),
                Schema.always("title", .text()), Schema.maybe("date", .day), Schema.always("amount", .signedAmount),
                Schema.maybe("categoryId", .uuid), Schema.maybe("expenseId", .uuid), Schema.maybe("scheduleId", .uuid),
                Schema.maybe("occurrence", .integer(0...Int.max)),
            ])
        ),
        (
            "MonthReport",
            .object([
                Schema.always("month", .month), Schema.always("income", .signedAmount),
                Schema.always("spent", .signedAmount),
                Schema.always(
                    "byCategory",
                    .list(
                        .object([
                            Schema.always("categoryId", .orNull(.uuid), "null: in none."),
                            Schema.always("amount", .signedAmount), Schema.always("shares", parts),
                        ]))),
                Schema.always(
                    "byPerson",
                    .list(
                        .object([
                            Schema.always("participantId", .uuid), Schema.always("income", .signedAmount),
                            Schema.always("spent", .signedAmount),
                        ]))),
            ])
        ),
        (
            "Variance",
            .object([
                Schema.always(
                    "items",
                    .list(
                        .object(
                            [
                                Schema.always("expenseId", .uuid), Schema.always("title", .text()),
                                Schema.always("date", .day),
                            ] + deviation))),
                Schema.always(
                    "byCategory", .list(.object([Schema.always("categoryId", .orNull(.uuid))] + deviation))),
                Schema.always("byMonth", .list(.object([Schema.always("month", .month)] + deviation))),
                Schema.always("total", .signedAmount, "Of all variances."),
            ])
        ),
    ]
}
