import Cryptography
import LedgerCore
import Testing

@testable import FolderFormat

@Suite("Schema version 2")
struct SchemaVersionTests {
    private static let line = """
        {"id":"0b1f6f5c-6a0f-4f0c-9c59-6f2a4f0f7a01","kind":"ParticipantReleased","schemaVersion":2,\
        "authorDeviceId":"6ec9d286-63ca-428d-85f4-b3b2e4b06ce6",\
        "authorParticipantId":"d3b07384-d9a0-4c9b-8f1e-2a6b1c0e5f77","entryAt":"2026-05-14T12:03:11.123Z",\
        "payload":{"participantId":"d3b07384-d9a0-4c9b-8f1e-2a6b1c0e5f77",\
        "deviceId":"6ec9d286-63ca-428d-85f4-b3b2e4b06ce6"}}

        """

    @Test("has the kind ParticipantReleased, byte for byte")
    func vector() throws {
        let contents = SegmentContents(decoding: Array(Self.line.utf8), file: "f")
        let event = try #require(contents.events.first)
        let participant = try #require(ParticipantID("d3b07384-d9a0-4c9b-8f1e-2a6b1c0e5f77"))
        let device = try #require(DeviceID("6ec9d286-63ca-428d-85f4-b3b2e4b06ce6"))
        #expect(event.kind == .participantReleased(participant, device: device))
        #expect(EventEncoder.line(event) == Array(Self.line.utf8))
    }

    @Test("has kinds that an event of version 1 can not be of")
    func notInVersion1() {
        for line in [
            Self.line.replacing("\"schemaVersion\":2", with: "\"schemaVersion\":1"),
            // The payload before the version: the same.
            Self.line.replacing("\"schemaVersion\":2,", with: "").replacing("}}\n", with: "},\"schemaVersion\":1}\n"),
        ] {
            #expect(SegmentContents(decoding: Array(line.utf8), file: "f").problems.map(\.code) == [.unknownKind])
        }
    }

    @Test("a device that is released is nobody's until it claims again, whatever the order of arrival")
    func fold() throws {
        let anna = ParticipantID(bits: 1)
        let ben = ParticipantID(bits: 2)
        let phone = DeviceID(bits: 3)
        let kinds: [Event.Kind] = [
            .participantAdded(anna, name: "Anna"), .participantAdded(ben, name: "Ben"),
            .participantClaimed(anna, device: phone), .participantReleased(ben, device: phone),
            .participantReleased(anna, device: phone),
        ]
        let events = kinds.enumerated().map { index, kind in
            Event(
                id: EventID(bits: UInt128(index) + 1), schemaVersion: 2, authorDevice: phone, authorParticipant: anna,
                entryAt: Instant(milliseconds: Int64(index)), kind: kind)
        }
        #expect(Ledger(Array(events[..<4])).state.participant(of: phone) == anna)
        for order in [events, events.reversed()] {
            let state = Ledger(order).state
            #expect(state.participant(of: phone) == nil)
            #expect(state.participants[anna]?.devices.isEmpty == true)
        }
    }

    @Test("a ledger.json that is raised keeps every other field in its place")
    func upgraded() throws {
        let text = String(decoding: LedgerMetadata.sample.encode(), as: UTF8.self)
            .replacing("\"encrypted\"", with: "\"theirs\": [1.50],\n  \"encrypted\"")
        let metadata = try LedgerMetadata(decoding: Array(text.utf8))
        let raised = metadata.upgraded(to: 2)
        #expect(raised.schemaVersion == 2)
        let expected = try LedgerMetadata(
            decoding: Array(text.replacing("\"schemaVersion\": 1", with: "\"schemaVersion\": 2").utf8))
        #expect(raised == expected && raised.encode() == expected.encode())
    }
}

extension LedgerMetadata {
    fileprivate static let sample = LedgerMetadata(
        ledgerID: LedgerID(uuid: 7), schemaVersion: 1, createdAt: Instant(milliseconds: 1_780_000_000_000),
        key: .random(), currency: .euro)
}
