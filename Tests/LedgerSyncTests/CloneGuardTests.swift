import Cryptography
import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders
import Testing

@testable import LedgerSync

/// What docs/sync.md says of each way in which our own file can be found in the folder.
@Suite("The clone guard")
struct CloneGuardTests {
    /// A home with two events in the folder, and its file there.
    private static func start() async throws -> (home: Home, folder: MemoryFolder, file: RelativePath) {
        let home = try await Home(1, devices: 2)
        let folder = MemoryFolder()
        try await home.write(2)
        await home.sync(folder)
        let file = try #require(await folder.files.keys.first { $0.names.first == "events" })
        return (home, folder, file)
    }

    @Test(
        "takes in what is there as history and goes on under a fresh device", arguments: Theirs.allCases, [false, true])
    func divergence(_ theirs: Theirs, pushOnly: Bool) async throws {
        let (home, folder, file) = try await Self.start()
        let other = await home.makeEvent(by: home.devices[0])
        let bytes = theirs.bytes(over: try await folder.plaintext(file), lines([other]))
        await folder.put(bytes, at: file)
        try await home.write(1)
        try await home.write(1, device: 1)
        for again in [pushOnly, false, true, false] {
            let outcome = await home.sync(folder, pushOnly: again)
            #expect(outcome.failure == nil)
            #expect(outcome.problems.map(\.file) == (theirs == .damaged ? [file.description] : []))
            #expect(await folder.files[file] == bytes)
            #expect(try await home.pending() == 0)
        }
        #expect(try await home.author() != home.devices[0])
        #expect(try await home.author(for: 1) == home.devices[1])
        if theirs == .damaged { await folder.remove(file) }
        let held = try await home.events()
        #expect(held.count == (theirs == .damaged ? 4 : 5))
        let inFolder = try await folder.events()
        #expect(Set(inFolder.map(\.id)).count == inFolder.count)
        #expect(inFolder == held)
        // The fresh log grows like any other.
        try await home.write(1)
        #expect(await home.sync(folder, pushOnly: true).failure == nil)
        #expect(try await folder.events().count == inFolder.count + 1)
    }

    enum Theirs: CaseIterable {
        case longer, other, damaged

        func bytes(over ours: [UInt8], _ line: [UInt8]) -> [UInt8] {
            switch self {
            case .longer: Segment.seal(ours + line, key: Home.key)
            // The first line is ours, the second one is not.
            case .other: Segment.seal(ours[...(ours.firstIndex(of: 10) ?? 0)] + line, key: Home.key)
            case .damaged: Segment.seal(ours, key: .random())
            }
        }
    }

    @Test("what a copy put into the folder, before our own new log was there, is not put there once more")
    func overtaken() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        await home.sync(folder)
        // One copy writes to the log, so that ours is to end; but the power fails before what it holds is in the folder.
        let first = try await home.copy()
        try await first.write()
        await first.sync(folder)
        let strange = try #require(await folder.files.keys.first { $0.names.first == "events" })
        await home.passTime(5_000)
        try await home.write(2)
        let second = try await home.copy()
        await folder.setFaults { $0.operation == .write ? .refuse(.unreachable("no power")) : nil }
        #expect(await home.sync(folder).failure != nil)
        #expect(try await home.author() == home.devices[0])
        await folder.setFaults(nil)
        // The other copy is not shown what the first one wrote, so that it goes on in the old log.
        await folder.hide(strange)
        await second.sync(folder)
        #expect(try await second.author() == home.devices[0])
        await folder.hide(nil)
        try await home.write(1)
        for _ in 0..<3 {
            for copy in [home, first, second] { #expect(await copy.sync(folder).failure == nil) }
        }
        let inFolder = try await folder.events()
        #expect(inFolder.count == 4 && Set(inFolder.map(\.id)).count == 4)
        for copy in [home, first, second] {
            #expect(try await copy.pending() == 0)
            #expect(Set(try await copy.events().map(\.id)) == Set(inFolder.map(\.id)))
        }
    }

    @Test("leaves a device whose log has a segment there that this server does not know")
    func unknownOwnSegment() async throws {
        let (home, folder, file) = try await Self.start()
        let other = await home.makeEvent(by: home.devices[0])
        await folder.putSegment(home.devices[0], "20990101T000000000.jsonl", lines([other]))
        let before = await folder.files.filter { $0.key.parent == file.parent }
        try await home.write(1)
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(await folder.files.filter { $0.key.parent == file.parent } == before)
        #expect(try await home.events() == folder.events())
        #expect(try await home.events().count == 4)
        #expect(try await home.pending() == 0)
    }

