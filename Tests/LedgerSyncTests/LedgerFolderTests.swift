import Cryptography
import FolderFormat
import LedgerCore
import SharedFolders
import Testing

@testable import LedgerSync

@Suite("A ledger's folder")
struct LedgerFolderTests {
    @Test("is made in a folder that is new, empty, or holds only what systems leave behind")
    func creates() async throws {
        let cluttered = MemoryFolder()
        await cluttered.put([1], at: ".stfolder/marker")
        for folder in [MemoryFolder(exists: false), MemoryFolder(), cluttered] {
            try await LedgerFolder(folder).create(Home.metadata)
            #expect(try await LedgerFolder(folder).metadata(accepting: Home.key).ledgerID == Home.metadata.ledgerID)
            #expect(await folder.files["ledger.json"] == Home.metadata.encode())
        }
    }

    @Test("is not made where something lies already", arguments: ["holiday.jpg", "events/x", "ledger.json"])
    func occupied(_ name: String) async throws {
        let folder = MemoryFolder()
        await folder.put([1], at: RelativePath(name) ?? .folder)
        let before = await folder.files
        await #expect(throws: LedgerFolderError.occupied) { try await LedgerFolder(folder).create(Home.metadata) }
        #expect(await folder.files == before)
    }

    @Test("is not made where another ledger lives")
    func otherLedgerThere() async throws {
        let other = LedgerMetadata(
            ledgerID: LedgerID(uuid: 8), schemaVersion: 1, createdAt: Home.created, key: Home.key, currency: .euro)
        let folder = await MemoryFolder.withLedger(other)
        await #expect(throws: LedgerFolderError.occupied) { try await LedgerFolder(folder).create(Home.metadata) }
    }

    @Test("may be made again after a crash in the middle")
    func createsTwice() async throws {
        let folder = MemoryFolder(exists: false)
        await folder.setFaults { $0.operation == .write ? .loseAnswer(.unreachable("lost")) : nil }
        await #expect(throws: LedgerFolderError.self) { try await LedgerFolder(folder).create(Home.metadata) }
        await folder.setFaults(nil)
        try await LedgerFolder(folder).create(Home.metadata)
        #expect(await folder.files.count == 1)
    }

    @Test("is completed when its ledger.json was cut while it was written", arguments: [0, 1, 100])
    func cutMetadata(_ length: Int) async throws {
        let home = try await Home(1)
        let folder = MemoryFolder()
        let whole = Home.metadata.encode()
        await folder.put(Array(whole.prefix(length)), at: "ledger.json")
        try await LedgerFolder(folder).create(Home.metadata)
        #expect(await folder.files["ledger.json"] == whole)
        try await home.write()
        await home.sync(folder)
        await folder.put(Array(whole.prefix(length)), at: "ledger.json")
        try await home.restart()
        #expect(await home.sync(folder).failure == nil)
        #expect(await folder.files["ledger.json"] == whole)
    }

    @Test("is opened only with its key, and only when it is a ledger of a version that we know")
    func refusals() async throws {
        let folder = await MemoryFolder.withLedger()
        await #expect(throws: LedgerFolderError.otherKey) {
            try await LedgerFolder(folder).metadata(accepting: .random())
        }
        await #expect(throws: LedgerFolderError.noLedger) { try await LedgerFolder(MemoryFolder()).metadata() }
        await #expect(throws: LedgerFolderError.noLedger) {
            try await LedgerFolder(MemoryFolder(exists: false)).metadata()
        }
        let text = String(decoding: Home.metadata.encode(), as: UTF8.self)
        let newer = MemoryFolder()
        let future = text.replacing("\"schemaVersion\": 1", with: "\"schemaVersion\": 99")
        await newer.put(Array(future.utf8), at: "ledger.json")
        await #expect(throws: LedgerFolderError.tooNew(schemaVersion: 99)) { try await LedgerFolder(newer).metadata() }
        let long = String(repeating: " ", count: 70_000) + text
        for bad in ["", "{}", "[]", text.replacing("true", with: "false"), long] {
            let folder = MemoryFolder()
            await folder.put(Array(bad.utf8), at: "ledger.json")
            await #expect {
                try await LedgerFolder(folder).metadata()
            } throws: {
                if case .notALedger = $0 as? LedgerFolderError { true } else { false }
            }
        }
    }

    @Test("is removed with everything that is the ledger's, and nothing else, also when interrupted")
    func removes() async throws {
        let home = try await Home(1, devices: 2)
        let folder = MemoryFolder()
        for device in 0..<2 { try await home.write(1, device: device) }
        await home.sync(folder)
        let photo: RelativePath = "holiday.jpg"
        await folder.put([1], at: photo)
        await folder.setFaults { $0.path == "ledger.json" ? .refuse(.unreachable("off")) : nil }
        await #expect(throws: LedgerFolderError.self) { try await LedgerFolder(folder).remove() }
        await folder.setFaults(nil)
        try await LedgerFolder(folder).remove()
        #expect(await folder.files == [photo: [1]])
        #expect(try await folder.list(.folder).map(\.name) == ["holiday.jpg"])
    }
}

