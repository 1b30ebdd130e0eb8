import Accounts
import Cryptography
import LedgerCore
import Testing

@testable import SQLiteStore

@Suite("Pieces of segments") struct PiecesTests {
    let directory = TemporaryDirectory()

    @Test("what was appended comes back in the order of arrival, also after a restart")
    func arrivalOrder() async throws {
        let store = try Fixture.open(directory)
        try await store.addLedger(Fixture.record(), members: [])
        let one = Fixture.segment(of: 1)
        let two = Fixture.segment(of: 2)
        try await store.append([Fixture.piece("a\n", at: 0, in: two), Fixture.piece("b\n", at: 0, in: one)])
        try await store.append([Fixture.piece("c\n", at: 2, in: two)])
        store.close()

        let again = try Fixture.open(directory)
        #expect(try await texts(again) == ["a\n", "b\n", "c\n"])
        #expect(try await again.plaintext(of: two, in: Fixture.ledger) == Array("a\nc\n".utf8))
        #expect(try await again.plaintext(of: two, in: Fixture.ledger, from: 2) == Array("c\n".utf8))
        let lengths = try await again.segments(of: Fixture.ledger).map(\.length)
        #expect(lengths == [2, 4])
    }

    @Test("a segment is as long as its pieces, however many of them were counted already")
    func counted() async throws {
        let store = try await storeWithLedger()
        let (one, two, foreign) = (Fixture.segment(of: 1), Fixture.segment(of: 2), Fixture.segment(of: 9))
        for number in 0..<PieceNumbers.betweenCounts {
            let segment = number % 3 == 0 ? two : one
            let offset = 2 * (number % 3 == 0 ? number / 3 : number - number / 3 - 1)
            try await store.append([Fixture.piece("x\n", at: offset, in: segment)])
            let records = try await store.segments(of: Fixture.ledger)
            #expect(records.map(\.length).reduce(0, +) == 2 * (number + 1))
            #expect(try await store.pendingEvents(of: Fixture.ledger) == number + 1)
        }
        try await markPushed(store, one, length: 4)
        #expect(try await store.pendingEvents(of: Fixture.ledger) == PieceNumbers.betweenCounts - 2)
        try await store.append([pull("theirs\n", at: 0, in: foreign, etag: nil)], to: Fixture.ledger)
        try await store.append([Fixture.piece("y\n", at: 44, in: two)])
        #expect(try await store.segments(of: Fixture.ledger).map(\.length) == [84, 46, 7])
        store.close()
        let again = try Fixture.open(directory)
        #expect(try await again.segments(of: Fixture.ledger).map(\.length) == [84, 46, 7])
        #expect(try await again.pendingEvents(of: Fixture.ledger) == PieceNumbers.betweenCounts - 1)
        #expect(try await texts(again).count == PieceNumbers.betweenCounts + 2)
    }

