import Cryptography
import GRDB

/// The latest pieces of a ledger, which `length` and `pieces` of its segments do not count yet: a few dozen at most, all of
/// own segments.
struct UncountedPieces: Sendable {
    struct Sum: Sendable {
        /// Of plaintext.
        let length: Int
        let pieces: Int
    }

    /// By the segment's number.
    let sums: [Int64: Sum]
    let last: Int64?

    subscript(segment: Int64) -> Sum { sums[segment] ?? Sum(length: 0, pieces: 0) }
}

extension Database {
    func uncountedPieces(of ledger: Int64) throws -> UncountedPieces {
        let numbers = PieceNumbers.range(of: ledger)
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT segment, sum(length(bytes) - ?), count(*), max(number) FROM pieces
                    WHERE number BETWEEN (SELECT max(counted + 1, ?) FROM ledgers WHERE number = ?) AND ?
                    GROUP BY segment
                    """),
            arguments: [Sealing.overhead, numbers.lowerBound, ledger, numbers.upperBound])
        let sums = rows.map { ($0[0] as Int64, UncountedPieces.Sum(length: $0[1], pieces: $0[2])) }
        return UncountedPieces(
            sums: Dictionary(uniqueKeysWithValues: sums), last: rows.map { $0[3] }.max())
    }

    /// Of all ledgers: what lies on the disk while nobody serves it is counted, and nothing can be taken away unnoticed.
    func countPieces() throws {
        for ledger in try Int64.fetchAll(self, sql: "SELECT number FROM ledgers") { try countPieces(of: ledger) }
    }

    /// Before anything is asked of `length` or `pieces` in a statement of its own.
    func countPieces(of ledger: Int64) throws {
        let uncounted = try uncountedPieces(of: ledger)
        guard let last = uncounted.last else { return }
        for (segment, sum) in uncounted.sums {
            try cachedStatement(sql: "UPDATE segments SET length = length + ?, pieces = pieces + ? WHERE number = ?")
                .execute(arguments: [sum.length, sum.pieces, segment])
        }
        try cachedStatement(sql: "UPDATE ledgers SET counted = ? WHERE number = ?").execute(arguments: [last, ledger])
    }
}