@Suite("A run")
struct MetadataTests {
    @Test("makes the folder of a new ledger that could not be made at first")
    func lateCreation() async throws {
        let home = try await Home(1)
        let folder = MemoryFolder(exists: false)
        try await home.write()
        await folder.setFaults { _ in .refuse(.unreachable("off")) }
        #expect(await home.sync(folder).failure == .folder(.unreachable("off")))
        await folder.setFaults(nil)
        #expect(await home.sync(folder, pushOnly: true).failure == nil)
        #expect(try await folder.events() == home.events())
    }

    @Test("never makes a folder anew that was in use: the drive may not be mounted")
    func neverAnew() async throws {
        let home = try await Home(1)
        try await home.write()
        await home.sync(MemoryFolder())
        for vanished in [MemoryFolder(), MemoryFolder(exists: false)] {
            try await home.write()
            #expect(await home.sync(vanished).failure == .ledger(.noLedger))
            #expect(await home.sync(vanished, pushOnly: true).failure == .ledger(.noLedger))
            #expect(await vanished.files.isEmpty)
        }
    }

    @Test(
        "neither reads nor writes where the ledger is too new, another one, in another currency, or not one",
        arguments: Wrong.allCases)
    func refuses(_ wrong: Wrong) async throws {
        let home = try await Home(1)
        try await home.write()
        let folder = MemoryFolder()
        await home.sync(folder)
        let event = await home.makeEvent(by: DeviceID(bits: 5))
        await folder.putSegment(DeviceID(bits: 5), "20260603T090000000.jsonl", lines([event]))
        await folder.put(wrong.bytes, at: "ledger.json")
        let before = await folder.files
        try await home.write()
        await home.passTime(SyncLimits.metadataTrust)
        for pushOnly in [false, true] {
            await folder.forgetRequests()
            let outcome = await home.sync(folder, pushOnly: pushOnly)
            #expect(outcome.failure?.text.code == wrong.code && outcome.failure?.state == .error)
            #expect(await folder.requests.allSatisfy { $0.operation == .list || $0.path == "ledger.json" })
        }
        #expect(await folder.files == before)
        #expect(try await home.events().count == 2)
    }

    enum Wrong: CaseIterable {
        case tooNew, otherLedger, otherCurrency, otherKey, notALedger

        var code: String {
            switch self {
            case .tooNew: "ledger-too-new"
            case .otherLedger, .otherCurrency: "other-ledger"
            case .otherKey: "wrong-join-code"
            case .notALedger: "not-a-ledger"
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .tooNew:
                Array(
                    String(decoding: Home.metadata.encode(), as: UTF8.self)
                        .replacing("\"schemaVersion\": 1", with: "\"schemaVersion\": 3").utf8)
            case .otherLedger: metadata(8, Home.key)
            case .otherCurrency: metadata(7, Home.key, version: 2, Currency(readFrom: "JPY"))
            case .otherKey: metadata(7, .random())
            case .notALedger: Array("Hello!\n".utf8)
            }
        }

        private func metadata(
            _ id: UInt128, _ key: SymmetricKey, version: Int = 1, _ currency: Currency = .euro
        ) -> [UInt8] {
            LedgerMetadata(
                ledgerID: LedgerID(uuid: id), schemaVersion: version, createdAt: Home.created, key: key,
                currency: currency
            ).encode()
        }
    }
}
