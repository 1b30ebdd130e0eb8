import Accounts
import FolderFormat
import LedgerCore
import SQLiteStore
import Synchronization
import Testing

@testable import Bookkeeping

@Suite struct OpenLedgerTests {
    private let clock = TestWorld()
    private let disk = ScriptedDisk()
    private let device = DeviceID.random()
    private let anna = ParticipantID.random()
    private let ben = ParticipantID.random()

    private func ledger(onChange: @escaping @Sendable (Int, Bool) -> Void = { _, _ in }) async throws -> OpenLedger {
        let id = LedgerID(uuid: 7)
        let contents = LedgerContents(
            id: id, currency: .euro, ledger: Ledger(), segments: OwnSegments([]), problems: [])
        let ledger = OpenLedger(contents, disk: disk.ledgerDisk(), world: clock.world, onChange: onChange)
        try await ledger.record(
            [.renameLedger(name: "Home"), .addParticipant(anna, name: "Anna"), .addParticipant(ben, name: "Ben")],
            by: device)
        return ledger
    }

    private func expense(_ title: String) throws -> ExpenseInput {
        ExpenseInput(
            title: title, amount: Money(minorUnits: 100),
            executionDate: try #require(CalendarDay(year: 2026, month: 5, day: 14)), payer: anna, split: [anna, ben])
    }

    @Test("writers that come while a commit is under way share the next one, and everyone is answered")
    func batching() async throws {
        let ledger = try await ledger()
        await disk.hold()
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                let input = try expense("Expense \(number)")
                group.addTask {
                    try await ledger.record([.recordExpense(.random(), input)], by: device).count
                }
            }
            await disk.untilHeld()
            await ledger.untilWaiting(40)
            await disk.release()
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        #expect(answers == 50)
        #expect(ledger.revision == 53)
        // One to begin with, one that was held, and few for all who came meanwhile.
        #expect(await disk.commits.count <= 13)
        #expect(await disk.commits.map(\.count).max() ?? 0 >= 40)
    }

    @Test("nobody sees what is not on the disk yet")
    func readsWait() async throws {
        let ledger = try await ledger()
        await disk.hold()
        let id = ExpenseID.random()
        let input = try expense("Lunch")
        async let writing = ledger.record([.recordExpense(id, input)], by: device)
        await disk.untilHeld()
        #expect(ledger.revision == 3)
        let isAnswered = Atomic(false)
        async let reading = ledger.read { view in
            isAnswered.store(true, ordering: .relaxed)
            return view.state.expenses[id] != nil
        }
        for _ in 0..<100 { await Task.yield() }
        let wasAnswered = isAnswered.load(ordering: .relaxed)
        #expect(!wasAnswered)
        await disk.release()
        #expect(await reading)
        #expect(try await writing.count == 1)
        #expect(ledger.revision == 4)
    }

