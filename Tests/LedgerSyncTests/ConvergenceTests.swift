import FolderFormat
import LedgerCore
import Seeded
import SharedFolders
import Synchronization
import Testing

@testable import LedgerSync

/// Homes over one folder, in any order, with faults at any call and restarts at any time: in the end all hold the same.
@Suite("Homes over one folder")
struct ConvergenceTests {
    @Test("hold the same events in the end, whatever happened on the way", arguments: 1...30 as ClosedRange<UInt64>)
    func anyInterleaving(_ seed: UInt64) async throws {
        var dice = SplitMix(seed)
        let homes = try await Self.homes(Int.random(in: 2...3, using: &dice), seed)
        let folder = MemoryFolder()
        await folder.setFaults(Self.faults(seed))
        for _ in 0..<40 {
            let home = homes[Int.random(in: 0..<homes.count, using: &dice)]
            try await Self.act(on: home, folder, &dice)
        }
        await folder.setFaults(nil)
        try await Self.expectAgreement(homes, folder, "seed \(seed)")
    }

    @Test("hold the same events over a directory on a disk", arguments: 1...5 as ClosedRange<UInt64>)
    func overADirectory(_ seed: UInt64) async throws {
        var dice = SplitMix(seed)
        let homes = try await Self.homes(2, seed)
        try await withTemporaryDirectory { root in
            for _ in 0..<20 {
                let home = homes[Int.random(in: 0..<2, using: &dice)]
                try await Self.act(on: home, LocalFolder(root: root, path: "ledger"), &dice)
            }
            for _ in 0..<2 {
                for home in homes {
                    let outcome = await home.sync(LocalFolder(root: root, path: "ledger"))
                    #expect(outcome.failure == nil && outcome.problems.isEmpty, "seed \(seed)")
                }
            }
            #expect(try await homes[0].events() == homes[1].events(), "seed \(seed)")
        }
    }

    @Test("hold the same events when they sync at the same time")
    func atTheSameTime() async throws {
        let homes = try await Self.homes(3, 7)
        let folder = MemoryFolder()
        await homes[0].sync(folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for home in homes {
                group.addTask {
                    for _ in 0..<10 {
                        try await home.write(2)
                        await home.sync(folder)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await Self.expectAgreement(homes, folder, "at the same time")
    }

    /// One step: somebody writes, a home syncs, pushes, crashes, or time passes.
    private static func act(on home: Home, _ folder: any SharedFolder, _ dice: inout SplitMix) async throws {
        switch Int.random(in: 0..<20, using: &dice) {
        case 0..<8:
            let count = Int.random(in: 1...3, using: &dice)
            try await home.write(count, device: Int.random(in: 0...1, using: &dice))
        case 8: try await home.write(1, noteLength: 400_000)
        case 9..<15: await home.sync(folder)
        case 15, 16: await home.sync(folder, pushOnly: true)
        default: try await home.restart()
        }
        await home.passTime(Int64.random(in: 0...100_000, using: &dice))
    }

    private static func homes(_ count: Int, _ seed: UInt64) async throws -> [Home] {
        var homes: [Home] = []
        for number in 0..<count {
            // Clocks differ by minutes, either way.
            homes.append(
                try await Home(seed * 10 + UInt64(number), devices: 2, clockLead: Int64(number - 1) * 300_000))
        }
        return homes
    }

    /// Every fifth call fails, before or after the deed.
    private static func faults(_ seed: UInt64) -> MemoryFolder.FaultRule {
        let dice = Mutex(SplitMix(seed ^ 0xFA17))
        let errors: [FolderError] = [.unreachable("off"), .full, .denied("no"), .changed]
        return { request in
            dice.withLock { dice in
                guard Int.random(in: 0..<5, using: &dice) == 0 else { return nil }
                let error = errors[Int.random(in: 0..<errors.count, using: &dice)]
                return Bool.random(using: &dice) ? .refuse(error) : .loseAnswer(error)
            }
        }
    }

    /// Two rounds without faults: everybody pushes, then everybody pulls what the others pushed.
    private static func expectAgreement(_ homes: [Home], _ folder: MemoryFolder, _ comment: Testing.Comment)
        async throws
    {
        for _ in 0..<2 {
            for home in homes {
                let outcome = await home.sync(folder)
                #expect(outcome.failure == nil && outcome.problems.isEmpty, comment)
            }
        }
        let events = try await folder.events()
        #expect(Set(events.map(\.id)).count == events.count, comment)
        for home in homes {
            #expect(try await home.events() == events, comment)
            #expect(try await home.pending() == 0, comment)
        }
        await folder.forgetRequests()
        for home in homes { await home.sync(folder) }
        #expect(await folder.requests.allSatisfy { $0.operation == .list || $0.path == "ledger.json" }, comment)
    }
}
