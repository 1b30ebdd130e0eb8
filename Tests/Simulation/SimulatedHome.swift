import Cryptography
import FolderFormat
import Foundation
import LedgerCore
import SQLiteStore
import Seeded
import SharedFolders
import Synchronization

@testable import Bookkeeping
@testable import LedgerSync

/// One server of a story: the real store in a directory, the real ledger, the real runs.
final class SimulatedHome {
    /// Short, so that logs have many segments.
    static let segmentBytes = 3_000

    let number: Int
    let directory: String
    let devices: [DeviceID]
    let power = Power()
    var isCutOff = false
    private(set) var ledger: OpenLedger
    private(set) var store: Store
    private var findings = FileFindings([])
    private var memory = FolderMemory()
    private let folder: SimulatedFolder
    private let metadata: LedgerMetadata
    private let world: World

    static let masterKey = MasterKey(SymmetricKey(bytes: Array(repeating: 7, count: 32)) ?? .random())

    /// Opens what is in the directory; an empty one joins the ledger.
    init(
        _ number: Int, in directory: String, devices: [DeviceID], _ metadata: LedgerMetadata, _ folder: SimulatedFolder,
        lead: Int64, seed: UInt64
    ) async throws {
        self.number = number
        self.directory = directory
        self.devices = devices
        self.folder = folder
        self.metadata = metadata
        let dice = Mutex(Dice(seed))
        world = World(
            now: { Instant(milliseconds: folder.now + lead) }, newID: { dice.withLock { $0.bits() } })
        store = try Self.openStore(directory)
        if try await store.ledgers().isEmpty {
            try await store.addLedger(
                LedgerRecord(
                    id: metadata.ledgerID, metadata: metadata.encode(), key: folder.key, addedAt: metadata.createdAt),
                members: [])
        }
        ledger = try await Self.openLedger(metadata.ledgerID, store, world)
    }

    private static func openStore(_ directory: String) throws -> Store {
        try Store(DataDirectory(directory), masterKey: masterKey, for: .command)
    }

    private static func openLedger(_ id: LedgerID, _ store: Store, _ world: World) async throws -> OpenLedger {
        var contents = try await LedgerContents.load(id, in: .euro, from: store)
        contents.segments = OwnSegments(try await store.segments(of: id), threshold: segmentBytes)
        return OpenLedger(contents, disk: LedgerDisk(store, id), world: world) { _, _ in }
    }

    /// As after a power cut, or when another data directory was put in place: only what is on the disk is left.
    func restart() async throws {
        power.restore()
        store.close()
        store = try Self.openStore(directory)
        ledger = try await Self.openLedger(metadata.ledgerID, store, world)
        findings = FileFindings(ledger.problems)
        memory = FolderMemory()
    }

    func close() { store.close() }

    /// Copies the data directory as it is. Nothing is being written meanwhile.
    func copy(to path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in ["splitclone.sqlite", "splitclone.sqlite-wal"] {
            let source = directory + "/" + name
            guard FileManager.default.fileExists(atPath: source) else { continue }
            try FileManager.default.copyItem(atPath: source, toPath: path + "/" + name)
        }
    }

    /// Puts a copy back in place of what is there.
    func restore(from path: String) async throws {
        store.close()
        try FileManager.default.removeItem(atPath: directory)
        try FileManager.default.copyItem(atPath: path, toPath: directory)
        try await restart()
    }

    /// What it may write to: its devices, and those under which they went on.
    func authors() async throws -> Set<DeviceID> {
        let successors = try await store.successors(in: metadata.ledgerID)
        return Set(devices).union(successors.values.joined())
    }

    func sync(pushOnly: Bool = false) async -> (failure: SyncFailure?, problems: [FormatProblem]) {
        let reach = Reach(folder: folder, home: number, power: power, isCutOff: isCutOff)
        var run = SyncRun(
            ledger: SyncedLedger(metadata: metadata, key: folder.key, folder: reach), store: store,
            absorber: Door(ledger: ledger, power: power), now: world.now(), newID: world.newID, findings: findings,
            memory: memory, parallelFetches: 1)
        var failure: SyncFailure?
        do throws(SyncFailure) {
            if pushOnly { try await run.pushOnly() } else { try await run.full() }
        } catch {
            failure = error
        }
        findings = run.findings
        memory = run.memory
        return (failure, findings.all)
    }
}
