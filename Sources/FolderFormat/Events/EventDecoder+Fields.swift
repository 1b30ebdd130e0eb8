import JSON
import LedgerCore

/// The values that fields have. Every failure says which field it was.
extension EventDecoder {
    func kind(_ text: ArraySlice<UInt8>, in version: Int) throws(EventProblem) -> EventKind {
        guard let kind = EventKind(text), kind.since <= version else {
            throw .unknownKind(String(decoding: text, as: UTF8.self))
        }
        return kind
    }

    mutating func readVersion() throws(EventProblem) -> Int {
        let version = try read("schemaVersion") { reader throws(JSONError) in try reader.readInteger() }
        guard version >= SchemaVersion.oldest else { throw .bad(field: "schemaVersion", "is no version") }
        guard version <= SchemaVersion.newest else { throw .newerVersion(version) }
        return version
    }

    mutating func readID<T>(_ field: String) throws(EventProblem) -> ID<T> {
        let text = try readText(field)
        guard let id = ID<T>(ascii: text.span) else {
            throw .bad(field: field, "is not a UUID in lower case")
        }
        return id
    }

    mutating func readInstant(_ field: String) throws(EventProblem) -> Instant {
        let text = try readText(field)
        guard let instant = Instant(ascii: text.span) else {
            throw .bad(field: field, "is not an instant such as 2026-05-14T12:03:11.123Z")
        }
        return instant
    }

    mutating func readDay(_ field: String) throws(EventProblem) -> CalendarDay {
        let text = try readText(field)
        guard let day = CalendarDay(ascii: text.span) else {
            throw .bad(field: field, "is not a day such as 2026-05-14")
        }
        return day
    }

    private static let bigInteger = JSONFields("$bigint")

    /// `{"$bigint":"4720"}`: a canonical decimal integer of minor units above 0.
    mutating func readAmount(orZero: Bool = false) throws(EventProblem) -> Money {
        let amount = try readMoney("amount")
        guard amount > .zero || orZero && amount == .zero else {
            throw .bad(field: "amount", orZero ? "is below 0" : "is not above 0")
        }
        return amount
    }

    mutating func readMoney(_ field: String) throws(EventProblem) -> Money {
        var members = try object(Self.bigInteger, field)
        var amount: Money?
        while try next(&members) != nil {
            let digits = try readText(field)
            amount = Money(canonical: digits.span)
            if amount == nil { throw .bad(field: field, "is not an integer as JavaScript writes it, below 10²⁴") }
        }
        guard let amount else { throw .missing("$bigint") }
        return amount
    }

    mutating func readIDs<T>(_ field: String) throws(EventProblem) -> [ID<T>] {
        var ids: [ID<T>] = []
        var isFirst = true
        try read(field) { reader throws(JSONError) in try reader.enterArray() }
        while try nextElement(&isFirst) { ids.append(try readID(field)) }
        return ids
    }

    /// At least one person, none twice.
    private mutating func readSplit() throws(EventProblem) -> [ParticipantID] {
        let ids: [ParticipantID] = try readIDs("splitParticipantIds")
        if let known = splits.firstIndex(of: ids) { return splits[known] }
        if ids.isEmpty { throw .bad(field: "splitParticipantIds", "is empty") }
        if Set(ids).count < ids.count { throw .bad(field: "splitParticipantIds", "names somebody twice") }
        splits.insert(ids)
        return ids
    }

    private mutating func readLabels() throws(EventProblem) -> [LabelID] {
        let ids: [LabelID] = try readIDs("labelIds")
        return ids.isEmpty ? ids : labels.insert(ids).memberAfterInsert
    }

    private static let expenseInput = [
        JSONFields("title", "amount", "executionDate", "payerId", "splitParticipantIds", "labelIds", "note"),
        JSONFields(
            "title", "amount", "executionDate", "payerId", "splitParticipantIds", "labelIds", "note", "split", "payers",
            "shares", "debts", "categoryId", "spread", "expected", "estimate"),
    ]

    mutating func readExpenseInput(_ version: Int) throws(EventProblem) -> ExpenseInput {
        var members = try object(Self.expenseInput[version < 2 ? 0 : 1], "input")
        var terms: RecordedTerms?
        var budget = RecordedBudget()
        var input = ExpenseInput(title: "", amount: .zero, executionDate: .earliest, payer: .none, split: [])
        while let field = try next(&members) {
            switch field {
            case 0...6: try read(field, into: &input)
            case 7...10: try read(field, into: &terms)
            default: try read(field, into: &budget)
            }
        }
        try require(members, 0..<6)
        input.budget = try budget.terms(of: input)
        if let terms { input.terms = try terms.terms(of: input) }
        return input
    }

    mutating func read(_ field: Int, into input: inout ExpenseInput) throws(EventProblem) {
        switch field {
        case 0: input.title = try readString("title")
        case 1: input.amount = try readAmount(orZero: true)
        case 2: input.executionDate = try readDay("executionDate")
        case 3: input.payer = try readID("payerId")
        case 4: input.split = try readSplit()
        case 5: input.labels = try readLabels()
        default: input.note = try readString("note")
        }
    }

    private static let settlementInput = [
        JSONFields("fromParticipantId", "toParticipantId", "amount", "date", "note"),
        JSONFields("fromParticipantId", "toParticipantId", "amount", "date", "note", "expenseId"),
    ]

    mutating func readSettlementInput(_ version: Int) throws(EventProblem) -> SettlementInput {
        var members = try object(Self.settlementInput[version < 2 ? 0 : 1], "input")
        var input = SettlementInput(from: .none, to: .none, amount: .zero, date: .earliest)
        while let field = try next(&members) {
            switch field {
            case 0: input.from = try readID("fromParticipantId")
            case 1: input.to = try readID("toParticipantId")
            case 2: input.amount = try readAmount()
            case 3: input.date = try readDay("date")
            case 4: input.note = try readString("note")
            default: input.expense = try readID("expenseId")
            }
        }
        try require(members, 0..<4)
        return input
    }

    // MARK: JSON

    mutating func readText(_ field: String) throws(EventProblem) -> ArraySlice<UInt8> {
        try read(field) { reader throws(JSONError) in try reader.readText() }
    }

    mutating func readString(_ field: String) throws(EventProblem) -> String {
        String(decoding: try readText(field), as: UTF8.self)
    }

    mutating func object(_ fields: JSONFields, _ name: String) throws(EventProblem) -> JSONMembers {
        try read(name) { reader throws(JSONError) in try reader.enterObject(fields) }
    }

    mutating func next(_ members: inout JSONMembers) throws(EventProblem) -> Int? {
        try read { reader throws(JSONError) in try reader.nextField(&members) }
    }

    mutating func nextElement(_ isFirst: inout Bool) throws(EventProblem) -> Bool {
        try read { reader throws(JSONError) in try reader.nextElement(&isFirst) }
    }

    /// The reader's failures become the event's: they say the field where one is known.
    mutating func read<T>(
        _ field: String = "", _ body: (inout JSONReader) throws(JSONError) -> T
    ) throws(EventProblem) -> T {
        do throws(JSONError) {
            return try body(&reader)
        } catch {
            throw EventProblem(error, field: field)
        }
    }

    func require(_ members: JSONMembers, _ required: Range<Int>) throws(EventProblem) {
        if let field = members.missing(required) { throw .missing(field) }
    }
}
