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
        /// A file or folder that has no business where it is.
        case strayFile = "stray-file"
        /// A segment that is shorter than it was, or whose past changed: it never replaces what was read before.
        case rewrittenSegment = "rewritten-segment"
        /// A segment that was read before is not in the folder any more.
        case missingSegment = "missing-segment"
        /// The log of one of our own devices holds what this server did not write: a copy of it runs elsewhere.
        case divergedLog = "diverged-log"
        /// An event stamped more than a day ahead of our clock; applied all the same.
        case earlyEvent = "early-event"
    }

    /// The path inside the ledger's folder.
    package var file: String
    /// Counted from 1; nil when the whole file is meant.
    package var line: Int?
    package var code: Code
    /// One sentence for a person.
    package var message: String

    package init(file: String, line: Int? = nil, code: Code, message: String) {
        self.file = file
        self.line = line
        self.code = code
        self.message = message
    }
}

extension FormatProblem: CustomStringConvertible {
    package var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(message)"
    }
}
