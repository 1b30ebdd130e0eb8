import FolderFormat
import LedgerCore
import SharedFolders
import Testing

@testable import LedgerSync

/// What a run costs, in requests.
@Suite("Polling")
struct PollingTests {
    private let theirs = (1...5).map { DeviceID(bits: UInt128(0xABC + $0)) }

    /// A home in step with a folder in which five devices of others wrote as well.
    private func start(tagged: Bool) async throws -> (Home, MemoryFolder) {
        let home = try await Home(1)
        let folder = MemoryFolder(tagsDirectories: tagged)
        try await home.write()
        await home.sync(folder)
        for device in theirs {
            let event = await home.makeEvent(by: device)
            await folder.putSegment(device, "20260603T090000000.jsonl", lines([event]))
        }
        for _ in 0..<3 { #expect(await home.sync(folder).problems.isEmpty) }
        await folder.forgetRequests()
        return (home, folder)
    }

    @Test("an idle ledger costs one request where directories have tags, else one and one for each device")
    func idle() async throws {
        for (tagged, cost) in [(true, 1), (false, 1 + 6)] {
            let (home, folder) = try await start(tagged: tagged)
            for poll in 1...10 {
                await home.passTime(60_000)
                await home.sync(folder)
                #expect(await folder.requests.count == poll * cost)
            }
        }
    }

    @Test("a push after one expense is one write of the open segment, and nothing else", arguments: [true, false])
    func push(tagged: Bool) async throws {
        let (home, folder) = try await start(tagged: tagged)
        try await home.write()
        await home.sync(folder, pushOnly: true)
        #expect(await folder.requests.map(\.operation) == [.write])
        // Nothing watches over ledger.json before news of others, or an hour later.
        await home.passTime(SyncLimits.metadataTrust)
        await folder.forgetRequests()
        try await home.write()
        await home.sync(folder, pushOnly: true)
        #expect(await folder.requests.map(\.operation) == [.write])
        await home.passTime(SyncLimits.trust)
        await folder.forgetRequests()
        try await home.write()
        await home.sync(folder, pushOnly: true)
        #expect(await folder.requests.map(\.operation) == [.read, .write])
    }

    @Test("one event of another home costs a look at its directory alone, and one read")
    func news() async throws {
        let (home, folder) = try await start(tagged: true)
        let event = await home.makeEvent(by: theirs[0])
        let path = await folder.putSegment(theirs[0], "20260603T100000000.jsonl", lines([event]))
        await home.sync(folder)
        #expect(await folder.requests.map(\.path) == [.folder, "events", path.parent, path])
        #expect(await home.absorbed.last == event)
    }

    @Test("an old listing beside a new tag is not believed for long")
    func staleListing() async throws {
        let (home, folder) = try await start(tagged: true)
        let event = await home.makeEvent(by: theirs[0])
        let path = await folder.putSegment(theirs[0], "20260603T100000000.jsonl", lines([event]))
        // The service shows the new tags, and what was there before.
        await folder.hide(path)
        await home.sync(folder)
        #expect(await home.absorbed.last != event)
        await folder.hide(nil)
        await home.sync(folder)
        #expect(await home.absorbed.last == event)
    }

    @Test("everything is looked at once an hour, whatever the tags say")
    func hourly() async throws {
        let (home, folder) = try await start(tagged: true)
        await home.passTime(SyncLimits.trust)
        await home.sync(folder)
        #expect(await folder.requests.count == 3 + 6)
    }

    @Test("a ledger.json of a newer version is seen with the next poll, and nothing is written from then on")
    func newer() async throws {
        let (home, folder) = try await start(tagged: true)
        let text = String(decoding: Home.metadata.encode(), as: UTF8.self)
        await folder.put(Array(text.replacing("Version\": 1", with: "Version\": 99").utf8), at: "ledger.json")
        try await home.write()
        #expect(await home.sync(folder).failure == .ledger(.tooNew(schemaVersion: 99)))
        #expect(await home.sync(folder, pushOnly: true).failure == .ledger(.tooNew(schemaVersion: 99)))
        #expect(await folder.requests.allSatisfy { $0.operation != .write })
    }

    @Test("nothing is written where the folder was, when its drive is not mounted", arguments: [true, false])
    func unmounted(pushOnly: Bool) async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write()
        await home.sync(folder)
        try await home.write()
        let empty = MemoryFolder()
        #expect(await home.sync(empty, pushOnly: pushOnly).failure == .ledger(.noLedger))
        #expect(await empty.files.isEmpty)
    }
}
