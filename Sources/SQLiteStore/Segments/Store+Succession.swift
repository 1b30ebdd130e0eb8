import Cryptography
import GRDB
package import LedgerCore

extension Store {
    /// Under which devices this server's devices write in a ledger besides their own, oldest first.
    package func successors(in ledger: LedgerID) async throws(StoreError) -> [DeviceID: [DeviceID]] {
        let number = try await opened(ledger).number
        return try await read { database in
            let sql = "SELECT device, successor FROM successors WHERE ledger = ? ORDER BY device, generation"
            var successors: [DeviceID: [DeviceID]] = [:]
            for row in try Row.fetchAll(database, sql: sql, arguments: [number]) {
                successors[try row.id(at: 0), default: []].append(try row.id(at: 1))
            }
            return successors
        }
    }

    /// The pieces of a device's own log that lie beyond what is `kept` of its segments.
    package func tail(
        of device: DeviceID, beyond kept: [Instant: LogSuccession.Kept], in ledger: LedgerID
    ) async throws(StoreError) -> LogTail {
        try await pieces(of: device, isOwn: true, beyond: kept, in: ledger)
    }

    private func pieces(
        of device: DeviceID, isOwn: Bool, beyond kept: [Instant: LogSuccession.Kept] = [:], in ledger: LedgerID
    ) async throws(StoreError) -> LogTail {
        let opened = try await opened(ledger)
        let rows = try await read { try $0.pieces(of: device, isOwn: isOwn, in: opened.number) }
        var pieces: [LogTail.Piece] = []
        for row in rows where row.place.offset >= kept[row.place.instant]?.length ?? 0 {
            let segment = SegmentID(device: device, instant: row.place.instant)
            let bytes = try SealedPiece.open(
                row.bytes, segment: segment, offset: row.place.offset, ledger: ledger, key: opened.key)
            pieces.append(LogTail.Piece(place: row.place, bytes: bytes, number: row.number))
        }
        return LogTail(pieces: pieces)
    }

    /// Carries out a succession, all of it or nothing. `tail` is what lies beyond `kept`: every piece keeps its place in
    /// the order of arrival. Nothing else may write to the ledger's logs meanwhile.
    ///
    /// What was pulled of the successor's log, which a copy of this server began, is parked: it is a beginning of what is
    /// carried over, and the log is one of ours from now on.
    package func succeed(
        _ succession: LogSuccession, carrying tail: LogTail, in ledger: LedgerID
    ) async throws(StoreError) {
        let opened = try await opened(ledger)
        let pulled = try await pieces(of: succession.successor, isOwn: false, in: ledger)
        let moves = Moves(succession, tail, pulled, ledger, opened.key).all
        try await commits.write { database in
            try database.countPieces(of: opened.number)
            try database.endLog(succession, in: opened.number)
            try database.carryOut(moves, in: opened.number)
            try database.insert(succession, in: opened.number)
        }
    }
}

/// A piece's way into another segment: sealed anew, because the place is bound to its seal.
private struct Move: Sendable {
    let number: Int64
    let isOwn: Bool
    let piece: SealedPiece
}

/// Where every piece goes that does not stay.
private struct Moves {
    private let ledger: LedgerID
    private let key: SymmetricKey
    private var lengths: [SegmentID: Int] = [:]
    private(set) var all: [Move] = []

    init(_ succession: LogSuccession, _ tail: LogTail, _ pulled: LogTail, _ ledger: LedgerID, _ key: SymmetricKey) {
        self.ledger = ledger
        self.key = key
        let parked = tail.pieces.filter { succession.parked.contains($0.place) } + pulled.pieces
        for piece in parked.sorted(by: { $0.number < $1.number }) {
            add(piece, to: SegmentID(device: succession.parking, instant: piece.place.instant), isOwn: false)
        }
        carryOver(tail.pieces.filter { !succession.parked.contains($0.place) }, to: succession.successor)
    }

    /// What goes on does so in one segment, as far as it fits: its file is then created with all of it or not at all. In
    /// several, a copy of this server that saw the first would carry over what is in the second once more.
    private mutating func carryOver(_ pieces: [LogTail.Piece], to device: DeviceID) {
        guard var open = pieces.first?.place.instant else { return }
        for piece in pieces {
            let length = lengths[SegmentID(device: device, instant: open), default: 0]
            if length + piece.bytes.count > LogSuccession.segmentBytes { open = piece.place.instant }
            add(piece, to: SegmentID(device: device, instant: open), isOwn: true)
        }
    }

