import FoundationEssentials
import JSON

/// The files that other implementations are tested with too.
enum Vectors {
    static func json(_ path: String) throws -> JSONValue {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "Vectors").appending(path: path)
        return try JSONValue(parsing: Array(Data(contentsOf: file)))
    }
}
