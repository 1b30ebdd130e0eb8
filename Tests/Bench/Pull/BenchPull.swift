import Cryptography
import FolderFormat
import Foundation
import LedgerCore
import LedgerSync
import SQLiteStore
import SharedFolders

/// `bench-pull make FOLDER COUNT` writes a ledger of so many full segments, as it lies in a folder.
/// `bench-pull pull DATA CLIENT DRIVE-PATH TOKEN CERTIFICATES HOSTS` pulls it from OneDrive into a new store, as a home does that
/// joins, and prints what it took.
@main struct BenchPull {
    static let key = SymmetricKey(bytes: (0..<32).map { UInt8($0) })!
    static let metadata = LedgerMetadata(
        ledgerID: LedgerID(uuid: 7), schemaVersion: 1, createdAt: Instant(milliseconds: 1_780_000_000_000), key: key,
        currency: .euro)

    static func main() async throws {
        LargeBlocks.goBackWhenFreed()
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "make": try make(arguments[1], Int(arguments[2]) ?? 100)
        case "pull": try await pull(Array(arguments.dropFirst()))
        default: exit(2)
        }
    }

    /// Five devices that wrote expenses until their segments were full.
    private static func make(_ folder: String, _ count: Int) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(metadata.encode()).write(to: URL(filePath: folder + "/ledger.json"))
        var number: UInt128 = 1 << 77
        let people = (1...8).map { ParticipantID(bits: UInt128($0) << 64 | 1) }
        for index in 0..<count {
            let device = DeviceID(bits: UInt128(index % 5 + 1) << 80 | 7)
            var lines: [UInt8] = []
            while true {
                number += 1
                let at = Instant(milliseconds: 1_780_000_000_000 + Int64(truncatingIfNeeded: number) % 1_000_000_000)
                let input = ExpenseInput(
                    title: "Bread and butter", amount: Money(minorUnits: 4_720), executionDate: at.day,
                    payer: people[0], split: people, note: "from the shop at the corner")
                let event = Event(
                    id: EventID(bits: number), schemaVersion: 1, authorDevice: device, authorParticipant: people[0],
                    entryAt: at, kind: .expenseCreated(ExpenseID(bits: number), input))
                let line = EventEncoder.line(event)
                if SegmentRotation.isFull(length: lines.count, nextLine: line.count) { break }
                lines += line
            }
            let name = SegmentName(opened: Instant(milliseconds: 1_780_000_000_000 + Int64(index)), suffix: .jsonl)
            let path = SegmentPath(device: device, name: name)
            let directory = folder + "/" + FolderPath.device(device)
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(Segment.seal(lines, key: key)).write(to: URL(filePath: folder + "/\(path)"))
        }
    }

    private static func pull(_ arguments: [String]) async throws {
        let data = try DataDirectory(arguments[0])
        let store = try Store(data, masterKey: MasterKey(.random()), for: .serving)
        try await store.addLedger(
            LedgerRecord(id: metadata.ledgerID, metadata: metadata.encode(), key: key, addedAt: metadata.createdAt),
            members: [])
        let settings = try OneDriveSettings(downloadHosts: arguments[5], clientID: arguments[1])
        let account = OneDriveAccount(
            settings: settings, transfer: CurlTransfer(TransferSettings(certificateAuthorities: arguments[4])),
            credential: OneDriveCredential(refreshToken: arguments[3], refreshedAt: 0), save: { _ in })
        let folder = OneDriveFolder(account: account, root: .path(RelativePath(arguments[2]) ?? .folder))
        let engine = SyncEngine(
            store: store,
            clock: .system(now: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }))
        let before = memory("VmRSS")
        let start = ContinuousClock.now
        let home = PullingHome()
        engine.attach(SyncedLedger(metadata: metadata, key: key, folder: folder), to: home)
        while true {
            let answer = await engine.syncNow(metadata.ledgerID)
            if answer.state == .inSync { break }
            guard answer.state == .syncing else { throw StoreError.damaged(detail: "\(answer)") }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let events = await home.ledger.revision
        print(
            """
            {"seconds": \(seconds), "events": \(events), "before": \(before), "peak": \(memory("VmHWM")), \
            "after": \(memory("VmRSS"))}
            """)
        await engine.stop()
        store.close()
    }

    /// In kilobytes.
    private static func memory(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}

/// Takes in what comes, as an open ledger does.
private actor PullingHome: EventAbsorber {
    private(set) var ledger = Ledger()

    func absorb(
        _ events: [Event], storing: @escaping @Sendable () async throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await storing()
        ledger.insert(events)
    }

    func succeed(_ storing: @escaping @Sendable () async throws(StoreError) -> Void) async throws(StoreError) {
        try await storing()
    }

    func claimForSuccessors() {}
    func adopt(_ metadata: LedgerMetadata) {}
}
