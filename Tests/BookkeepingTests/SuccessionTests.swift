import Accounts
import Foundation
import LedgerCore
import LedgerSync
import SQLiteStore
import Synchronization
import Testing

@testable import Bookkeeping

/// A server whose data directory was put back from a copy.
@Suite struct SuccessionTests {
    /// A second server on a copy of this one's data directory, as it is now.
    private func copy(_ home: Home) async throws -> Home {
        let data = try TemporaryDirectory()
        for (name, bytes) in try home.data.files() {
            let file = URL(filePath: data.path + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: file)
        }
        return try await Home(data: data, folders: home.folders, clock: home.clock)
    }

    @Test("a restored server knows what it forgot, and its devices are who they were, under another name in the folder")
    func restored() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let token = try await home.door.addToken(named: "script", expiresAt: nil, for: anna.account).secret
        let caller = try await home.door.authenticate(token)
        let ledger = try await home.ledger(by: caller, at: "shared")
        let me = try await ledger.participant("Anna")
        #expect(await home.books.syncNow(ledger.id).state == .inSync)
        let restored = try await copy(home)
        try await ledger.record([.recordExpense(.random(), try await ledger.lunch())], by: caller.device.id)
        #expect(await home.books.syncNow(ledger.id).state == .inSync)
        await home.stop()
        let before = try home.folders.files()

        let again = try await restored.door.authenticate(token)
        #expect(again.device.id == caller.device.id)
        let same = try await restored.books.ledger(ledger.id, for: again.account.id)
        try await same.record([.recordExpense(.random(), try await same.lunch("Dinner"))], by: again.device.id)
        #expect(await restored.books.syncNow(ledger.id).state == .inSync)
        try await same.record([.recordExpense(.random(), try await same.lunch("Supper"))], by: again.device.id)
        #expect(await restored.books.syncNow(ledger.id).state == .inSync)

        let after = try restored.folders.files()
        #expect(before.allSatisfy { after[$0.key] == $0.value })
        #expect(after.count == before.count + 1)
        let (mine, claimed, count) = await same.read { view in
            let author = view.authors.author(for: again.device.id)
            return (
                view.participant(of: again.device.id), view.state.participant(of: author),
                view.state.expenses.map(\.id).count
            )
        }
        #expect(mine == me && claimed == me && count == 3)
        #expect(await restored.books.syncStatus(of: ledger.id).pendingEvents == 0)
        let last = await same.read { $0.ledger.events.last }
        #expect(last?.authorParticipant == me && last?.authorDevice != again.device.id)
        await restored.stop()
    }

    @Test("a ledger is raised to version 2 in its folder and here, for good, aloud, and writes in it from then on")
    func upgrade() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let ledger = try await home.ledger(by: anna, at: "shared", schemaVersion: 1)
        #expect(await home.books.syncNow(ledger.id).state == .inSync)
        #expect(try home.books.facts(of: ledger.id).schemaVersion == 1)
        await #expect(throws: SharingRefusal.ledgerTooNew(schemaVersion: 3)) {
            try await home.books.upgrade(ledger, to: 3)
        }
        let told = Mutex<[Int]>([])
        let ear = home.books.feed.listen(as: anna.account.id) { news in
            if case .changed(_, let revision) = news { told.withLock { $0.append(revision) } }
        }
        try await home.books.upgrade(ledger, to: 2)
        try await home.books.upgrade(ledger, to: 2)
        #expect(told.withLock { $0 } == [ledger.revision])
        home.books.feed.end(ear)
        let file = try #require(try home.folders.files()["shared/ledger.json"])
        #expect(String(decoding: file, as: UTF8.self).contains("\"schemaVersion\": 2"))
        let events = try await ledger.record(
            [.recordExpense(.random(), try await ledger.lunch())], by: anna.device.id)
        #expect(events.map(\.schemaVersion) == [2])
        await home.stop()
        let again = try await Home(data: home.data, folders: home.folders, clock: home.clock)
        #expect(try again.books.facts(of: ledger.id).schemaVersion == 2)
        let opened = try await again.books.ledger(ledger.id, for: anna.account.id)
        let more = try await opened.record([.createLabel(.random(), name: "Food")], by: anna.device.id)
        #expect(more.map(\.schemaVersion) == [2])
        await again.stop()
    }
}
