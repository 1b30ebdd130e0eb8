import Accounts
import Cryptography
import Foundation
import LedgerCore
import LedgerSync
import SQLiteStore
import Testing

@testable import Bookkeeping

@Suite struct SharingTests {
    /// Two homes that see the same folders, and a person in each.
    private func twoHomes() async throws -> (here: Home, anna: Caller, there: Home, ben: Caller) {
        let folders = try TemporaryDirectory()
        let here = try await Home(folders: folders)
        let there = try await Home(folders: folders)
        return (here, try await here.person("anna"), there, try await there.person("ben"))
    }

    private func join(
        _ code: String, at path: String?, _ home: Home, _ caller: Caller
    ) async throws -> (ledger: OpenLedger, isNew: Bool) {
        try await join(.code(code), at: path, home, caller)
    }

    private func join(
        _ key: JoinRequest.Key, at path: String?, _ home: Home, _ caller: Caller
    ) async throws -> (ledger: OpenLedger, isNew: Bool) {
        var folder: FolderChoice?
        if let path { folder = FolderChoice(connection: try await home.connection(caller), path: path) }
        return try await home.books.join(JoinRequest(key, folder: folder), by: caller)
    }

    @Test("two homes over one folder come to agree, whoever writes")
    func agreement() async throws {
        let (here, anna, there, ben) = try await twoHomes()
        let ours = try await here.ledger(by: anna, at: "shared")
        try await ours.record([.recordExpense(.random(), try await ours.lunch())], by: anna.device.id)
        #expect(await here.books.syncNow(ours.id).state == .inSync)

        let invitation = try await here.books.invitation(to: ours)
        #expect(invitation.text.contains(invitation.joinCode))
        await #expect(throws: SharingRefusal.malformedJoinCode(isMistyped: false)) {
            _ = try await join(.code(invitation.text), at: "shared", there, ben)
        }
        let (theirs, isNew) = try await join(.invitation(invitation.text), at: "shared", there, ben)
        #expect(isNew)
        #expect(theirs.id == ours.id)
        #expect(await theirs.read { $0.state } == ours.read { $0.state })
        let person = try await theirs.participant("Ben")
        there.clock.pass(5)
        try await theirs.record(
            [.claim(person), .recordExpense(.random(), try await theirs.lunch("Dinner", cents: 1000))],
            by: ben.device.id)
        try await ours.record([.createLabel(.random(), name: "Food")], by: anna.device.id)
        _ = await there.books.syncNow(theirs.id)
        _ = await here.books.syncNow(ours.id)
        _ = await there.books.syncNow(theirs.id)
        #expect(ours.revision == theirs.revision)
        #expect(await ours.read { $0.state } == theirs.read { $0.state })
        #expect(await ours.read { $0.balances.debts } == theirs.read { $0.balances.debts })
        let status = await there.books.syncStatus(of: theirs.id)
        #expect(status.state == .inSync)
        #expect(status.pendingEvents == 0)
        let foreign = try here.folders.files(under: "shared").keys.filter { $0.contains(ben.device.id.description) }
        #expect(foreign.count == 1)
    }

    @Test("what the folder's host writes into ledger.json changes neither a ledger's currency nor when it was made")
    func hostsWord() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ledger = try await home.ledger(by: anna, at: "shared", schemaVersion: 1)
        #expect(await home.books.syncNow(ledger.id).state == .inSync)
        let file = home.folders.path + "/shared/ledger.json"
        let metadata = try String(contentsOfFile: file, encoding: .utf8)
        let made = try home.books.facts(of: ledger.id).createdAt
        let raised = metadata.replacingOccurrences(of: "\"schemaVersion\": 1", with: "\"schemaVersion\": 2")
        func write(_ text: String) async throws {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            home.clock.pass(3_600_001)
        }
        try await write(raised.replacingOccurrences(of: "EUR", with: "JPY"))
        #expect(await home.books.syncNow(ledger.id).state == .error)
        #expect(await home.books.syncStatus(of: ledger.id).problem?.code == "other-ledger")
        await #expect(throws: SharingRefusal.otherLedger) { try await home.books.upgrade(ledger, to: 2) }
        #expect(try home.books.facts(of: ledger.id).schemaVersion == 1)
        try await write(raised.replacingOccurrences(of: "\(made)", with: "2001-01-01T00:00:00.000Z"))
        #expect(await home.books.syncNow(ledger.id).state == .inSync)
        await home.stop()
        let again = try await Home(data: home.data, folders: home.folders, clock: home.clock)
        let facts = try again.books.facts(of: ledger.id)
        #expect(facts.currency == .euro && facts.createdAt == made && facts.schemaVersion == 2)
        #expect(try await again.books.ledger(ledger.id, for: anna.account.id).currency == .euro)
        await again.stop()
    }

    @Test("a join is refused with its reason, and no key is kept")
    func refusals() async throws {
        let (here, anna, there, ben) = try await twoHomes()
        let ours = try await here.ledger(by: anna, at: "shared")
        let code = try here.books.joinCode(of: ours.id)
        let files = here.folders.path
        try FileManager.default.createDirectory(atPath: files + "/plain", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: files + "/newer", withIntermediateDirectories: true)
        let metadata = try String(contentsOfFile: files + "/shared/ledger.json", encoding: .utf8)
        try metadata.replacingOccurrences(of: "\"schemaVersion\": 2", with: "\"schemaVersion\": 99")
            .write(toFile: files + "/newer/ledger.json", atomically: true, encoding: .utf8)
        let mistyped = code.dropLast() + (code.last == "0" ? "1" : "0")
        let cases: [(String, String?, String)] = [
            ("hello", "shared", "malformed-join-code"), (String(mistyped), "shared", "malformed-join-code"),
            (JoinCode.encode(.random()), "shared", "wrong-join-code"), (code, "plain", "not-a-ledger"),
            (code, "newer", "ledger-too-new"), (code, "../shared", "unusable-path"), (code, nil, "folder-needed"),
        ]
        for (text, path, expected) in cases {
            let refusal = await #expect(throws: SharingRefusal.self) { try await join(text, at: path, there, ben) }
            #expect(refusal?.code == expected)
        }
        #expect(try await there.store.ledgers().isEmpty)
        #expect(try there.books.ledgers(of: ben.account.id).isEmpty)
        let foreign = FolderChoice(connection: try await here.connection(anna), path: "shared")
        let refusal = await #expect(throws: SharingRefusal.self) {
            try await there.books.join(JoinRequest(.code(code), folder: foreign), by: ben)
        }
        #expect(refusal == .noSuchConnection)
    }

    @Test("joining what the server holds makes a member, and needs no folder")
    func joiningHere() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ben = try await home.person("ben")
        let ledger = try await home.ledger(by: anna)
        let code = try home.books.joinCode(of: ledger.id)
        for _ in 0..<2 {
            let (joined, isNew) = try await join(.invitation("Here you go:\n  \(code)\nSee you!"), at: nil, home, ben)
            #expect(joined === ledger)
            #expect(!isNew)
        }
        #expect(try home.books.ledgers(of: ben.account.id).map(\.id) == [ledger.id])
    }

    @Test("a join code that is held here does not open another ledger's folder")
    func heldCodeForeignFolder() async throws {
        let (here, anna, _, _) = try await twoHomes()
        let ours = try await here.ledger(by: anna, at: "shared")
        _ = try await here.ledger(by: anna, at: "other")
        let code = try here.books.joinCode(of: ours.id)
        let refusal = await #expect(throws: SharingRefusal.self) {
            try await join(.code(code), at: "other", here, anna)
        }
        #expect(refusal == .wrongJoinCode)
        #expect(try await join(.code(code), at: "shared", here, anna).ledger === ours)
        #expect(try await join(.code(code), at: "nowhere", here, anna).ledger === ours)
    }

    @Test("a ledger needs an empty folder, inside the roots")
    func occupied() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        _ = try await home.ledger(by: anna, at: "shared")
        let refusal = await #expect(throws: SharingRefusal.self) { try await home.ledger(by: anna, at: "shared") }
        #expect(refusal == .folderNotEmpty)
        #expect(try home.books.ledgers(of: anna.account.id).count == 1)
        let outside = await #expect(throws: SharingRefusal.self) {
            try await home.books.addDirectory("/etc", for: anna.account.id)
        }
        #expect(outside == .outsideRoots)
    }

    @Test("a ledger that the store does not keep leaves its folder as it was")
    func notKept() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let connection = try await home.connection(anna)
        func create(at path: String) async throws {
            let folder = FolderChoice(connection: connection, path: path)
            _ = try await home.books.create(
                NewLedger(name: "Home", currency: .euro, participants: ["Anna"], me: "Anna", folder: folder), by: anna)
        }
        let count = home.clock.idCount
        try await create(at: "first")
        // The same dice again: the store has a ledger of this id.
        home.clock.idCount = count
        await #expect(throws: Unavailable.self) { try await create(at: "second") }
        #expect(try home.folders.files(under: "second").isEmpty)
        #expect(try home.books.ledgers(of: anna.account.id).count == 1)
        try await create(at: "second")
    }

    @Test("a ledger kept here is shared later, with everything it holds")
    func attaching() async throws {
        let (here, anna, there, ben) = try await twoHomes()
        let ours = try await here.ledger(by: anna)
        try await ours.record([.recordExpense(.random(), try await ours.lunch())], by: anna.device.id)
        #expect(await here.books.syncStatus(of: ours.id).state == .local)
        let choice = FolderChoice(connection: try await here.connection(anna), path: "late")
        try await here.books.attach(ours, to: choice, by: anna)
        #expect(await here.books.syncNow(ours.id).state == .inSync)
        #expect(try here.books.facts(of: ours.id).folder?.path == "late")
        let (theirs, _) = try await join(here.books.joinCode(of: ours.id), at: "late", there, ben)
        #expect(await theirs.read { $0.state } == ours.read { $0.state })
        // Attaching to its own folder again is fine; to another ledger's it is not.
        try await here.books.attach(ours, to: choice, by: anna)
        let other = try await here.ledger(by: anna)
        let refusal = await #expect(throws: SharingRefusal.self) {
            try await here.books.attach(other, to: choice, by: anna)
        }
        #expect(refusal == .folderNotEmpty)
    }

    @Test("removing a ledger pushes what is left, leaves the folder, and the ledger can be joined again")
    func removing() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ledger = try await home.ledger(by: anna, at: "shared")
        try await ledger.record([.recordExpense(.random(), try await ledger.lunch())], by: anna.device.id)
        let state = await ledger.read { $0.state }
        let code = try home.books.joinCode(of: ledger.id)
        try await home.books.remove(ledger, .fromServer, confirmation: nil, by: anna)
        #expect(try home.folders.files(under: "shared").count == 2)
        let (again, isNew) = try await join(code, at: "shared", home, anna)
        #expect(isNew)
        #expect(await again.read { $0.state } == state)
    }

    @Test("changes that no folder has are not thrown away without the ledger's name")
    func removingUnpushed() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ledger = try await home.ledger(by: anna, at: "shared")
        try FileManager.default.removeItem(atPath: home.folders.path + "/shared")
        try Data("a file where the folder was".utf8).write(to: URL(fileURLWithPath: home.folders.path + "/shared"))
        try await ledger.record([.renameLedger(name: "Ours")], by: anna.device.id)
        let refusal = await #expect(throws: SharingRefusal.self) {
            try await home.books.remove(ledger, .fromServer, confirmation: nil, by: anna)
        }
        #expect(refusal?.code == "not-pushed-yet")
        try await home.books.remove(ledger, .fromServer, confirmation: "Ours", by: anna)
        #expect(try home.books.ledgers(of: anna.account.id).isEmpty)
    }

    @Test("only the owner deletes the folder too, after typing the name")
    func deletingFolder() async throws {
        let home = try await Home()
        let anna = try await home.person("anna", isOwner: true)
        let ben = try await home.person("ben")
        let ledger = try await home.ledger(by: anna, at: "shared")
        _ = await home.books.syncNow(ledger.id)
        _ = try await join(home.books.joinCode(of: ledger.id), at: nil, home, ben)
        await #expect(throws: Denial.ownerOnly) {
            try await home.books.remove(ledger, .withFolder, confirmation: "Home", by: ben)
        }
        for wrong in [nil, "home"] {
            await #expect(throws: SharingRefusal.wrongConfirmation) {
                try await home.books.remove(ledger, .withFolder, confirmation: wrong, by: anna)
            }
        }
        #expect(try home.folders.files(under: "shared").count == 2)
        try await home.books.remove(ledger, .withFolder, confirmation: "Home", by: anna)
        #expect(try home.folders.files().isEmpty)
        #expect(try await home.store.ledgers().isEmpty)
    }

    @Test("a removed connection unshares its ledgers and keeps them")
    func removingConnection() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ben = try await home.person("ben")
        let ledger = try await home.ledger(by: anna, at: "shared")
        let connection = try #require(try await home.books.connections(of: anna.account.id).first)
        await #expect(throws: Denial.notFound(.folderConnection)) {
            try await home.books.removeConnection(connection.id, of: ben.account.id)
        }
        try await home.books.removeConnection(connection.id, of: anna.account.id)
        #expect(await home.books.syncStatus(of: ledger.id).state == .local)
        #expect(try home.books.facts(of: ledger.id).folder == nil)
        try await ledger.record([.renameLedger(name: "Ours")], by: anna.device.id)
        #expect(try home.books.ledgers(of: anna.account.id).map(\.id) == [ledger.id])
    }

    @Test("a folder that does not answer is no obstacle for a new ledger; what is missing follows")
    func folderMissing() async throws {
        let folders = try TemporaryDirectory()
        let home = try await Home(folders: folders)
        let anna = try await home.person("anna")
        let connection = try await home.connection(anna)
        let parked = folders.path + "-parked"
        try FileManager.default.moveItem(atPath: folders.path, toPath: parked)
        let ledger = try await home.books.create(
            NewLedger(
                name: "Home", currency: .euro, participants: ["Anna"], me: "Anna",
                folder: FolderChoice(connection: connection, path: "shared")), by: anna)
        #expect(await home.books.syncNow(ledger.id).state != .inSync)
        try FileManager.default.moveItem(atPath: parked, toPath: folders.path)
        #expect(await home.books.syncNow(ledger.id).state == .inSync)
        #expect(try folders.files(under: "shared").keys.contains("ledger.json"))
    }
}

@Suite struct FolderPatienceTests {
    @Test("a folder that hangs is given up; one that answers or fails in time is heard")
    func patience() async throws {
        let refusal = await #expect(throws: SharingRefusal.self) {
            try await answerOfFolder(within: .milliseconds(20)) {
                try await Task.sleep(for: .seconds(60))
                return 1
            }
        }
        #expect(refusal?.code == "folder-unreachable")
        #expect(try await answerOfFolder { 2 } == 2)
        await #expect(throws: LedgerFolderError.otherKey) {
            try await answerOfFolder { throw LedgerFolderError.otherKey }
        }
    }
}
