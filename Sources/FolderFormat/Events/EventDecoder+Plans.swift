import JSON
import LedgerCore

/// What is planned, and what comes again and again.
extension EventDecoder {
    mutating func plan(_ kind: EventKind) throws(EventProblem) -> Event.Kind {
        switch kind {
        case .categoryCreated, .categoryChanged: return try category(isNew: kind == .categoryCreated)
        case .categoryDeleted: return .categoryDeleted(try idAlone(Self.categoryID))
        case .budgetSet: return try budgetSet()
        case .burdenRatioSet: return try burdenRatioSet()
        case .savingGoalSet: return try savingGoalSet()
        case .scheduleCreated, .scheduleUpdated:
            let (id, input): (ScheduleID, ScheduleInput) = try idAndInput(Self.scheduleInput) {
                decoder throws(EventProblem) in try decoder.readScheduleInput()
            }
            return kind == .scheduleCreated ? .scheduleCreated(id, input) : .scheduleUpdated(id, input)
        case .scheduleDeleted: return .scheduleDeleted(try idAlone(Self.scheduleID))
        case .occurrenceChanged, .occurrenceSkipped, .occurrenceRestored: return try occurrence(kind)
        case .incomeRecorded, .incomeUpdated:
            let (id, input): (IncomeID, IncomeInput) = try idAndInput(Self.incomeInput) {
                decoder throws(EventProblem) in try decoder.readIncomeInput()
            }
            return kind == .incomeRecorded ? .incomeRecorded(id, input) : .incomeUpdated(id, input)
        case .incomeDeleted: return .incomeDeleted(try idAlone(Self.incomeID))
        case .transferRecorded: return try transfer()
        case .transferDeleted: return .transferDeleted(try idAlone(Self.transferID))
        default: throw .unknownKind(kind.rawValue)
        }
    }

    private static let category = JSONFields("categoryId", "name", "icon", "colour", "participantId")
    private static let categoryID = JSONFields("categoryId")
    private static let limit = JSONFields("categoryId", "from", "amount")
    private static let ratio = JSONFields("from", "weights")
    private static let weight = JSONFields("participantId", "weight")
    private static let goal = JSONFields("participantId", "from", "amount")
    private static let scheduleID = JSONFields("scheduleId")
    private static let scheduleInput = JSONFields("scheduleId", "input")
    private static let occurrence = JSONFields("scheduleId", "occurrence", "input")
    private static let incomeID = JSONFields("incomeId")
    private static let incomeInput = JSONFields("incomeId", "input")
    private static let transferID = JSONFields("transferId")
    private static let transfer = JSONFields(
        "transferId", "participantId", "direction", "amount", "date", "ledgerId", "note")

    private mutating func idAndInput<T, Input>(
        _ fields: JSONFields, _ read: (inout EventDecoder) throws(EventProblem) -> Input
    ) throws(EventProblem) -> (ID<T>, Input) {
        var members = try object(fields, "payload")
        var id = ID<T>.none
        var input: Input?
        while let field = try next(&members) {
            if field == 0 { id = try readID(fields.name(0)) } else { input = try read(&self) }
        }
        try require(members, 0..<1)
        guard let input else { throw .missing("input") }
        return (id, input)
    }