    @Test(
        "a disk that refuses leaves state, revision and the place of the next line as they were",
        arguments: [StoreError.full, .io(detail: "EIO"), .busy, .outOfStep])
    func failedCommit(failure: StoreError) async throws {
        let changes = Mutex<[Int]>([])
        let ledger = try await ledger { revision, _ in changes.withLock { $0.append(revision) } }
        let before = await ledger.read { $0.state }
        let input = try expense("Lunch")
        await disk.failNext(with: failure)
        let error = await #expect(throws: Unavailable.self) {
            try await ledger.record(
                [.createLabel(.random(), name: "Food"), .recordExpense(.random(), input)], by: device)
        }
        #expect(error == Unavailable(failure))
        #expect(ledger.revision == 3)
        #expect(await ledger.read { $0.state } == before)
        #expect(await ledger.read { $0.revision } == 3)
        try await ledger.record([.recordExpense(.random(), input)], by: device)
        #expect(ledger.revision == 4)
        #expect(changes.withLock { $0 } == [3, 4])
        if failure != .outOfStep {
            let pieces = await disk.commits.joined()
            var end = 0
            for piece in pieces {
                #expect(piece.offset == end)
                end += piece.bytes.count
            }
        }
    }

    @Test("a refused proposal takes the others of its request with it, and nobody else's")
    func allOrNothing() async throws {
        let ledger = try await ledger()
        await disk.hold()
        let label = LabelID.random()
        async let held = ledger.record([.createLabel(.random(), name: "Held")], by: device)
        await disk.untilHeld()
        async let good = ledger.record([.createLabel(label, name: "Food")], by: device)
        await ledger.untilWaiting(1)
        async let bad = Result {
            try await ledger.record(
                [.createLabel(.random(), name: "Drink"), .createLabel(.random(), name: "FOOD")], by: device)
        }
        await ledger.untilWaiting(2)
        await disk.release()
        _ = try await held
        #expect(try await good.count == 1)
        let outcome = await bad
        let refusal = #expect(throws: Refusal.self) { try outcome.get() }
        #expect(refusal?.reasons.map(\.code) == [.labelNameTaken])
        #expect(await ledger.read { $0.state.labels.values.map(\.name).sorted() } == ["Food", "Held"])
        #expect(await disk.commits.joined().count == 5)
    }

    @Test("a label's name is unique however many create it at once")
    func uniqueLabels() async throws {
        let ledger = try await ledger()
        let created = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                let name = number.isMultiple(of: 2) ? "Food" : "fOOD"
                group.addTask {
                    (try? await ledger.record([.createLabel(.random(), name: name)], by: device)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(created == 1)
        #expect(await ledger.read { $0.state.labels.count } == 1)
    }

    @Test("a refusal that is owed to a write which does not survive is not told")
    func refusalsWaitToo() async throws {
        let ledger = try await ledger()
        await disk.hold()
        async let first = Result { try await ledger.record([.renameLedger(name: "Held")], by: device) }
        await disk.untilHeld()
        async let creating = Result { try await ledger.record([.createLabel(.random(), name: "Food")], by: device) }
        await ledger.untilWaiting(1)
        async let refused = Result { try await ledger.record([.createLabel(.random(), name: "food")], by: device) }
        await ledger.untilWaiting(2)
        await disk.failNext(with: .full)
        await disk.failNext(with: .full)
        await disk.release()
        for outcome in await [first, creating, refused] {
            #expect(throws: Unavailable.diskFull) { try outcome.get() }
        }
    }

    @Test("If-Match is decided when it is the write's turn: of two with the same version one wins")
    func versions() async throws {
        let ledger = try await ledger()
        let id = ExpenseID.random()
        try await ledger.record([.recordExpense(id, try expense("Lunch"))], by: device)
        let version = await ledger.read { $0.state.expenses[id]?.version }
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for title in ["Dinner", "Supper", "Brunch"] {
                let input = try expense(title)
                group.addTask { try await replace(id, by: input, expecting: version, in: ledger) }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 1)
        #expect(ledger.revision == 5)
    }

    /// False when somebody else was quicker.
    private func replace(
        _ id: ExpenseID, by input: ExpenseInput, expecting version: EventID?, in ledger: OpenLedger
    ) async throws -> Bool {
        do {
            return try await ledger.record(by: device) { view in
                try view.expect(version, of: id)
                return [.recordExpense(id, input)]
            } answer: { view, _ in
                view.state.expenses[id]?.input == input
            }
        } catch is ChangedMeanwhile {
            return false
        }
    }

    @Test("what a person did at another time is kept with that time, but never with one in the future")
    func recordedAt() async throws {
        let ledger = try await ledger()
        let earlier = clock.now.advanced(byMilliseconds: -3_600_000)
        let input = try expense("Lunch")
        let past = try await ledger.record([.recordExpense(.random(), input)], by: device, at: earlier)
        #expect(past.map(\.entryAt) == [earlier])
        let later = clock.now.advanced(byMilliseconds: 1)
        let future = try await ledger.record([.recordExpense(.random(), input)], by: device, at: later)
        #expect(future.map(\.entryAt) == [clock.now])
    }

    @Test("a write that changes nothing makes no event and no commit, and is answered")
    func nothingChanges() async throws {
        let ledger = try await ledger()
        let events = try await ledger.record([.renameLedger(name: "Home")], by: device)
        #expect(events.isEmpty)
        #expect(ledger.revision == 3)
        #expect(await disk.commits.count == 1)
    }

    @Test("what other homes wrote waits for its turn, and is in memory only when it is on the disk")
    func absorbing() async throws {
        let changes = Mutex<[Bool]>([])
        let ledger = try await ledger { _, isOwn in changes.withLock { $0.append(isOwn) } }
        let foreign = Event(
            id: .random(), schemaVersion: 1, authorDevice: .random(), authorParticipant: .none, entryAt: clock.now,
            kind: .participantAdded(.random(), name: "Cleo"))
        await #expect(throws: StoreError.full) {
            try await ledger.absorb([foreign]) { () throws(StoreError) in throw .full }
        }
        #expect(ledger.revision == 3)
        await disk.hold()
        async let writing = ledger.record([.renameLedger(name: "House")], by: device)
        await disk.untilHeld()
        let isStored = Atomic(false)
        async let absorbed: Void = ledger.absorb([foreign, foreign]) { () throws(StoreError) in
            isStored.store(true, ordering: .relaxed)
        }
        await ledger.untilWaiting(1)
        let wasStored = isStored.load(ordering: .relaxed)
        #expect(!wasStored)
        await disk.release()
        try await absorbed
        _ = try await writing
        #expect(ledger.revision == 5)
        #expect(await ledger.read { $0.ledger.events.map(\.id).last } == foreign.id)
        #expect(changes.withLock { $0 } == [true, true, false])
        try await ledger.absorb([foreign]) { () throws(StoreError) in }
        #expect(changes.withLock { $0.count } == 3)
    }

    @Test("a ledger that was removed takes no more writes")
    func closed() async throws {
        let ledger = try await ledger()
        await ledger.close()
        await #expect(throws: Denial.notFound(.ledger)) {
            try await ledger.record([.renameLedger(name: "House")], by: device)
        }
        #expect(ledger.revision == 3)
    }

    @Test("readers see each revision whole while many write")
    func wholeRevisions() async throws {
        let ledger = try await ledger()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                let input = try expense("Writer \(writer)")
                group.addTask {
                    for _ in 0..<50 { try await ledger.record([.recordExpense(.random(), input)], by: device) }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        let (revision, count) = await ledger.read { ($0.revision, $0.state.expenses.count) }
                        #expect(revision == count + 3)
                        #expect(revision <= ledger.revision)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(ledger.revision == 203)
    }
}

extension Result where Failure == any Error {
    init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
