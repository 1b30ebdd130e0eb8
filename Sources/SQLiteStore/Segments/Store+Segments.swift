import GRDB
package import LedgerCore

extension Store {
    package func segments(of ledger: LedgerID) async throws(StoreError) -> [SegmentRecord] {
        let number = try await opened(ledger).number
        return try await read { [vault] database in
            let uncounted = try database.uncountedPieces(of: number)
            let sql = """
                SELECT device, instant, is_own, length, pushed_length, suffix, etag, number
                FROM segments WHERE ledger = ? ORDER BY device, instant
                """
            return try Row.fetchAll(database, sql: sql, arguments: [number]).map { row in
                let id = try row.segment(at: 0)
                return SegmentRecord(
                    id: id, isOwn: row[2], length: row[3] + uncounted[row[7]].length, pushedLength: row[4],
                    file: try vault.file(row, at: 5, of: id))
            }
        }
    }

    /// Events written here that are not known to be in the folder yet.
    package func pendingEvents(of ledger: LedgerID) async throws(StoreError) -> Int {
        let number = try await opened(ledger).number
        return try await read { database in
            let sql = """
                SELECT coalesce(sum(pieces - pushed_pieces), 0) FROM segments WHERE ledger = ? AND is_own
                """
            let counted = try Int.fetchOne(database, sql: sql, arguments: [number]) ?? 0
            return try database.uncountedPieces(of: number).sums.values.reduce(counted) { $0 + $1.pieces }
        }
    }

    /// That the folder holds the first `length` bytes of an own segment, in this file.
    package func markPushed(
        _ segment: SegmentID, of ledger: LedgerID, length: Int, file: SegmentFile
    ) async throws(StoreError) {
        let number = try await opened(ledger).number
        let file = vault.arguments(of: file, of: segment)
        try await commits.write { database in
            try database.countPieces(of: number)
            try database.execute(
                sql: """
                    UPDATE segments SET pushed_length = ?1, suffix = ?2, etag = ?3, pushed_pieces = CASE length
                        WHEN ?1 THEN pieces
                        ELSE (
                            SELECT count(*) FROM pieces
                            WHERE pieces.number BETWEEN first_piece AND ?4 AND segment = segments.number AND offset < ?1)
                        END
                    WHERE ledger = ?5 AND device = ?6 AND instant = ?7 AND is_own AND length >= ?1
                    """,
                arguments: [length] + file + [PieceNumbers.range(of: number).upperBound] + segment.key(in: number))
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }

    /// Shares a ledger through a folder, or through none any more. What was known about the old folder's files is
    /// forgotten: in the new one everything is still to be pushed.
    package func setFolder(_ folder: FolderPlace?, of ledger: LedgerID) async throws(StoreError) {
        let number = try await opened(ledger).number
        let mark = vault.mark(ledger).bytes
        let path = folder?.path.map { vault.seal($0, .folderPath(mark)) }
        let item = folder?.item.map { vault.seal($0, .folderItem(mark)) }
        try await commits.write { database in
            try database.execute(
                sql: "UPDATE ledgers SET folder_connection = ?, folder_path = ?, folder_item = ? WHERE number = ?",
                arguments: [folder?.connection.blob, path, item, number])
            guard database.changesCount == 1 else { throw StoreError.missing }
            try database.execute(
                sql:
                    "UPDATE segments SET pushed_length = 0, pushed_pieces = 0, suffix = NULL, etag = NULL WHERE ledger = ?",
                arguments: [number])
        }
    }
}

extension Vault.Place {
    static func etag(_ segment: SegmentID) -> Self {
        Self("segments.etag", segment.device.blob.bytes + Array("\(segment.instant.milliseconds)".utf8))
    }
}

extension Vault {
    /// Values for `suffix = ?, etag = ?`.
    func arguments(of file: SegmentFile, of segment: SegmentID) -> StatementArguments {
        [file.suffix, file.etag.map { seal($0, .etag(segment)) }]
    }

    func file(_ row: Row, at start: Int, of segment: SegmentID) throws -> SegmentFile? {
        guard let suffix = row[start] as String? else { return nil }
        let etag = try row.optionalBytes(at: start + 1).map { try openText($0, .etag(segment)) }
        return SegmentFile(suffix: suffix, etag: etag)
    }
}
