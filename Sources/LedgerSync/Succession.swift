import Cryptography
import FolderFormat
import LedgerCore
import SQLiteStore

/// Works out who goes on for a device and what is carried over, and keeps it. To be carried out while nobody else writes.
struct Succession: Sendable {
    let device: DeviceID
    /// What of its segments is in the folder.
    let kept: [Instant: LogSuccession.Kept]
    /// Devices that have a log in the folder.
    let taken: Set<DeviceID>
    let ledger: LedgerID
    let store: Store
    let newID: @Sendable () -> UInt128

    func carryOut() async throws(StoreError) {
        let tail = try await store.tail(of: device, beyond: kept, in: ledger)
        let events = tail.pieces.map { Self.event(in: $0.bytes) }
        let elsewhere = try await Self.known(Set(events.compactMap(\.self)), in: ledger, of: store)
        let parked = zip(tail.pieces, events).filter { $1.map(elsewhere.contains) ?? false }.map(\.0.place)
        let first = events.compactMap(\.self).first { !elsewhere.contains($0) }
        let succession = LogSuccession(
            predecessor: device,
            successor: successor(first, taken.union(try await store.segments(of: ledger).map(\.id.device))), kept: kept,
            parked: Set(parked), parking: DeviceID(bits: Self.version4(newID())))
        try await store.succeed(succession, carrying: tail, in: ledger)
    }

    /// Two copies of one server that hold the same unpushed events go on under the same name: then only one of them can put
    /// these into the folder, and the other finds them there. With nothing to carry over each takes a name of its own.
    private func successor(_ first: EventID?, _ taken: Set<DeviceID>) -> DeviceID {
        var name = device
        repeat {
            let bits = first.map { Self.bits(SHA256.hash(Array("successor".utf8) + name.bytes + $0.bytes)) }
            name = DeviceID(bits: Self.version4(bits ?? newID()))
        } while taken.contains(name)
        return name
    }

    /// Those that another log in the folder holds already: a copy of this server carried them over.
    static func known(
        _ events: Set<EventID>, in ledger: LedgerID, of store: Store
    ) async throws(StoreError) -> Set<EventID> {
        guard !events.isEmpty else { return [] }
        let foreign = Set(try await store.segments(of: ledger).filter { !$0.isOwn }.map(\.id))
        var known: Set<EventID> = []
        do {
            try await store.forEachPiece(of: ledger) { piece in
                guard foreign.contains(piece.segment) else { return }
                let contents = SegmentContents(decoding: piece.bytes, file: "")
                known.formUnion(contents.events.map(\.id).filter(events.contains))
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw .damaged(detail: "\(error)")
        }
        return known
    }

    private static func event(in line: [UInt8]) -> EventID? {
        SegmentContents(decoding: line, file: "").events.first?.id
    }

    private static func bits(_ digest: [UInt8]) -> UInt128 {
        digest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
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
