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
        let overlap = Segment.overlap(sealed, with: plain, key: key)
        #expect(overlap == Segment.Overlap(length: max(length - 28, 0), isCutShort: true))
        #expect(Segment.overlap(sealed, with: plain + plain, key: key) == overlap)
    }

    @Test("is told from one that goes on, or differs, after so many bytes")
    func other() {
        let more = Array(Segment.seal(plain + plain, key: key).dropLast())
        #expect(Segment.overlap(more, with: plain, key: key) == Segment.Overlap(length: 14, isCutShort: false))
        let sealed = Array(Segment.seal(plain, key: key).dropLast())
        let different = Array("one\ntoo\nthree\n".utf8)
        #expect(Segment.overlap(sealed, with: different, key: key) == Segment.Overlap(length: 5, isCutShort: false))
        let stranger = Segment.overlap(sealed, with: plain, key: .random())
        #expect(!stranger.isCutShort && stranger.length < 14)
    }
}
