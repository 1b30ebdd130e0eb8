import Cryptography
import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders
import Synchronization
import Testing

@testable import LedgerSync

@Suite("The engine")
struct EngineTests {
    @Test("syncs a ledger when it is attached, pushes what is written, and pulls what others write")
    func lives() async throws {
        let stage = try await Stage()
        await stage.attach()
        await stage.waitFor { await stage.engine.status(stage.ledger).state == .inSync }
        #expect(await stage.folder.files.keys.contains("ledger.json"))

        try await stage.home.write(2)
        stage.engine.noteWrite(stage.ledger)
        #expect(await stage.engine.status(stage.ledger).state == .syncing)
        #expect(await stage.engine.status(stage.ledger).pendingEvents == 2)
        await stage.passTime(until: .seconds(10)) { try await stage.home.pending() == 0 }
        #expect(await stage.engine.status(stage.ledger).state == .inSync)

        let event = await stage.home.makeEvent(by: DeviceID(bits: 5))
        await stage.folder.putSegment(DeviceID(bits: 5), "20260603T090000000.jsonl", lines([event]))
        await stage.passTime(until: .seconds(330), step: .seconds(10)) { await stage.home.absorbed == [event] }
        await stage.engine.stop()
    }

    @Test("every run is reported: what it moved, what became of it, and whether that is news")
    func reports() async throws {
        let reports = Mutex<[SyncReport]>([])
        let stage = try await Stage(report: { report in reports.withLock { $0.append(report) } })
        try await stage.home.write(2)
        await stage.attach()
        await stage.waitFor { await stage.engine.status(stage.ledger).state == .inSync }
        _ = await stage.engine.syncNow(stage.ledger)
        try await stage.folder.delete("ledger.json", if: .none)
        _ = await stage.engine.syncNow(stage.ledger)
        _ = await stage.engine.syncNow(stage.ledger)
        await stage.engine.stop()
        let told = reports.withLock { $0 }
        #expect(told.map(\.outcome) == [.done, .done, .failed, .failed])
        #expect(told.map(\.problem) == [nil, nil, "not-a-ledger", "not-a-ledger"])
        #expect(told.map(\.isNews) == [true, false, true, false])
        #expect(told.map(\.pushed.events) == [2, 0, 0, 0])
        #expect(told.allSatisfy { $0.isFull && $0.ledger == stage.ledger && $0.duration >= .zero })
    }

    @Test("a run that changes how a ledger stands is news, one that changes nothing is not")
    func news() async throws {
        let rings = Mutex(0)
        let stage = try await Stage(onNews: { rings.withLock { $0 += 1 } })
        await stage.attach()
        var heard: [Int] = []
        func sync() async {
            _ = await stage.engine.syncNow(stage.ledger)
            heard.append(rings.withLock { $0 })
        }
        for _ in 1...3 { await sync() }
        try await stage.home.write()
        for _ in 1...2 { await sync() }
        try await stage.folder.delete("ledger.json", if: .none)
        for _ in 1...2 { await sync() }
        await stage.folder.put(Home.metadata.encode(), at: "ledger.json")
        for _ in 1...2 { await sync() }
        await stage.engine.stop()
        #expect(heard == [1, 1, 1, 2, 2, 3, 3, 4, 4])
    }

    @Test("pulls soon after a client appears")
    func client() async throws {
        let stage = try await Stage()
        await stage.attach()
        await stage.waitFor { await stage.engine.status(stage.ledger).state == .inSync }
        await stage.clock.advance(by: .seconds(60))
        let event = await stage.home.makeEvent(by: DeviceID(bits: 5))
        await stage.folder.putSegment(DeviceID(bits: 5), "20260603T090000000.jsonl", lines([event]))
        stage.engine.noteClient(stage.ledger)
        await stage.passTime(until: .seconds(5)) { await stage.home.absorbed == [event] }
        await stage.engine.stop()
    }

