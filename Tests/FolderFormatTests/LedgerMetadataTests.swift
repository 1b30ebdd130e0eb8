import Cryptography
import FolderFormat
import JSON
import LedgerCore
import Testing

@Suite struct LedgerMetadataTests {
    static let fields: [(String, String)] = [
        ("ledgerId", #""78e51061-7311-48a3-b2ce-6f447ed4d57b""#), ("schemaVersion", "1"),
        ("createdAt", #""2026-01-03T09:00:00.000Z""#), ("encrypted", "true"),
        ("keyFingerprint", #""42e6ba1d63cd370e33d9ca73f70a6487""#), ("currency", #""EUR""#),
    ]

    /// `ledger.json` with one field replaced, or left out for nil.
    static func text(_ name: String = "", _ value: String? = nil) -> [UInt8] {
        let members = fields.compactMap { field in
            field.0 == name ? value.map { "\"\(field.0)\": \($0)" } : "\"\(field.0)\": \(field.1)"
        }
        return Array("{ \(members.joined(separator: ", ")) }".utf8)
    }

    private func refusal(_ bytes: [UInt8]) -> LedgerMetadataError? {
        do throws(LedgerMetadataError) {
            _ = try LedgerMetadata(decoding: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("another implementation's ledger.json is read, accepts its key, and is written again byte for byte")
    func vectors() throws {
        for folder in VectorFolder.all {
            let bytes = try folder.metadata()
            let metadata = try LedgerMetadata(decoding: bytes)
            #expect(metadata.encode() == bytes)
            #expect(try metadata.accepts(folder.key()))
            #expect(!metadata.accepts(.random()))
            #expect(try metadata.ledgerID.text == folder.expected()["ledgerId"]?.string)
        }
    }

    @Test("SC-FR-LED-3: a new ledger's file has exactly these bytes")
    func new() throws {
        let key = SymmetricKey(bytes: [UInt8](repeating: 0, count: 32))!
        let metadata = LedgerMetadata(
            ledgerID: LedgerID("78e51061-7311-48a3-b2ce-6f447ed4d57b")!, schemaVersion: 1,
            createdAt: Instant("2026-05-14T12:03:11.123Z")!, key: key, currency: Currency(code: "JPY")!)
        let expected = """
            {
              "ledgerId": "78e51061-7311-48a3-b2ce-6f447ed4d57b",
              "schemaVersion": 1,
              "createdAt": "2026-05-14T12:03:11.123Z",
              "encrypted": true,
              "keyFingerprint": "66687aadf862bd776c8fc18b8e9f8e20",
              "currency": "JPY"
            }

            """
        #expect(String(decoding: metadata.encode(), as: UTF8.self) == expected)
        #expect(try LedgerMetadata(decoding: metadata.encode()) == metadata)
    }

    @Test("what others added is kept, where it was, when the file is written again")
    func unknownFields() throws {
        let text = #"""
            {
              "x-app": {
                "b": [
                  1.50,
                  {},
                  []
                ],
                "a": null
              },
              "schemaVersion": 1,
              "ledgerId": "Some_other.id-1",
              "createdAt": "2026-01-03T09:00:00.000Z",
              "encrypted": true,
              "note": "é \"quoted\"",
              "keyFingerprint": "42e6ba1d63cd370e33d9ca73f70a6487"
            }

            """#
        let metadata = try LedgerMetadata(decoding: Array(text.utf8))
        #expect(String(decoding: metadata.encode(), as: UTF8.self) == text)
        #expect(metadata.currency == .euro)
        #expect(metadata.ledgerID.text == "Some_other.id-1")
    }

    @Test("SC-ARC-FMT-2: a newer ledger is refused as such, whatever else its file says")
    func tooNew() {
        #expect(refusal(Self.text("schemaVersion", "3")) == .tooNew(schemaVersion: 3))
        let future = #"{"schemaVersion":99,"encrypted":true,"ledgerId":{"new":"form"}}"#
        #expect(refusal(Array(future.utf8)) == .tooNew(schemaVersion: 99))
    }

    @Test(
        "SC-FR-LED-2: what is not our metadata is not a ledger",
        arguments: [
            ("encrypted", "false"), ("encrypted", "\"true\""), ("encrypted", "1"), ("encrypted", nil),
            ("schemaVersion", nil), ("schemaVersion", "0"), ("schemaVersion", "-1"), ("schemaVersion", "\"1\""),
            ("schemaVersion", "1.0"), ("schemaVersion", "null"), ("ledgerId", nil), ("ledgerId", "\"\""),
            ("ledgerId", "7"), ("ledgerId", "\"a/b\""), ("ledgerId", "\"a b\""), ("ledgerId", "\"é\""),
            ("ledgerId", "\"\(String(repeating: "a", count: 129))\""), ("createdAt", nil), ("createdAt", "\"today\""),
            ("createdAt", "\"2026-02-30T00:00:00.000Z\""), ("createdAt", "\"2026-01-03T09:00:00Z\""),
            ("keyFingerprint", nil), ("keyFingerprint", "\"42E6BA1D63CD370E33D9CA73F70A6487\""),
            ("keyFingerprint", "\"42e6ba1d63cd370e33d9ca73f70a648\""), ("currency", "null"), ("currency", "\"eur\""),
            ("currency", "\"EURO\""), ("currency", "978"),
        ] as [(String, String?)])
    func notALedger(field: String, value: String?) {
        guard case .notALedger(let sentence) = refusal(Self.text(field, value)) else {
            Issue.record("\(field): \(value ?? "absent") was accepted")
            return
        }
        #expect(sentence.contains(field) || field == "encrypted")
    }

    @Test("bytes that are no JSON object are not a ledger")
    func garbage() throws {
        #expect(refusal(Self.text()) == nil)
        var huge = Self.text()
        huge += [UInt8](repeating: 0x20, count: LedgerMetadata.byteLimit)
        for bytes in [
            [], [0], Array("[]".utf8), Array("null".utf8), Self.text() + [0x7D], [0xEF, 0xBB, 0xBF] + Self.text(), huge,
        ] {
            guard case .notALedger = refusal(bytes) else {
                Issue.record("accepted")
                return
            }
        }
        let whole = Self.text()
        for length in 0..<whole.count {
            #expect(refusal(Array(whole.prefix(length))) != nil)
        }
    }
}
