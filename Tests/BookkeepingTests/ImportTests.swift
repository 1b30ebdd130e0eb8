import Accounts
import Cryptography
import Interchange
import LedgerCore
import Testing

@testable import Bookkeeping

@Suite("Imports in the books")
struct ImportTests {
    private static let header = "Date,Description,Category,Cost,Currency,Anna,Bernd\n"

    private func plan(_ rows: String...) throws -> ImportPlan {
        try ImportReading.plan(of: Array((Self.header + rows.joined(separator: "\n")).utf8))
    }

    private func target(
        _ ledger: OpenLedger, _ anna: ParticipantID, _ bernd: ImportTarget.Identity = .newcomer(name: "Bernd")
    ) -> ImportTarget {
        ImportTarget(
            book: 0, place: .existing(ledger.id), people: [0: .participant(anna), 1: bernd], leftOut: [], labels: true)
    }

    private func carryOut(
        _ plan: ImportPlan, _ home: Home, _ caller: Caller, _ target: ImportTarget
    ) async throws -> (id: ImportID, outcome: ImportOutcome) {
        let id = ImportID(home.clock.world)
        let caller = try await home.caller(caller)
        let outcomes = try await home.books.carryOut(
            plan, as: id, [target], by: caller, at: home.clock.now, isDryRun: false)
        return (id, try #require(outcomes.first))
    }

    @Test("the ids of an import's events say that they belong together, and of no other event")
    func identity() async throws {
        let home = try await Home()
        let id = ImportID(home.clock.world)
        for revision in [0, 1, 200_000, Int(UInt32.max) - 1] {
            #expect(ImportID(of: id.event(at: revision)) == id)
        }
        #expect(ImportID(of: home.clock.world.makeID()) == nil)
        #expect(ImportID("\(id)") == id)
        #expect(ImportID("\(id.event(at: 3))") == nil)
    }

    @Test("the same rows are nothing new, and nobody is added for nothing")
    func repetition() async throws {
        let home = try await Home()
        let anna = try await home.person("Anna")
        let ledger = try await home.ledger(by: anna)
        let me = try await ledger.participant("Anna")
        let row = "2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00"
        let first = try await carryOut(plan(row, row), home, anna, target(ledger, me)).outcome
        #expect((first.expenses, first.participants, first.labels, first.known) == (2, 1, 1, 0))
        let revision = ledger.revision
        let second = try await carryOut(plan(row, row), home, anna, target(ledger, me)).outcome
        #expect((second.expenses, second.participants, second.labels, second.known) == (0, 0, 0, 2))
        #expect(ledger.revision == revision)
    }

    @Test("a group that has another name now is the same to whoever knows its entries by their ids, also of old")
    func renamedGroup() async throws {
        func spliit(_ name: String) throws -> ImportPlan {
            func expense(_ id: String, _ isPayment: Bool, for person: String) -> String {
                #"{"id":"\#(id)","expenseDate":"2026-07-01","title":"Bread","amount":400,"paidById":"a","#
                    + #""paidFor":[{"participantId":"\#(person)","shares":100}],"splitMode":"EVENLY","#
                    + #""isReimbursement":\#(isPayment)}"#
            }
            let expenses = "\(expense("1", false, for: "b")),\(expense("2", true, for: "b"))"
            let people = #"[{"id":"a","name":"Anna"},{"id":"b","name":"Bernd"}]"#
            let text = #"{"id":"x","name":"\#(name)","currencyCode":"EUR","expenses":[\#(expenses)],"#
            return try ImportReading.plan(of: Array((text + #""participants":\#(people)}"#).utf8))
        }
        let home = try await Home()
        let anna = try await home.person("Anna")
        let ledger = try await home.ledger(by: anna)
        let (me, bernd) = (try await ledger.participant("Anna"), try await ledger.participant("Ben"))
        let place = target(ledger, me, .participant(bernd))
        let first = try await carryOut(spliit("Trip"), home, anna, place).outcome
        #expect((first.expenses, first.settlements, first.known) == (1, 1, 0))
        let renamed = try spliit("Trip 2026")
        let second = try await carryOut(renamed, home, anna, place).outcome
        #expect((second.expenses, second.settlements, second.known) == (0, 0, 2))
        // As it was recorded when the name of the group counted.
        let other = try await home.ledger(by: anna)
        let content = try #require(renamed.formerContent(of: renamed.entries[0]))
        let id: ExpenseID = ImportID.derived(from: SHA256.hash(Array(other.id.text.utf8) + [0] + content))
        try await other.record([.recordExpense(id, try await other.lunch())], by: anna.device.id)
        let (us, them) = (try await other.participant("Anna"), try await other.participant("Ben"))
        let third = try await carryOut(renamed, home, anna, target(other, us, .participant(them))).outcome
        #expect((third.expenses, third.settlements, third.known) == (0, 1, 1))
        try await other.record([.deleteExpense(id)], by: anna.device.id)
        let fourth = try await carryOut(renamed, home, anna, target(other, us, .participant(them))).outcome
        #expect((fourth.expenses, fourth.known, fourth.deletedSince) == (0, 1, 1))
    }

    @Test("our own table comes home to its ledger and changes nothing: neither what recurs nor what was deleted")
    func ownTable() async throws {
        let home = try await Home()
        let anna = try await home.person("Anna")
        let ledger = try await home.ledger(by: anna)
        let (me, bernd) = (try await ledger.participant("Anna"), try await ledger.participant("Ben"))
        let (bread, milk): (ExpenseID, ExpenseID) = (.random(), .random())
        let (rent, gym): (ScheduleID, ScheduleID) = (.random(), .random())
        let (kept, returned): (SettlementID, SettlementID) = (.random(), .random())
        let input = try await ledger.lunch()
        let day = try #require(CalendarDay("2026-11-01"))
        let schedule = ScheduleInput(expense: input, recurrence: Recurrence(.monthly, start: day), isByRatio: false)
        let payment = SettlementInput(from: me, to: bernd, amount: Money(minorUnits: 100), date: day)
        try await ledger.record(
            [
                .recordExpense(bread, input), .recordExpense(milk, input), .recordSettlement(kept, payment),
                .recordSettlement(returned, payment), .recordSchedule(rent, schedule), .recordSchedule(gym, schedule),
            ], by: anna.device.id)
        let text = await ledger.read { CSVExport($0.standing, in: .euro).text(of: me, .cash) }
        let table = try ImportReading.plan(of: Array(text.utf8), ImportOptions(owner: "Anna", mode: .cash))
        #expect(table.format == .splitclone && table.entries.count == 10)
        let place = target(ledger, me, .participant(bernd))
        let first = try await carryOut(table, home, anna, place).outcome
        #expect((first.known, first.deletedSince, first.expenses, first.settlements) == (10, 0, 0, 0))
        try await ledger.record(
            [
                .deleteExpense(milk), .deleteSettlement(returned), .deleteSchedule(gym),
                .skipOccurrence(OccurrenceID(schedule: rent, number: 1)),
            ], by: anna.device.id)
        let revision = ledger.revision
        let second = try await carryOut(table, home, anna, place).outcome
        #expect((second.known, second.deletedSince, second.expenses, second.settlements) == (4, 6, 0, 0))
        #expect(ledger.revision == revision)
    }

    @Test("taken back, an import leaves whom a ratio or a saving goal names since", arguments: [true, false])
    func plannedWith(ratio: Bool) async throws {
        let home = try await Home()
        let anna = try await home.person("Anna")
        let ledger = try await home.ledger(by: anna)
        let me = try await ledger.participant("Anna")
        let imported = try await carryOut(
            plan("2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00"), home, anna, target(ledger, me))
        let bernd = try await ledger.participant("Bernd")
        let day = try #require(CalendarDay("2026-11-01"))
        try await ledger.record(
            [
                ratio
                    ? .setBurdenRatio(
                        from: day, [.init(participant: me, count: 1), .init(participant: bernd, count: 2)])
                    : .setSavingGoal(bernd, from: CalendarMonth(day), Money(minorUnits: 100))
            ], by: anna.device.id)
        let caller = try await home.caller(anna)
        let undone = try #require(try await home.books.takeBack(imported.id, by: caller, at: home.clock.now))
        #expect((undone[0].undoing.expenses, undone[0].undoing.participants) == (1, 0))
        #expect(undone[0].undoing.kept.map(\.kind) == [.participant])
        #expect(await ledger.read { $0.state.participants[bernd]?.retiredAt } == nil)
    }

    @Test(
        "in the first version of the format even shares are imported; taking back leaves the person, who can not leave")
    func firstVersion() async throws {
        let home = try await Home()
        let anna = try await home.person("Anna")
        let ledger = try await home.ledger(by: anna, schemaVersion: 1)
        let me = try await ledger.participant("Anna")
        let imported = try await carryOut(
            plan("2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00", "2026-01-02,Anna paid B,Payment,1.00,EUR,1.00,-1.00"),
            home,
            anna, target(ledger, me))
        #expect((imported.outcome.expenses, imported.outcome.settlements) == (1, 1))
        await #expect(throws: Refusal.self) {
            let bernd = try await ImportTarget.Identity.participant(ledger.participant("Bernd"))
            _ = try await carryOut(
                plan("2026-01-01,Uneven,Food,4.00,EUR,3.00,-3.00"), home, anna, target(ledger, me, bernd))
        }
        let caller = try await home.caller(anna)
        let undone = try #require(try await home.books.takeBack(imported.id, by: caller, at: home.clock.now))
        #expect((undone[0].undoing.expenses, undone[0].undoing.settlements, undone[0].undoing.labels) == (1, 1, 1))
        #expect(undone[0].undoing.kept.map(\.kind) == [.participant])
        let state = await ledger.read { $0.state }
        #expect(state.expenses.count == 0 && state.settlements.count == 0 && state.labels.isEmpty)
        #expect(await ledger.read { $0.imports.map(\.standing) } == [0])
        let again = try await home.books.takeBack(imported.id, by: caller, at: home.clock.now)
        #expect(again?[0].undoing.expenses == 0)
        #expect(try await home.books.takeBack(ImportID(home.clock.world), by: caller, at: home.clock.now) == nil)
    }

    @Test("a plan waits for an hour, for its owner alone, and few at a time")
    func desk() async throws {
        let home = try await Home()
        let (anna, ben) = (try await home.person("Anna").account.id, try await home.person("Ben").account.id)
        let desk = ImportDesk()
        let ids = (0..<6).map { _ in ImportID(home.clock.world) }
        for id in ids { _ = desk.keep(try plan(), as: id, of: anna, at: home.clock.now) }
        #expect(desk.plans(of: anna, at: home.clock.now).map(\.id) == Array(ids.suffix(4)))
        #expect(desk.plan(ids[5], of: ben, at: home.clock.now) == nil)
        #expect(!desk.forget(ids[5], of: ben) && desk.forget(ids[5], of: anna))
        home.clock.pass(3_600_001)
        #expect(desk.plans(of: anna, at: home.clock.now).isEmpty)
    }
}

extension Home {
    /// As whom the next request would be let in: with the ledgers of now.
    fileprivate func caller(_ caller: Caller) async throws -> Caller { try await device(of: caller.account) }
}
