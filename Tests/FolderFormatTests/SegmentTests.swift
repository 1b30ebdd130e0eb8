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
            #expect(overlap.isCutShort)
            #expect(overlap.length == max(length - 28, 0))
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
