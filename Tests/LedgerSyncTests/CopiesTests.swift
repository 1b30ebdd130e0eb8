import Cryptography
import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders
import Testing

@testable import LedgerSync

/// Copies of one server that hold the same unpushed events, and can not see or read what the others have written.
@Suite("Copies of a server")
struct CopiesTests {
    /// A home whose log a copy has written to, in the file that the home goes on in.
    private static func start() async throws -> (home: Home, old: Home, folder: MemoryFolder) {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write(1)
        await home.sync(folder)
        let old = try await home.copy()
        try await old.write(1)
        await old.sync(folder)
        return (home, old, folder)
    }

    /// Syncs while the service shows nobody's files.
    private static func syncBlindly(_ home: Home, _ folder: MemoryFolder) async -> SyncFailure? {
        await folder.setFaults { $0.operation == .list && $0.path == LedgerPaths.events ? .refuse(.missing) : nil }
        let failure = await home.sync(folder).failure
        await folder.setFaults(nil)
        return failure
    }

    /// Everybody syncs; then every event is in the folder once, and everywhere.
    private static func expectAgreement(_ homes: [Home], on count: Int, in folder: MemoryFolder) async throws {
        for _ in 0..<3 { for home in homes { #expect(await home.sync(folder).problems.isEmpty) } }
        let events = try await folder.events()
        #expect(events.count == count && Set(events.map(\.id)).count == count)
        for home in homes {
            #expect(try await Set(home.events()) == Set(events))
            #expect(try await home.pending() == 0)
            try await home.restart()
            #expect(try await Set(home.events()) == Set(events))
        }
    }

    @Test("what can go into its own file does, also when the log ends: a copy that sees nothing puts it there too")
    func ownFileFirst() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        await home.sync(folder)
        let old = try await home.copy()
        try await old.write(1)
        await old.sync(folder)
        await home.passTime(5_000)
        try await home.write(2)
        let copy = try await home.copy()
        // A segment of ours that we do not know: the log ends.
        #expect(await home.sync(folder).failure == nil)
        #expect(try await home.author() != home.devices[0])
        #expect(await Self.syncBlindly(copy, folder) == nil)
        try await Self.expectAgreement([home, copy, old], on: 3, in: folder)
    }

    @Test(
        "a copy's upload that was cut is made whole by whoever carries over the same events",
        arguments: [0, 20, 40, -1])
    func cutUploadOfACarriedEvent(_ length: Int) async throws {
        let (home, old, folder) = try await Self.start()
        try await home.write(1)
        let copy = try await home.copy()
        await folder.setFaults { $0.operation == .write ? .refuse(.unreachable("no line")) : nil }
        #expect(await home.sync(folder).failure != nil)
        await folder.setFaults(nil)
        // The home's upload to its new log is cut, and it is gone for a while.
        let author = try await home.author()
        #expect(author != home.devices[0])
        let segment = try #require(try await home.segments().first { $0.id.device == author })
        let held = try await home.theStore.plaintext(of: segment.id, in: home.ledger)
        let whole = Segment.seal(held, key: Home.key)
        let name = SegmentName(opened: segment.id.instant, suffix: .jsonl)
        let file = LedgerPaths.segment(SegmentPath(device: author, name: name))
        await folder.put(Array(length < 0 ? whole.dropLast(-length) : whole.prefix(length)), at: file)
        #expect(await copy.sync(folder).failure == nil)
        #expect(try await folder.plaintext(file) == held)
        try await copy.write(1)
        try await home.write(1)
        try await Self.expectAgreement([home, copy, old], on: 5, in: folder)
    }

    @Test("a copy that has seen a part of what it carries over in another one's log goes on in that log")
    func logThatIsABeginning() async throws {
        let (home, old, folder) = try await Self.start()
        try await home.write(1)
        let early = try await home.copy()
        try await home.write(1)
        let before = try await home.arrivals()
        let copy = try await home.copy()
        #expect(await early.sync(folder).failure == nil)
        let author = try await early.author()
        #expect(await home.sync(folder).failure == nil)
        #expect(try await home.author() == author)
        #expect(await Self.syncBlindly(copy, folder) == nil)
        try await home.write(1)
        try await early.write(1)
        try await Self.expectAgreement([home, copy, early, old], on: 6, in: folder)
        #expect(try await home.arrivals().starts(with: before))
    }

    @Test("a copy's log that says something else is passed by, as if it were ours and ended there")
    func logThatSaysSomethingElse() async throws {
        let (home, old, folder) = try await Self.start()
        try await home.write(1)
        let early = try await home.copy()
        try await early.write(1)
        try await home.write(1)
        let copy = try await home.copy()
        #expect(await early.sync(folder).failure == nil)
        #expect(await home.sync(folder).failure == nil)
        #expect(await Self.syncBlindly(copy, folder) == nil)
        #expect(try await home.author() == copy.author())
        try await Self.expectAgreement([home, copy, early, old], on: 5, in: folder)
    }
}
