import Cryptography
import GRDB
package import LedgerCore

extension Store {
    /// Every piece of a ledger in the order of arrival. A bounded number of bytes is in memory at a time.
    ///
    /// Throws what `body` throws, or a `StoreError`: `.damaged` when bytes were changed, moved or taken away.
    package func forEachPiece<Failure: Error>(
        of ledger: LedgerID, isolation: isolated (any Actor)? = #isolation, _ body: (Piece) throws(Failure) -> Void
    ) async throws {
        let opened = try await opened(ledger)
        var opening = PieceOpening(ledger: ledger, key: opened.key)
        var numbers = PieceNumbers.range(of: opened.number)
        while true {
            let chunk = try await chunk(of: numbers, ledger: opened.number)
            for row in chunk.rows { try body(opening.open(row, among: chunk.segments)) }
            guard let last = chunk.rows.last else { return try opening.finish(chunk.segments) }
            numbers = (last.number + 1)...numbers.upperBound
        }
    }

    /// The plaintext of one segment, from a piece's beginning on. Empty when it is not kept here.
    package func plaintext(
        of segment: SegmentID, in ledger: LedgerID, from start: Int = 0
    ) async throws(StoreError) -> [UInt8] {
        let opened = try await opened(ledger)
        let rows = try await read { try $0.pieces(of: segment, in: opened.number, from: start) }
        var plain: [UInt8] = []
        for row in rows {
            guard row.offset == start + plain.count else { throw .gap(in: segment) }
            plain += try SealedPiece.open(
                row.bytes, segment: segment, offset: row.offset, ledger: ledger, key: opened.key)
        }
        return plain
    }
}

/// Opens the pieces of a ledger one after the other, and sees that none is missing.
private struct PieceOpening {
    let ledger: LedgerID
    let key: SymmetricKey
    /// How far each segment has come.
    private var lengths: [Int64: Int] = [:]

    init(ledger: LedgerID, key: SymmetricKey) {
        self.ledger = ledger
        self.key = key
    }

    mutating func open(_ row: PieceRow, among segments: [Int64: KeptSegment]) throws(StoreError) -> Piece {
        guard let segment = segments[row.segment]?.id else { throw .damaged(detail: "a piece without a segment") }
        guard row.offset == lengths[row.segment, default: 0] else { throw .gap(in: segment) }
        let bytes = try SealedPiece.open(row.bytes, segment: segment, offset: row.offset, ledger: ledger, key: key)
        lengths[row.segment] = row.offset + bytes.count
        return Piece(segment: segment, offset: row.offset, bytes: bytes)
    }

    func finish(_ segments: [Int64: KeptSegment]) throws(StoreError) {
        for (number, segment) in segments where lengths[number, default: 0] != segment.length {
            throw .gap(in: segment.id)
        }
    }
}

extension StoreError {
    fileprivate static func gap(in segment: SegmentID) -> StoreError {
        .damaged(detail: "something is missing in a segment of \(segment.device)")
    }
}

// MARK: - Rows

private struct PieceRow: Sendable {
    let number: Int64
    let segment: Int64
    let offset: Int
    let bytes: [UInt8]
}

private struct KeptSegment: Sendable {
    let id: SegmentID
    let length: Int
}

/// Some pieces, and all segments as they were at that moment.
private struct PieceChunk: Sendable {
    /// Bytes after which a chunk ends.
    static let enough = 1 << 20
    var segments: [Int64: KeptSegment] = [:]
    var rows: [PieceRow] = []
}

extension Store {
    private func chunk(of numbers: ClosedRange<Int64>, ledger: Int64) async throws(StoreError) -> PieceChunk {
        try await read { database in
            var chunk = PieceChunk()
            let uncounted = try database.uncountedPieces(of: ledger)
            let segments = try Row.fetchCursor(
                database, sql: "SELECT number, device, instant, length FROM segments WHERE ledger = ?",
                arguments: [ledger])
            while let row = try segments.next() {
                let length = row[3] + uncounted[row[0]].length
                chunk.segments[row[0]] = KeptSegment(id: try row.segment(at: 1), length: length)
            }
            let pieces = try Row.fetchCursor(
                database,
                sql: "SELECT number, segment, offset, bytes FROM pieces WHERE number BETWEEN ? AND ? ORDER BY number",
                arguments: [numbers.lowerBound, numbers.upperBound])
            var size = 0
            while size < PieceChunk.enough, let row = try pieces.next() {
                let bytes = try row.bytes(at: 3)
                chunk.rows.append(PieceRow(number: row[0], segment: row[1], offset: row[2], bytes: bytes))
                size += bytes.count
            }
            return chunk
        }
    }
}

extension Database {
    /// Offset and sealed bytes, in order. A segment's pieces lie after its first one, among those of others.
    fileprivate func pieces(
        of segment: SegmentID, in ledger: Int64, from start: Int
    ) throws -> [(offset: Int, bytes: [UInt8])] {
        let sql = """
            SELECT pieces.offset, bytes
            FROM segments JOIN pieces ON pieces.number BETWEEN first_piece AND ? AND pieces.segment = segments.number
            WHERE ledger = ? AND device = ? AND instant = ? AND pieces.offset >= ?
            ORDER BY pieces.number
            """
        let arguments = [PieceNumbers.range(of: ledger).upperBound] + segment.key(in: ledger) + [start]
        let cursor = try Row.fetchCursor(self, sql: sql, arguments: arguments)
        var rows: [(offset: Int, bytes: [UInt8])] = []
        while let row = try cursor.next() { rows.append((row[0], try row.bytes(at: 1))) }
        return rows
    }
}

extension Row {
    func segment(at start: Int) throws -> SegmentID {
        SegmentID(device: try id(at: start), instant: instant(at: start + 1))
    }
}
