import GRDB
import LedgerCore

/// In this module a row is SQLite's.
typealias Row = GRDB.Row

/// How the core's values stand in columns: ids as 16 bytes, instants as milliseconds.
extension ID {
    var blob: Blob { Blob(bytes) }
}

extension Row {
    func id<Tag>(at index: Int) throws -> ID<Tag> {
        let bytes = try bytes(at: index)
        guard let id = ID<Tag>(bytes: bytes) else { throw StoreError.damaged(detail: "an id of \(bytes.count) bytes") }
        return id
    }

    func optionalID<Tag>(at index: Int) throws -> ID<Tag>? {
        hasNull(atIndex: index) ? nil : try id(at: index)
    }

    func optionalBytes(at index: Int) throws -> [UInt8]? {
        hasNull(atIndex: index) ? nil : try bytes(at: index)
    }

    func instant(at index: Int) -> Instant { Instant(milliseconds: self[index]) }

    func optionalInstant(at index: Int) -> Instant? {
        (self[index] as Int64?).map { Instant(milliseconds: $0) }
    }
}
