import SharedFolders
import Testing

@Suite("An entry of a listing") struct FolderEntryTests {
    @Test("has a size that can be added up, whatever the service says", arguments: [Int.max, .min, -1])
    func sizes(_ said: Int) {
        let entry = FolderEntry(name: "a", kind: .file, etag: nil, size: said, modifiedAt: 0)
        let (sum, overflow) = entry.size.multipliedReportingOverflow(by: 1_000_000)
        #expect(!overflow && sum >= 0)
        #expect(FolderEntry(name: "a", kind: .file, etag: nil, size: 1 << 30, modifiedAt: 0).size == 1 << 30)
    }
}
