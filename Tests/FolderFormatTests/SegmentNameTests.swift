import FolderFormat
import LedgerCore
import Testing

@Suite struct SegmentNameTests {
    private func name(_ text: String) -> SegmentName? { SegmentName(text) }

    @Test("a name is read and written alike, with both suffixes")
    func roundTrip() throws {
        for text in [
            "20260514T120311123.jsonl", "20260514T120311123.jsonl.enc", "00010101T000000000.jsonl",
            "99991231T235959999.jsonl",
        ] {
            #expect(try #require(name(text)).description == text)
        }
        #expect(name("20260514T120311123.jsonl")?.opened == Instant("2026-05-14T12:03:11.123Z"))
        for folder in VectorFolder.all {
            for path in try folder.segments() { #expect(SegmentPath(path)?.description == path) }
        }
    }

    @Test(
        "a name that is not an instant and a suffix of ours is no segment's",
        arguments: [
            "", ".jsonl", "20260514T120311123", "20260514T120311123.json", "20260514T120311123.jsonl.gz",
            "20260514T120311123.JSONL", "20260514t120311123.jsonl", "20260514T12031112.jsonl",
            "20260514T1203111234.jsonl", "20260230T120311123.jsonl", "20250229T120311123.jsonl",
            "20261301T120311123.jsonl", "20260514T240000000.jsonl", "20260514T126011123.jsonl",
            "20260514T120360123.jsonl", "00000101T000000000.jsonl", " 20260514T120311123.jsonl",
            "20260514T120311123 (1).jsonl", "20260514T120311123-LAPTOP.jsonl", "2026-514T120311123.jsonl",
            "+0260514T120311123.jsonl", "２0260514T120311123.jsonl", "20260514T120311123.jsonl ",
            "20260514T120311123.jsonl\0", "20260514T120311123.jsonl.enc.enc", "../20260514T120311123.jsonl",
            "20260514 120311123.jsonl", "20260514Té20311123.jsonl",
        ])
    func strays(text: String) {
        #expect(name(text) == nil)
    }

    @Test("names sort as their instants do")
    func order() {
        let sorted = [
            "20251231T235959999.jsonl", "20260101T000000000.jsonl", "20260101T000000000.jsonl.enc",
            "20260101T000000001.jsonl",
        ].compactMap(name)
        #expect(sorted.count == 4 && sorted.shuffled().sorted() == sorted)
        #expect(sorted.map(\.description).sorted() == sorted.map(\.description))
    }

    @Test("SC-ARC-LOG-4: the next name is now, or later than the latest when the clock went back")
    func next() {
        let now = Instant("2026-05-14T12:03:11.123Z")!
        func next(after latest: String?) -> String? {
            SegmentName.next(after: latest.flatMap(name), now: now, suffix: .jsonl)?.description
        }
        #expect(next(after: nil) == "20260514T120311123.jsonl")
        #expect(next(after: "20260514T120311122.jsonl") == "20260514T120311123.jsonl")
        #expect(next(after: "20260514T120311123.jsonl") == "20260514T120311124.jsonl")
        #expect(next(after: "20261231T235959999.jsonl.enc") == "20270101T000000000.jsonl")
        #expect(next(after: "99991231T235959999.jsonl") == nil)
        #expect(SegmentName.next(after: nil, now: Instant.latest.advanced(byMilliseconds: 1), suffix: .jsonl) == nil)
    }

    @Test("a folder's own suffix is written, .jsonl in a folder without segments")
    func suffix() {
        #expect(SegmentName.suffix(inUse: []) == .jsonl)
        #expect(SegmentName.suffix(inUse: ["20260101T000000000.jsonl.enc"].compactMap(name)) == .jsonlEnc)
        let mixed = ["20260101T000000000.jsonl", "20260102T000000000.jsonl.enc"].compactMap(name)
        #expect(SegmentName.suffix(inUse: mixed) == .jsonlEnc)
        #expect(SegmentName.suffix(inUse: mixed.reversed()) == .jsonlEnc)
    }

    @Test(
        "a path that is not exactly events/<device>/<segment> is none",
        arguments: [
            "", "ledger.json", "events", "events/", "events/6ec9d286-63ca-428d-85f4-b3b2e4b06ce6",
            "/events/6ec9d286-63ca-428d-85f4-b3b2e4b06ce6/20260103T090006035.jsonl",
            "events//20260103T090006035.jsonl", "events/../20260103T090006035.jsonl",
            "Events/6ec9d286-63ca-428d-85f4-b3b2e4b06ce6/20260103T090006035.jsonl",
            "events/6EC9D286-63CA-428D-85F4-B3B2E4B06CE6/20260103T090006035.jsonl",
            "events/6ec9d286-63ca-428d-85f4-b3b2e4b06ce6/x/20260103T090006035.jsonl",
            "events/6ec9d286-63ca-428d-85f4-b3b2e4b06ce6/20260103T090006035.jsonl/",
            "events/6ec9d286-63ca-428d-85f4-b3b2e4b06ce6/../../ledger.json",
            "events\\6ec9d286-63ca-428d-85f4-b3b2e4b06ce6\\20260103T090006035.jsonl",
        ])
    func paths(text: String) {
        #expect(SegmentPath(text) == nil)
    }

    @Test(
        "SC-ARC-LOG-5: a segment is full when the next line would take it past 1,048,576 bytes; an empty one never is")
    func rotation() {
        #expect(!SegmentRotation.isFull(length: 1_048_475, nextLine: 101))
        #expect(SegmentRotation.isFull(length: 1_048_475, nextLine: 102))
        #expect(!SegmentRotation.isFull(length: 0, nextLine: 5_000_000))
        #expect(SegmentRotation.isFull(length: 1, nextLine: 1_048_576))
        #expect(SegmentRotation.isFull(length: 2_000_000, nextLine: 1))
    }
}