    @Test(
        "writes over an upload of ours that was cut, wherever it was",
        arguments: [0, 5, 12, 28, 29, 30, 200, -10, -1])
    func cutUpload(_ length: Int) async throws {
        let (home, folder, file) = try await Self.start()
        try await home.write(1)
        let whole = Segment.seal(try await home.plaintext(of: 0), key: Home.key)
        await folder.put(Array(length < 0 ? whole.dropLast(-length) : whole.prefix(length)), at: file)
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(try await home.author() == home.devices[0])
        #expect(try await folder.events() == home.events())
    }

    @Test(
        "makes a file whole that we left cut, or that went away, before our log ends",
        arguments: [nil, 0, 28, 100, -1])
    func cutUploadInAnEndingLog(_ length: Int?) async throws {
        let (home, folder, file) = try await Self.start()
        try await home.write(1)
        let whole = Segment.seal(try await home.plaintext(of: 0), key: Home.key)
        await folder.remove(file)
        if let length {
            await folder.put(Array(length < 0 ? whole.dropLast(-length) : whole.prefix(length)), at: file)
        }
        // A copy has begun a segment of the same device: our log ends.
        let other = await home.makeEvent(by: home.devices[0])
        await folder.putSegment(home.devices[0], "20990101T000000000.jsonl", lines([other]))
        for _ in 0..<2 { #expect(await home.sync(folder).problems.isEmpty) }
        #expect(try await home.author() != home.devices[0])
        #expect(try await folder.events() == home.events())
        #expect(try await home.events().count == 4)
    }

    @Test("counts nothing as being in the folder that a copy's cut upload may replace", arguments: [false, true])
    func cutUploadOfACopy(_ hasMore: Bool) async throws {
        let (home, folder, file) = try await Self.start()
        let ours = try await folder.plaintext(file)
        let shared = Array(ours[...(ours.firstIndex(of: 10) ?? 0)])
        // The copy knows our first event alone, and wrote on; its upload broke off in the midst of what only it knows.
        let theirs = shared + lines([await home.makeEvent(by: home.devices[0])])
        let sealed = Segment.seal(theirs, key: Home.key)
        await folder.put(Array(sealed.dropLast(60)), at: file)
        if hasMore { try await home.write(1) }
        for _ in 0..<2 { #expect(await home.sync(folder).failure == nil) }
        #expect(await folder.files[file] == Array(sealed.dropLast(60)))
        // The copy makes its file whole.
        await folder.put(sealed, at: file)
        #expect(await home.sync(folder).problems.isEmpty)
        let events = try await folder.events()
        #expect(events.count == (hasMore ? 4 : 3) && Set(events.map(\.id)).count == events.count)
        #expect(try await home.events() == events)
    }

    @Test("lets a restored server know what it had written, and write on")
    func restored() async throws {
        let (home, folder, file) = try await Self.start()
        let backup = try await home.copy()
        try await home.write(3)
        await home.sync(folder)
        let bytes = await folder.files[file]
        try await backup.write(1)
        await backup.sync(folder)
        #expect(await folder.files[file] == bytes)
        #expect(try await backup.events() == folder.events())
        #expect(try await backup.events().count == 6)
        #expect(try await backup.author() != home.devices[0])
    }

    @Test("carries unpushed events over once, although two copies of the server hold them")
    func copies() async throws {
        let (home, folder, _) = try await Self.start()
        let old = try await home.copy()
        try await home.write(2)
        let copies = [home, try await home.copy(), try await home.copy()]
        try await old.write(1)
        await old.sync(folder)
        for copy in copies { try await copy.write(1) }
        for _ in 0..<3 { for copy in copies + [old] { #expect(await copy.sync(folder).problems.isEmpty) } }
        let events = try await folder.events()
        #expect(events.count == 2 + 2 + 1 + 3 && Set(events.map(\.id)).count == events.count)
        for copy in copies + [old] { #expect(try await Set(copy.events()) == Set(events)) }
    }

    @Test("carries them over once also when both copies do so before either can push")
    func copiesAtTheSameTime() async throws {
        let (home, folder, _) = try await Self.start()
        let old = try await home.copy()
        try await home.write(2)
        let copy = try await home.copy()
        try await old.write(1)
        await old.sync(folder)
        for home in [home, copy] { try await home.write(1) }
        // Both find their log diverged; nothing can be written yet.
        await folder.setFaults { $0.operation == .write ? .refuse(.full) : nil }
        for home in [home, copy] {
            await home.sync(folder)
            #expect(try await home.author() != home.devices[0])
        }
        let author = try await home.author()
        #expect(try await copy.author() == author)
        await folder.setFaults(nil)
        for _ in 0..<2 { for home in [home, copy] { #expect(await home.sync(folder).problems.isEmpty) } }
        let events = try await folder.events()
        #expect(events.count == 2 + 1 + 2 + 2 && Set(events.map(\.id)).count == events.count)
        let held = try await copy.events()
        #expect(try await home.events() == held)
    }

    @Test("carries them over once also when one copy is interrupted in the midst of it")
    func copiesOfSeveralSegments() async throws {
        let (home, folder, file) = try await Self.start()
        let old = try await home.copy()
        try await home.write(3, noteLength: 600_000)
        #expect(try await home.segments().count > 1)
        let copy = try await home.copy()
        try await old.write(1)
        await old.sync(folder)
        await folder.setFaults { request in
            let isLater = request.path.names.count == 3 && request.path.name != file.name
            return isLater && request.operation == .write ? .refuse(.full) : nil
        }
        await home.sync(folder)
        await folder.setFaults(nil)
        for _ in 0..<2 { for home in [copy, home] { #expect(await home.sync(folder).problems.isEmpty) } }
        let events = try await folder.events()
        #expect(events.count == 6 && Set(events.map(\.id)).count == 6)
        #expect(try await Set(home.events()) == Set(events))
    }

    @Test(
        "waits with the fresh log until everything in the folder was read",
        arguments: [FolderError.missing, .unreachable("a bad day")])
    func copiesThatCanNotBeRead(_ error: FolderError) async throws {
        let (home, folder, file) = try await Self.start()
        let old = try await home.copy()
        try await home.write(2)
        let copy = try await home.copy()
        try await old.write(1)
        await old.sync(folder)
        await copy.sync(folder)
        await folder.setFaults { request in
            let isOfCopy = request.path.names.count == 3 && request.path.parent != file.parent
            return isOfCopy && request.operation == .read ? .refuse(error) : nil
        }
        await home.sync(folder)
        #expect(try await home.author() == home.devices[0])
        await folder.setFaults(nil)
        for _ in 0..<2 { for home in [home, copy] { #expect(await home.sync(folder).problems.isEmpty) } }
        let events = try await folder.events()
        #expect(events.count == 5 && Set(events.map(\.id)).count == 5)
    }

    @Test("looks at the folder before it creates a file: a copy may have carried over what is in it")
    func copyThatLeftTheLog() async throws {
        let home = try await Home(1, devices: 2)
        let folder = MemoryFolder()
        try await home.write(1)
        await home.sync(folder)
        try await home.write(2, device: 1)
        let copy = try await home.copy()
        // Somebody else writes as this device: the copy leaves its log before anything of it was pushed.
        let other = await home.makeEvent(by: home.devices[1])
        await folder.putSegment(home.devices[1], "20990101T000000000.jsonl", lines([other]))
        try await copy.write(1, device: 1)
        await copy.sync(folder)
        #expect(await home.sync(folder, pushOnly: true).failure == nil)
        let events = try await folder.events()
        #expect(events.count == 5 && Set(events.map(\.id)).count == 5)
    }

    @Test("keeps the order of arrival, and every event, over a restart")
    func arrival() async throws {
        let (home, folder, file) = try await Self.start()
        let old = try await home.copy()
        try await home.write(2, noteLength: 600_000)
        try await old.write(1)
        await old.sync(folder)
        let before = try await home.arrivals()
        await home.sync(folder)
        #expect(try await home.arrivals().starts(with: before))
        try await home.restart()
        #expect(try await home.arrivals().starts(with: before))
        #expect(await folder.files.keys.filter { $0.parent != file.parent && $0.names.count == 3 }.count == 1)
    }
}

extension Home {
    /// The plaintext of its n-th own segment.
    func plaintext(of number: Int) async throws -> [UInt8] {
        let own = try await segments().filter(\.isOwn)
        return try await theStore.plaintext(of: own[number].id, in: ledger)
    }

    /// The ids of its events, in the order in which its store holds them.
    func arrivals() async throws -> [EventID] {
        var ids: [EventID] = []
        try await theStore.forEachPiece(of: ledger) { piece in
            ids += SegmentContents(decoding: piece.bytes, file: "").events.map(\.id)
        }
        return ids
    }
}
