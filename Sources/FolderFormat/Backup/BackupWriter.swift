package import Cryptography
import JSON
package import LedgerCore

/// Writes a backup (`docs/file-format.md` (g), `SC-FR-BAK-1`) piece by piece, so that a file larger than the memory can
/// be made:
///
///     var writer = BackupWriter(origin)
///     writer.begin(metadata, key: key, recoveryAcknowledged: true)
///     writer.append(plaintext)        // of segments, whole lines, as often as there are any
///     writer.endLedger()
///     writer.finish(without: [])
///
/// Events are written as they were read, fields of other apps included, each once. What is no event this program
/// understands is left out and counted: every event of a file has to be readable, or none of it is restored
/// (`SC-FR-BAK-4`).
package struct BackupWriter: Sendable {
    /// Who wrote a backup, when, and in which version.
    package struct Origin: Sendable {
        package let exportedAt: Instant
        package let device: DeviceID
        package let appVersion: String
        /// That no event in the file goes beyond.
        package let eventSchemaVersion: Int

        package init(exportedAt: Instant, device: DeviceID, appVersion: String, eventSchemaVersion: Int) {
            self.exportedAt = exportedAt
            self.device = device
            self.appVersion = appVersion
            self.eventSchemaVersion = eventSchemaVersion
        }
    }

    private var json = JSONWriter(pretty: true)
    private var decoder = EventDecoder()
    private var hash = StateHash()
    /// Lines of the ledger under way that could not be understood.
    private var leftOut = 0

    package init(_ origin: Origin) {
        json.beginObject()
        json.member("splitcloneBackup", BackupFile.version)
        json.member("_warning", Self.warning)
        json.member("exportedAt", origin.exportedAt.description)
        json.id("exportedByDeviceId", origin.device)
        json.key("compatibility")
        json.object { json in
            json.member("backupFormatVersion", BackupFile.version)
            json.member("eventSchemaVersion", origin.eventSchemaVersion)
            json.member("writtenByAppVersion", origin.appVersion)
            json.member(
                "readableByAppVersions",
                "those that know backup format \(BackupFile.version) and event schema \(origin.eventSchemaVersion)")
            json.member("formatDoc", "docs/file-format.md")
        }
        json.key("ledgers")
        json.beginArray()
    }

    /// Repeated in the file itself (`SC-FR-BAK-3`).
    package static let warning = """
        UNENCRYPTED BACKUP. Whoever has this file can read every ledger in it and write to their shared folders: it holds \
        their join codes. Keep it where only you can reach it.
        """

    package mutating func begin(_ metadata: LedgerMetadata, key: SymmetricKey, recoveryAcknowledged: Bool) {
        hash = StateHash()
        leftOut = 0
        json.beginObject()
        json.member("ledgerId", metadata.ledgerID.text)
        json.member("joinCode", JoinCode.encode(key))
        json.member("fingerprint", key.fingerprint)
        json.member("recoveryAcknowledged", recoveryAcknowledged)
        json.member("metadata", metadata.value)
        json.key("events")
        json.beginArray()
    }

    /// Whole lines of a segment.
    package mutating func append(_ plaintext: [UInt8]) {
        var start = 0
        while let end = plaintext[start...].firstIndex(of: UInt8(ascii: "\n")) {
            append(plaintext, line: start..<end)
            start = end + 1
        }
        if start < plaintext.count { leftOut += 1 }
    }

    private mutating func append(_ bytes: [UInt8], line: Range<Int>) {
        var reader = JSONReader(bytes, in: line)
        guard let event = try? decoder.decode(bytes, in: line), let value = try? reader.readValue() else {
            leftOut += 1
            return
        }
        if hash.add(event) { json.value(value) }
    }

    /// - Parameter isCut: not everything that is kept could be read.
    /// - Returns: how many events were written.
    @discardableResult
    package mutating func endLedger(isCut: Bool = false) -> Int {
        json.endArray()
        json.member("stateHash", hash.text)
        if leftOut > 0 { json.member("leftOut", leftOut) }
        if isCut { json.member("incomplete", true) }
        json.endObject()
        return hash.eventCount
    }

    /// - Parameter missing: ledgers that can not be opened, and so are not in the file.
    package mutating func finish(without missing: [LedgerID]) {
        json.endArray()
        if !missing.isEmpty {
            json.member("missingLedgers", each: missing) { $0.value($1.text) }
        }
        json.endObject()
    }

    /// What was written since the last time.
    package mutating func takeBytes() -> [UInt8] { json.takeBytes() }
}
