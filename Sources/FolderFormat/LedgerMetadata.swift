package import Cryptography
import JSON
package import LedgerCore

/// `ledger.json`, the only file of a ledger's folder that everybody can read (`SC-FR-LED-3`): what a joining home must
/// know before it holds the key, and nothing about the ledger's contents.
package struct LedgerMetadata: Equatable, Sendable {
    package let ledgerID: LedgerID
    package let schemaVersion: Int
    package let createdAt: Instant
    /// Of the data key, as `SymmetricKey.fingerprint` writes it.
    package let keyFingerprint: String
    package let currency: Currency
    /// Every member as it was read, to be written again: what others added is theirs.
    private let members: [JSONMember]

    package init(ledgerID: LedgerID, schemaVersion: Int, createdAt: Instant, key: SymmetricKey, currency: Currency) {
        self.ledgerID = ledgerID
        self.schemaVersion = schemaVersion
        self.createdAt = createdAt
        self.currency = currency
        keyFingerprint = key.fingerprint
        members = [
            JSONMember("ledgerId", .string(ledgerID.text)), JSONMember("schemaVersion", .number(String(schemaVersion))),
            JSONMember("createdAt", .string(createdAt.description)), JSONMember("encrypted", .bool(true)),
            JSONMember("keyFingerprint", .string(keyFingerprint)), JSONMember("currency", .string(currency.code)),
        ]
    }

    /// The same ledger in a newer version of the format; what others added stays.
    package func upgraded(to version: Int) -> LedgerMetadata {
        LedgerMetadata(self, schemaVersion: version)
    }

    private init(_ other: LedgerMetadata, schemaVersion version: Int) {
        ledgerID = other.ledgerID
        schemaVersion = version
        createdAt = other.createdAt
        keyFingerprint = other.keyFingerprint
        currency = other.currency
        members = other.members.map { member in
            member.name == "schemaVersion" ? JSONMember(member.name, .number(String(version))) : member
        }
    }

    /// Whether this is the ledger's key: the check that a join code must pass before its key is kept (`SC-ARC-ENC-3`).
    package func accepts(_ key: SymmetricKey) -> Bool { key.fingerprint == keyFingerprint }
}

/// Why a folder can not be opened as a ledger.
package enum LedgerMetadataError: Error, Equatable, Sendable {
    /// Not `ledger.json` as SplitClone writes it; the sentence says what is wrong (`SC-FR-LED-2`).
    case notALedger(String)
    /// Written by a newer version: not read at all (`SC-ARC-FMT-2`).
    case tooNew(schemaVersion: Int)
}

extension LedgerMetadata {
    /// Two hundred times what we write: room for what others add, and no way to fill the memory.
    package static let byteLimit = 65_536

    package init(decoding bytes: [UInt8]) throws(LedgerMetadataError) {
        guard bytes.count <= Self.byteLimit else { throw .notALedger("it is too long") }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .notALedger("it is not JSON: \(error)")
        }
        guard let members = json.members else { throw .notALedger("it is not a JSON object") }
        guard json["encrypted"]?.bool == true else { throw .notALedger("it does not say that it is encrypted") }
        guard let version = json["schemaVersion"]?.integer, version >= SchemaVersion.oldest else {
            throw .notALedger("it has no schemaVersion")
        }
        guard version <= SchemaVersion.newest else { throw .tooNew(schemaVersion: version) }
        guard let id = json["ledgerId"]?.string.flatMap({ LedgerID($0) }) else {
            throw .notALedger("its ledgerId is not one")
        }
        guard let createdAt = json["createdAt"]?.string.flatMap({ Instant($0) }) else {
            throw .notALedger("its createdAt is not an instant")
        }
        guard let fingerprint = json["keyFingerprint"]?.string, Self.isFingerprint(fingerprint) else {
            throw .notALedger("its keyFingerprint is not one")
        }
        ledgerID = id
        schemaVersion = version
        self.createdAt = createdAt
        keyFingerprint = fingerprint
        currency = try Self.currency(json["currency"])
        self.members = members
    }

    /// Two-space indent, a line end after the last line; members in the order in which they were read.
    package func encode() -> [UInt8] {
        var json = JSONWriter(pretty: true)
        json.value(value)
        return json.bytes + [0x0A]
    }

    /// The same as one value among others.
    var value: JSONValue { .object(members) }

    /// Apps that know no currency mean euros; an unknown code is read as one with two digits.
    private static func currency(_ value: JSONValue?) throws(LedgerMetadataError) -> Currency {
        guard let value else { return .euro }
        guard let code = value.string, code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw .notALedger("its currency is not a code of three capital letters")
        }
        return Currency(readFrom: code)
    }

    private static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
