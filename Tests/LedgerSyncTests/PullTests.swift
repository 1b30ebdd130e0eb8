import Cryptography
import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders
import Testing

@testable import LedgerSync

@Suite("Pulling")
struct PullTests {
    private let them = DeviceID(bits: 0xAAAA)
    private let first = "20260603T090000000.jsonl"
    private let second = "20260604T090000000.jsonl"

    private func someEvents(_ count: Int) async throws -> [Event] {
        let home = try await Home(99)
        return await (0..<count).asyncMap { _ in await home.makeEvent(by: them) }
    }

    @Test("brings every event of every segment, whatever the suffix, and tells the ledger")
    func bringsAll() async throws {
        let home = try await Home(1)
        let events = try await someEvents(5)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, lines(Array(events[..<3])))
        await folder.putSegment(them, second + ".enc", lines(Array(events[3...])))
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil && outcome.problems.isEmpty)
        #expect(outcome.pulled == SyncCount(segments: 2, events: 5))
        #expect(try await home.events() == events)
        #expect(await home.absorbed == events)
    }

    @Test("reads a file once while it does not change, also after a restart")
    func readsOnce() async throws {
        let home = try await Home(1)
        let events = try await someEvents(2)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, lines([events[0]]))
        let open = await folder.putSegment(them, second, lines([events[1]]))
        await home.sync(folder)
        for _ in 0..<2 {
            await folder.forgetRequests()
            await home.sync(folder)
            #expect(await folder.requests.allSatisfy { $0.operation == .list || $0.path == "ledger.json" })
            try await home.restart()
        }
        let more = try await someEvents(3)
        await folder.putSegment(them, second, lines([events[1], more[2]]))
        await folder.forgetRequests()
        let outcome = await home.sync(folder)
        #expect(await folder.requests.filter { $0.operation == .read }.map(\.path) == ["ledger.json", open])
        #expect(outcome.pulled == SyncCount(segments: 1, events: 1))
        #expect(await home.absorbed == [events[0], events[1], more[2]])
    }

    @Test("keeps the lines of other homes byte for byte, unknown fields and lines it can not use included")
    func verbatim() async throws {
        let home = try await Home(1)
        let event = EventEncoder.line(try await someEvents(1)[0])
        let extended = Array(#"{"extra":{"$bigint":"9"},"#.utf8) + event.dropFirst()
        let text = extended + Array("no JSON at all\n".utf8) + Array("\n".utf8)
        let folder = await MemoryFolder.withLedger()
        let path = await folder.putSegment(them, first, text)
        let outcome = await home.sync(folder)
        #expect(outcome.pulled.events == 1)
        #expect(outcome.problems.map(\.line) == [2, 3])
        #expect(outcome.problems.allSatisfy { $0.file == path.description })
        let segment = try #require(try await home.segments().first)
        #expect(try await home.theStore.plaintext(of: segment.id, in: home.ledger) == text)
    }

    @Test("counts lines from the beginning of the file when only the tail is read")
    func lineNumbers() async throws {
        let home = try await Home(1)
        let event = EventEncoder.line(try await someEvents(1)[0])
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, event + Array("bad\n".utf8))
        #expect(await home.sync(folder).problems.map(\.line) == [2])
        await folder.putSegment(them, first, event + Array("bad\nworse\n".utf8))
        #expect(await home.sync(folder).problems.map(\.line) == [2, 3])
        #expect(await home.sync(folder).problems.map(\.line) == [2, 3])
    }

    @Test("does not fill the memory with the complaints of a file full of rubbish")
    func rubbish() async throws {
        let home = try await Home(1)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, [UInt8](repeating: UInt8(ascii: "\n"), count: 5_000))
        await folder.putSegment(them, second, [UInt8](repeating: UInt8(ascii: "\n"), count: 5_000))
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil && outcome.problems.count == 1_001)
        #expect(outcome.problems.last?.message == "And 9,000 more problems.")
        #expect(await home.sync(folder).problems == outcome.problems)
    }

    @Test("names the file that does not open, and uses everything else", arguments: Harm.allCases)
    func damagedFile(_ harm: Harm) async throws {
        let home = try await Home(1)
        let events = try await someEvents(3)
        let folder = await MemoryFolder.withLedger()
        let bad = await folder.putSegment(them, first, lines([events[0]]))
        await folder.putSegment(them, second, lines([events[1]]))
        await folder.putSegment(DeviceID(bits: 0xBBBB), first, lines([events[2]]))
        let good = try #require(await folder.files[bad])
        await folder.put(harm.done(to: good), at: bad)
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil)
        #expect(outcome.problems.map(\.file) == [bad.description])
        #expect(outcome.problems.map(\.code) == [.unreadableSegment])
        #expect(outcome.pulled.events == 2)

        // It is not read again for nothing, the problem stays; once it is whole again, it is used and the problem is gone.
        await folder.forgetRequests()
        #expect(await home.sync(folder).problems == outcome.problems)
        #expect(await folder.requests.allSatisfy { $0.operation == .list })
        await folder.put(good, at: bad)
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(try await Set(home.events()) == Set(events))
    }

    enum Harm: CaseIterable {
        case flippedBit, truncated, empty, tooShort, otherKey, plaintext

        func done(to bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .flippedBit: bytes.enumerated().map { $0.offset == 40 ? $0.element ^ 1 : $0.element }
            case .truncated: Array(bytes.dropLast(5))
            case .empty: []
            case .tooShort: Array(bytes.prefix(27))
            case .otherKey: Segment.seal(Array("{}\n".utf8), key: .random())
            case .plaintext: Array(#"{"id":"8f54f8ce-acaa-439e-9384-4b40ffa9b9f1"}"#.utf8)
            }
        }
    }

    @Test("reports a file that shrank or whose past changed, and keeps what it has", arguments: [true, false])
    func rewritten(_ shrinks: Bool) async throws {
        let home = try await Home(1)
        let events = try await someEvents(3)
        let folder = await MemoryFolder.withLedger()
        let path = await folder.putSegment(them, first, lines([events[0], events[1]]))
        await home.sync(folder)
        await folder.putSegment(them, first, lines(shrinks ? [events[0]] : [events[0], events[2], events[1]]))
        for _ in 0..<2 {
            let outcome = await home.sync(folder)
            #expect(outcome.failure == nil)
            #expect(outcome.problems.map(\.code) == [.rewrittenSegment])
            #expect(outcome.problems.map(\.file) == [path.description])
            #expect(try await home.events() == [events[0], events[1]])
            try await home.restart()
        }
        await folder.putSegment(them, first, lines(events))
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(try await home.events() == events)
    }

    @Test("reports a file that is gone, and keeps what it has")
    func missing() async throws {
        let home = try await Home(1)
        let events = try await someEvents(1)
        let folder = await MemoryFolder.withLedger()
        let path = await folder.putSegment(them, first, lines(events))
        await home.sync(folder)
        await folder.remove(path)
        let outcome = await home.sync(folder)
        #expect(outcome.problems.map(\.code) == [.missingSegment] && outcome.problems[0].file == path.description)
        #expect(try await home.events() == events)
        await folder.putSegment(them, first, lines(events))
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(await home.absorbed == events)
    }

    @Test("waits for the end of a line that is still being written, across a restart")
    func cutLine() async throws {
        let home = try await Home(1)
        let events = try await someEvents(2)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, Array(lines(events).dropLast(10)))
        for _ in 0..<2 {
            let outcome = await home.sync(folder)
            #expect(outcome.problems.map(\.code) == [.truncatedLine])
            #expect(outcome.problems.map(\.line) == [2])
            #expect(try await home.events() == [events[0]])
            try await home.restart()
        }
        await folder.putSegment(them, first, lines(events))
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(try await home.events() == events)
    }

    @Test("reports renamed and foreign files, ignores what systems leave behind, and reads neither")
    func strayFiles() async throws {
        let home = try await Home(1)
        let events = try await someEvents(1)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, lines(events))
        let strays = [
            "events/\(them)/20260603T090000000 (1).jsonl", "events/\(them)/20260603T090000000.jsonl.gz",
            "events/\(them)/20260231T090000000.jsonl", "events/\(them)/notes.txt", "events/README",
            "events/AAAA0000-0000-0000-0000-00000000AAAA/\(first)", "events/\(them)/\(first).enc",
        ]
        for stray in strays + ["events/.DS_Store", "events/\(them)/desktop.ini", ".stfolder", "holiday.jpg"] {
            await folder.put(Array("?".utf8), at: RelativePath(stray) ?? .folder)
        }
        let outcome = await home.sync(folder)
        let directory = "events/AAAA0000-0000-0000-0000-00000000AAAA"
        #expect(Set(outcome.problems.map(\.file)) == Set(strays.map { $0.hasPrefix(directory) ? directory : $0 }))
        #expect(outcome.problems.allSatisfy { $0.code == .strayFile })
        #expect(outcome.pulled == SyncCount(segments: 1, events: 1))
    }

    @Test("applies an event from the future, and says so")
    func future() async throws {
        let home = try await Home(1)
        let later = try await Home(98, clockLead: 25 * 3_600_000)
        let event = await later.makeEvent(by: them)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, lines([event]))
        let outcome = await home.sync(folder)
        #expect(outcome.problems.map(\.code) == [.earlyEvent])
        #expect(try await home.events() == [event])
    }

    @Test("a refused store write leaves nothing half taken in, and the next run brings it")
    func storeFails() async throws {
        let home = try await Home(1)
        let events = try await someEvents(2)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, lines(events))
        await home.theStore.close()
        let refused = await home.sync(folder).failure
        guard case .store = refused else {
            Issue.record("the run ended with \(String(describing: refused))")
            return
        }
        #expect(await home.absorbed.isEmpty)
        try await home.restart()
        #expect(await home.sync(folder).pulled.events == 2)
    }

    @Test("takes in the files it could read before the folder went away")
    func interrupted() async throws {
        let home = try await Home(1)
        let events = try await someEvents(2)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, lines([events[0]]))
        let lost = await folder.putSegment(them, second, lines([events[1]]))
        await folder.setFaults { $0.path == lost ? .refuse(.unreachable("gone")) : nil }
        #expect(await home.sync(folder).failure == .folder(.unreachable("gone")))
        #expect(try await home.events() == [events[0]])
        await folder.setFaults(nil)
        await home.sync(folder)
        #expect(try await home.events() == events)
    }

    @Test("a file or a directory that never answers keeps neither other files nor our own from their way")
    func deaf() async throws {
        let home = try await Home(1)
        let events = try await someEvents(3)
        let others = [DeviceID(bits: 0xBBBB), DeviceID(bits: 0xCCCC)]
        let folder = await MemoryFolder.withLedger()
        let deaf = await folder.putSegment(them, first, lines([events[0]]))
        await folder.putSegment(others[0], first, lines([events[1]]))
        await folder.putSegment(others[1], first, lines([events[2]]))
        try await home.write()
        let silent: Set = [deaf, LedgerPaths.device(others[0])]
        await folder.setFaults { silent.contains($0.path) ? .refuse(.unreachable("no answer")) : nil }
        let outcome = await home.sync(folder)
        #expect(outcome.failure == .folder(.unreachable("no answer")) && outcome.problems.isEmpty)
        #expect(Set(events).intersection(try await home.events()) == [events[2]])
        #expect(try await home.pending() == 0)
        await folder.setFaults(nil)
        #expect(await home.sync(folder).failure == nil)
        #expect(Set(events).isSubset(of: try await home.events()))
    }

    @Test("a service that wants to be left alone is asked nothing more")
    func paused() async throws {
        let home = try await Home(1)
        let events = try await someEvents(2)
        let folder = await MemoryFolder.withLedger()
        let first = await folder.putSegment(them, first, lines([events[0]]))
        await folder.putSegment(DeviceID(bits: 0xBBBB), self.first, lines([events[1]]))
        try await home.write()
        let busy = FolderError.unreachable("busy", retryAfter: .seconds(60))
        await folder.setFaults { $0.path == first ? .refuse(busy) : nil }
        #expect(await home.sync(folder).failure == .folder(busy))
        #expect(await folder.requests.allSatisfy { $0.operation != .write })
    }

    @Test("reports a device's directory that can not be listed, and neither misses nor overwrites what is in it")
    func unlisted() async throws {
        let home = try await Home(1, devices: 2)
        let events = try await someEvents(2)
        let folder = await MemoryFolder.withLedger()
        await folder.putSegment(them, first, lines([events[0]]))
        await folder.putSegment(DeviceID(bits: 0xBBBB), first, lines([events[1]]))
        try await home.write(1)
        await home.sync(folder)
        try await home.write(1)
        try await home.write(1, device: 1)
        let closed: [RelativePath] = [LedgerPaths.device(them), LedgerPaths.device(home.devices[0])]
        await folder.setFaults {
            $0.operation == .list && closed.contains($0.path) ? .refuse(.denied("no")) : nil
        }
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil)
        #expect(Set(outcome.problems.map(\.file)) == Set(closed.map(\.description)))
        #expect(try await home.pending() == 1)
        await folder.setFaults(nil)
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(try await home.pending() == 0)
    }

    @Test("reports a file that may not be read or is no file, and goes on", arguments: [true, false])
    func unreadable(_ isDenied: Bool) async throws {
        let home = try await Home(1)
        let events = try await someEvents(2)
        let folder = await MemoryFolder.withLedger()
        let bad = await folder.putSegment(them, first, lines([events[0]]))
        await folder.putSegment(them, second, lines([events[1]]))
        await folder.setFaults { $0.path == bad ? .refuse(isDenied ? .denied("no") : .damaged("too long")) : nil }
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil && outcome.problems.map(\.file) == [bad.description])
        #expect(try await home.events() == [events[1]])
        await folder.setFaults(nil)
        #expect(await home.sync(folder).problems.isEmpty == isDenied)
    }
}

extension Sequence {
    func asyncMap<Answer>(_ transform: (Element) async -> Answer) async -> [Answer] {
        var answers: [Answer] = []
        for element in self { answers.append(await transform(element)) }
        return answers
    }
}
