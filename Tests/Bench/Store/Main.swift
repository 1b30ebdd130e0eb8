import Accounts
import Cryptography
import Dispatch
import Glibc
import LedgerCore
import SQLiteStore

/// The cost of keeping, against SQLite itself doing the least that is durable, in the same run.
@main
enum StoreBench {
    static let rounds = 5
    static let payload = [UInt8](repeating: UInt8(ascii: "x"), count: 399) + [UInt8(ascii: "\n")]
    static let ledger = LedgerID(uuid: 1)

    static func main() async throws {
        var template = Array("\(CommandLine.arguments.dropFirst().first ?? "/var/tmp")/bench-store.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return print("error: no directory to work in") }
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        defer { _ = Glibc.system("rm -r '\(path)'") }

        let directory = try DataDirectory(path)
        let store = try Store(directory, masterKey: try MasterKey.load(for: directory), for: .serving)
        try await store.addLedger(
            LedgerRecord(id: ledger, metadata: [], key: .random(), addedAt: Instant(milliseconds: 0)), members: [])
        let bare = QueuedSQLite(directory: path, payload: payload)

        try await writing(store, bare)
        try await lookingUp(store)
        store.close()
        try await opening(directory)
    }

    static func writing(_ store: Store, _ bare: QueuedSQLite) async throws {
        var lone: [Double] = []
        var many: [Double] = []
        var slow: [Double] = []
        for round in 0..<rounds {
            let base = round * 1_000
            let bareOne = try await Measure.of(writers: 1, each: 1_000) { await bare.insert($0 + base, $1) }
            let ourOne = try await Measure.of(writers: 1, each: 1_000) { try await append(store, base + $0, $1) }
            let bareMany = try await Measure.of(writers: 64, each: 50) { await bare.insert($0 + base + 100, $1) }
            let ourMany = try await Measure.of(writers: 64, each: 300) { try await append(store, base + 100 + $0, $1) }
            lone.append(ourOne.median / bareOne.median)
            many.append(ourMany.perSecond / bareMany.perSecond)
            slow.append(ourMany.slowest1Percent / bareMany.slowest1Percent)
            if round > 0 { continue }
            print("bare, 1 writer     \(bareOne.line)\nours, 1 writer     \(ourOne.line)")
            print("bare, 64 writers   \(bareMany.line)\nours, 64 writers   \(ourMany.line)")
        }
        print("1 writer: p50 \(text(middle(lone))) of a bare FULL commit")
        print("64 writers: \(text(middle(many))) the writes of one transaction each (wanted: at least 8×)")
        print("64 writers: p99 \(text(middle(slow))) of one transaction each (wanted: at most 0.5×)")
    }

    @Sendable static func append(_ store: Store, _ writer: Int, _ number: Int) async throws {
        let segment = SegmentID(device: ID(bits: UInt128(writer)), instant: Instant(milliseconds: 0))
        let piece = OwnPiece(ledger: ledger, segment: segment, offset: number * payload.count, bytes: payload)
        try await store.append([piece])
    }

    static func lookingUp(_ store: Store) async throws {
        let now = Instant(milliseconds: 0)
        let account = Account(id: ID(bits: 1), name: try AccountName("Anna"), isOwner: true, createdAt: now)
        try await store.addAccount(account, passwordHash: "")
        let device = Device(id: ID(bits: 2), account: account.id, kind: .browser, name: "Phone", createdAt: now)
        let hash = [UInt8](repeating: 7, count: 32)
        try await store.admit(device, with: .session(id: ID(bits: 3), device: device.id, secretHash: hash, at: now))
        let count = 100_000
        let taken = try ContinuousClock().measure {
            for _ in 0..<count where try store.admission(secretHash: hash) == nil { print("error: not admitted") }
        }
        print("who comes in: \(taken / count / .nanoseconds(1)) ns a request")
    }

    /// Reading and opening every piece that was written, from a store just opened.
    static func opening(_ directory: DataDirectory) async throws {
        let store = try Store(directory, masterKey: try MasterKey.load(for: directory), for: .command)
        var count = 0
        let taken = try await ContinuousClock().measure {
            try await store.forEachPiece(of: ledger) { count += $0.bytes.isEmpty ? 0 : 1 }
        }
        print("opened \(count) pieces: \(taken.microseconds / 1_000) ms, \(taken / count / .nanoseconds(1)) ns each")
        store.close()
    }
}

/// The peer behind a queue: as many writers as one likes, each with its own transaction.
final class QueuedSQLite: Sendable {
    private let queue = DispatchQueue(label: "bare")
    /// Safe because it is touched on `queue` alone.
    nonisolated(unsafe) private let sqlite: BareSQLite

    init(directory: String, payload: [UInt8]) {
        sqlite = BareSQLite(directory: directory, payload: payload)
    }

    func insert(_ segment: Int, _ number: Int) async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.sqlite.insert(segment: segment, offset: number)
                continuation.resume()
            }
        }
    }
}
