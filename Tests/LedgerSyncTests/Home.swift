import Cryptography
import FolderFormat
import Foundation
import LedgerCore
import SQLiteStore
import Seeded
import SharedFolders

@testable import LedgerSync

/// One home: a store on a disk, with one ledger in it, and what a run remembers for the next.
actor Home: EventAbsorber {
    static let key = SymmetricKey.random()
    static let created = Instant(milliseconds: 1_780_000_000_000)
    static let metadata = LedgerMetadata(
        ledgerID: LedgerID(uuid: 7), schemaVersion: 1, createdAt: created, key: key, currency: .euro)

    private let directory: URL
    private var store: Store
    private var findings = FileFindings([])
    private var memory = FolderMemory()
    private var generator: SplitMix
    private let metadata: LedgerMetadata
    private let key: SymmetricKey
    private(set) var absorbed: [Event] = []
    private(set) var now: Instant
    let devices: [DeviceID]

    /// What one run did.
    struct Outcome {
        let failure: SyncFailure?
        let pulled: SyncCount
        let pushed: SyncCount
        let problems: [FormatProblem]
    }

    init(
        _ number: UInt64, devices count: Int = 1, clockLead: Int64 = 0, metadata: LedgerMetadata = Home.metadata,
        key: SymmetricKey = Home.key
    ) async throws {
        self.metadata = metadata
        self.key = key
        generator = SplitMix(number)
        directory = FileManager.default.temporaryDirectory.appending(component: "splitclone-\(UUID().uuidString)")
        store = try Self.open(directory)
        devices = (1...UInt64(count)).map { DeviceID(bits: UInt128(number) << 64 | UInt128($0)) }
        now = Self.created.advanced(byMilliseconds: clockLead)
        let record = LedgerRecord(
            id: metadata.ledgerID, metadata: metadata.encode(), key: key, addedAt: Self.created)
        try await store.addLedger(record, members: [])
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(at: directory)
    }

    private static func open(_ directory: URL) throws -> Store {
        let data = try DataDirectory(directory.path(percentEncoded: false))
        return try Store(data, masterKey: try MasterKey.load(for: data), for: .serving)
    }

    var ledger: LedgerID { metadata.ledgerID }
    var theStore: Store { store }

    /// As after a power cut: only what is on the disk is left.
    func restart() throws {
        store.close()
        store = try Self.open(directory)
        findings = FileFindings([])
        memory = FolderMemory()
    }

    func passTime(_ milliseconds: Int64) {
        now = now.advanced(byMilliseconds: milliseconds)
    }

    // MARK: Writing

    /// Records events as one of this home's devices does: one piece each, a new segment when one is full.
    @discardableResult
    func write(_ count: Int = 1, device: Int = 0, noteLength: Int = 10) async throws -> [Event] {
        var written: [Event] = []
        for _ in 0..<count {
            let author = try await author(for: device)
            let event = makeEvent(by: author, noteLength: noteLength)
            try await append(EventEncoder.line(event), by: author)
            written.append(event)
        }
        return written
    }

    func makeEvent(by device: DeviceID, noteLength: Int = 10) -> Event {
        now = now.advanced(byMilliseconds: 1)
        let input = ExpenseInput(
            title: "Bread", amount: Money(minorUnits: Int128.random(in: 1...99_999, using: &generator)),
            executionDate: now.day, payer: randomID(), split: [randomID(), randomID()], labels: [],
            note: String(repeating: "x", count: noteLength))
        return Event(
            id: randomID(), schemaVersion: 1, authorDevice: device, authorParticipant: .none, entryAt: now,
            kind: .expenseCreated(randomID(), input))
    }

    /// As which device of the folder one of ours writes now.
    func author(for device: Int = 0) async throws -> DeviceID {
        try await store.successors(in: ledger)[devices[device]]?.last ?? devices[device]
    }

    private func append(_ line: [UInt8], by device: DeviceID) async throws {
        let last = try await store.segments(of: ledger).filter { $0.id.device == device }.max {
            $0.id.instant < $1.id.instant
        }
        let segment: SegmentID
        var offset = 0
        if let last, last.isOwn, !SegmentRotation.isFull(length: last.length, nextLine: line.count) {
            segment = last.id
            offset = last.length
        } else {
            let latest = last.map { SegmentName(opened: $0.id.instant, suffix: .jsonl) }
            guard let name = SegmentName.next(after: latest, now: now, suffix: .jsonl) else { return }
            segment = SegmentID(device: device, instant: name.opened)
        }
        try await store.append([OwnPiece(ledger: ledger, segment: segment, offset: offset, bytes: line)])
    }

    private func randomID<Tag>() -> ID<Tag> {
        ID(bits: UInt128.random(in: 1 ... .max, using: &generator))
    }

    // MARK: Syncing

    func absorb(
        _ events: [Event], storing: @escaping @Sendable () async throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await storing()
        absorbed += events
    }

    func succeed(_ storing: @escaping @Sendable () async throws(StoreError) -> Void) async throws(StoreError) {
        try await storing()
    }

    func claimForSuccessors() {}

    private(set) var adopted: LedgerMetadata?

    func adopt(_ metadata: LedgerMetadata) { adopted = metadata }

    /// This home as it is, once more: its data directory is copied, with everything in it.
    func copy() async throws -> Home {
        try await Home(self)
    }

    private init(_ original: Home) async throws {
        let copy = FileManager.default.temporaryDirectory.appending(component: "splitclone-\(UUID().uuidString)")
        let from = original.directory
        for name in ["splitclone.sqlite", "splitclone.sqlite-wal", "master.key"] {
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: from.appending(component: name), to: copy.appending(component: name))
        }
        directory = copy
        store = try Self.open(copy)
        metadata = original.metadata
        key = original.key
        generator = SplitMix(.random(in: 0 ... .max))
        now = await original.now
        devices = original.devices
    }

    @discardableResult
    func sync(_ folder: any SharedFolder, pushOnly: Bool = false) async -> Outcome {
        let ledger = SyncedLedger(metadata: metadata, key: key, folder: folder)
        var run = SyncRun(
            ledger: ledger, store: store, absorber: self, now: now, newID: { .random(in: .min ... .max) },
            findings: findings, memory: memory)
        var failure: SyncFailure?
        do throws(SyncFailure) {
            if pushOnly { try await run.pushOnly() } else { try await run.full() }
        } catch {
            failure = error
        }
        findings = run.findings
        memory = run.memory
        return Outcome(failure: failure, pulled: run.pulled, pushed: run.pushed, problems: findings.all)
    }

    // MARK: Looking

    /// Every event on this home's disk, in the order in which a ledger applies them; duplicates stay.
    func events() async throws -> [Event] {
        var bytes: [UInt8] = []
        try await store.forEachPiece(of: ledger) { bytes += $0.bytes }
        return SegmentContents(decoding: bytes, file: "store").events.inOrder
    }

    func pending() async throws -> Int {
        try await store.pendingEvents(of: ledger)
    }

    func segments() async throws -> [SegmentRecord] {
        try await store.segments(of: ledger)
    }
}

extension [Event] {
    /// The order in which a ledger applies them (SC-ARC-MRG-1).
    var inOrder: [Event] {
        sorted { ($0.entryAt, $0.id) < ($1.entryAt, $1.id) }
    }
}