    @Test("goes on pulling about every minute while an event stream is open and nobody asks for anything")
    func openStream() async throws {
        let stage = try await Stage(isWatched: true)
        await stage.attach()
        await stage.waitFor { await stage.engine.status(stage.ledger).state == .inSync }
        for number in 1...5 {
            let event = await stage.home.makeEvent(by: DeviceID(bits: 5))
            await stage.folder.putSegment(DeviceID(bits: 5), "20260603T09000000\(number).jsonl", lines([event]))
            await stage.passTime(until: .seconds(61), step: .seconds(5)) { await stage.home.absorbed.last == event }
        }
        await stage.engine.stop()
    }

    @Test("syncs at once when asked, and counts what it did")
    func syncNow() async throws {
        let stage = try await Stage()
        await stage.attach()
        try await stage.home.write(3)
        let event = await stage.home.makeEvent(by: DeviceID(bits: 5))
        await stage.folder.put(Home.metadata.encode(), at: "ledger.json")
        await stage.folder.putSegment(DeviceID(bits: 5), "20260603T090000000.jsonl", lines([event]))
        let answer = await stage.engine.syncNow(stage.ledger)
        #expect(answer.state == .inSync && answer.problem == nil)
        #expect(answer.pulled == SyncCount(segments: 1, events: 1))
        #expect(answer.pushed == SyncCount(segments: 1, events: 3))
        #expect(await stage.engine.status(stage.ledger).lastSyncedAt != nil)
        await stage.engine.stop()
    }

