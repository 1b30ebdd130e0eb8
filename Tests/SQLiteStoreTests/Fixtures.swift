import Accounts
import Cryptography
import Glibc
import LedgerCore
import SQLiteStore

/// A directory that is gone when the test is.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/splitclone-store.XXXXXX".utf8CString)
        mkdtemp(&template)
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        for name in ["splitclone.sqlite", "splitclone.sqlite-wal", "splitclone.sqlite-shm", "master.key"] {
            unlink("\(path)/\(name)")
        }
        rmdir("\(path)/folders")
        rmdir(path)
    }

    func bytes(of name: String) -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}

/// What the tests keep, made short.
enum Fixture {
    static let start = Instant(milliseconds: 1_778_760_191_123)
    static let ledger = LedgerID("holiday-in-Aix")!

    static func open(_ directory: TemporaryDirectory, for purpose: Store.Purpose = .serving) throws -> Store {
        let data = try DataDirectory(directory.path)
        return try Store(data, masterKey: try MasterKey.load(for: data), for: purpose)
    }

    static func id<Tag>(_ number: Int) -> ID<Tag> { ID(bits: UInt128(number) + 0x7000 << 64) }

    static func account(_ number: Int, _ name: String, isOwner: Bool = false) throws -> Account {
        Account(id: id(number), name: try AccountName(name), isOwner: isOwner, createdAt: start)
    }

    /// An account with one browser, signed in with `secretHash(number)`.
    @discardableResult
    static func admit(_ store: Store, account number: Int, _ name: String) async throws -> Device {
        let account = try account(number, name)
        try await store.addAccount(account, passwordHash: "hash of \(name)")
        let device = Device(
            id: id(number + 100), account: account.id, kind: .browser, name: "\(name)'s phone", createdAt: start)
        try await store.admit(device, with: session(number, of: device))
        return device
    }

    static func session(_ number: Int, of device: Device) -> Credential {
        .session(id: id(number + 200), device: device.id, secretHash: secretHash(number), at: start)
    }

    static func secretHash(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 32) }

    static func record(_ id: LedgerID = ledger, key: SymmetricKey = .random()) -> LedgerRecord {
        LedgerRecord(id: id, metadata: Array("{\"ledgerId\":\"\(id)\"}\n".utf8), key: key, addedAt: start)
    }

    static func segment(of device: Int, _ number: Int64 = 0) -> SegmentID {
        SegmentID(device: id(device), instant: start.advanced(byMilliseconds: number))
    }

    static func piece(_ text: String, at offset: Int, in segment: SegmentID, of ledger: LedgerID = ledger) -> OwnPiece {
        OwnPiece(ledger: ledger, segment: segment, offset: offset, bytes: Array(text.utf8))
    }
}
