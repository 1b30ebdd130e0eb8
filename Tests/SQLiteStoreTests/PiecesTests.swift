import Accounts
import Cryptography
import LedgerCore
import SQLiteStore
import Testing

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

    func texts(_ store: Store, _ ledger: LedgerID = Fixture.ledger) async throws -> [String] {
        var texts: [String] = []
        try await store.forEachPiece(of: ledger) { texts.append(String(decoding: $0.bytes, as: UTF8.self)) }
        return texts
    }
}
