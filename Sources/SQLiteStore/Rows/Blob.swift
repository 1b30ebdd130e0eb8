import FoundationEssentials
import GRDB

/// Bytes on their way into and out of SQLite. GRDB speaks Foundation's `Data`; this is the only place where we do.
struct Blob: Hashable, Sendable {
    var bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension Blob: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Blob? {
        Data.fromDatabaseValue(value).map { Blob([UInt8]($0)) }
    }
}

extension Row {
    /// The bytes of a column, copied once.
    func bytes(at index: Int) throws -> [UInt8] {
        try withUnsafeData(atIndex: index) { data in data.map { [UInt8]($0) } ?? [] }
    }
}