    /// Whose it is can not change.
    private mutating func category(isNew: Bool) throws(EventProblem) -> Event.Kind {
        var members = try object(Self.category, "payload")
        var id = CategoryID.none
        var input = CategoryInput(name: "")
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("categoryId")
            case 1: input.name = try readString("name")
            case 2: input.icon = try readString("icon")
            case 3: input.colour = try readColour()
            case 4 where isNew: input.owner = try readID("participantId")
            default: try read { reader throws(JSONError) in try reader.skipValue() }
            }
        }
        try require(members, 0..<2)
        return isNew ? .categoryCreated(id, input) : .categoryChanged(id, input)
    }

    private mutating func budgetSet() throws(EventProblem) -> Event.Kind {
        var members = try object(Self.limit, "payload")
        var id = CategoryID.none
        var month = CalendarMonth.earliest
        // Said, and what: a limit, or none.
        var limit: Money??
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("categoryId")
            case 1: month = try readMonth()
            default: limit = .some(try isNull("amount") ? nil : try readAmount(orZero: true))
            }
        }
        try require(members, 0..<2)
        return limit.map { .budgetSet(id, from: month, $0) } ?? .planForgotten(.limit(id, from: month))
    }

    private mutating func burdenRatioSet() throws(EventProblem) -> Event.Kind {
        var members = try object(Self.ratio, "payload")
        var day = CalendarDay.earliest
        var weights: [Split.Weight]??
        while let field = try next(&members) {
            if field == 0 {
                day = try readDay("from")
            } else {
                weights = .some(try isNull("weights") ? nil : try readRatio())
            }
        }
        try require(members, 0..<1)
        return weights.map { .burdenRatioSet(from: day, $0) } ?? .planForgotten(.ratio(from: day))
    }

    /// Somebody, nobody twice, everybody with a weight.
    private mutating func readRatio() throws(EventProblem) -> [Split.Weight] {
        let weights = try readList("weights") { decoder throws(EventProblem) in
            var members = try decoder.object(Self.weight, "weights")
            var weight = Split.Weight(participant: .none, count: 0)
            while let field = try decoder.next(&members) {
                if field == 0 {
                    weight.participant = try decoder.readID("participantId")
                } else {
                    weight.count = try decoder.readNumber("weight")
                }
            }
            try decoder.require(members, 0..<2)
            return weight
        }
        if let fault = Split.shares(weights).fault(of: .zero, among: weights.map(\.participant)) {
            throw EventProblem(TermsFault("weights", fault))
        }
        return weights
    }

    private mutating func savingGoalSet() throws(EventProblem) -> Event.Kind {
        var members = try object(Self.goal, "payload")
        var id = ParticipantID.none
        var month = CalendarMonth.earliest
        var amount: Money?
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("participantId")
            case 1: month = try readMonth()
            default: amount = try readAmount(orZero: true)
            }
        }
        try require(members, 0..<2)
        return amount.map { .savingGoalSet(id, from: month, $0) } ?? .planForgotten(.savingGoal(id, from: month))
    }

    private mutating func occurrence(_ kind: EventKind) throws(EventProblem) -> Event.Kind {
        var members = try object(Self.occurrence, "payload")
        var id = ScheduleID.none
        var number = 0
        var input: ExpenseInput?
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("scheduleId")
            case 1: number = try readNumber("occurrence")
            case 2 where kind == .occurrenceChanged: input = try readExpenseInput(2)
            default: try read { reader throws(JSONError) in try reader.skipValue() }
            }
        }
        try require(members, 0..<2)
        guard (0..<1 << 32).contains(number) else { throw .bad(field: "occurrence", "is not from 0 to 2³² − 1") }
        let occurrence = OccurrenceID(schedule: id, number: number)
        if kind == .occurrenceSkipped { return .occurrenceSkipped(occurrence) }
        if kind == .occurrenceRestored { return .occurrenceRestored(occurrence) }
        guard let input else { throw .missing("input") }
        return .occurrenceChanged(occurrence, input)
    }

    private mutating func transfer() throws(EventProblem) -> Event.Kind {
        var members = try object(Self.transfer, "payload")
        var id = TransferID.none
        var ledger: LedgerID?
        var direction: TransferInput.Direction?
        var (participant, amount, date) = (ParticipantID.none, Money.zero, CalendarDay.earliest)
        var note: String?
        while let field = try next(&members) {
            switch field {
            case 0: id = try readID("transferId")
            case 1: participant = try readID("participantId")
            case 2:
                direction = TransferInput.Direction(rawValue: try readString("direction"))
                if direction == nil { throw .bad(field: "direction", "is neither “out” nor “in”") }
            case 3: amount = try readAmount()
            case 4: date = try readDay("date")
            case 5:
                ledger = LedgerID(try readString("ledgerId"))
                if ledger == nil { throw .bad(field: "ledgerId", "is not the id of a ledger") }
            default: note = try readString("note")
            }
        }
        try require(members, 0..<6)
        guard let direction, let ledger else { throw .missing("ledgerId") }
        return .transferRecorded(
            id,
            TransferInput(
                participant: participant, direction: direction, amount: amount, date: date, otherLedger: ledger,
                note: note))
    }
}
