import JSON
import LedgerCore

/// Reads the lines of a segment: strict about what it understands, tolerant of unknown extra fields
/// (`docs/file-format.md`, d).
struct EventDecoder {
    var reader = JSONReader([], in: 0..<0)
    /// Most expenses are shared by the same few people and have the same few labels: those have one array in common.
    var splits: Set<[ParticipantID]> = []
    var labels: Set<[LabelID]> = []

    mutating func decode(_ bytes: [UInt8], in line: Range<Int>) throws(EventProblem) -> Event {
        reader = JSONReader(bytes, in: line)
        do throws(EventProblem) {
            return try envelope()
        } catch {
            throw Self.fault(of: bytes, in: line, found: error)
        }
    }

    /// What is said about a line that did not decode: first that it is not JSON, then that it is newer than we are, and
    /// only then what was found on the way.
    private static func fault(of bytes: [UInt8], in line: Range<Int>, found: EventProblem) -> EventProblem {
        var reader = JSONReader(bytes, in: line)
        do throws(JSONError) {
            let value = try reader.readValue()
            try reader.finish()
            guard value.members != nil else { return .notAnObject }
            guard let version = value["schemaVersion"]?.integer, version > SchemaVersion.newest else { return found }
            return .newerVersion(version)
        } catch {
            return .notJSON(error)
        }
    }

    // MARK: The envelope

    private static let envelope = JSONFields(
        "id", "kind", "schemaVersion", "authorDeviceId", "authorParticipantId", "entryAt", "payload", "undoes")

    private mutating func envelope() throws(EventProblem) -> Event {
        var members = try object(Self.envelope, "event")
        var id = EventID.none
        var device = DeviceID.none
        var participant = ParticipantID.none
        var entryAt = Instant.earliest
        var kind: ArraySlice<UInt8>?
        var version: Int?
        var content: Event.Kind?
        var early: JSONReader?
        var undoes: JSONReader?
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("id")
            case 1: kind = try readText("kind")
            case 2: version = try readVersion()
            case 3: device = try readID("authorDeviceId")
            case 4: participant = try readID("authorParticipantId")
            case 5: entryAt = try readInstant("entryAt")
            case 7:
                undoes = reader
                try read { reader throws(JSONError) in try reader.skipValue() }
            default:
                // The usual order tells kind and version first. If not, come back here when they are known.
                if let kind, let version {
                    content = try payload(of: self.kind(kind, in: version), in: version)
                } else {
                    early = reader
                    try read { reader throws(JSONError) in try reader.skipValue() }
                }
            }
        }
        try read { reader throws(JSONError) in try reader.finish() }
        if let field = members.missing(0..<7) { throw .missing(field) }
        guard let kind, let version else { throw .missing("kind") }
        if content == nil, let early {
            reader = early
            content = try payload(of: self.kind(kind, in: version), in: version)
        }
        guard let content else { throw .missing("payload") }
        return Event(
            id: id, schemaVersion: version, authorDevice: device, authorParticipant: participant, entryAt: entryAt,
            kind: content, undoes: try undone(at: undoes, in: version))
    }

    /// In an event of version 1 the field has no meaning, whatever is in it.
    private mutating func undone(at place: JSONReader?, in version: Int) throws(EventProblem) -> EventID? {
        guard let place, version > 1 else { return nil }
        reader = place
        return try readID("undoes")
    }
}
