import Accounts
import Cryptography
import Foundation
import LedgerCore
import SQLiteStore
import Synchronization
import Testing

@testable import Bookkeeping

@Suite struct BooksTests {
    @Test("a new ledger has its name, its people, and its maker's claim")
    func create() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ledger = try await home.ledger(by: anna)
        let state = await ledger.read { $0.state }
        #expect(state.name == "Home")
        #expect(state.participantsInOrder.map(\.name).sorted() == ["Anna", "Ben"])
        let mine = await ledger.read { $0.participant(of: anna.device.id) }
        #expect(mine == (try await ledger.participant("Anna")))
        #expect(ledger.revision == 4)
        let facts = try home.books.facts(of: ledger.id)
        #expect(facts.currency == .euro)
        #expect(!facts.recoveryAcknowledged)
        #expect(try JoinCode.decode(home.books.joinCode(of: ledger.id)).fingerprint == facts.keyFingerprint)
        #expect(try home.books.ledgers(of: anna.account.id).map(\.id) == [ledger.id])
    }

    @Test("a ledger that breaks the core's rules is refused by the field, and nothing is kept of it")
    func refusedCreation() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let folder = FolderChoice(connection: try await home.connection(anna), path: "shared")
        let cases: [(NewLedger, String)] = [
            (NewLedger(name: "", currency: .euro, participants: ["Anna"], me: nil, folder: folder), "name"),
            (
                NewLedger(name: "x", currency: .euro, participants: ["Anna", " "], me: nil, folder: folder),
                "participants"
            ),
            (NewLedger(name: "x", currency: .euro, participants: ["Anna"], me: "Ben", folder: folder), "me"),
        ]
        for (wanted, field) in cases {
            let refusal = await #expect(throws: Refusal.self) { try await home.books.create(wanted, by: anna) }
            #expect(refusal?.reasons.map(\.field) == [field])
        }
        #expect(try home.books.ledgers(of: anna.account.id).isEmpty)
        #expect(try home.folders.files().isEmpty)
    }

    @Test("a ledger that is not yours and one that does not exist are denied alike")
    func isolation() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ben = try await home.person("ben")
        let ledger = try await home.ledger(by: anna)
        let nowhere = LedgerID(uuid: 99)
        for id in [ledger.id, nowhere] {
            await #expect(throws: Denial.notFound(.ledger)) { try await home.books.ledger(id, for: ben.account.id) }
            await #expect(throws: Denial.notFound(.ledger)) {
                try await home.books.setActive(id, for: ben, at: home.door)
            }
        }
        #expect(try home.books.ledgers(of: ben.account.id).isEmpty)
        _ = try await home.books.ledger(ledger.id, for: anna.account.id)
    }

    @Test("a change is told to members, and to nobody else")
    func feed() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ben = try await home.person("ben")
        let ledger = try await home.ledger(by: anna)
        let heard = Mutex<[String: [Int]]>([:])
        let ears = [("anna", anna), ("ben", ben)].map { name, caller in
            home.books.feed.listen(as: caller.account.id) { news in
                guard case .changed(_, let revision) = news else { return }
                heard.withLock { $0[name, default: []].append(revision) }
            }
        }
        try await ledger.record([.renameLedger(name: "House")], by: anna.device.id)
        while heard.withLock({ $0.isEmpty }) { await Task.yield() }
        _ = try await home.books.join(
            JoinRequest(.code(home.books.joinCode(of: ledger.id)), folder: nil), by: ben)
        try await ledger.record([.renameLedger(name: "Home")], by: anna.device.id)
        while heard.withLock({ $0["ben"]?.count != 2 || $0["anna"]?.count != 2 }) { await Task.yield() }
        // Ben hears first that there is one more ledger for him, then what happens in it.
        #expect(heard.withLock { $0 } == ["anna": [5, 6], "ben": [5, 6]])
        for ear in ears { home.books.feed.end(ear) }
        #expect(home.books.feed.listenerCount(of: anna.account.id) == 0)
    }

    @Test("who listens is told at once when a device of the account is signed out, and nobody else is")
    func signOuts() async throws {
        let home = try await Home()
        let anna = try await home.person("anna", isOwner: true)
        let ben = try await home.person("ben")
        let told = Mutex<[String]>([])
        for (name, caller) in [("anna", anna), ("ben", ben)] {
            _ = home.books.feed.listen(as: caller.account.id) { news in
                if case .signedOut = news { told.withLock { $0.append(name) } }
            }
        }
        try await home.door.signOut(try await home.device(of: anna.account))
        #expect(told.withLock { $0 } == ["anna"])
        try await home.door.setPassword("correct horse", of: ben.account)
        #expect(told.withLock { $0 } == ["anna", "ben"])
        try await home.books.deleteAccount(ben.account.id, confirmation: nil, by: anna, at: home.door)
        #expect(told.withLock { $0 } == ["anna", "ben", "ben"])
    }

    @Test("how many expenses carry a label is right after every write, also one that did not survive")
    func labelCounts() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ledger = try await home.ledger(by: anna)
        let label = LabelID.random()
        var input = try await ledger.lunch()
        input.labels = [label]
        try await ledger.record([.createLabel(label, name: "Food")], by: anna.device.id)
        #expect(await ledger.read { $0.expenseCounts } == [label: 0])
        let expense = ExpenseID.random()
        try await ledger.record([.recordExpense(expense, input)], by: anna.device.id)
        #expect(await ledger.read { $0.expenseCounts } == [label: 1])
        await #expect(throws: Refusal.self) {
            try await ledger.record(by: anna.device.id) { _ in
                [.deleteExpense(expense), .deleteExpense(expense)]
            } answer: { view, _ in
                view.expenseCounts
            }
        }
        #expect(await ledger.read { $0.expenseCounts } == [label: 1])
        try await ledger.record([.deleteExpense(expense)], by: anna.device.id)
        #expect(await ledger.read { $0.expenseCounts } == [label: 0])
    }

    @Test("each device claims for itself, in one ledger at a time; others stay where they are")
    func claims() async throws {
        let home = try await Home()
        let phone = try await home.person("anna")
        let laptop = try await home.device(of: phone.account, "laptop")
        let ledger = try await home.ledger(by: phone)
        let anna = try await ledger.participant("Anna")
        let ben = try await ledger.participant("Ben")
        let before = await ledger.read { $0.claimOptions(for: laptop.device.id) }
        #expect(before.mine == nil)
        #expect(before.unclaimed.map(\.id) == [ben])
        #expect(before.claimedElsewhere.map(\.id) == [anna])
        try await ledger.record([.claim(anna)], by: laptop.device.id)
        #expect(await ledger.read { $0.state.participants[anna]?.devices.count } == 2)
        try await ledger.record([.claim(ben)], by: laptop.device.id)
        #expect(await ledger.read { $0.participant(of: laptop.device.id) } == ben)
        #expect(await ledger.read { $0.participant(of: phone.device.id) } == anna)
    }

    @Test("after a restart everything answered is there, under the same revisions")
    func reopening() async throws {
        let data = try TemporaryDirectory()
        let clock = TestWorld()
        let first = try await Home(data: data, clock: clock)
        let anna = try await first.person("anna")
        let ledger = try await first.ledger(by: anna)
        for number in 0..<20 {
            clock.pass(1)
            try await ledger.record(
                [.recordExpense(.random(), try await ledger.lunch("Lunch \(number)"))], by: anna.device.id)
        }
        try await first.books.acknowledgeRecovery(of: ledger.id)
        try await first.books.setArchived(true, ledger.id)
        try await first.books.setActive(ledger.id, for: anna, at: first.door)
        let (state, events) = await ledger.read { ($0.state, $0.ledger.events) }
        await first.stop()

        let second = try await Home(data: data, clock: clock)
        await second.books.openAll()
        let again = try await second.books.ledger(ledger.id, for: anna.account.id)
        #expect(again !== ledger)
        #expect(again.revision == 24)
        #expect(await again.read { $0.state } == state)
        #expect(await again.read { $0.ledger.events } == events)
        let facts = try second.books.facts(of: ledger.id)
        #expect(facts.recoveryAcknowledged)
        #expect(facts.archivedAt == clock.now)
        #expect(try await second.door.devices(of: anna.account.id).map(\.activeLedger) == [ledger.id])
        try await again.record([.renameLedger(name: "House")], by: anna.device.id)
        #expect(again.revision == 25)
        #expect(again.problems.isEmpty)
    }

    @Test("however many open a ledger at once, it is opened once")
    func openedOnce() async throws {
        let data = try TemporaryDirectory()
        let first = try await Home(data: data)
        let anna = try await first.person("anna")
        let id = try await first.ledger(by: anna).id
        await first.stop()
        let second = try await Home(data: data)
        let opened = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<20 {
                group.addTask { ObjectIdentifier(try await second.books.ledger(id, for: anna.account.id)) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(opened.count == 1)
    }

    @Test("the owner takes a ledger from everybody only after typing its name")
    func ownersDecision() async throws {
        let home = try await Home()
        let anna = try await home.person("anna", isOwner: true)
        let ben = try await home.person("ben")
        let ledger = try await home.ledger(by: ben)
        let code = try home.books.joinCode(of: ledger.id)
        for confirmation in [nil, "Home"] {
            _ = try await home.books.join(JoinRequest(.code(code), folder: nil), by: anna)
            try await home.books.remove(ledger, .fromServer, confirmation: confirmation, by: anna)
            #expect(try home.books.ledgers(of: anna.account.id).isEmpty)
            #expect(try home.books.ledgers(of: ben.account.id).isEmpty == (confirmation != nil))
        }
    }

    @Test("a server whose store is closed is not ready, and says so")
    func readiness() async throws {
        let home = try await Home()
        try await home.books.checkReady()
        home.store.close()
        try await home.books.checkReady()
        home.clock.pass(2_000)
        await #expect(throws: Unavailable.closing) { try await home.books.checkReady() }
    }

    @Test("a ledger that can not be read is known by its id, and can be left and removed by whoever names it so")
    func unreadable() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ben = try await home.person("ben")
        let good = try await home.ledger(by: anna)
        let id = try #require(LedgerID("damaged-one"))
        let record = LedgerRecord(id: id, metadata: Array("{".utf8), key: .random(), addedAt: home.clock.now)
        try await home.store.addLedger(record, members: [anna.account.id, ben.account.id])
        let books = try await home.booksAgain()
        #expect(try books.ledgers(of: anna.account.id).map(\.id) == [good.id, id])
        #expect(try books.ledgers(of: ben.account.id).map(\.currency.digits) == [2])
        await #expect {
            try await books.ledger(id, for: anna.account.id)
        } throws: {
            if case .damaged? = $0 as? Unavailable { true } else { false }
        }
        await #expect(throws: Denial.notFound(.ledger)) {
            try await books.removeUnreadable(id, confirmation: id.text, by: try await home.person("carl"))
        }
        try await books.removeUnreadable(id, confirmation: nil, by: ben)
        #expect(try books.ledgers(of: ben.account.id).isEmpty)
        for confirmation in [nil, "damaged"] {
            await #expect(throws: SharingRefusal.wrongConfirmation) {
                try await books.removeUnreadable(id, confirmation: confirmation, by: anna)
            }
        }
        try await books.removeUnreadable(id, confirmation: id.text, by: anna)
        #expect(try books.ledgers(of: anna.account.id).map(\.id) == [good.id])
        #expect(try await home.store.ledgers().map(\.id) == [good.id])
    }

    @Test("who leaves a shared ledger leaves it to the others; the last one takes it off the server")
    func leaving() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ben = try await home.person("ben")
        let ledger = try await home.ledger(by: anna)
        _ = try await home.books.join(JoinRequest(.code(home.books.joinCode(of: ledger.id)), folder: nil), by: ben)
        try await home.books.remove(ledger, .fromServer, confirmation: nil, by: anna)
        await #expect(throws: Denial.notFound(.ledger)) {
            try await home.books.ledger(ledger.id, for: anna.account.id)
        }
        #expect(try await home.books.ledger(ledger.id, for: ben.account.id) === ledger)
        await #expect(throws: SharingRefusal.wrongConfirmation) {
            try await home.books.remove(ledger, .fromServer, confirmation: "Hom", by: ben)
        }
        #expect(try await home.books.ledger(ledger.id, for: ben.account.id) === ledger)
        try await home.books.remove(ledger, .fromServer, confirmation: nil, by: ben)
        #expect(throws: Denial.notFound(.ledger)) { try home.books.facts(of: ledger.id) }
        await #expect(throws: Denial.notFound(.ledger)) {
            try await ledger.record([.renameLedger(name: "Ghost")], by: ben.device.id)
        }
        #expect(try await home.store.ledgers().isEmpty)
    }

    @Test("of two who leave at once, by whatever way, one takes the ledger off the server", arguments: [false, true])
    func leavingAtOnce(isClearing: Bool) async throws {
        for _ in 0..<10 {
            let home = try await Home()
            let people = [try await home.person("anna"), try await home.person("ben")]
            let ledger = try await home.ledger(by: people[0])
            let code = try home.books.joinCode(of: ledger.id)
            _ = try await home.books.join(JoinRequest(.code(code), folder: nil), by: people[1])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in people {
                    group.addTask {
                        if isClearing {
                            let name = person.account.name.text
                            _ = try await home.books.clearData(of: person.account, confirmation: name)
                        } else {
                            try await home.books.remove(ledger, .fromServer, confirmation: nil, by: person)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await home.store.ledgers().isEmpty)
            #expect(throws: Denial.notFound(.ledger)) { try home.books.facts(of: ledger.id) }
            await home.stop()
        }
    }
}
