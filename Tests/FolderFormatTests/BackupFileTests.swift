import Cryptography
import JSON
import LedgerCore
import Testing

@testable import FolderFormat

@Suite("A backup of ledgers")
struct BackupFileTests {
    private static let key = SymmetricKey.random()
    private static let id = LedgerID("6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11")!

    private static var metadata: LedgerMetadata {
        LedgerMetadata(
            ledgerID: id, schemaVersion: 1, createdAt: Instant("2026-01-03T09:00:00.000Z")!, key: key,
            currency: Currency(readFrom: "JPY"))
    }

    /// Every kind of version 1, each under an id of its own.
    private static var lines: [String] {
        EventLine.payloads.enumerated().map { number, one in
            let id = EventLine.id.dropLast(2) + (number < 10 ? "0" : "") + String(number)
            return EventLine.line(one.kind, one.payload).replacing(EventLine.id + #"","kind"#, with: id + #"","kind"#)
        }
    }

    private static func written(_ lines: [String], isCut: Bool = false) -> [UInt8] {
        var writer = BackupWriter(
            .init(
                exportedAt: Instant("2026-05-14T12:00:00.000Z")!, device: .none, appVersion: "0.1.0",
                eventSchemaVersion: 1))
        writer.begin(metadata, key: key, recoveryAcknowledged: true)
        var bytes: [UInt8] = []
        for line in lines {
            writer.append(Array((line + "\n").utf8))
            bytes += writer.takeBytes()
        }
        writer.endLedger(isCut: isCut)
        writer.finish(without: [])
        return bytes + writer.takeBytes()
    }

    @Test("what was written is read again: every event, its line, its ledger's key and metadata")
    func roundTrip() throws {
        let file = try BackupFile(decoding: Self.written(Self.lines))
        #expect(file.exportedAt == Instant("2026-05-14T12:00:00.000Z"))
        let ledger = try #require(file.ledgers.first)
        #expect(file.ledgers.count == 1)
        #expect(ledger.opening?.key == Self.key)
        #expect(ledger.opening?.metadata == Self.metadata)
        #expect(ledger.recoveryAcknowledged)
        #expect(ledger.events.map { String(decoding: $0.line, as: UTF8.self) } == Self.lines.map { $0 + "\n" })
        #expect(ledger.stateHash == StateHash(ledger.events.map(\.event)).text)
    }

    @Test("an event that is there twice is written once, and what is no event is left out and counted")
    func onceAndLeftOut() throws {
        let bytes = Self.written(Self.lines + Self.lines + ["{}", "nonsense"], isCut: true)
        let json = try JSONValue(parsing: bytes)
        let ledger = try #require(json["ledgers"]?.array?.first)
        #expect(ledger["events"]?.array?.count == Self.lines.count)
        #expect(ledger["leftOut"]?.integer == 2)
        #expect(ledger["incomplete"]?.bool == true)
        #expect(try BackupFile(decoding: bytes).ledgers[0].events.count == Self.lines.count)
    }

    @Test("fields that nobody here knows survive")
    func unknownFields() throws {
        let line = String(Self.lines[0].dropLast()) + #","theirs":{"a":[1.50,null,"ü\u0001"]}}"#
        let file = try BackupFile(decoding: Self.written([line]))
        #expect(String(decoding: file.ledgers[0].events[0].line, as: UTF8.self) == line + "\n")
    }

    @Test("the state hash is of the events, not of their order")
    func hash() throws {
        let events = try BackupFile(decoding: Self.written(Self.lines)).ledgers[0].events.map(\.event)
        #expect(StateHash(events.reversed() + events).text == StateHash(events).text)
        #expect(StateHash(events.dropLast()).text != StateHash(events).text)
        #expect(StateHash(events).eventCount == events.count)
        // SHA-256 of nothing.
        #expect(StateHash([]).text == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("no changed byte stops the program; what is read after one is right or refused")
    func mutations() {
        let bytes = Self.written(Self.lines)
        var refused = 0
        for place in stride(from: 0, to: bytes.count, by: 7) {
            for change: UInt8 in [1, 0x20, 0x80] {
                var changed = bytes
                changed[place] ^= change
                do throws(BackupProblem) {
                    _ = try BackupFile(decoding: changed)
                } catch {
                    refused += 1
                    #expect(!error.message.isEmpty)
                }
            }
        }
        #expect(refused > 100)
        for length in stride(from: 0, to: bytes.count - 1, by: 101) {
            #expect(throws: BackupProblem.self) { try BackupFile(decoding: Array(bytes[..<length])) }
        }
    }
}
