import JSON
import LedgerCore

/// What an expense of schema version 2 says of its budget, before it is looked at as a whole.
struct RecordedBudget {
    var category: CategoryID?
    var spread: Spread?
    var isExpected = false
    var estimate: (amount: Money, date: CalendarDay)?

    /// Nothing of it costs anything only where something was expected, and never came.
    func terms(of input: ExpenseInput) throws(EventProblem) -> BudgetTerms? {
        if input.amount == .zero, estimate == nil { throw .bad(field: "amount", "is not above 0") }
        if isExpected, estimate != nil { throw .bad(field: "expected", "stands beside an estimate") }
        if isExpected, spread != nil { throw .bad(field: "expected", "stands beside a spread") }
        let reconciled = estimate.map { Expectation.reconciled(estimate: $0.amount, on: $0.date) }
        return BudgetTerms(category: category, spread: spread, expectation: isExpected ? .open : reconciled)
    }
}

extension EventDecoder {
    /// The fields of an expense's input after `debts`.
    mutating func read(_ field: Int, into budget: inout RecordedBudget) throws(EventProblem) {
        switch field {
        case 11: budget.category = try readID("categoryId")
        case 12: budget.spread = try readSpread()
        case 13:
            budget.isExpected = try read("expected") { reader throws(JSONError) in try reader.readBool() }
            if !budget.isExpected { throw .bad(field: "expected", "is not true") }
        default: budget.estimate = try readEstimate()
        }
    }

    private static let spread = JSONFields("from", "to", "by")
    private static let estimate = JSONFields("amount", "date")

    private mutating func readSpread() throws(EventProblem) -> Spread {
        var members = try object(Self.spread, "spread")
        var spread = Spread(from: .earliest, to: .earliest, by: .day)
        while let field = try next(&members) {
            switch field {
            case 0: spread.from = try readDay("from")
            case 1: spread.to = try readDay("to")
            default: spread.unit = try readName("by")
            }
        }
        try require(members, 0..<3)
        if let fault = spread.fault { throw .unfit(field: "spread", fault.message) }
        return spread
    }

    private mutating func readEstimate() throws(EventProblem) -> (amount: Money, date: CalendarDay) {
        var members = try object(Self.estimate, "estimate")
        var estimate = (amount: Money.zero, date: CalendarDay.earliest)
        while let field = try next(&members) {
            if field == 0 { estimate.amount = try readAmount() } else { estimate.date = try readDay("date") }
        }
        try require(members, 0..<2)
        return estimate
    }

    // MARK: What comes again and again

    /// As an expense's: where that has its date, this has its schedule.
    private static let scheduleInput = JSONFields(
        "title", "amount", "schedule", "payerId", "splitParticipantIds", "labelIds", "note", "split", "payers",
        "shares", "debts", "categoryId")
    private static let incomeInput = JSONFields("participantId", "name", "amount", "date", "schedule")
    private static let recurrence = JSONFields("frequency", "custom", "start", "end", "count")
    private static let custom = JSONFields("every", "unit")

    mutating func readScheduleInput() throws(EventProblem) -> ScheduleInput {
        var members = try object(Self.scheduleInput, "input")
        var terms: RecordedTerms?
        var budget = RecordedBudget()
        var recurrence = Recurrence(.daily, start: .earliest)
        var input = ExpenseInput(title: "", amount: .zero, executionDate: .earliest, payer: .none, split: [])
        while let field = try next(&members) {
            switch field {
            case 2: recurrence = try readRecurrence()
            case 7...10: try read(field, into: &terms)
            case 11: try read(field, into: &budget)
            default: try read(field, into: &input)
            }
        }
        try require(members, 0..<6)
        input.executionDate = recurrence.start
        input.budget = try budget.terms(of: input)
        let isByRatio = terms?.isByRatio ?? false
        if isByRatio, terms?.hasResults == true {
            throw .bad(field: "split", "is by a ratio, and something of it stands beside")
        }
        if let terms, !isByRatio { input.terms = try terms.terms(of: input) }
        return ScheduleInput(expense: input, recurrence: recurrence, isByRatio: isByRatio)
    }

    mutating func readIncomeInput() throws(EventProblem) -> IncomeInput {
        var members = try object(Self.incomeInput, "input")
        var (participant, name, amount) = (ParticipantID.none, "", Money.zero)
        var times: [IncomeInput.Time] = []
        while let field = try next(&members) {
            switch field {
            case 0: participant = try readID("participantId")
            case 1: name = try readString("name")
            case 2: amount = try readAmount()
            case 3: times.append(.once(try readDay("date")))
            default: times.append(.recurring(try readRecurrence()))
            }
        }
        try require(members, 0..<3)
        guard let time = times.first else { throw .missing("date") }
        guard times.count == 1 else { throw .bad(field: "schedule", "stands beside a date") }
        return IncomeInput(participant: participant, name: name, amount: amount, time: time)
    }

    private mutating func readRecurrence() throws(EventProblem) -> Recurrence {
        var members = try object(Self.recurrence, "schedule")
        var name = ""
        var custom: Recurrence.Frequency?
        var start = CalendarDay.earliest
        var ends: [Recurrence.End] = []
        while let field = try next(&members) {
            switch field {
            case 0: name = try readString("frequency")
            case 1: custom = try readCustom()
            case 2: start = try readDay("start")
            case 3: ends.append(.on(try readDay("end")))
            default: ends.append(.after(try readNumber("count")))
            }
        }
        if let field = members.missing(0..<1) ?? members.missing(2..<3) { throw .missing(field) }
        let plain = Recurrence.Frequency.plain.first { $0.name == name }?.frequency
        if plain != nil, custom != nil { throw .bad(field: "custom", "stands beside another frequency") }
        guard plain != nil || name == "custom" else {
            throw .bad(field: "frequency", "is none named “\(name.prefix(60))”")
        }
        guard let frequency = plain ?? custom else { throw .missing("custom") }
        guard ends.count < 2 else { throw .bad(field: "count", "stands beside an end") }
        let recurrence = Recurrence(frequency, start: start, end: ends.first ?? .never)
        if let fault = recurrence.fault { throw .unfit(field: "schedule", fault.message) }
        return recurrence
    }

    private mutating func readCustom() throws(EventProblem) -> Recurrence.Frequency {
        var members = try object(Self.custom, "custom")
        var every = 0
        var unit = Recurrence.Unit.day
        while let field = try next(&members) {
            if field == 0 { every = try readNumber("every") } else { unit = try readName("unit") }
        }
        try require(members, 0..<2)
        return .custom(every: every, unit)
    }

    // MARK: Values

    mutating func readMonth() throws(EventProblem) -> CalendarMonth {
        guard let month = CalendarMonth(try readString("from")) else {
            throw .bad(field: "from", "is not a month such as 2026-05")
        }
        return month
    }

    mutating func readNumber(_ field: String) throws(EventProblem) -> Int {
        try read(field) { reader throws(JSONError) in try reader.readInteger() }
    }

    /// Reads over it when it is.
    mutating func isNull(_ field: String) throws(EventProblem) -> Bool {
        guard try read(field, { reader throws(JSONError) in try reader.peekKind() }) == .null else { return false }
        try read(field) { reader throws(JSONError) in try reader.readNull() }
        return true
    }

    private mutating func readName<Name: RawRepresentable & CaseIterable>(
        _ field: String
    ) throws(EventProblem) -> Name where Name.RawValue == String {
        guard let name = Name(rawValue: try readString(field)) else {
            throw .bad(field: field, "is none of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return name
    }
}
