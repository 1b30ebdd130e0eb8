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

    /// A home and a copy that wrote on in the same file, which a third home has read; then the copy's next upload to it
    /// was cut.
    private static func startWithCutUpload(
        _ length: Int
    ) async throws -> (home: Home, copy: Home, reader: Home, folder: MemoryFolder, file: RelativePath) {
        let (home, folder, reader) = (try await Home(1), MemoryFolder(), try await Home(2))
        try await home.write(1)
        await home.sync(folder)
        let file = try #require(await folder.files.keys.first { $0.names.first == "events" })
        let copy = try await home.copy()
        try await copy.write(1)
        await copy.sync(folder)
        await reader.sync(folder)
        try await copy.write(1)
        let held = try await copy.plaintext(of: 0)
        await folder.put(Array(Segment.seal(held, key: Home.key).prefix(length)), at: file)
        try await home.write(1)
        return (home, copy, reader, folder, file)
    }

    @Test(
        "a file that a copy left cut is left to it, for it holds what somebody may have read",
        arguments: [12, 28, 100])
    func cutUploadOfSomethingElse(_ length: Int) async throws {
        let (home, copy, reader, folder, file) = try await Self.startWithCutUpload(length)
        let bytes = await folder.files[file]
        for pushOnly in [true, false, true] {
            let outcome = await home.sync(folder, pushOnly: pushOnly)
            #expect(outcome.failure == nil && outcome.problems.map(\.file) == [file.description])
            #expect(outcome.problems.allSatisfy { $0.code == .unreadableSegment })
        }
        #expect(await folder.files[file] == bytes)
        #expect(try await home.pending() == 1)
        #expect(await copy.sync(folder).failure == nil)
        try await Self.expectAgreement([home, copy, reader], on: 4, in: folder)
    }

    @Test("also when its log is to end for another reason")
    func cutUploadOfSomethingElseInAnEndingLog() async throws {
        let (home, copy, reader, folder, file) = try await Self.startWithCutUpload(40)
        let other = await home.makeEvent(by: home.devices[0])
        await folder.putSegment(home.devices[0], "20990101T000000000.jsonl", lines([other]))
        let bytes = await folder.files[file]
        #expect(await home.sync(folder).failure == nil)
        #expect(await folder.files[file] == bytes)
        #expect(try await home.author() == home.devices[0])
        #expect(await copy.sync(folder).failure == nil)
        try await Self.expectAgreement([home, copy, reader], on: 5, in: folder)
    }

    @Test("a copy that left a file cut and does not come back is not waited for longer than an hour")
    func cutUploadOfSomethingElseForEver() async throws {
        let (home, _, _, folder, file) = try await Self.startWithCutUpload(40)
        await home.sync(folder)
        await home.passTime(SyncLimits.patience - 1)
        #expect(await home.sync(folder).problems.count == 1)
        await home.passTime(1)
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(try await folder.plaintext(file) == home.plaintext(of: 0))
        #expect(try await home.pending() == 0)
    }
}