    @Test("answers everybody who asks at the same time")
    func manyAsk() async throws {
        let stage = try await Stage()
        await stage.attach()
        try await stage.home.write(1)
        await withTaskGroup(of: SyncAnswer.self) { group in
            for _ in 0..<20 { group.addTask { await stage.engine.syncNow(stage.ledger) } }
            for await answer in group { #expect(answer.state == .inSync) }
        }
        let lists = await stage.folder.requests.filter { $0.path == "events" && $0.operation == .list }
        #expect(lists.count <= 4)
        await stage.engine.stop()
    }

    @Test("says offline while the folder does not answer, since when and what to do, and comes back by itself")
    func offline() async throws {
        let stage = try await Stage()
        await stage.folder.setFaults { _ in .refuse(.unreachable("no route")) }
        await stage.attach()
        try await stage.home.write(2)
        let answer = await stage.engine.syncNow(stage.ledger)
        #expect(answer.state == .offline && answer.problem?.code == "folder-unreachable")
        let first = try #require(await stage.engine.status(stage.ledger).problem)
        #expect(first.detail.contains("no route") && !first.remedy.isEmpty)
        await stage.clock.advance(by: .seconds(120))
        _ = await stage.engine.syncNow(stage.ledger)
        let status = await stage.engine.status(stage.ledger)
        #expect(status.problem?.since == first.since && status.pendingEvents == 2)
        await stage.folder.setFaults(nil)
        await stage.passTime(until: .seconds(60)) { await stage.engine.status(stage.ledger).state == .inSync }
        #expect(await stage.engine.status(stage.ledger).problem == nil)
        await stage.engine.stop()
    }

    @Test("says error when somebody has to do something", arguments: [FolderError.full, .denied("no"), .damaged("?")])
    func error(_ error: FolderError) async throws {
        let stage = try await Stage()
        await stage.folder.setFaults { $0.operation == .write ? .refuse(error) : nil }
        await stage.attach()
        try await stage.home.write(1)
        let answer = await stage.engine.syncNow(stage.ledger)
        #expect(answer.state == .error && answer.problem != nil)
        #expect(await stage.engine.status(stage.ledger).pendingEvents == 1)
        await stage.engine.stop()
    }

    @Test("says error, with file and line, while one file can not be used, and everything else is")
    func fileProblem() async throws {
        let stage = try await Stage()
        let event = await stage.home.makeEvent(by: DeviceID(bits: 5))
        await stage.folder.put(Home.metadata.encode(), at: "ledger.json")
        let path = await stage.folder.putSegment(
            DeviceID(bits: 5), "20260603T090000000.jsonl", lines([event]) + Array("?\n".utf8))
        await stage.attach()
        let answer = await stage.engine.syncNow(stage.ledger)
        #expect(answer.state == .error && answer.pulled.events == 1)
        #expect(answer.problem?.detail.hasPrefix("\(path), line 2: ") == true)
        let status = await stage.engine.status(stage.ledger)
        #expect(status.problems.map(\.line) == [2] && status.lastSyncedAt != nil)
        await stage.engine.stop()
    }

    @Test("leaves a service alone for as long as it asked, even when somebody asks")
    func retryAfter() async throws {
        let stage = try await Stage()
        await stage.folder.setFaults { _ in .refuse(.unreachable("busy", retryAfter: .seconds(600))) }
        await stage.attach()
        _ = await stage.engine.syncNow(stage.ledger)
        await stage.folder.setFaults(nil)
        let count = await stage.folder.requests.count
        #expect(await stage.engine.syncNow(stage.ledger).state == .offline)
        stage.engine.noteClient(stage.ledger)
        await stage.clock.advance(by: .seconds(590))
        #expect(await stage.folder.requests.count == count)
        await stage.passTime(until: .seconds(60)) { await stage.engine.status(stage.ledger).state == .inSync }
        await stage.engine.stop()
    }

    @Test("answers in time although the folder hangs")
    func hangs() async throws {
        let stage = try await Stage(folder: HangingFolder())
        await stage.attach()
        async let answer = stage.engine.syncNow(stage.ledger)
        await stage.waitFor { stage.clock.sleepers > 0 }
        await stage.passTime(until: .seconds(30)) { stage.clock.sleepers == 0 }
        #expect(await answer.state == .syncing)
        await stage.engine.stop()
    }

    @Test("a ledger leaves its folder when the upload under way has ended, and that upload counts for no other folder")
    func detaches() async throws {
        let slow = SlowFolder()
        let stage = try await Stage(folder: slow)
        await stage.beginUpload(slow)
        async let detached: Void = stage.engine.detach(stage.ledger)
        await stage.waitFor { await stage.engine.status(stage.ledger) == .local }
        slow.gate.open()
        await detached
        #expect(await slow.folder.files.keys.contains { "\($0)".hasPrefix("events/") })
        #expect(try await stage.home.pending() == 1)
    }

    @Test("a ledger leaves a folder that hangs after half a minute, and what it answers later counts for nothing")
    func detachesFromNothing() async throws {
        let slow = SlowFolder()
        let stage = try await Stage(folder: slow)
        await stage.beginUpload(slow)
        let isDetached = Mutex(false)
        async let detached: Void = {
            await stage.engine.detach(stage.ledger)
            isDetached.withLock { $0 = true }
        }()
        await stage.passTime(until: .seconds(31)) { isDetached.withLock(\.self) }
        await detached
        slow.gate.open()
        await stage.waitFor { await slow.folder.files.keys.contains { "\($0)".hasPrefix("events/") } }
        #expect(try await stage.home.pending() == 1)
    }

    @Test("has nothing to say about a ledger without a folder")
    func local() async throws {
        let stage = try await Stage()
        #expect(await stage.engine.status(stage.ledger) == .local)
        #expect(await stage.engine.syncNow(stage.ledger) == .local)
        await stage.attach()
        await stage.engine.detach(stage.ledger)
        #expect(await stage.engine.status(stage.ledger).state == .local)
    }
}

/// A home, its folder and an engine that runs on a clock the test turns.
private struct Stage: Sendable {
    let home: Home
    let folder = MemoryFolder()
    let clock = TestClock()
    let engine: SyncEngine
    private let synced: SyncedLedger

    var ledger: LedgerID { Home.metadata.ledgerID }

