import Cryptography
import GRDB
package import LedgerCore

extension Store {
    /// Keeps events written here, all or none. Returns when they are on the disk.
    ///
    /// `.outOfStep` unless each continues its segment exactly where it ends.
    package func append(_ pieces: [OwnPiece]) async throws(StoreError) {
        var sealed: [(ledger: Int64, piece: SealedPiece)] = []
        for piece in pieces {
            let ledger = try await opened(piece.ledger)
            sealed.append((ledger.number, piece.sealed(with: ledger.key)))
        }
        // Several are of several callers: others write too.
        try await commits.write(mayBlock: sealed.count == 1) { [sealed] database in
            for (ledger, piece) in sealed { try database.append(piece, to: ledger) }
        }
    }

    /// Keeps what one pull brought, all or none.
    package func append(_ pulled: [PulledSegment], to ledger: LedgerID) async throws(StoreError) {
        let opened = try await opened(ledger)
        let sealed = pulled.map { pulled in
            let piece = SealedPiece(
                pulled.bytes, segment: pulled.segment, offset: pulled.offset, ledger: ledger, key: opened.key)
            return (piece, vault.arguments(of: pulled.file, of: pulled.segment))
        }
        try await commits.write { database in
            for (piece, file) in sealed { try database.append(piece, pulledFrom: file, to: opened.number) }
        }
    }
}

// MARK: - Writing

extension Database {
    /// An own piece: its segment grows, or begins. What a segment comes to is not written with each piece, which would cost a
    /// second page in every commit, but now and then.
    func append(_ piece: SealedPiece, to ledger: Int64) throws {
        let numbers = PieceNumbers.range(of: ledger)
        let growing = try direct(
            """
            SELECT number FROM segments WHERE ledger = ?1 AND device = ?2 AND instant = ?3 AND is_own AND ?4 = coalesce(
                (
                    SELECT offset + length(bytes) - ?5 FROM pieces
                    WHERE number BETWEEN (SELECT max(counted + 1, ?6) FROM ledgers WHERE number = ?1) AND ?7
                        AND segment = segments.number
                    ORDER BY number DESC LIMIT 1
                ),
                length)
            """,
            .integer(ledger), .bytes(piece.segment.device.bytes), .integer(piece.segment.instant.milliseconds),
            .integer(Int64(piece.offset)), .integer(Int64(Sealing.overhead)), .integer(numbers.lowerBound),
            .integer(numbers.upperBound))
        let segment = try growing ?? begin(piece, isOwn: true, [nil, nil], in: ledger)
        try insert(piece, segment, ledger)
        if lastInsertedRowID % Int64(PieceNumbers.betweenCounts) == 0 { try countPieces(of: ledger) }
    }

    /// What was pulled: the same, and what is known of the file; nothing to insert when only that changed.
    func append(_ piece: SealedPiece, pulledFrom file: StatementArguments, to ledger: Int64) throws {
        try countPieces(of: ledger)
        let growing = try cachedStatement(
            sql: """
                UPDATE segments SET suffix = ?, etag = ?
                WHERE ledger = ? AND device = ? AND instant = ? AND length = ? AND NOT is_own
                RETURNING number
                """)
        let known = try Int64.fetchOne(
            growing, arguments: file + piece.segment.key(in: ledger) + [piece.offset])
        let segment = try known ?? begin(piece, isOwn: false, file, in: ledger)
        if piece.length == 0 { return }
        try insert(piece, segment, ledger)
        try countPieces(of: ledger)
    }

    private func begin(
        _ piece: SealedPiece, isOwn: Bool, _ file: StatementArguments, in ledger: Int64
    ) throws -> Int64 {
        guard piece.offset == 0 else { throw StoreError.outOfStep }
        let beginning = try cachedStatement(
            sql: """
                INSERT INTO segments (
                    ledger, device, instant, is_own, length, pieces, suffix, etag,
                    pushed_length, pushed_pieces, first_piece)
                VALUES (
                    ?, ?, ?, ?, 0, 0, ?, ?,
                    0, 0, (SELECT coalesce(max(number), ?) + 1 FROM pieces WHERE number BETWEEN ? AND ?))
                ON CONFLICT DO NOTHING RETURNING number
                """)
        let arguments = piece.segment.key(in: ledger) + [isOwn] + file + PieceNumbers.arguments(of: ledger)
        guard let segment = try Int64.fetchOne(beginning, arguments: arguments) else { throw StoreError.outOfStep }
        return segment
    }

    private func insert(_ piece: SealedPiece, _ segment: Int64, _ ledger: Int64) throws {
        let numbers = PieceNumbers.range(of: ledger)
        try direct(
            """
            INSERT INTO pieces (number, segment, offset, bytes) VALUES (
                (SELECT coalesce(max(number), ?1) + 1 FROM pieces WHERE number BETWEEN ?1 AND ?2), ?3, ?4, ?5)
            """,
            .integer(numbers.lowerBound), .integer(numbers.upperBound), .integer(segment),
            .integer(Int64(piece.offset)), .bytes(piece.bytes.bytes))
    }
}

// MARK: - Rows

extension SegmentID {
    /// Values for `ledger = ? AND device = ? AND instant = ?`.
    func key(in ledger: Int64) -> StatementArguments {
        [ledger, device.blob, instant.milliseconds]
    }
}

enum PieceNumbers {
    /// A ledger's pieces are counted at least as often as that.
    static let betweenCounts = 64

    static func range(of ledger: Int64) -> ClosedRange<Int64> { ledger << 40...(ledger + 1) << 40 - 1 }

    /// Values for `(SELECT coalesce(max(number), ?) + 1 FROM pieces WHERE number BETWEEN ? AND ?)`: the next number.
    static func arguments(of ledger: Int64) -> StatementArguments {
        let range = range(of: ledger)
        return [range.lowerBound, range.lowerBound, range.upperBound]
    }
}
