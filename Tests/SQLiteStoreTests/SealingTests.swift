import Accounts
import Cryptography
import GRDB
import LedgerCore
import Testing

@testable import SQLiteStore

@Suite("The database alone") struct SealingTests {
    let directory = TemporaryDirectory()

    /// Words that appear in what a person wrote, and nowhere else.
    static let words = [
        "Bartholomew", "Kitchen-Tablet", "holiday-in-Aix", "Fields-of-others", "Pastis-and-olives", "scrypt-parameters",
        "webdav-password", "Shared/Holidays", "etag-of-a-server", "Foreign-line",
    ]

    @Test("tells nothing that anybody wrote, neither in the file nor in the log (SC-NFR-SEC-1)")
    func nothingReadable() async throws {
        let store = try Fixture.open(directory)
        let key = SymmetricKey.random()
        let secret = SecretToken.random()
        try await writeEverywhere(store, key, secret)
        for isClosed in [false, true] {
            if isClosed { store.close() }
            let bytes = ["", "-wal", "-shm"].flatMap { directory.bytes(of: "splitclone.sqlite" + $0) }
            #expect(bytes.count > 50_000)
            for word in Self.words { #expect(!contains(bytes, Array(word.utf8)), "\(word)") }
            for word in Self.words { #expect(!contains(bytes, Array(word.lowercased().utf8)), "\(word)") }
            #expect(!contains(bytes, key.bytes))
            #expect(!contains(bytes, Array(secret.text.utf8)))
            #expect(!contains(bytes, Array(JoinCode.encode(key).utf8)))
        }
    }

    @Test("the scan finds what is there: ids of devices are")
    func scanCanFail() async throws {
        let store = try Fixture.open(directory)
        let device = try await Fixture.admit(store, account: 1, "Bartholomew")
        let log = directory.bytes(of: "splitclone.sqlite-wal")
        #expect(contains(log, device.id.bytes))
    }

    private func writeEverywhere(_ store: Store, _ key: SymmetricKey, _ secret: SecretToken) async throws {
        let account = try Fixture.account(1, "Bartholomew", isOwner: true)
        try await store.addAccount(account, passwordHash: "scrypt-parameters")
        let connection = FolderConnectionRecord(
            id: Fixture.id(7), account: account.id, kind: "webdav", settings: Array("webdav-password".utf8),
            createdAt: Fixture.start)
        try await store.addFolderConnection(connection)
        let metadata = Array("{\"Fields-of-others\":1}".utf8)
        let record = LedgerRecord(id: Fixture.ledger, metadata: metadata, key: key, addedAt: Fixture.start)
        try await store.addLedger(record, members: [account.id])
        try await store.setFolder(FolderPlace(connection: connection.id, path: "Shared/Holidays"), of: record.id)
        let device = Device(
            id: Fixture.id(2), account: account.id, kind: .browser, name: "Kitchen-Tablet", createdAt: Fixture.start,
            activeLedger: record.id)
        let credential = Credential.session(
            id: Fixture.id(3), device: device.id, secretHash: secret.hash, at: Fixture.start)
        try await store.admit(device, with: credential)
        let own = Fixture.segment(of: 2)
        try await store.append([Fixture.piece("{\"title\":\"Pastis-and-olives\"}\n", at: 0, in: own)])
        let file = SegmentFile(suffix: ".jsonl", etag: "etag-of-a-server")
        try await store.markPushed(own, of: record.id, length: 10, file: file)
        let pulled = PulledSegment(
            segment: Fixture.segment(of: 9), offset: 0, bytes: Array("Foreign-line\n".utf8), file: file)
        try await store.append([pulled], to: record.id)
    }

    @Test("a sealed value opens only where it was put")
    func bound() async throws {
        let store = try Fixture.open(directory)
        try await store.addAccount(try Fixture.account(1, "Anna"), passwordHash: "hash of Anna")
        try await store.addAccount(try Fixture.account(2, "Ben"), passwordHash: "hash of Ben")
        try await store.commits.write { database in
            try database.execute(
                sql: "UPDATE accounts SET password = (SELECT password FROM accounts WHERE id = ?) WHERE id = ?",
                arguments: [(Fixture.id(1) as AccountID).blob, (Fixture.id(2) as AccountID).blob])
        }
        #expect(try await store.account(named: AccountName("anna"))?.passwordHash == "hash of Anna")
        await #expect(throws: StoreError.damaged(detail: "accounts.password does not open")) {
            try await store.account(named: AccountName("Ben"))
        }
    }

    @Test("a piece that was moved, swapped, changed or taken away from a server at rest is noticed")
    func tampered() async throws {
        for change in [
            "UPDATE pieces SET offset = 2 WHERE offset = 0",
            "UPDATE pieces SET bytes = (SELECT bytes FROM pieces WHERE offset = 2) WHERE offset = 0",
            "UPDATE pieces SET bytes = zeroblob(length(bytes))",
            "UPDATE pieces SET bytes = substr(bytes, 1, 20)",
            "UPDATE pieces SET bytes = x''",
            "UPDATE segments SET device = zeroblob(16)",
            "DELETE FROM pieces WHERE offset = 0",
            "DELETE FROM pieces WHERE offset = 2",
            "DELETE FROM segments",
        ] {
            let directory = TemporaryDirectory()
            let store = try Fixture.open(directory)
            try await store.addLedger(Fixture.record(), members: [])
            let segment = Fixture.segment(of: 1)
            try await store.append([Fixture.piece("a\n", at: 0, in: segment), Fixture.piece("b\n", at: 2, in: segment)])
            store.close()
            try await DatabaseQueue(path: directory.path + "/splitclone.sqlite").write { try $0.execute(sql: change) }
            let again = try Fixture.open(directory)
            await #expect("\(change)") {
                try await again.forEachPiece(of: Fixture.ledger) { _ in }
            } throws: { error in
                if case StoreError.damaged = error { true } else { false }
            }
        }
    }

    private func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        bytes.firstRange(of: wanted) != nil
    }
}