    private mutating func add(_ piece: LogTail.Piece, to segment: SegmentID, isOwn: Bool) {
        let offset = lengths[segment, default: 0]
        lengths[segment] = offset + piece.bytes.count
        let sealed = SealedPiece(piece.bytes, segment: segment, offset: offset, ledger: ledger, key: key)
        all.append(Move(number: piece.number, isOwn: isOwn, piece: sealed))
    }
}

private struct LogPieceRow: Sendable {
    let number: Int64
    let place: LogTail.Place
    let bytes: [UInt8]
}

extension Database {
    fileprivate func pieces(of device: DeviceID, isOwn: Bool, in ledger: Int64) throws -> [LogPieceRow] {
        let sql = """
            SELECT pieces.number, instant, pieces.offset, bytes
            FROM segments JOIN pieces ON pieces.number BETWEEN first_piece AND ? AND pieces.segment = segments.number
            WHERE ledger = ? AND device = ? AND is_own = ?
            ORDER BY pieces.number
            """
        let arguments: StatementArguments = [PieceNumbers.range(of: ledger).upperBound, ledger, device.blob, isOwn]
        return try Row.fetchAll(self, sql: sql, arguments: arguments).map { row in
            let place = LogTail.Place(instant: row.instant(at: 1), offset: row[2])
            return LogPieceRow(number: row[0], place: place, bytes: try row.bytes(at: 3))
        }
    }

    /// What is kept of the log becomes history like another home's: its files are looked at again.
    fileprivate func endLog(_ succession: LogSuccession, in ledger: Int64) throws {
        let device = succession.predecessor.blob
        for (instant, kept) in succession.kept {
            try execute(
                sql: """
                    UPDATE segments SET is_own = 0, pushed_length = 0, pushed_pieces = 0, etag = NULL, suffix = ?1,
                        length = ?2, pieces = (
                            SELECT count(*) FROM pieces
                            WHERE pieces.number BETWEEN first_piece AND ?3 AND segment = segments.number AND offset < ?2)
                    WHERE ledger = ?4 AND device = ?5 AND instant = ?6 AND is_own AND length >= ?2
                    """,
                arguments: [
                    kept.suffix, kept.length, PieceNumbers.range(of: ledger).upperBound, ledger, device,
                    instant.milliseconds,
                ])
            guard changesCount == 1 else { throw StoreError.outOfStep }
        }
        // Nothing of these is in the folder, or they were pulled. Their pieces go into other segments, by number.
        try execute(
            sql: "DELETE FROM segments WHERE ledger = ?1 AND (device = ?2 AND is_own OR device = ?3 AND NOT is_own)",
            arguments: [ledger, device, succession.successor.blob])
    }

    fileprivate func carryOut(_ moves: [Move], in ledger: Int64) throws {
        for move in moves {
            let piece = move.piece
            let segment = try segment(for: move, in: ledger)
            try execute(
                sql: "UPDATE pieces SET segment = ?, offset = ?, bytes = ? WHERE number = ?",
                arguments: [segment, piece.offset, piece.bytes, move.number])
            guard changesCount == 1 else { throw StoreError.outOfStep }
        }
    }

    /// Makes room for a piece in its new segment.
    private func segment(for move: Move, in ledger: Int64) throws -> Int64 {
        let key = move.piece.segment.key(in: ledger)
        if move.piece.offset > 0 {
            let growing = """
                UPDATE segments SET length = length + ?, pieces = pieces + 1
                WHERE ledger = ? AND device = ? AND instant = ? AND length = ? RETURNING number
                """
            let arguments = [move.piece.length] + key + [move.piece.offset]
            guard let number = try Int64.fetchOne(self, sql: growing, arguments: arguments) else {
                throw StoreError.outOfStep
            }
            return number
        }
        try execute(
            sql: """
                INSERT INTO segments (
                    ledger, device, instant, is_own, length, pieces, pushed_length, pushed_pieces, first_piece)
                VALUES (?, ?, ?, ?, ?, 1, 0, 0, ?)
                """,
            arguments: key + [move.isOwn, move.piece.length, move.number])
        return lastInsertedRowID
    }

    fileprivate func insert(_ succession: LogSuccession, in ledger: Int64) throws {
        let known = "SELECT device, generation FROM successors WHERE ledger = ? AND successor = ?"
        let row = try Row.fetchOne(self, sql: known, arguments: [ledger, succession.predecessor.blob])
        let device = try row.map { try $0.id(at: 0) as DeviceID } ?? succession.predecessor
        let generation: Int = row.map { $0[1] + 1 } ?? 1
        try execute(
            sql: "INSERT INTO successors (ledger, device, generation, successor) VALUES (?, ?, ?, ?)",
            arguments: [ledger, device.blob, generation, succession.successor.blob])
    }
}
