import Cryptography
import JSON
import LedgerCore

extension BackupFile {
    private static let fields = JSONFields("splitcloneBackup", "exportedAt", "compatibility", "ledgers")

    /// Reads all of it, or refuses all of it (`SC-FR-BAK-4`): versions first, then every event.
    package init(decoding bytes: [UInt8]) throws(BackupProblem) {
        var reader = BackupReader(bytes)
        let head = try reader.head()
        guard let version = head.version, version >= 1 else {
            throw .notABackup("it does not say splitcloneBackup")
        }
        try Self.check(version, BackupFile.version, "backup format")
        try Self.check(head.compatibility?["backupFormatVersion"]?.integer, BackupFile.version, "backup format")
        try Self.check(head.compatibility?["eventSchemaVersion"]?.integer, SchemaVersion.newest, "event schema")
        guard let place = head.ledgers else { throw .notABackup("it has no ledgers") }
        reader.goBack(to: place)
        self.init(exportedAt: head.exportedAt, ledgers: try reader.ledgers())
    }

    private static func check(_ version: Int?, _ newest: Int, _ what: String) throws(BackupProblem) {
        guard let version, version > newest else { return }
        throw .tooNew("\(what) \(version)")
    }

    fileprivate struct Head {
        var version: Int?
        var exportedAt: Instant?
        var compatibility: JSONValue?
        /// Where they stand, to be read when it is known that they can be.
        var ledgers: JSONReader?
    }

    fileprivate static func head(_ reader: inout JSONReader) throws(JSONError) -> Head {
        var head = Head()
        var members = try reader.enterObject(fields)
        while let field = try reader.nextField(&members) {
            switch field {
            case 0: head.version = try reader.readValue().integer
            case 1: head.exportedAt = try reader.readValue().string.flatMap { Instant($0) }
            case 2: head.compatibility = try reader.readValue()
            default:
                head.ledgers = reader
                try reader.skipValue()
            }
        }
        try reader.finish()
        return head
    }
}

/// Reads the parts of a backup, and says of everything that is wrong what a person can do about it.
private struct BackupReader {
    private static let fields = JSONFields(
        "ledgerId", "joinCode", "fingerprint", "recoveryAcknowledged", "metadata", "stateHash", "events")

    private let bytes: [UInt8]
    private var reader: JSONReader
    private var decoder = EventDecoder()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        reader = JSONReader(bytes)
    }

    mutating func goBack(to place: JSONReader) { reader = place }

    mutating func head() throws(BackupProblem) -> BackupFile.Head {
        try read { reader throws(JSONError) in try BackupFile.head(&reader) }
    }

    private mutating func read<Value>(
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(BackupProblem) -> Value {
        do throws(JSONError) {
            return try body(&reader)
        } catch {
            throw error.reason == .wrongKind ? .notABackup("\(error)") : .notJSON("\(error)")
        }
    }

    mutating func ledgers() throws(BackupProblem) -> [BackedUpLedger] {
        try read { reader throws(JSONError) in try reader.enterArray() }
        var ledgers: [BackedUpLedger] = []
        var isFirst = true
        while try read({ reader throws(JSONError) in try reader.nextElement(&isFirst) }) {
            ledgers.append(try ledger(number: ledgers.count + 1))
        }
        return ledgers
    }

    private mutating func ledger(number: Int) throws(BackupProblem) -> BackedUpLedger {
        var texts: [Int: JSONValue] = [:]
        var list: JSONReader?
        var members = try read { reader throws(JSONError) in try reader.enterObject(Self.fields) }
        while let field = try read({ reader throws(JSONError) in try reader.nextField(&members) }) {
            if field < 6 {
                texts[field] = try read { reader throws(JSONError) in try reader.readValue() }
            } else {
                list = reader
                try read { reader throws(JSONError) in try reader.skipValue() }
            }
        }
        let end = reader
        defer { reader = end }
        guard let id = texts[0]?.string.flatMap({ LedgerID($0) }) else {
            throw .notABackup("its ledger \(number) has no ledgerId")
        }
        guard let list, let code = texts[1]?.string, let fingerprint = texts[2]?.string else {
            throw .notABackup("ledger \(id.text) lacks joinCode, fingerprint or events")
        }
        reader = list
        let events = try events(of: id)
        return BackedUpLedger(
            id: id, opening: try Self.opening(id, code, fingerprint, texts[4], events),
            recoveryAcknowledged: texts[3]?.bool ?? false, stateHash: texts[5]?.string, events: events)
    }

    private mutating func events(of ledger: LedgerID) throws(BackupProblem) -> [BackedUpEvent] {
        try read { reader throws(JSONError) in try reader.enterArray() }
        var events: [BackedUpEvent] = []
        var known: Set<EventID> = []
        var number = 0
        var isFirst = true
        while try read({ reader throws(JSONError) in try reader.nextElement(&isFirst) }) {
            number += 1
            let line = try line()
            let event: Event
            do throws(EventProblem) {
                event = try decoder.decode(line, in: 0..<line.count - 1)
            } catch {
                let problem = error.located(in: ledger.text, line: number)
                if problem.code == .newerEvent { throw .tooNew(problem.message) }
                throw .unreadableEvent(ledger: ledger, number: number, problem.message)
            }
            if known.insert(event.id).inserted { events.append(BackedUpEvent(event: event, line: line)) }
        }
        return events
    }

    /// The event as a line of a segment: without white space, otherwise as it was.
    private mutating func line() throws(BackupProblem) -> [UInt8] {
        try read { reader throws(JSONError) in try reader.readValue() }.json + [UInt8(ascii: "\n")]
    }

    /// What other apps write has no `metadata`: it is made from what else the file says, in euros (`docs/file-format.md` (a)).
    private static func opening(
        _ id: LedgerID, _ code: String, _ fingerprint: String, _ metadata: JSONValue?, _ events: [BackedUpEvent]
    ) throws(BackupProblem) -> BackedUpLedger.Opening? {
        guard let key = try? JoinCode.decode(code), key.fingerprint == fingerprint else { return nil }
        if let metadata, !metadata.isNull {
            do throws(LedgerMetadataError) {
                let metadata = try LedgerMetadata(decoding: metadata.json)
                guard metadata.ledgerID == id else { throw .notALedger("its ledgerId is another one") }
                return metadata.accepts(key) ? BackedUpLedger.Opening(key: key, metadata: metadata) : nil
            } catch {
                switch error {
                case .tooNew(let version): throw .tooNew("ledger format \(version)")
                case .notALedger(let reason): throw .notABackup("the metadata of ledger \(id.text): \(reason)")
                }
            }
        }
        let made = LedgerMetadata(
            ledgerID: id, schemaVersion: events.map(\.event.schemaVersion).max() ?? SchemaVersion.oldest,
            createdAt: events.map(\.event.entryAt).min() ?? .earliest, key: key, currency: .euro)
        return BackedUpLedger.Opening(key: key, metadata: made)
    }
}
