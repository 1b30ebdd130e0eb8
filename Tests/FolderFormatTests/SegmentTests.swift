import Cryptography
import FolderFormat
import Testing

/// A server that does not replace files at one stroke may leave the beginning of one.
@Suite("A file that was cut while it was written") struct SegmentTests {
    private let key = SymmetricKey.random()
    private let plain = Array("one\ntwo\nthree\n".utf8)

    @Test("is a beginning of what was sealed, wherever it was cut", arguments: 0..<42)
    func cut(_ length: Int) {
        let sealed = Array(Segment.seal(plain, key: key).prefix(length))
        for known in [plain, plain + plain] {
            let overlap = Segment.overlap(sealed, with: known, key: key)
            #expect(overlap.isCutShort && overlap.isHeld)
            #expect(overlap.length == max(length - 28, 0))
        }
    }

    @Test("is known to be a beginning of something else by its nonce, although what is left of it is ours as well")
    func heldByOthers() {
        for other in [plain + Array("four\n".utf8), Array("one\ntwo\nthird\n".utf8), Array("one\ntwo\n\n".utf8)] {
            let sealed = Segment.seal(other, key: key)
            for length in [12, 20, 28, 29, 35] {
                let overlap = Segment.overlap(Array(sealed.prefix(length)), with: plain, key: key)
                #expect(overlap.isCutShort && !overlap.isHeld)
            }
            // Without a whole nonce nothing is known.
            #expect(Segment.overlap(Array(sealed.prefix(11)), with: plain, key: key).isHeld)
        }
        #expect(Segment.overlap(Array(Segment.seal([], key: key).dropLast()), with: [], key: key).isHeld)
    }

    @Test("has a nonce that is another one each time, and is no sign of what is sealed to whoever has another key")
    func nonces() {
        let nonces = Set((0..<100).map { _ in Array(Segment.seal(plain, key: key).prefix(12)) })
        #expect(Set(nonces.map { $0.prefix(6) }).count == 100 && Set(nonces.map { $0.suffix(6) }).count == 100)
        for nonce in nonces {
            #expect(Segment.overlap(nonce, with: plain, key: key).isHeld)
            #expect(!Segment.overlap(nonce, with: plain, key: .random()).isHeld)
        }
    }

    @Test("is told from one that goes on, or differs, after so many bytes")
    func other() {
        let more = Segment.overlap(Array(Segment.seal(plain + plain, key: key).dropLast()), with: plain, key: key)
        #expect(more.length == 14 && !more.isCutShort)
        let sealed = Array(Segment.seal(plain, key: key).dropLast())
        let different = Segment.overlap(sealed, with: Array("one\ntoo\nthree\n".utf8), key: key)
        #expect(different.length == 5 && !different.isCutShort)
        let stranger = Segment.overlap(sealed, with: plain, key: .random())
        #expect(stranger.length < 14 && !stranger.isCutShort)
    }

    @Test("is told from one that is whole and has a broken seal")
    func harmed() {
        var sealed = Segment.seal(plain, key: key)
        sealed[sealed.count - 1] ^= 1
        let overlap = Segment.overlap(sealed, with: plain, key: key)
        #expect(overlap.length == 14 && !overlap.isCutShort)
    }
}
