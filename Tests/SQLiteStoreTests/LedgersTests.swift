import Accounts
import Cryptography
import GRDB
import LedgerCore
import Testing

@testable import SQLiteStore

@Suite("Ledgers") struct LedgersTests {
    let directory = TemporaryDirectory()

    @Test("a ledger comes back as it was, after a restart too")
    func record() async throws {
        let store = try Fixture.open(directory)
        let account = try await Fixture.admit(store, account: 1, "Anna").account
        try await store.addFolderConnection(connection(of: account))
        var record = Fixture.record()
        try await store.addLedger(record, members: [account])
        record.metadata = Array("{\"changed\":true}".utf8)
        record.recoveryAcknowledged = true
        record.archivedAt = Fixture.start
        try await store.updateLedger(record)
        record.folder = FolderPlace(connection: Fixture.id(7), path: "Holidays/Aix")
        try await store.setFolder(record.folder, of: record.id)
        store.close()

        let again = try Fixture.open(directory)
        let found = try #require(try await again.ledgers().first)
        #expect(found.id == record.id)
        #expect(found.key == record.key)
        #expect(found.metadata == record.metadata)
        #expect(found.folder == record.folder)
        #expect(found.recoveryAcknowledged)
        #expect(found.addedAt == record.addedAt)
        #expect(found.archivedAt == record.archivedAt)
        #expect(try again.ledgers(of: account) == [record.id])
        #expect(try await again.folderConnections() == [connection(of: account)])
    }

