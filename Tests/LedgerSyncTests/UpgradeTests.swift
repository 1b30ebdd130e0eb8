import Cryptography
import FolderFormat
import LedgerCore
import SharedFolders
import Testing

@testable import LedgerSync

@Suite("A ledger's version")
struct UpgradeTests {
    @Test("is raised in the folder, and every home notices with its next run")
    func noticed() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder(tagsDirectories: true)
        try await home.write()
        for _ in 0..<3 { await home.sync(folder) }
        #expect(await home.adopted?.schemaVersion == 1)
        let raised = try await LedgerFolder(folder).upgrade(Home.metadata, to: 2)
        #expect(raised.schemaVersion == 2)
        #expect(try await LedgerFolder(folder).upgrade(Home.metadata, to: 2) == raised)
        await home.sync(folder)
        #expect(await home.adopted == raised)
    }

    @Test("is seen by every home also when its ledger.json was cut while it was raised", arguments: [100, -2])
    func cut(_ length: Int) async throws {
        let home = try await Home(1)
        let raised = Home.metadata.upgraded(to: 2).encode()
        let folder = MemoryFolder()
        await folder.put(Array(length < 0 ? raised.dropLast(-length) : raised.prefix(length)), at: "ledger.json")
        #expect(await home.sync(folder).failure == nil)
        #expect(await folder.files["ledger.json"] == raised)
        #expect(await home.adopted?.schemaVersion == 2)
    }

    @Test("is not raised with another ledger's key or currency, nor over somebody else's change")
    func refused() async throws {
        let folder = await MemoryFolder.withLedger()
        let before = await folder.files
        await #expect(throws: LedgerFolderError.otherKey) {
            try await LedgerFolder(folder).upgrade(metadata(.random(), .euro), to: 2)
        }
        await #expect(throws: LedgerFolderError.otherCurrency("EUR")) {
            try await LedgerFolder(folder).upgrade(metadata(Home.key, Currency(readFrom: "JPY")), to: 2)
        }
        await folder.setFaults { $0.operation == .write ? .refuse(.changed) : nil }
        await #expect(throws: LedgerFolderError.folder(.changed)) {
            try await LedgerFolder(folder).upgrade(Home.metadata, to: 2)
        }
        #expect(await folder.files == before)
    }

    private func metadata(_ key: SymmetricKey, _ currency: Currency) -> LedgerMetadata {
        LedgerMetadata(
            ledgerID: Home.metadata.ledgerID, schemaVersion: 1, createdAt: Home.created, key: key, currency: currency)
    }

    @Test("2 brings events of a new kind, which are taken in like any other")
    func rehearsal() async throws {
        let home = try await Home(1)
        let folder = await MemoryFolder.withLedger()
        try await LedgerFolder(folder).upgrade(Home.metadata, to: 2)
        let them = DeviceID(bits: 9)
        let event = Event(
            id: EventID(bits: 1 << 77 | 1), schemaVersion: 2, authorDevice: them, authorParticipant: .none,
            entryAt: Home.created, kind: .participantReleased(ParticipantID(bits: 5), device: them))
        await folder.putSegment(them, "20260603T090000000.jsonl", lines([event]))
        #expect(await home.sync(folder).problems.isEmpty)
        #expect(await home.absorbed == [event])
    }
}
