import JSON

/// Why a line is no event.
enum EventProblem: Error, Equatable {
    case notJSON(JSONError)
    case notAnObject
    case newerVersion(Int)
    case unknownKind(String)
    case missing(String)
    case bad(field: String, String)
    /// As `bad`, said in a whole sentence.
    case unfit(field: String, String)
    /// Parts that do not come to the whole; said in minor units.
    case doesNotAddUp(String)

    /// What the reader complains about while it reads `field`.
    init(_ error: JSONError, field: String) {
        self =
            switch error.reason {
            case .wrongKind: .bad(field: field, "is a JSON value of another kind")
            case .notAnInteger: .bad(field: field, "is not an integer")
            default: .notJSON(error)
            }
    }

    func located(in file: String, line: Int) -> FormatProblem {
        FormatProblem(file: file, line: line, code: code, message: message)
    }

    private var code: FormatProblem.Code {
        switch self {
        case .notJSON, .notAnObject: .notJSON
        case .newerVersion: .newerEvent
        case .unknownKind: .unknownKind
        case .missing: .missingField
        case .bad, .unfit: .badField
        case .doesNotAddUp: .doesNotAddUp
        }
    }

    private var message: String {
        switch self {
        case .notJSON(let error): "The line is not JSON: \(error.reason.rawValue)."
        case .notAnObject: "The line is not a JSON object."
        case .newerVersion(let version): "The event has schema version \(version), which a newer version wrote."
        case .unknownKind(let kind): "There is no kind of event named “\(kind.prefix(60))”."
        case .missing(let field): "The event lacks “\(field)”."
        case .bad(let field, let fault): "The event's “\(field)” \(fault)."
        case .unfit(_, let message), .doesNotAddUp(let message): message
        }
    }
}