    @Test("a ledger, its first members and its first events come together or not at all")
    func together() async throws {
        let store = try Fixture.open(directory)
        let segment = Fixture.segment(of: 1)
        await #expect(throws: StoreError.outOfStep) {
            try await store.addLedger(
                Fixture.record(), members: [],
                pieces: [Fixture.piece("a\n", at: 0, in: segment), Fixture.piece("b\n", at: 7, in: segment)])
        }
        await #expect(throws: StoreError.missing) {
            try await store.addLedger(Fixture.record(), members: [Fixture.id(5)])
        }
        #expect(try await store.ledgers().isEmpty)
        await #expect(throws: StoreError.missing) { try await store.segments(of: Fixture.ledger) }
        try await store.addLedger(Fixture.record(), members: [], pieces: [Fixture.piece("a\n", at: 0, in: segment)])
        #expect(try await store.plaintext(of: segment, in: Fixture.ledger) == Array("a\n".utf8))
        await #expect(throws: StoreError.taken) { try await store.addLedger(Fixture.record(), members: []) }
    }

    @Test(
        "what is damaged of one ledger hides no other, and the ledger can be removed",
        arguments: ["key", "metadata", "sealed_id"])
    func damaged(column: String) async throws {
        let store = try Fixture.open(directory)
        let account = try await Fixture.admit(store, account: 1, "Anna").account
        let (broken, whole) = (LedgerID("broken")!, LedgerID("whole")!)
        for id in [broken, whole] { try await store.addLedger(Fixture.record(id), members: [account]) }
        store.close()
        let file = try DatabaseQueue(path: directory.path + "/splitclone.sqlite")
        try await file.write { database in
            try database.execute(
                sql: "UPDATE ledgers SET \(column) = zeroblob(length(\(column))) WHERE number = 1")
        }
        try file.close()
        let again = try Fixture.open(directory)
        #expect(try await again.ledgers().map(\.id) == [whole])
        // Nobody knows which ledger it is without its id.
        let known = column == "sealed_id" ? [] : [broken]
        #expect(try await again.damagedLedgers().map(\.id) == known)
        #expect(try again.ledgers(of: account) == known + [whole])
        try await again.removeLedger(broken)
        #expect(try await again.damagedLedgers().isEmpty)
        #expect(try again.ledgers(of: account) == [whole])
        try await again.addLedger(Fixture.record(broken), members: [account])
    }

    @Test("memberships begin once and end once")
    func memberships() async throws {
        let store = try Fixture.open(directory)
        let anna = try await Fixture.admit(store, account: 1, "Anna").account
        let ben = try await Fixture.admit(store, account: 2, "Ben").account
        try await store.addLedger(Fixture.record(), members: [ben])
        let membership = Membership(account: anna, ledger: Fixture.ledger)
        for offset in [1, 2] as [Int64] {
            try await store.addMembership(membership, at: Fixture.start.advanced(byMilliseconds: offset))
        }
        #expect(try store.members(of: Fixture.ledger) == [ben, anna])
        try await store.removeMembership(membership)
        await #expect(throws: StoreError.missing) { try await store.removeMembership(membership) }
        let nowhere = Membership(account: anna, ledger: LedgerID("nowhere")!)
        await #expect(throws: StoreError.missing) { try await store.addMembership(nowhere, at: Fixture.start) }
        let nobody = Membership(account: Fixture.id(77), ledger: Fixture.ledger)
        await #expect(throws: StoreError.missing) { try await store.addMembership(nobody, at: Fixture.start) }
    }

    @Test("of all who leave one is the last, and takes the ledger off, unless somebody joins before")
    func leaving() async throws {
        let store = try Fixture.open(directory)
        let anna = try await Fixture.admit(store, account: 1, "Anna").account
        let ben = try await Fixture.admit(store, account: 2, "Ben").account
        try await store.addLedger(Fixture.record(), members: [anna, ben])
        let (annas, bens) = (
            Membership(account: anna, ledger: Fixture.ledger), Membership(account: ben, ledger: Fixture.ledger)
        )
        async let first = store.leave(annas)
        async let second = store.leave(bens)
        #expect(try await [first, second].count { $0 } == 1)
        let last = try #require(try store.members(of: Fixture.ledger).first)
        let other = last == anna ? bens : annas
        await #expect(throws: StoreError.missing) { try await store.leave(other) }
        #expect(try await !store.leave(last == anna ? annas : bens))

        try await store.addMembership(other, at: Fixture.start)
        #expect(try await !store.removeLedger(Fixture.ledger, of: last))
        #expect(try await store.ledgers().count == 1)
        // Who is being deleted is nobody who would keep it.
        try await store.fence(other.account, at: Fixture.start, name: "gone")
        #expect(try await store.removeLedger(Fixture.ledger, of: last))
        #expect(try await store.ledgers().isEmpty)
        await #expect(throws: StoreError.missing) { try await store.leave(annas) }
    }

    @Test("a removed ledger leaves nothing: no row, no byte of its key, and nothing of the others is touched")
    func removal() async throws {
        let store = try Fixture.open(directory)
        let other = LedgerID("other")!
        for id in [Fixture.ledger, other] {
            try await store.addLedger(Fixture.record(id), members: [])
            let segment = Fixture.segment(of: 1)
            var offset = 0
            for line in ["a\n", String(repeating: "long ", count: 2_000) + "\n", "c\n"] {
                try await store.append([Fixture.piece(line, at: offset, in: segment, of: id)])
                offset += line.utf8.count
            }
        }
        let sealed = try await store.read { database in
            try Row.fetchAll(database, sql: "SELECT key FROM ledgers ORDER BY number").map { try $0.bytes(at: 0) }
        }
        try await store.removeLedger(Fixture.ledger)
        let rows = try await store.read { database in
            try ["ledgers", "segments", "pieces"].map { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") }
        }
        #expect(rows == [1, 1, 3])
        let bytes = ["", "-wal"].flatMap { directory.bytes(of: "splitclone.sqlite" + $0) }
        #expect(bytes.firstRange(of: sealed[0]) == nil)
        #expect(bytes.firstRange(of: sealed[1]) != nil)
        await #expect(throws: StoreError.missing) { try await store.segments(of: Fixture.ledger) }
        await #expect(throws: StoreError.missing) {
            try await store.append([Fixture.piece("a\n", at: 0, in: Fixture.segment(of: 1))])
        }
        #expect(try await store.plaintext(of: Fixture.segment(of: 1), in: other).count == 10_005)
        try await store.addLedger(Fixture.record(), members: [])
        #expect(try await store.segments(of: Fixture.ledger) == [])
    }

    @Test("folder connections keep their settings, change and go; a ledger shared through one stays, unshared")
    func connections() async throws {
        let store = try Fixture.open(directory)
        let account = try await Fixture.admit(store, account: 1, "Anna").account
        var record = connection(of: account)
        try await store.addFolderConnection(record)
        await #expect(throws: StoreError.taken) { try await store.addFolderConnection(record) }
        record.settings = []
        try await store.updateFolderConnection(record)
        #expect(try await store.folderConnections() == [record])
        try await store.addLedger(Fixture.record(), members: [account])
        try await store.setFolder(FolderPlace(connection: record.id, path: "x"), of: Fixture.ledger)
        try await store.removeFolderConnection(record.id)
        #expect(try await store.ledgers().map(\.folder) == [nil])
        await #expect(throws: StoreError.missing) { try await store.removeFolderConnection(record.id) }
        await #expect(throws: StoreError.missing) { try await store.updateFolderConnection(record) }
        let place = FolderPlace(connection: record.id, path: "x")
        await #expect(throws: StoreError.missing) { try await store.setFolder(place, of: Fixture.ledger) }
    }

    @Test("what a service calls a folder is kept for the place it was found at, and for no other")
    func folderItems() async throws {
        let store = try Fixture.open(directory)
        let account = try await Fixture.admit(store, account: 1, "Anna").account
        try await store.addFolderConnection(connection(of: account))
        try await store.addLedger(Fixture.record(), members: [account])
        let place = FolderPlace(connection: Fixture.id(7), path: "Home")
        try await store.keepFolderItem("drive/1", of: Fixture.ledger, at: place)
        #expect(try await store.ledgers().first?.folder == nil)
        try await store.setFolder(place, of: Fixture.ledger)
        try await store.keepFolderItem(
            "drive/1", of: Fixture.ledger, at: FolderPlace(connection: place.connection, path: "x"))
        #expect(try await store.ledgers().first?.folder == place)
        try await store.keepFolderItem("drive/2", of: Fixture.ledger, at: place)
        #expect(try await store.ledgers().first?.folder?.item == "drive/2")
        let shared = FolderPlace(connection: place.connection, path: nil, item: "drive/3")
        try await store.setFolder(shared, of: Fixture.ledger)
        store.close()
        let again = try Fixture.open(directory)
        #expect(try await again.ledgers().first?.folder == shared)
    }

    private func connection(of account: AccountID) -> FolderConnectionRecord {
        FolderConnectionRecord(
            id: Fixture.id(7), account: account, kind: "directory", settings: Array("{\"path\":\"x\"}".utf8),
            createdAt: Fixture.start)
    }
}
