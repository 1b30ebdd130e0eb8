import Cryptography
import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders
import Testing

@testable import LedgerSync

@Suite("Pushing")
struct PushTests {
    @Test("puts every event of every device of this server into that device's own log, and nothing else")
    func ownLogs() async throws {
        let home = try await Home(1, devices: 3)
        let folder = MemoryFolder()
        for device in 0..<3 { try await home.write(2, device: device) }
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil && outcome.problems.isEmpty)
        #expect(outcome.pushed == SyncCount(segments: 3, events: 6))
        #expect(try await folder.events() == home.events())
        let paths = await folder.files.keys
        #expect(paths.count == 4 && paths.contains("ledger.json"))
        for device in home.devices {
            #expect(paths.contains { $0.parent.description == "events/\(device)" })
        }
        #expect(try await home.pending() == 0)
    }

    @Test("appends to the open segment with one request, and never touches a closed one")
    func steadyState() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write(9, noteLength: 150_000)
        await home.sync(folder)
        let before = await folder.files
        #expect(before.count == 3)
        try await home.write(1)
        await folder.forgetRequests()
        let outcome = await home.sync(folder, pushOnly: true)
        #expect(outcome.pushed == SyncCount(segments: 1, events: 1))
        #expect(await folder.requests.map(\.operation) == [.write])
        let changed = await folder.files.filter { before[$0.key] != $0.value }
        #expect(changed.count == 1)
        #expect(try await folder.events() == home.events())
        await folder.forgetRequests()
        await home.sync(folder, pushOnly: true)
        #expect(await folder.requests.isEmpty)
    }

    @Test("seals with a fresh IV every time")
    func freshIV() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        var seen: Set<[UInt8]> = []
        for _ in 0..<5 {
            try await home.write()
            await home.sync(folder)
            let file = try #require(await folder.files.first { $0.key.names.first == "events" })
            seen.insert(Array(file.value.prefix(12)))
        }
        #expect(seen.count == 5)
    }

    @Test("shows nothing in the clear but ledger.json")
    func nothingPlain() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write(3)
        await home.sync(folder)
        for (path, bytes) in await folder.files where path != "ledger.json" {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("Bread"))
        }
        #expect(await folder.files["ledger.json"] == Home.metadata.encode())
    }

    @Test("uses the suffix that the folder uses", arguments: [".jsonl", ".jsonl.enc"])
    func suffix(_ suffix: String) async throws {
        let home = try await Home(1)
        let folder = await MemoryFolder.withLedger()
        let theirs = await folder.putSegment(DeviceID(bits: 5), "20260603T090000000\(suffix)", [])
        try await home.write()
        await home.sync(folder)
        let ours = await folder.files.keys.filter { $0 != theirs && $0 != "ledger.json" }
        #expect(ours.map { $0.name?.drop { $0 != "." } } == [suffix[...]])
        try await home.write()
        await home.sync(folder, pushOnly: true)
        try await home.restart()
        try await home.write()
        await home.sync(folder)
        #expect(await folder.files.count == 3)
        #expect(try await folder.events() == home.events())
    }

    @Test("heals a lost answer: the file is there, only the note is missing", arguments: [true, false])
    func lostAnswer(_ restarts: Bool) async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write(2)
        await folder.setFaults { request in
            let isSegment = request.operation == .write && request.path.names.first == "events"
            return isSegment ? .loseAnswer(.unreachable("lost")) : nil
        }
        #expect(await home.sync(folder).failure == .folder(.unreachable("lost")))
        #expect(try await home.pending() == 2)
        await folder.setFaults(nil)
        let uploaded = await folder.files
        if restarts { try await home.restart() }
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil && outcome.problems.isEmpty)
        #expect(await folder.files == uploaded)
        #expect(try await home.pending() == 0)
    }

    @Test("heals a lost answer although more was written meanwhile")
    func lostAnswerThenWrite() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write(2)
        await home.sync(folder)
        for _ in 0..<3 {
            try await home.write()
            await folder.setFaults { $0.operation == .write ? .loseAnswer(.unreachable("lost")) : nil }
            #expect(await home.sync(folder, pushOnly: true).failure != nil)
            await folder.setFaults(nil)
            try await home.write()
            #expect(await home.sync(folder, pushOnly: true).failure == nil)
            #expect(try await folder.events() == home.events())
        }
    }

    @Test(
        "keeps everything while the folder refuses, and resumes",
        arguments: [FolderError.full, .denied("no"), .unreachable("off")])
    func refused(_ error: FolderError) async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write()
        await home.sync(folder)
        try await home.write(2)
        await folder.setFaults { $0.operation == .write ? .refuse(error) : nil }
        #expect(await home.sync(folder).failure == .folder(error))
        #expect(try await home.pending() == 2)
        await folder.setFaults(nil)
        #expect(await home.sync(folder).pushed == SyncCount(segments: 1, events: 2))
        #expect(try await home.pending() == 0)
    }

    @Test("puts back a file of ours that somebody removed")
    func removed() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write(2)
        await home.sync(folder)
        let path = try #require(await folder.files.keys.first { $0.names.first == "events" })
        await folder.remove(path.parent)
        let outcome = await home.sync(folder)
        #expect(outcome.failure == nil && outcome.problems.isEmpty)
        #expect(try await folder.events() == home.events())
    }

    @Test("goes on from a file of ours that lags behind, as after a restored folder")
    func lagging() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        try await home.write(2)
        await home.sync(folder)
        let path = try #require(await folder.files.keys.first { $0.names.first == "events" })
        let old = try #require(await folder.files[path])
        try await home.write(2)
        await home.sync(folder)
        await folder.put(old, at: path)
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(try await folder.events() == home.events())
    }

    @Test("stops at a segment that fails, so that the folder always holds a beginning of the log")
    func inOrder() async throws {
        let home = try await Home(1)
        let folder = await MemoryFolder.withLedger()
        try await home.write(10, noteLength: 200_000)
        let segments = try await home.segments()
        #expect(segments.count == 2)
        await folder.setFaults { $0.operation == .write ? .refuse(.full) : nil }
        #expect(await home.sync(folder).failure == .folder(.full))
        #expect(await folder.requests.filter { $0.operation == .write }.count == 1)
    }

    @Test("gives up, and tries again later, when a file changes under every attempt")
    func alwaysChanged() async throws {
        let home = try await Home(1)
        let folder = await MemoryFolder.withLedger()
        try await home.write()
        await folder.setFaults { $0.operation == .write ? .refuse(.changed) : nil }
        #expect(await home.sync(folder).failure == .folder(.changed))
        await folder.setFaults(nil)
        #expect(await home.sync(folder).failure == nil)
        #expect(try await home.pending() == 0)
    }
}
