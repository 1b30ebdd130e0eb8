import Cryptography
import LedgerCore
import SQLiteStore

/// Works out who goes on for a device and what is carried over, and keeps it. To be carried out while nobody else writes.
struct Succession: Sendable {
    let device: DeviceID
    /// What of its segments is in the folder.
    let kept: [Instant: LogSuccession.Kept]
    /// Segments into whose files no more may go.
    let spent: Set<Instant>
    /// Devices that have a log in the folder.
    let taken: Set<DeviceID>
    let ledger: LedgerID
    let store: Store
    let newID: @Sendable () -> UInt128

    func carryOut() async throws(StoreError) {
        let tail = try await store.tail(of: device, beyond: kept, in: ledger)
        // What was written since its file was looked at may go into that file: the log ends another time.
        guard tail.pieces.allSatisfy({ spent.contains($0.place.instant) }) else { return }
        let heir = try await heir(of: tail)
        let parked = tail.pieces.dropLast(heir.carried.count).map(\.place)
        let succession = LogSuccession(
            predecessor: device, successor: heir.name, kept: kept, parked: Set(parked),
            parking: DeviceID(bits: Self.version4(newID())))
        try await store.succeed(succession, carrying: tail, in: ledger)
    }

    /// Who goes on, and with what: the end of the log that no copy of this server has carried over yet.
    ///
    /// Copies that hold the same unpushed events have to come to the same name without knowing of each other, whatever each
    /// of them has seen of the folder: then only one of them can put these into its file, and the others find them there.
    /// So the name follows from the log and the first event that leaves it. Where a file of that name was pulled and says
    /// something else than ours, the way goes on from there, as if that log were ours and ended now; where it is a beginning of
    /// ours, we go on in it. With nothing to carry over each copy takes a name of its own.
    private func heir(of tail: LogTail) async throws(StoreError) -> (name: DeviceID, carried: ArraySlice<LogTail.Piece>)
    {
        let logs = Dictionary(grouping: try await store.segments(of: ledger), by: \.id.device)
        var name = device
        var rest = tail.pieces[...]
        while let first = rest.first {
            name = Self.name(after: name, with: first)
            guard let log = logs[name] else { return (name, rest) }
            let theirs = try await store.plaintext(
                of: SegmentID(device: name, instant: first.place.instant), in: ledger)
            let common = Self.common(rest, theirs)
            let isBeginning = common.length == theirs.count && common.pieces < rest.count
            if isBeginning, !log.contains(where: \.isOwn) { return (name, rest) }
            rest = rest.dropFirst(common.pieces)
        }
        repeat { name = DeviceID(bits: Self.version4(newID())) } while taken.contains(name) || logs[name] != nil
        return (name, rest)
    }

    /// How many of our pieces a file begins with.
    private static func common(_ ours: ArraySlice<LogTail.Piece>, _ theirs: [UInt8]) -> (pieces: Int, length: Int) {
        var common = (pieces: 0, length: 0)
        for piece in ours {
            guard theirs.dropFirst(common.length).starts(with: piece.bytes) else { break }
            common = (common.pieces + 1, common.length + piece.bytes.count)
        }
        return common
    }

    private static func name(after device: DeviceID, with piece: LogTail.Piece) -> DeviceID {
        let digest = SHA256.hash(Array("successor".utf8) + device.bytes + piece.bytes)
        return DeviceID(bits: version4(digest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }))
    }

    /// RFC 9562 §5.4.
    private static func version4(_ bits: UInt128) -> UInt128 {
        bits & ~(0xF << 76 | 0b11 << 62) | 4 << 76 | 0b10 << 62
    }
}

extension [UInt8] {
    /// The length of what both begin with, whole lines only.
    func commonLines(with other: [UInt8]) -> Int {
        prefix(Swift.zip(self, other).prefix { $0 == $1 }.count).wholeLinesLength
    }
}

extension ArraySlice<UInt8> {
    /// How many bytes its whole lines take.
    var wholeLinesLength: Int {
        lastIndex(of: UInt8(ascii: "\n")).map { $0 - startIndex + 1 } ?? 0
    }
}