    init(
        folder other: (any SharedFolder)? = nil, isWatched: Bool = false,
        onNews: @escaping @Sendable () -> Void = {}, report: @escaping @Sendable (SyncReport) -> Void = { _ in }
    ) async throws {
        home = try await Home(1)
        engine = SyncEngine(store: await home.theStore, clock: clock.syncClock, report: report)
        synced = SyncedLedger(
            metadata: Home.metadata, key: Home.key, folder: other ?? folder, isWatched: { isWatched },
            onNews: onNews)
    }

    func attach() async {
        engine.attach(synced, to: home)
    }

    /// One event is on its way into the folder, and stays there.
    func beginUpload(_ slow: SlowFolder) async {
        await attach()
        await waitFor { await engine.status(ledger).state == .inSync }
        slow.gate.close()
        _ = try? await home.write(1)
        engine.noteWrite(ledger)
        await passTime(until: .seconds(10)) { slow.gate.waiting > 0 }
    }

    /// Turns the clock step by step until it is so; a test that waits in vain fails. No step is taken while a run is
    /// under way: then nobody sleeps.
    func passTime(
        until limit: Duration, step: Duration = .milliseconds(500), _ isSo: () async throws -> Bool
    ) async {
        var passed: Duration = .zero
        while passed <= limit {
            var looks = 0
            while looks < 10 || (clock.sleepers == 0 && looks < 10_000) {
                if (try? await isSo()) == true { return }
                try? await Task.sleep(for: .milliseconds(1))
                looks += 1
            }
            await clock.advance(by: step)
            passed += step
        }
        Issue.record("it was not so after \(limit)")
    }

    func waitFor(_ isSo: () async throws -> Bool) async {
        await passTime(until: .seconds(5), isSo)
    }
}

/// A drive that writes nothing while its gate is closed, and does not hear that nobody waits for it any more.
private struct SlowFolder: SharedFolder {
    final class Gate: Sendable {
        private let state = Mutex((isClosed: false, waiting: [CheckedContinuation<Void, Never>]()))

        var waiting: Int { state.withLock { $0.waiting.count } }

        func close() { state.withLock { $0.isClosed = true } }

        func open() {
            let waiting = state.withLock { state in
                defer { state = (false, []) }
                return state.waiting
            }
            for one in waiting { one.resume() }
        }

        func pass() async {
            await withCheckedContinuation { one in
                let isOpen = state.withLock { state in
                    if state.isClosed { state.waiting.append(one) }
                    return !state.isClosed
                }
                if isOpen { one.resume() }
            }
        }
    }

    let folder = MemoryFolder()
    let gate = Gate()

    func list(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry] { try await folder.list(directory) }
    func read(_ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile {
        try await folder.read(file, limit: limit)
    }
    func write(
        _ bytes: [UInt8], to file: RelativePath, if precondition: Precondition
    ) async throws(FolderError) -> ETag {
        await gate.pass()
        return try await folder.write(bytes, to: file, if: precondition)
    }
    func delete(_ path: RelativePath, if precondition: Precondition) async throws(FolderError) {
        try await folder.delete(path, if: precondition)
    }
    func makeDirectory(_ directory: RelativePath) async throws(FolderError) {
        try await folder.makeDirectory(directory)
    }
}

/// A drive that answers never, or only when nobody waits any more.
private struct HangingFolder: SharedFolder {
    private func hang() async throws(FolderError) -> Never {
        try? await Task.sleep(for: .seconds(3600))
        throw .unreachable("cancelled")
    }

    func list(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry] { try await hang() }
    func read(_ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile { try await hang() }
    func write(
        _ bytes: [UInt8], to file: RelativePath, if precondition: Precondition
    ) async throws(FolderError) -> ETag { try await hang() }
    func delete(_ path: RelativePath, if precondition: Precondition) async throws(FolderError) { try await hang() }
    func makeDirectory(_ directory: RelativePath) async throws(FolderError) { try await hang() }
}
