import HTTPServer
import JSON

/// What the description says about one route beyond what the route table says.
struct Operation: Sendable {
    struct Parameter: Sendable {
        let name: String
        let schema: Schema
        let about: String
        var isRepeatable = false
        var isRequired = false
    }

    /// What a request succeeds with.
    enum Result: Sendable {
        case nothing
        case json(Schema)
        case other(contentType: String)
        /// One of several, as was asked for.
        case file(contentTypes: [String])
    }

    let summary: String
    var query: [Parameter] = []
    var input: Schema?
    /// The media type of the body.
    var inputType = "application/json"
    /// Whether the body can be left out.
    var isInputOptional = false
    let status: Status
    /// Another status of success, with the same result: what a repetition answers, or a creation.
    var otherStatus: Status?
    let result: Result
    /// Statuses of problems that this operation alone can have; those of every operation of its kind are added.
    var problems: [UInt16] = []

    init(
        _ summary: String, query: [Parameter] = [], takes input: Schema? = nil, isInputOptional: Bool = false,
        _ status: Status, or otherStatus: Status? = nil, _ result: Result, problems: [UInt16] = []
    ) {
        self.summary = summary
        self.query = query
        self.input = input
        self.isInputOptional = isInputOptional
        self.status = status
        self.otherStatus = otherStatus
        self.result = result
        self.problems = problems
    }

    /// A list of something, in pages.
    static func list(_ summary: String, of schema: String, query: [Parameter] = []) -> Operation {
        let items = Schema.object([
            Schema.always("items", .list(.named(schema))),
            Schema.always("next", .orNull(.text()), "The cursor of the next page, if there is one."),
        ])
        return Operation(summary, query: query + Parameter.paging, 200, .json(items))
    }
}

extension Operation.Parameter {
    static let paging = [
        Self(name: "limit", schema: .integer(1...Page.greatestLimit), about: "How many items at most (100)."),
        Self(name: "cursor", schema: .text(), about: "The `next` of the page before."),
    ]

    static let expenseFilter = [
        Self(name: "participant", schema: .uuid, about: "Only expenses this person paid or shares (SC-FR-HIS-3)."),
        Self(
            name: "label", schema: .uuid, about: "Only expenses with any of these labels (SC-FR-HIS-4).",
            isRepeatable: true),
        Self(name: "from", schema: .day, about: "Not before this execution date (SC-FR-HIS-5)."),
        Self(name: "to", schema: .day, about: "Not after this execution date."),
        Self(
            name: "category", schema: .either([.uuid, .oneOf(["none"])]),
            about: "Only expenses in this category, or in none."),
        Self(name: "q", schema: .text(), about: "Only expenses whose title or note contains this, ignoring case."),
    ]
}
