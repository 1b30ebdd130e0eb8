package import Accounts
import Cryptography
import GRDB
package import LedgerCore
import Synchronization

/// A ledger's number in the tables, and its key.
struct OpenedLedger: Sendable {
    let number: Int64
    let key: SymmetricKey
}

extension Store {
    /// Those that can be opened; what happened to one must not hide the others. See `damagedLedgers`.
    package func ledgers() async throws(StoreError) -> [LedgerRecord] {
        try await rows().compactMap { try? $0.get() }
    }

    /// Those of which the id at least can be read.
    package func damagedLedgers() async throws(StoreError) -> [DamagedLedger] {
        try await rows().compactMap { row in
            if case .failure(let damaged) = row { damaged } else { nil }
        }
    }

    private func rows() async throws(StoreError) -> [Result<LedgerRecord, DamagedLedger>] {
        try await read { [vault] database in
            let sql = "SELECT \(Vault.ledgerSelection) FROM ledgers ORDER BY number"
            return try Row.fetchAll(database, sql: sql).compactMap { row in
                guard let id = try? vault.ledgerID(of: row) else { return nil }
                do {
                    return .success(try vault.ledger(row, id))
                } catch {
                    return .failure(DamagedLedger(row, id, detail: "\(error)"))
                }
            }
        }
    }

    /// Under which a ledger is kept here: tells nothing about it, and is never given twice. Known also when its key is not.
    package func number(of ledger: LedgerID) async throws(StoreError) -> Int64 {
        if let known = openedLedgers.withLock({ $0[ledger] }) { return known.number }
        return try await read { [vault] database in
            let sql = "SELECT number FROM ledgers WHERE mark = ?"
            guard let number = try Int64.fetchOne(database, sql: sql, arguments: [vault.mark(ledger)]) else {
                throw StoreError.missing
            }
            return number
        }
    }

    /// A ledger with its first members and, when it was made here, its first events: all of it or nothing.
    ///
    /// - Parameter replacing: the one of the same id, with everything in it, goes in the same commit.
    package func addLedger(
        _ record: LedgerRecord, members: [AccountID], pieces: [OwnPiece] = [], replacing: Bool = false
    ) async throws(StoreError) {
        let id = record.id
        let arguments = vault.arguments(of: record)
        let mark = vault.mark(id)
        let sealed = pieces.map { $0.sealed(with: record.key) }
        let opened = try await commits.write { database in
            if replacing { try database.execute(sql: "DELETE FROM ledgers WHERE mark = ?", arguments: [mark]) }
            let marks = [String](repeating: "?", count: 10).joined(separator: ", ")
            try database.execute(
                sql: "INSERT INTO ledgers (\(Vault.ledgerColumns)) VALUES (\(marks))", arguments: arguments)
            let number = database.lastInsertedRowID
            for member in members { try database.insert(member, memberOf: number, at: record.addedAt) }
            for piece in sealed { try database.append(piece, to: number) }
            return OpenedLedger(number: number, key: record.key)
        }
        openedLedgers.withLock { $0[id] = opened }
        if replacing { await commits.emptyLog() }
    }

