import FolderFormat
import JSON
import LedgerCore
import Testing

@Suite struct EventCodingTests {
    @Test("another implementation's lines are read, and written again byte for byte", arguments: VectorFolder.all)
    func canonical(folder: VectorFolder) throws {
        var count = 0
        for path in try folder.segments() {
            let plaintext = try folder.plaintext(path)
            let contents = SegmentContents(decoding: plaintext, file: path)
            #expect(contents.problems.isEmpty)
            #expect(contents.wholeLinesLength == plaintext.count)
            #expect(contents.events.flatMap(EventEncoder.line) == plaintext)
            count += contents.events.count
        }
        #expect(try count == folder.expected()["events"]?.integer)
    }
}
