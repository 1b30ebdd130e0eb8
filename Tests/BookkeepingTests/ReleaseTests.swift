import LedgerCore
import Testing

@testable import Bookkeeping

/// A device that writes under a second name, because its first log was found to be written by a copy as well.
@Suite("Leaving under another name") struct ReleaseTests {
    private let world = TestWorld()
    private let device = DeviceID.random()
    private let next = DeviceID.random()
    private let anna = ParticipantID.random()
    private let ben = ParticipantID.random()

    /// The device claimed Anna under its first name; what comes is written under the second.
    private func ledger() throws -> OpenLedger {
        var ledger = Ledger()
        for proposal in [Proposal.addParticipant(anna, name: "Anna"), .addParticipant(ben, name: "Ben"), .claim(anna)] {
            let event = try ledger.accept(
                proposal, by: device, at: world.now, eventID: .random(), schemaVersion: 2)
            ledger.insert([try #require(event)])
        }
        var contents = LedgerContents(
            id: LedgerID(uuid: 7), currency: .euro, ledger: ledger, segments: OwnSegments([]),
            authors: Authors([device: [next]]), problems: [])
        contents.schemaVersion = 2
        return OpenLedger(contents, disk: ScriptedDisk().ledgerDisk(), world: world.world) { _, _ in }
    }

    private func kinds(_ ledger: OpenLedger) async -> [Event.Kind] {
        await ledger.read { $0.ledger.events.dropFirst(3).map(\.kind) }
    }

    private func me(in ledger: OpenLedger) async -> ParticipantID? {
        let device = device
        return await ledger.read { $0.participant(of: device) }
    }

    @Test("a release under the newest name is final: the older name's claim is not made again")
    func final() async throws {
        let ledger = try ledger()
        try await ledger.release(device)
        let words: [Event.Kind] = [.participantClaimed(anna, device: next), .participantReleased(anna, device: next)]
        #expect(await kinds(ledger) == words, "what was owed, and then the last word")
        try await ledger.release(device)
        await ledger.claimForSuccessors()
        #expect(await kinds(ledger) == words)
        #expect(await me(in: ledger) == nil)
        let late = try await ledger.record([.renameLedger(name: "Flat")], by: device)
        #expect(late.map(\.authorParticipant) == [.none])
    }

    @Test("whoever comes back says who they are, and is that one")
    func back() async throws {
        let ledger = try ledger()
        try await ledger.release(device)
        try await ledger.record([.claim(ben)], by: device)
        #expect(await me(in: ledger) == ben)
    }

    @Test("who left the ledger is not claimed again, and the device writes on")
    func retired() async throws {
        let ledger = try ledger()
        try await ledger.record([.retireParticipant(anna)], by: DeviceID.random())
        await ledger.claimForSuccessors()
        try await ledger.record([.renameLedger(name: "Flat")], by: device)
        #expect(await kinds(ledger) == [.participantRetired(anna), .ledgerRenamed(name: "Flat")])
        #expect(await me(in: ledger) == anna, "what was said stays said")
    }
}