    @Test("a piece that does not continue its segment is refused, with everything that came with it")
    func outOfStep() async throws {
        let store = try Fixture.open(directory)
        try await store.addLedger(Fixture.record(), members: [])
        let segment = Fixture.segment(of: 1)
        try await store.append([Fixture.piece("a\n", at: 0, in: segment)])
        for offset in [0, 1, 3] {
            await #expect(throws: StoreError.outOfStep) {
                try await store.append([
                    Fixture.piece("b\n", at: 2, in: segment), Fixture.piece("c\n", at: offset, in: segment),
                ])
            }
        }
        #expect(try await texts(store) == ["a\n"])
    }

    @Test("what was pulled is kept verbatim, grows, and is nobody's to write here")
    func pulled() async throws {
        let store = try await storeWithLedger()
        let segment = Fixture.segment(of: 9)
        try await store.append([pull("one\n", at: 0, in: segment, etag: "1")], to: Fixture.ledger)
        try await store.append([pull("two\n", at: 4, in: segment, etag: nil)], to: Fixture.ledger)
        try await store.append([pull("", at: 8, in: segment, etag: "3")], to: Fixture.ledger)
        #expect(try await texts(store) == ["one\n", "two\n"])
        let record = try #require(try await store.segments(of: Fixture.ledger).first)
        #expect(record.id == segment)
        #expect(!record.isOwn)
        #expect(record.length == 8)
        #expect(record.file == SegmentFile(suffix: ".jsonl.enc", etag: "3"))
        #expect(try await store.pendingEvents(of: Fixture.ledger) == 0)
        await #expect(throws: StoreError.outOfStep) {
            try await store.append([Fixture.piece("mine\n", at: 8, in: segment)])
        }
        await #expect(throws: StoreError.missing) { try await markPushed(store, segment, length: 8) }
    }

    @Test("one pull of several segments is kept whole or not at all; an empty segment is known too")
    func pulledTogether() async throws {
        let store = try await storeWithLedger()
        try await store.append([Fixture.piece("mine\n", at: 0, in: Fixture.segment(of: 1))])
        for bad in [pull("x\n", at: 5, in: Fixture.segment(of: 2)), pull("x\n", at: 5, in: Fixture.segment(of: 1))] {
            await #expect(throws: StoreError.outOfStep) {
                try await store.append([pull("fine\n", at: 0, in: Fixture.segment(of: 3)), bad], to: Fixture.ledger)
            }
        }
        #expect(try await texts(store) == ["mine\n"])
        try await store.append([pull("", at: 0, in: Fixture.segment(of: 4))], to: Fixture.ledger)
        #expect(try await store.segments(of: Fixture.ledger).map(\.length) == [5, 0])
        #expect(try await store.plaintext(of: Fixture.segment(of: 4), in: Fixture.ledger) == [])
        #expect(try await store.plaintext(of: Fixture.segment(of: 5), in: Fixture.ledger) == [])
    }

    @Test("events count as pending until the folder is known to hold them, and again for another folder")
    func pending() async throws {
        let store = try await storeWithLedger()
        let closed = Fixture.segment(of: 1)
        let open = Fixture.segment(of: 1, 5)
        try await store.append([Fixture.piece("a\n", at: 0, in: closed), Fixture.piece("b\n", at: 2, in: closed)])
        try await store.append([pull("foreign\n", at: 0, in: Fixture.segment(of: 2))], to: Fixture.ledger)
        try await store.append([Fixture.piece("c\n", at: 0, in: open), Fixture.piece("d\n", at: 2, in: open)])
        #expect(try await store.pendingEvents(of: Fixture.ledger) == 4)
        try await markPushed(store, closed, length: 4)
        try await markPushed(store, open, length: 2)
        #expect(try await store.pendingEvents(of: Fixture.ledger) == 1)
        let records = try await store.segments(of: Fixture.ledger)
        #expect(records.map(\.pushedLength) == [4, 2, 0])
        #expect(records[0].file == SegmentFile(suffix: ".jsonl", etag: "pushed"))
        await #expect(throws: StoreError.missing) { try await markPushed(store, open, length: 5) }
        try await store.append([Fixture.piece("e\n", at: 4, in: open)])
        #expect(try await store.pendingEvents(of: Fixture.ledger) == 2)
        try await markPushed(store, open, length: 6)
        #expect(try await store.pendingEvents(of: Fixture.ledger) == 0)
        try await store.setFolder(nil, of: Fixture.ledger)
        #expect(try await store.pendingEvents(of: Fixture.ledger) == 5)
        #expect(try await store.segments(of: Fixture.ledger).allSatisfy { $0.file == nil && $0.pushedLength == 0 })
    }

    @Test("a ledger larger than a chunk is read whole and in order, beside another one")
    func chunks() async throws {
        let store = try await storeWithLedger()
        let other = LedgerID("other")!
        try await store.addLedger(Fixture.record(other), members: [])
        let line = String(repeating: "x", count: 200_000)
        var offsets = [0, 0]
        for number in 0..<20 {
            let (ledger, device) = (number % 3 == 0 ? other : Fixture.ledger, number % 2)
            if ledger == other { continue }
            let text = "\(number)\(line)\n"
            try await store.append([Fixture.piece(text, at: offsets[device], in: Fixture.segment(of: device))])
            offsets[device] += text.utf8.count
            try await store.append([
                Fixture.piece("o\n", at: 2 * (number - number / 3 - 1), in: Fixture.segment(of: 5), of: other)
            ])
        }
        let found = try await texts(store).map { Int($0.prefix { $0.isNumber }) }
        #expect(found == (0..<20).filter { $0 % 3 != 0 })
        #expect(try await texts(store, other) == Array(repeating: "o\n", count: 13))
        for device in 0...1 {
            let whole = try await store.plaintext(of: Fixture.segment(of: device), in: Fixture.ledger)
            #expect(whole.count == offsets[device])
        }
    }

    @Test("a body that throws ends the reading with its own error")
    func bodyThrows() async throws {
        struct Enough: Error {}
        let store = try await storeWithLedger()
        try await store.append([Fixture.piece("a\n", at: 0, in: Fixture.segment(of: 1))])
        await #expect(throws: Enough.self) { try await store.forEachPiece(of: Fixture.ledger) { _ in throw Enough() } }
    }

    private func storeWithLedger() async throws -> Store {
        let store = try Fixture.open(directory)
        try await store.addLedger(Fixture.record(), members: [])
        return store
    }

    private func pull(_ text: String, at offset: Int, in segment: SegmentID, etag: String? = "e") -> PulledSegment {
        PulledSegment(
            segment: segment, offset: offset, bytes: Array(text.utf8),
            file: SegmentFile(suffix: ".jsonl.enc", etag: etag))
    }

    private func markPushed(_ store: Store, _ segment: SegmentID, length: Int) async throws {
        let file = SegmentFile(suffix: ".jsonl", etag: "pushed")
        try await store.markPushed(segment, of: Fixture.ledger, length: length, file: file)
    }

    func texts(_ store: Store, _ ledger: LedgerID = Fixture.ledger) async throws -> [String] {
        var texts: [String] = []
        try await store.forEachPiece(of: ledger) { texts.append(String(decoding: $0.bytes, as: UTF8.self)) }
        return texts
    }
}
