import LedgerCore
import SQLiteStore
import Testing

@testable import Bookkeeping

/// The line of writers of a ledger: whoever is first commits for those behind, and hands over.
@Suite("Writing in turn") struct WritingInTurnTests {
    private let clock = TestWorld()
    private let disk = ScriptedDisk()
    private let device = DeviceID.random()

    private func ledger(mostWriters: Int = Store.writesPerCommit) -> OpenLedger {
        let contents = LedgerContents(
            id: LedgerID(uuid: 7), currency: .euro, ledger: Ledger(), segments: OwnSegments([]), problems: [])
        return OpenLedger(
            contents, disk: disk.ledgerDisk(mostWriters: mostWriters), world: clock.world, onChange: { _, _ in })
    }

    private func write(_ name: String, to ledger: OpenLedger) -> Task<Int, any Error> {
        Task { try await ledger.record([.createLabel(.random(), name: name)], by: device).count }
    }

    /// One after the other, so that they stand in line in this order behind a commit that is held.
    private func queue(_ names: [String], before ledger: OpenLedger) async -> [Task<Int, any Error>] {
        var writers: [Task<Int, any Error>] = []
        for name in names {
            writers.append(write(name, to: ledger))
            await ledger.untilWaiting(writers.count)
        }
        return writers
    }

    private func foreign(_ name: String) -> Event {
        Event(
            id: .random(), schemaVersion: 1, authorDevice: .random(), authorParticipant: .none, entryAt: clock.now,
            kind: .labelCreated(.random(), name: name))
    }

    /// Names of labels in the order in which they arrived.
    private func arrivals(in ledger: OpenLedger) async -> [String] {
        await ledger.read { view in
            view.ledger.events.compactMap { if case .labelCreated(_, let name) = $0.kind { name } else { nil } }
        }
    }

    @Test("writers are served in the order in which they came, those of other homes among them")
    func order() async throws {
        let ledger = ledger()
        await disk.hold()
        let first = write("first", to: ledger)
        await disk.untilHeld()
        let before = await queue(["a", "b"], before: ledger)
        let arrival = foreign("from afar")
        let absorbing = Task { try await ledger.absorb([arrival]) { () throws(StoreError) in } }
        await ledger.untilWaiting(3)
        let after = write("c", to: ledger)
        await ledger.untilWaiting(4)
        await disk.release()
        for writer in [first] + before + [after] { #expect(try await writer.value == 1) }
        try await absorbing.value
        #expect(await arrivals(in: ledger) == ["first", "a", "b", "from afar", "c"])
        #expect(await disk.commits.map(\.count) == [1, 2, 1], "another home's events are no part of a commit of ours")
    }

    @Test("a leader whose task is cancelled still commits for all, and hands over")
    func cancelledLeader() async throws {
        let ledger = ledger(mostWriters: 2)
        await disk.hold()
        let first = write("first", to: ledger)
        await disk.untilHeld()
        let others = await queue(["a", "b", "c", "d", "e"], before: ledger)
        for writer in [first, others[0], others[2], others[3]] { writer.cancel() }
        await disk.release()
        for writer in [first] + others { #expect(try await writer.value == 1) }
        #expect(await arrivals(in: ledger) == ["first", "a", "b", "c", "d", "e"])
        #expect(await disk.commits.map(\.count) == [1, 2, 2, 1])
        #expect(try await write("later", to: ledger).value == 1, "nobody holds the ledger any more")
    }

    @Test("a commit that fails fails for those in it alone; the next in line leads another")
    func failedLeader() async throws {
        let ledger = ledger(mostWriters: 2)
        await disk.hold()
        let first = write("first", to: ledger)
        await disk.untilHeld()
        let others = await queue(["a", "b", "c"], before: ledger)
        await disk.failNext(with: .full)
        await disk.release()
        await #expect(throws: Unavailable.diskFull) { try await first.value }
        for writer in others { #expect(try await writer.value == 1) }
        #expect(await arrivals(in: ledger) == ["a", "b", "c"])
        let pieces = await disk.commits.joined()
        #expect(pieces.first?.offset == 0, "the place of the refused line is taken by the next")
    }

    @Test("what another home wrote and the store refuses holds nobody up")
    func failedAbsorbing() async throws {
        let ledger = ledger()
        await disk.hold()
        let first = write("first", to: ledger)
        await disk.untilHeld()
        let arrival = foreign("from afar")
        let absorbing = Task { try await ledger.absorb([arrival]) { () throws(StoreError) in throw .full } }
        await ledger.untilWaiting(1)
        let last = write("last", to: ledger)
        await ledger.untilWaiting(2)
        absorbing.cancel()
        await disk.release()
        await #expect(throws: StoreError.full) { try await absorbing.value }
        #expect(try await first.value + last.value == 2)
        #expect(await arrivals(in: ledger) == ["first", "last"])
    }

    @Test("everyone is answered once and rightly, with many writers, failing commits and cancelled tasks")
    func crowd() async throws {
        let ledger = ledger(mostWriters: 5)
        let writers = (0..<16).map { writer in
            (0..<25).map { number in
                let writing = write("\(writer)-\(number)", to: ledger)
                if number % 3 == 0 { writing.cancel() }
                return writing
            }
        }
        for number in 0..<50 {
            if number.isMultiple(of: 7) { await disk.failNext(with: .busy) }
            let arrival = foreign("foreign \(number)")
            try await ledger.absorb([arrival]) { () throws(StoreError) in await Task.yield() }
        }
        var written = 50
        for writing in writers.joined() {
            if case .success(1) = await writing.result { written += 1 }
        }
        let kept = await arrivals(in: ledger)
        #expect(kept.count == written)
        #expect(Set(kept).count == written)
        #expect(await disk.commits.joined().count + 50 == written)
        #expect(await disk.commits.allSatisfy { $0.count <= 5 })
        #expect(await !ledger.isLed)
    }
}
