import Cryptography
import FolderFormat
import Foundation
import LedgerCore
import Seeded
import SharedFolders
import Synchronization

@testable import Bookkeeping
@testable import LedgerSync

/// Homes over one folder: everything that happens to them, from one seed.
final class Story {
    let seed: UInt64
    let folder: SimulatedFolder
    private let root: String
    /// Data directories are copied four times as often.
    private let isHarsh: Bool
    private var dice: Dice
    private(set) var homes: [SimulatedHome] = []
    private var backups: [(number: Int, path: String)] = []
    private var copies = 0
    private let metadata: LedgerMetadata
    /// Events that somebody was told are kept.
    private(set) var accepted: Set<EventID> = []
    /// Those that were in no folder when their home was put back to an older state.
    private(set) var mayBeLost: Set<EventID> = []
    private(set) var diary: [String] = []
    /// Under which names a home wrote before it was put back to an older state.
    private(set) var formerAuthors: [Int: Set<String>] = [:]

    static let mostHomes = 6

    init(_ seed: UInt64, in root: String, isHarsh: Bool) {
        self.seed = seed
        self.root = "\(root)/\(seed)"
        self.isHarsh = isHarsh
        dice = Dice(seed)
        let key = SymmetricKey(bytes: (0..<32).map { UInt8(truncatingIfNeeded: seed) &+ $0 }) ?? .random()
        folder = SimulatedFolder(seed, key: key, isHarsh: isHarsh)
        metadata = LedgerMetadata(
            ledgerID: LedgerID(uuid: 7), schemaVersion: 1, createdAt: Instant(milliseconds: 1_780_000_000_000),
            key: key, currency: .euro)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Tells the story; afterwards the weather clears up, and everybody syncs until there is nothing left to do.
    func tell() async throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        folder.state.withLock { $0.make(.folder) }
        for _ in 0..<Int.random(in: 2...4, using: &dice) {
            try await open(path(), devices: (0..<2).map { _ in DeviceID(bits: dice.bits()) })
        }
        for _ in 0..<Int.random(in: 30...90, using: &dice) {
            try await step(homes[Int.random(in: 0..<homes.count, using: &dice)])
            folder.pass(Int64.random(in: 0...40_000, using: &dice))
        }
        try await heal()
    }

    func close() { for home in homes { home.close() } }

    private func path() -> String {
        copies += 1
        return "\(root)/\(copies)"
    }

    private func open(_ directory: String, devices: [DeviceID]) async throws {
        homes.append(
            try await SimulatedHome(
                homes.count, in: directory, devices: devices, metadata, folder,
                lead: Int64.random(in: -600_000...600_000, using: &dice), seed: dice.next()))
    }

    private func step(_ home: SimulatedHome) async throws {
        switch Int.random(in: 0..<(isHarsh ? 106 : 100), using: &dice) {
        case 0..<40: await edit(home)
        case 40..<70: await sync(home, pushOnly: false)
        case 70..<80: await sync(home, pushOnly: true)
        case 80..<84: try await restart(home)
        case 84..<92: try await crash(home)
        case 92..<95: try backUp(home)
        case 95..<97: try await restore(home)
        case 97..<99, 100...: try await clone(home)
        default:
            home.isCutOff.toggle()
            note(home, home.isCutOff ? "is cut off" : "is back")
        }
    }

    private func heal() async throws {
        folder.clearUp()
        for home in homes {
            home.isCutOff = false
            try await restart(home)
        }
        for round in 0..<8 {
            folder.pass(round == 4 ? 3_700_000 : 60_000)
            for home in homes { await sync(home, pushOnly: false) }
        }
    }

    private func note(_ home: SimulatedHome, _ what: String) {
        let time = folder.now - 1_780_000_000_000
        diary += (folder.takeTrace() + ["home \(home.number) \(what)"]).map { "\(time) \($0)" }
    }
}

// MARK: - What may happen

extension Story {
    private func edit(_ home: SimulatedHome) async {
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let state = await home.ledger.read { $0.state }
            let proposal = Edits(state: state).random(&dice)
            let device = dice.pick(home.devices)
            guard let events = try? await home.ledger.record([proposal], by: device) else { continue }
            accepted.formUnion(events.map(\.id))
            note(home, "writes \(events.map(\.id))")
        }
    }

    private func sync(_ home: SimulatedHome, pushOnly: Bool) async {
        let outcome = await home.sync(pushOnly: pushOnly)
        note(home, "\(pushOnly ? "pushes" : "syncs"): \(outcome.failure.map { "\($0)" } ?? "done")")
    }

    private func restart(_ home: SimulatedHome) async throws {
        note(home, "restarts")
        try await home.restart()
    }

    /// Syncs until the power fails, at any step.
    private func crash(_ home: SimulatedHome) async throws {
        home.power.failAfter(Int.random(in: 1...25, using: &dice))
        await sync(home, pushOnly: dice.chance(0.3))
        note(home, home.power.isOff ? "crashed" : "did not crash after all")
        try await home.restart()
    }

    private func backUp(_ home: SimulatedHome) throws {
        let path = path()
        try home.copy(to: path)
        backups.append((home.number, path))
        note(home, "is backed up")
    }

    /// A service that leaves half a file where a whole one was, and a home that forgot what stood there: that is lost in
    /// the folder, and no program can bring it back. The two do not meet here.
    private func restore(_ home: SimulatedHome) async throws {
        let own = backups.filter { $0.number == home.number }
        guard !own.isEmpty, folder.state.withLock({ $0.weather?.isAtomic }) == true else { return }
        let inFolder = Set(folder.events().map(\.id))
        mayBeLost.formUnion(await home.ledger.read { $0.ledger.events.map(\.id) }.filter { !inFolder.contains($0) })
        formerAuthors[home.number, default: []].formUnion(try await home.authors().map(\.description))
        try await home.restore(from: dice.pick(own).path)
        note(home, "is put back to a backup")
    }

    private func clone(_ home: SimulatedHome) async throws {
        guard homes.count < Self.mostHomes else { return }
        let path = path()
        try home.copy(to: path)
        try await open(path, devices: home.devices)
        note(home, "is cloned as \(homes.count - 1)")
    }
}
