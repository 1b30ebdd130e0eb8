import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders
import Testing

@testable import LedgerSync

@Suite("A plan")
struct PlanTests {
    private let mine = DeviceID(bits: 1)
    private let theirs = DeviceID(bits: 2)

    private func record(
        _ device: DeviceID, _ second: Int64, length: Int = 100, pushed: Int = 0, etag: String?, isOwn: Bool
    ) async throws -> SegmentRecord {
        let home = try await Home(50)
        let segment = SegmentID(device: device, instant: Home.created.advanced(byMilliseconds: second * 1000))
        let bytes = [UInt8](repeating: 0x20, count: length)
        let file = etag.map { SegmentFile(suffix: ".jsonl", etag: $0) }
        let store = await home.theStore
        if isOwn {
            try await store.append([OwnPiece(ledger: home.ledger, segment: segment, offset: 0, bytes: bytes)])
            if let file { try await store.markPushed(segment, of: home.ledger, length: pushed, file: file) }
        } else {
            let pulled = PulledSegment(
                segment: segment, offset: 0, bytes: bytes, file: file ?? SegmentFile(suffix: ".jsonl", etag: nil))
            try await store.append([pulled], to: home.ledger)
        }
        return try #require(try await home.segments().first)
    }

    private func listing(_ files: [(DeviceID, Int64, String)]) -> FolderListing {
        var listing = FolderListing()
        for (device, second, etag) in files {
            let name = SegmentName(opened: Home.created.advanced(byMilliseconds: second * 1000), suffix: .jsonl)
            let entry = FolderEntry(name: name.description, kind: .file, etag: ETag(etag), size: 128, modifiedAt: 0)
            listing.add([entry], of: device)
        }
        return listing
    }

    @Test("has nothing to do when everything is as it was noted")
    func nothing() async throws {
        let records = [
            try await record(theirs, 1, etag: "a", isOwn: false),
            try await record(mine, 2, pushed: 100, etag: "b", isOwn: true),
        ]
        let plan = SyncPlan(listing([(theirs, 1, "a"), (mine, 2, "b")]), records) { _ in false }
        #expect(plan.fetches.isEmpty && plan.pushes.isEmpty && plan.problems.isEmpty)
    }

    @Test("fetches what is new or changed, unless that very state was set aside")
    func fetches() async throws {
        let records = [try await record(theirs, 1, etag: "a", isOwn: false)]
        let there = listing([(theirs, 1, "b"), (theirs, 2, "c")])
        let plan = SyncPlan(there, records) { _ in false }
        #expect(plan.fetches.map(\.heldLength) == [100, 0])
        #expect(SyncPlan(there, records) { $0.etag == ETag("b") }.fetches.map(\.heldLength) == [0])
    }

    @Test("pushes a device's segments oldest first, over what was put there, and looks at anything else")
    func pushes() async throws {
        let records = [
            try await record(mine, 3, etag: nil, isOwn: true),
            try await record(mine, 2, pushed: 50, etag: "b", isOwn: true),
            try await record(mine, 1, pushed: 100, etag: "a", isOwn: true),
        ]
        let plan = SyncPlan(listing([(mine, 1, "other"), (mine, 2, "b")]), records) { _ in false }
        #expect(plan.pushes.map { $0.segments.map(\.there) } == [[.unknown, .ours(ETag("b")), .nothing]])
        #expect(plan.problems.isEmpty)
    }

    @Test("of a push alone trusts what was noted")
    func pushOnly() async throws {
        let records = [
            try await record(mine, 2, etag: nil, isOwn: true),
            try await record(mine, 1, pushed: 50, etag: "a", isOwn: true),
            try await record(theirs, 1, etag: "t", isOwn: false),
        ]
        let plan = SyncPlan(pushing: records)
        #expect(plan.pushes.map { $0.segments.map(\.there) } == [[.ours(ETag("a")), .nothing]])
    }
}
