import Cryptography
import FolderFormat
import Seeded
import Testing

/// Damaged input of all kinds: nothing stops the reader, and nothing disappears without a word.
@Suite struct MutationTests {
    @Test(
        "however a segment is mangled, every line of it becomes an event or a problem",
        arguments: [1, 2, 3, 4] as [UInt64])
    func mangledText(seed: UInt64) throws {
        var random = SplitMix(seed)
        let path = try VectorFolder.all[0].segments()[0]
        let original = try VectorFolder.all[0].plaintext(path)
        let alphabet = Array("{}[]\",:\\u0-e.\n \0".utf8) + [0x80, 0xC3, 0xED, 0xF4, 0xFF]
        var events = 0
        for _ in 0..<300 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(alphabet.randomElement(using: &random)!, at: place)
                case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: bytes[place] = alphabet.randomElement(using: &random)!
                }
            }
            let contents = SegmentContents(decoding: bytes, file: path)
            let lines = bytes.count { $0 == 0x0A }
            let isCut = bytes.last != 0x0A
            #expect(contents.lineCount == lines)
            #expect(contents.events.count + contents.problems.count == lines + (isCut ? 1 : 0))
            #expect(contents.problems.contains { $0.code == .truncatedLine } == isCut)
            events += contents.events.count
        }
        #expect(events > 300)
    }

    @Test("what is read from a mangled segment is read the same after it was written again")
    func stable() throws {
        var random = SplitMix(9)
        let path = try VectorFolder.all[0].segments()[1]
        let original = try VectorFolder.all[0].plaintext(path)
        for _ in 0..<300 {
            var bytes = original
            for _ in 0..<30 {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = bytes.randomElement(using: &random)!
            }
            let events = SegmentContents(decoding: bytes, file: path).events
            let written = SegmentContents(decoding: events.flatMap(EventEncoder.line), file: path)
            #expect(written.events == events && written.problems.isEmpty)
        }
    }

    @Test("a sealed segment that was cut or changed anywhere never opens")
    func sealed() throws {
        let key = try VectorFolder.all[2].key()
        let path = try VectorFolder.all[2].segments()[0]
        let bytes = try VectorFolder.all[2].read(path)
        for length in 0..<bytes.count {
            #expect(throws: FormatProblem.self) { try Segment.open(Array(bytes[..<length]), key: key, file: path) }
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] &+= 1
            #expect(throws: FormatProblem.self) { try Segment.open(changed, key: key, file: path) }
        }
    }
}
