/// What is wrong with a file of the shared folder, and where. It is set aside and reported; the rest of the ledger stays
/// usable (`SC-ARC-ENC-2`).
package struct FormatProblem: Error, Hashable, Sendable {
    /// Stable; shown by the API and by `ledger verify`.
    package enum Code: String, Sendable {
        /// Shorter than an envelope, or its tag does not verify.
        case unreadableSegment = "unreadable-segment"
        /// The last line has no line end: it was cut, or is still being written.
        case truncatedLine = "truncated-line"
        /// The line is no JSON object, or not as strict as JSON must be here.
        case notJSON = "not-json"
        /// The event says a schema version that this program does not know.
        case newerEvent = "newer-event"
        case unknownKind = "unknown-kind"
        case missingField = "missing-field"
        case badField = "bad-field"
        /// An expense whose shares, payers or debts do not come to its amount: set aside, for nobody could say who owes what.
        case doesNotAddUp = "does-not-add-up"
        /// A file or folder that has no business where it is.
        case strayFile = "stray-file"
        /// A segment that is shorter than it was, or whose past changed: it never replaces what was read before.
        case rewrittenSegment = "rewritten-segment"
        /// A segment that was read before is not in the folder any more.
        case missingSegment = "missing-segment"
        /// An event stamped more than a day ahead of our clock; applied all the same.
        case earlyEvent = "early-event"
        /// Stands for those beyond what is listed.
        case moreProblems = "more-problems"
    }

    /// The path inside the ledger's folder.
    package var file: String
    /// Counted from 1; nil when the whole file is meant.
    package var line: Int?
    package var code: Code
    /// One sentence for a person.
    package var message: String
    /// How many problems this one stands for.
    package private(set) var count = 1

    package init(file: String, line: Int? = nil, code: Code, message: String) {
        self.file = file
        self.line = line
        self.code = code
        self.message = message
    }

    /// The last entry of a list that was cut: how many more there were.
    package init(file: String, more count: Int) {
        self.init(
            file: file, code: .moreProblems, message: "And \(grouped(count)) more problem\(count == 1 ? "" : "s").")
        self.count = count
    }
}

/// `12,345`
private func grouped(_ count: Int) -> String {
    var digits = Array(String(count))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return String(digits)
}

extension Sequence<FormatProblem> {
    /// The first `limit`, and one entry for the rest, under the file of the first that is not listed.
    package func cut(at limit: Int) -> [FormatProblem] {
        var listed: [FormatProblem] = []
        var more = 0
        var file: String?
        for problem in self {
            if listed.count < limit, problem.code != .moreProblems {
                listed.append(problem)
            } else {
                more += problem.count
                file = file ?? problem.file
            }
        }
        if let file { listed.append(FormatProblem(file: file, more: more)) }
        return listed
    }
}

extension FormatProblem: CustomStringConvertible {
    package var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(message)"
    }
}
