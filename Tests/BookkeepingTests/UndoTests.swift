import Accounts
import LedgerCore
import Testing

@testable import Bookkeeping

@Suite("Taking back through the books")
struct UndoTests {
    @Test("a deletion is taken back in the name of who wants it back, and shows in the feed")
    func deletion() async throws {
        let home = try await Home()
        let anna = try await home.person("Anna")
        let ledger = try await home.ledger(by: anna)
        let id = ExpenseID.random()
        home.clock.pass(1_000)
        try await ledger.record([.recordExpense(id, try await ledger.lunch())], by: anna.device.id)
        let deletion = try #require(try await ledger.record([.deleteExpense(id)], by: anna.device.id).first)
        let item = try #require(
            try await ledger.undo(deletion.id, by: anna.device.id, of: [anna.device.id], at: home.clock.now))
        #expect(item.summary == "Brought “Lunch” back, 47.20 EUR")
        #expect(await ledger.read { $0.state.expenses[id] } != nil)
        let page = await ledger.activity(after: nil, limit: 2, for: anna.device.id, of: [anna.device.id])
        #expect(page.items.map(\.event.id) == [item.event.id, deletion.id])
        #expect(try await ledger.undo(.random(), by: anna.device.id, of: [], at: home.clock.now) == nil)
    }

    @Test("a claim is taken back by the device that made it, when it is one's own")
    func claim() async throws {
        let home = try await Home()
        let anna = try await home.person("Anna")
        let ledger = try await home.ledger(by: anna)
        let tablet = try await home.device(of: anna.account, "tablet")
        let ben = try await ledger.participant("Ben")
        let claim = try #require(try await ledger.record([.claim(ben)], by: tablet.device.id).first)
        await #expect(throws: Refusal.self) {
            _ = try await ledger.undo(claim.id, by: anna.device.id, of: [anna.device.id], at: home.clock.now)
        }
        let own = try await home.door.devices(of: anna.account.id).map(\.id)
        try await home.books.upgrade(ledger, to: 2)
        let item = try #require(try await ledger.undo(claim.id, by: anna.device.id, of: own, at: home.clock.now))
        #expect(item.event.authorDevice == tablet.device.id)
        #expect(await ledger.read { $0.participant(of: tablet.device.id) } == nil)
    }

    @Test("devices are named as far as this server knows them")
    func deviceNames() async throws {
        let home = try await Home()
        let anna = try await home.person("Anna")
        let names = try await home.door.names(of: [anna.device.id, .random()])
        #expect(names == [anna.device.id: "phone"])
    }
}
