/// Why a file can not be imported at all. What is wrong with single rows is an `ImportIssue`.
package struct ImportRefusal: Error, Hashable, Sendable {
    package enum Code: String, Sendable {
        case empty = "file-empty"
        case tooLarge = "file-too-large"
        case tooMany = "file-has-too-many"
        case cellTooLong = "cell-too-long"
        case notText = "not-a-text-file"
        case spreadsheet = "spreadsheet-file"
        case malformedJSON = "file-malformed-json"
        case unknownFormat = "unknown-file-format"
        case wrongColumns = "columns-do-not-fit"
    }

    package let code: Code
    /// One sentence for a person.
    package let message: String
    /// Where in the file, counted from 1.
    package let line: Int?

    init(_ code: Code, _ message: String, line: Int? = nil) {
        self.code = code
        self.message = message
        self.line = line
    }
}
