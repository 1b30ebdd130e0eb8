import HTTPServer
import LedgerCore

/// What is planned and what recurs, what a month may cost and does. All of it needs a ledger of schema version 2.
extension Operations {
    static let budget = (plans.merging(recurring) { first, _ in first }).mapValues { operation in
        var operation = operation
        operation.problems.append(409)
        return operation
    }

    private static let date = Operation.Parameter(name: "date", schema: .day, about: "Today, if left out.")
    private static let participant = Operation.Parameter(
        name: "participant", schema: .uuid, about: "Me, if left out.")
    private static func months(_ name: String) -> Operation.Parameter {
        .init(name: name, schema: .month, about: "Included. The last twelve months, if left out.")
    }

    private static func days(_ name: String) -> Operation.Parameter {
        .init(name: name, schema: .day, about: "Included; of the actual date.")
    }

    private static let colour = Schema.maybe("colour", .orNull(.oneOf(Colour.allCases.map(\.rawValue))))
    private static let icon = Schema.maybe("icon", .orNull(.text(maximum: Limits.categoryIconLength)))
    private static let optionalPerson = Schema.maybe("participantId", .orNull(.uuid), "Me, if left out.")
    private static let optionalDate = Schema.maybe("date", .orNull(.day), "Today, if left out.")

    private static let category = Schema.object([
        Schema.always("name", .words(Limits.categoryNameLength)), icon, colour,
        Schema.maybe(
            "scope", .orNull(.oneOf(CategoryScope.allCases.map(\.rawValue))),
            "Never changes: of a category that is there or was, it can be left out."),
        Schema.maybe("participantId", .orNull(.uuid), "Whose it is, if it is individual: me, if left out."),
        Schemas.recordedAt,
    ])

    private static let plans: [String: Operation] = [
        "categories": .list("The categories of a ledger", of: "Category"),
        "createCategory": Operation("Make a category", takes: category, 201, .json(.named("Category"))),
        "putCategory": Operation(
            "Make a category under an id of the client's choice, or change it", takes: category, 200, or: 201,
            .json(.named("Category"))),
        "changeCategory": Operation(
            "Rename a category, or give it another icon or colour",
            takes: .object([
                Schema.maybe("name", .orNull(.words(Limits.categoryNameLength))), icon, colour, Schemas.recordedAt,
            ]), 200, .json(.named("Category"))),
        "deleteCategory": Operation("Delete a category; its expenses are in none then", 204, .nothing),
        "setBudget": Operation(
            "Say what a category may take in a month, from one on",
            takes: .object([
                Schema.maybe("from", .orNull(.month), "This month, if left out."),
                Schema.always("amount", .orNull(.amount), "null: no budget."), Schemas.recordedAt,
            ]), 200, .json(.named("Category"))),
        "budgets": Operation(
            "How the budgets of a month stand",
            query: [.init(name: "month", schema: .month, about: "This month, if left out."), date],
            200, .json(.named("MonthBudgets"))),
        "dailyBudget": Operation(
            "What somebody can spend on a day, and why", query: [participant, date], 200,
            .json(.named("DailyBudget"))),
        "alerts": Operation(
            "What somebody should know today: budgets, and what is to be paid", query: [participant, date], 200,
            .json(.object([Schema.always("items", .list(.named("Alert")))]))),
        "variance": Operation(
            "How far off estimates were", query: [days("from"), days("to")], 200, .json(.named("Variance"))),
        "monthReport": Operation(
            "What came in and what went out, month by month", query: [months("from"), months("to"), date], 200,
            .json(.object([Schema.always("items", .list(.named("MonthReport")))]))),
        "burdenRatio": Operation(
            "Who bears how much of what is shared, from when on", query: [date], 200, .json(.named("BurdenRatio"))),
        "setBurdenRatio": Operation(
            "Say who bears how much of what is shared, from a day on",
            takes: .object([
                Schema.maybe("from", .orNull(.day), "Today, if left out."),
                Schema.always("weights", .orNull(Schemas.ratioWeights), "null: nobody says."), Schemas.recordedAt,
            ]), 200, .json(.named("BurdenRatio"))),
        "savingGoals": Operation("What people want to save a month, from when on", 200, .json(.named("SavingGoals"))),
        "setSavingGoal": Operation(
            "Say what somebody wants to save a month, from one on",
            takes: .object([
                optionalPerson, Schema.maybe("from", .orNull(.month), "This month, if left out."),
                Schema.always("amount", .amount), Schemas.recordedAt,
            ]), 200, .json(.named("SavingGoals"))),
        "reconcileExpense": Operation(
            "Say what something expected came to",
            takes: .object([
                Schema.always("amount", .amount, "Zero: it never came."), optionalDate,
                Schema.maybe("payerId", .orNull(.uuid)), Schemas.recordedAt,
            ]), 200, .json(.named("Expense"))),
    ]

    private static let recurring: [String: Operation] = [
        "schedules": .list("The expenses that recur", of: "Schedule", query: [date]),
        "createSchedule": Operation(
            "Record an expense that recurs", takes: .named("ScheduleInput"), 201, .json(.named("Schedule"))),
        "schedule": Operation("An expense that recurs", query: [date], 200, .json(.named("Schedule"))),
        "putSchedule": Operation(
            "Record what recurs under an id of the client's choice, or replace it",
            query: [
                .init(
                    name: "from", schema: .integer(0...Int(UInt32.max)),
                    about: "This occurrence and all later ones: a new schedule (201), and the old one ends before."),
                revive,
            ], takes: .named("ScheduleInput"), 200, or: 201, .json(.named("Schedule"))),
        "endSchedule": Operation(
            "End what recurs, as of today: what has come stays",
            query: [.init(name: "occurrences", schema: .oneOf(["all"]), about: "Remove what has come as well.")],
            takes: .object([Schemas.recordedAt]), isInputOptional: true, 204, .nothing),
        "occurrences": .list(
            "The single times that it comes", of: "Occurrence",
            query: [.init(name: "until", schema: .day, about: "A year from today, if left out."), date]),
        "changeOccurrence": Operation(
            "Say what is different about one occurrence, or skip it", takes: .named("OccurrenceInput"), 200,
            .json(.named("Occurrence"))),
        "restoreOccurrence": Operation("Make an occurrence as its schedule says", 204, .nothing),
        "incomes": .list("What comes in", of: "Income"),
        "recordIncome": Operation("Record an income", takes: .named("IncomeInput"), 201, .json(.named("Income"))),
        "putIncome": Operation(
            "Record an income under an id of the client's choice, or replace it", query: [revive],
            takes: .named("IncomeInput"), 200, or: 201, .json(.named("Income"))),
        "deleteIncome": Operation(
            "Delete an income", takes: .object([Schemas.recordedAt]), isInputOptional: true, 204, .nothing),
        "transfers": .list("Money that was moved from or to another ledger", of: "Transfer"),
        "recordTransfer": Operation(
            "Move money of mine to another ledger", takes: .named("TransferInput"), 201, .json(.named("Transfer")),
            problems: [503]),
        "putTransfer": Operation(
            "Move money under an id of the client's choice; repeating finishes what was broken off",
            takes: .named("TransferInput"), 200, or: 201, .json(.named("Transfer")), problems: [503]),
        "deleteTransfer": Operation("Take a transfer back, in both ledgers", 204, .nothing),
    ]
}