    /// Keeps metadata, acknowledgement and archive of a record. For its folder there is `setFolder`.
    package func updateLedger(_ record: LedgerRecord) async throws(StoreError) {
        let number = try await opened(record.id).number
        let metadata = vault.seal(record.metadata, .metadata(vault.mark(record.id).bytes))
        try await commits.write { database in
            try database.execute(
                sql: "UPDATE ledgers SET metadata = ?, recovery_acknowledged = ?, archived_at = ? WHERE number = ?",
                arguments: [metadata, record.recoveryAcknowledged, record.archivedAt?.milliseconds, number])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }

    /// Everything of a ledger, its key first of all; SQLite overwrites what it frees, and the log is emptied.
    ///
    /// - Parameter last: the only member there may be; if there is another, nothing is removed, and the answer is `false`.
    @discardableResult
    package func removeLedger(_ ledger: LedgerID, of last: AccountID? = nil) async throws(StoreError) -> Bool {
        let number = try await number(of: ledger)
        let isGone = try await commits.write { database in
            if let last, try database.hasMembers(number, besides: last) { return false }
            try database.execute(sql: "DELETE FROM ledgers WHERE number = ?", arguments: [number])
            return true
        }
        guard isGone else { return false }
        openedLedgers.withLock { $0[ledger] = nil }
        await commits.emptyLog()
        return true
    }

    /// Number and key of a ledger, from memory when it was asked for before. A number is never given twice.
    func opened(_ ledger: LedgerID) async throws(StoreError) -> OpenedLedger {
        if let known = openedLedgers.withLock({ $0[ledger] }) { return known }
        let found = try await read { [vault] database in
            let sql = "SELECT number, key FROM ledgers WHERE mark = ?"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [vault.mark(ledger)]) else {
                throw StoreError.missing
            }
            return OpenedLedger(number: row[0], key: try vault.unwrap(try row.bytes(at: 1), of: ledger))
        }
        openedLedgers.withLock { $0[ledger] = found }
        return found
    }
}

// MARK: - Rows

extension Vault.Place {
    static func ledgerID(_ mark: [UInt8]) -> Self { Self("ledgers.sealed_id", mark) }
    static func metadata(_ mark: [UInt8]) -> Self { Self("ledgers.metadata", mark) }
    static func folderPath(_ mark: [UInt8]) -> Self { Self("ledgers.folder_path", mark) }
    static func folderItem(_ mark: [UInt8]) -> Self { Self("ledgers.folder_item", mark) }
}

extension Vault {
    static let ledgerColumns = """
        sealed_id, mark, key, metadata, folder_connection, folder_path, recovery_acknowledged, created_at, archived_at,
        folder_item
        """
    static let ledgerSelection = ledgerColumns

    func mark(_ ledger: LedgerID) -> Blob { mark(ledger.text, "ledgers.sealed_id") }

    func ledgerID(_ sealed: [UInt8], mark: [UInt8]) throws(StoreError) -> LedgerID {
        guard let id = LedgerID(try openText(sealed, .ledgerID(mark))) else {
            throw .damaged(detail: "a ledger without an id")
        }
        return id
    }

    func arguments(of record: LedgerRecord) -> StatementArguments {
        let mark = mark(record.id)
        return [
            seal(record.id.text, .ledgerID(mark.bytes)), mark, wrap(record.key, of: record.id),
            seal(record.metadata, .metadata(mark.bytes)), record.folder?.connection.blob,
            record.folder?.path.map { seal($0, .folderPath(mark.bytes)) }, record.recoveryAcknowledged,
            record.addedAt.milliseconds, record.archivedAt?.milliseconds,
            record.folder?.item.map { seal($0, .folderItem(mark.bytes)) },
        ]
    }

    func ledgerID(of row: Row) throws -> LedgerID { try ledgerID(try row.bytes(at: 0), mark: try row.bytes(at: 1)) }

    func ledger(_ row: Row, _ id: LedgerID) throws -> LedgerRecord {
        let mark = try row.bytes(at: 1)
        let path = try row.optionalBytes(at: 5).map { try openText($0, .folderPath(mark)) }
        let item = try row.optionalBytes(at: 9).map { try openText($0, .folderItem(mark)) }
        var folder: FolderPlace?
        if !row.hasNull(atIndex: 4), path != nil || item != nil {
            folder = FolderPlace(connection: try row.id(at: 4), path: path, item: item)
        }
        return LedgerRecord(
            id: id, metadata: try open(try row.bytes(at: 3), .metadata(mark)),
            key: try unwrap(try row.bytes(at: 2), of: id), folder: folder,
            recoveryAcknowledged: row[6], addedAt: row.instant(at: 7), archivedAt: row.optionalInstant(at: 8))
    }
}

extension DamagedLedger {
    init(_ row: Row, _ id: LedgerID, detail: String) {
        self.init(
            id: id, isShared: !row.hasNull(atIndex: 4), addedAt: row.instant(at: 7),
            archivedAt: row.optionalInstant(at: 8), detail: detail)
    }
}
