import JSON
import LedgerCore

/// Reads one line of a segment: strict about what it understands, tolerant of unknown extra fields
/// (`docs/file-format.md`, d).
struct EventDecoder {
    var reader: JSONReader

    static func decode(_ bytes: [UInt8], in line: Range<Int>) throws(EventProblem) -> Event {
        var decoder = EventDecoder(reader: JSONReader(bytes, in: line))
        do throws(EventProblem) {
            return try decoder.envelope()
        } catch {
            throw fault(of: bytes, in: line, found: error)
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
        "id", "kind", "schemaVersion", "authorDeviceId", "authorParticipantId", "entryAt", "payload")

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
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("id")
            case 1: kind = try readText("kind")
            case 2: version = try readVersion()
            case 3: device = try readID("authorDeviceId")
            case 4: participant = try readID("authorParticipantId")
            case 5: entryAt = try readInstant("entryAt")
            default:
                // The usual order tells kind and version first. If not, come back here when they are known.
                if let kind, let version {
                    content = try payload(of: self.kind(kind, in: version))
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
            content = try payload(of: self.kind(kind, in: version))
        }
        guard let content else { throw .missing("payload") }
        return Event(
            id: id, schemaVersion: version, authorDevice: device, authorParticipant: participant, entryAt: entryAt,
            kind: content)
    }

    // MARK: Payloads

    private mutating func payload(of kind: EventKind) throws(EventProblem) -> Event.Kind {
        switch kind {
        case .ledgerRenamed: return .ledgerRenamed(name: try nameAlone())
        case .participantAdded:
            let (id, name): (ParticipantID, String) = try idAndName(Self.participantName)
            return .participantAdded(id, name: name)
        case .participantRenamed:
            let (id, name): (ParticipantID, String) = try idAndName(Self.participantName)
            return .participantRenamed(id, name: name)
        case .participantClaimed:
            let (participant, device) = try claim()
            return .participantClaimed(participant, device: device)
        case .participantReleased:
            let (participant, device) = try claim()
            return .participantReleased(participant, device: device)
        case .labelCreated:
            let (id, name): (LabelID, String) = try idAndName(Self.labelName)
            return .labelCreated(id, name: name)
        case .labelRenamed:
            let (id, name): (LabelID, String) = try idAndName(Self.labelName)
            return .labelRenamed(id, name: name)
        case .labelDeleted: return .labelDeleted(try idAlone(Self.labelID))
        case .expenseCreated:
            let (id, input) = try expense()
            return .expenseCreated(id, input)
        case .expenseUpdated:
            let (id, input) = try expense()
            return .expenseUpdated(id, input)
        case .expenseDeleted: return .expenseDeleted(try idAlone(Self.expenseID))
        case .settlementRecorded:
            let (id, input) = try settlement()
            return .settlementRecorded(id, input)
        case .settlementUpdated:
            let (id, input) = try settlement()
            return .settlementUpdated(id, input)
        case .settlementDeleted: return .settlementDeleted(try idAlone(Self.settlementID))
        }
    }

    private static let name = JSONFields("name")
    private static let participantName = JSONFields("participantId", "name")
    private static let participantClaim = JSONFields("participantId", "deviceId")
    private static let labelName = JSONFields("labelId", "name")
    private static let labelID = JSONFields("labelId")
    private static let expenseID = JSONFields("expenseId")
    private static let expenseInput = JSONFields("expenseId", "input")
    private static let settlementID = JSONFields("settlementId")
    private static let settlementInput = JSONFields("settlementId", "input")

    private mutating func nameAlone() throws(EventProblem) -> String {
        var members = try object(Self.name, "payload")
        var name = ""
        while try next(&members) != nil { name = try readString("name") }
        try require(members, 0..<1)
        return name
    }

    private mutating func idAlone<T>(_ fields: JSONFields) throws(EventProblem) -> ID<T> {
        var members = try object(fields, "payload")
        var id = ID<T>.none
        while try next(&members) != nil { id = try readID(fields.name(0)) }
        try require(members, 0..<1)
        return id
    }

    private mutating func idAndName<T>(_ fields: JSONFields) throws(EventProblem) -> (ID<T>, String) {
        var members = try object(fields, "payload")
        var id = ID<T>.none
        var name = ""
        while let field = try next(&members) {
            if field == 0 { id = try readID(fields.name(0)) } else { name = try readString("name") }
        }
        try require(members, 0..<2)
        return (id, name)
    }

    private mutating func claim() throws(EventProblem) -> (ParticipantID, DeviceID) {
        var members = try object(Self.participantClaim, "payload")
        var participant = ParticipantID.none
        var device = DeviceID.none
        while let field = try next(&members) {
            if field == 0 { participant = try readID("participantId") } else { device = try readID("deviceId") }
        }
        try require(members, 0..<2)
        return (participant, device)
    }

    private mutating func expense() throws(EventProblem) -> (ExpenseID, ExpenseInput) {
        var members = try object(Self.expenseInput, "payload")
        var id = ExpenseID.none
        var input: ExpenseInput?
        while let field = try next(&members) {
            if field == 0 { id = try readID("expenseId") } else { input = try readExpenseInput() }
        }
        try require(members, 0..<1)
        guard let input else { throw .missing("input") }
        return (id, input)
    }

    private mutating func settlement() throws(EventProblem) -> (SettlementID, SettlementInput) {
        var members = try object(Self.settlementInput, "payload")
        var id = SettlementID.none
        var input: SettlementInput?
        while let field = try next(&members) {
            if field == 0 { id = try readID("settlementId") } else { input = try readSettlementInput() }
        }
        try require(members, 0..<1)
        guard let input else { throw .missing("input") }
        return (id, input)
    }
}
