import JSON
import LedgerCore

/// What each kind of event says.
extension EventDecoder {
    mutating func payload(of kind: EventKind, in version: Int) throws(EventProblem) -> Event.Kind {
        switch kind {
        case .ledgerRenamed: return .ledgerRenamed(name: try nameAlone())
        case .ledgerSettingsChanged: return .ledgerSettingsChanged(try readSettings())
        case .participantAdded: return try participantAdded(version)
        case .participantRenamed:
            let (id, name): (ParticipantID, String) = try idAndName(Self.participantName)
            return .participantRenamed(id, name: name)
        case .participantClaimed:
            let (participant, device) = try claim()
            return .participantClaimed(participant, device: device)
        case .participantReleased:
            let (participant, device) = try claim()
            return .participantReleased(participant, device: device)
        case .participantColoured: return try participantColoured()
        case .participantRetired: return .participantRetired(try idAlone(Self.participantID))
        case .participantReinstated: return .participantReinstated(try idAlone(Self.participantID))
        case .participantMerged: return try participantMerged()
        case .participantUnmerged: return .participantUnmerged(try idAlone(Self.participantID))
        case .labelCreated:
            let (id, name): (LabelID, String) = try idAndName(Self.labelName)
            return .labelCreated(id, name: name)
        case .labelRenamed:
            let (id, name): (LabelID, String) = try idAndName(Self.labelName)
            return .labelRenamed(id, name: name)
        case .labelDeleted: return .labelDeleted(try idAlone(Self.labelID))
        case .expenseCreated:
            let (id, input) = try expense(version)
            return .expenseCreated(id, input)
        case .expenseUpdated:
            let (id, input) = try expense(version)
            return .expenseUpdated(id, input)
        case .expenseDeleted: return .expenseDeleted(try idAlone(Self.expenseID))
        case .commentAdded, .commentDeleted: return try comment(isDeleted: kind == .commentDeleted)
        case .settlementRecorded:
            let (id, input) = try settlement(version)
            return .settlementRecorded(id, input)
        case .settlementUpdated:
            let (id, input) = try settlement(version)
            return .settlementUpdated(id, input)
        case .settlementDeleted: return .settlementDeleted(try idAlone(Self.settlementID))
        default: return try plan(kind)
        }
    }

    private static let name = JSONFields("name")
    private static let participantName = JSONFields("participantId", "name")
    private static let participantAdded = JSONFields("participantId", "name", "colour")
    private static let participantID = JSONFields("participantId")
    private static let participantColour = JSONFields("participantId", "colour")
    private static let participantMerge = JSONFields("participantId", "intoParticipantId")
    private static let comment = JSONFields("commentId", "expenseId", "text")
    private static let settings = JSONFields("kind", "archived", "defaultSplit", "timeZone")
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

    mutating func idAlone<T>(_ fields: JSONFields) throws(EventProblem) -> ID<T> {
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

    private mutating func expense(_ version: Int) throws(EventProblem) -> (ExpenseID, ExpenseInput) {
        var members = try object(Self.expenseInput, "payload")
        var id = ExpenseID.none
        var input: ExpenseInput?
        while let field = try next(&members) {
            if field == 0 { id = try readID("expenseId") } else { input = try readExpenseInput(version) }
        }
        try require(members, 0..<1)
        guard let input else { throw .missing("input") }
        return (id, input)
    }

    private mutating func settlement(_ version: Int) throws(EventProblem) -> (SettlementID, SettlementInput) {
        var members = try object(Self.settlementInput, "payload")
        var id = SettlementID.none
        var input: SettlementInput?
        while let field = try next(&members) {
            if field == 0 { id = try readID("settlementId") } else { input = try readSettlementInput(version) }
        }
        try require(members, 0..<1)
        guard let input else { throw .missing("input") }
        return (id, input)
    }

    private mutating func participantAdded(_ version: Int) throws(EventProblem) -> Event.Kind {
        if version < 2 {
            let (id, name): (ParticipantID, String) = try idAndName(Self.participantName)
            return .participantAdded(id, name: name)
        }
        var members = try object(Self.participantAdded, "payload")
        var id = ParticipantID.none
        var name = ""
        var colour: Colour?
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("participantId")
            case 1: name = try readString("name")
            default: colour = try readColour()
            }
        }
        try require(members, 0..<2)
        return .participantAdded(id, name: name, colour: colour)
    }

    private mutating func participantColoured() throws(EventProblem) -> Event.Kind {
        var members = try object(Self.participantColour, "payload")
        var id = ParticipantID.none
        var colour: Colour?
        while let field = try next(&members) {
            if field == 0 { id = try readID("participantId") } else { colour = try readColour() }
        }
        try require(members, 0..<1)
        guard let colour else { throw .missing("colour") }
        return .participantColoured(id, colour)
    }

    mutating func readColour() throws(EventProblem) -> Colour {
        guard let colour = Colour(rawValue: try readString("colour")) else {
            throw .bad(field: "colour", "is none of \(Colour.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return colour
    }

    private mutating func participantMerged() throws(EventProblem) -> Event.Kind {
        var members = try object(Self.participantMerge, "payload")
        var id = ParticipantID.none
        var other = ParticipantID.none
        while let field = try next(&members) {
            if field == 0 { id = try readID("participantId") } else { other = try readID("intoParticipantId") }
        }
        try require(members, 0..<2)
        return .participantMerged(id, into: other)
    }

    private mutating func comment(isDeleted: Bool) throws(EventProblem) -> Event.Kind {
        var members = try object(Self.comment, "payload")
        var id = CommentID.none
        var expense = ExpenseID.none
        var text = ""
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("commentId")
            case 1: expense = try readID("expenseId")
            default: text = try readString("text")
            }
        }
        try require(members, 0..<(isDeleted ? 2 : 3))
        return isDeleted ? .commentDeleted(id, expense) : .commentAdded(id, expense, text: text)
    }

    private mutating func readSettings() throws(EventProblem) -> LedgerSettings {
        var members = try object(Self.settings, "payload")
        var settings = LedgerSettings()
        while let field = try next(&members) {
            switch field {
            case 0:
                settings.kind = LedgerKind(rawValue: try readString("kind"))
                if settings.kind == nil { throw .bad(field: "kind", "is no kind of ledger") }
            case 1:
                settings.isArchived = try read("archived") { reader throws(JSONError) in try reader.readBool() }
            case 2: settings.defaultSplit = try readDefaultSplit()
            default:
                let name = try readString("timeZone")
                guard LedgerSettings.isTimeZone(name) else {
                    throw .bad(field: "timeZone", "is not 1–64 of A–Z a–z 0–9 _ + - /")
                }
                settings.timeZone = name
            }
        }
        return settings
    }
}
