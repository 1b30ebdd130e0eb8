import JSON
import Testing

@testable import LedgerCore

/// States made by hand: what is worked out from one does not ask how it came about.
extension LedgerState {
    /// Anna and Ben, and nothing else.
    static var wallet: LedgerState {
        var state = LedgerState()
        for (id, name) in [(anna, "Anna"), (ben, "Ben")] {
            state.participants[id] = Participant(id: id, name: name, added: .sample)
        }
        return state
    }

    mutating func leave(_ participant: ParticipantID, on day: CalendarDay) {
        participants[participant]?.retiredAt = Instant("\(day)T09:30:00.000Z")
    }

    mutating func add(_ input: ExpenseInput, _ number: Int) {
        expenses[ExpenseID(number)] = Expense(
            id: ExpenseID(number), input: input, created: .sample, lastEdited: nil)
    }

    @discardableResult
    mutating func schedule(
        _ input: ExpenseInput, _ recurrence: Recurrence, byRatio: Bool = false, _ number: Int = 601
    ) -> Schedule {
        let input = ScheduleInput(expense: input, recurrence: recurrence, isByRatio: byRatio)
        let schedule = Schedule(id: ScheduleID(number), input: input, created: .sample)
        schedules[schedule.id] = schedule
        return schedule
    }

    mutating func except(_ number: Int, of schedule: ScheduleID, _ input: ExpenseInput?) {
        schedules[schedule]?.exceptions[number] = Schedule.Exception(input: input, stamp: .sample)
    }

    @discardableResult
    mutating func category(_ number: Int, _ name: String, of owner: ParticipantID? = nil) -> CategoryID {
        let id = CategoryID(number)
        budget.categories[id] = Category(id: id, input: CategoryInput(name: name, owner: owner), created: .sample)
        return id
    }

    mutating func income(_ cents: Int128, of participant: ParticipantID, _ time: IncomeInput.Time, _ number: Int) {
        let id = IncomeID(number)
        let input = IncomeInput(participant: participant, name: "Pay", amount: .cents(cents), time: time)
        incomes[id] = Income(id: id, input: input, created: .sample)
    }

    mutating func transfer(
        _ cents: Int128, of participant: ParticipantID, _ direction: TransferInput.Direction, on day: CalendarDay
    ) throws {
        let id = TransferID(transfers.count + 1)
        let input = TransferInput(
            participant: participant, direction: direction, amount: .cents(cents), date: day,
            otherLedger: try #require(LedgerID("savings")))
        transfers[id] = Transfer(id: id, input: input, created: .sample)
    }
}

extension Stamp {
    static let sample = Stamp(event: EventID(1), at: noon, by: anna)
}

extension Money {
    static func cents(_ cents: Int128) -> Money { Money(minorUnits: cents) }
}

extension ExpenseInput {
    /// Divided exactly as said.
    static func divided(
        _ shares: [ParticipantID: Int128], on day: CalendarDay, category: CategoryID? = nil, spread: Spread? = nil,
        expectation: LedgerCore.Expectation? = nil
    ) -> ExpenseInput {
        let parts = shares.map { Part(participant: $0, amount: .cents($1)) }.sorted { $0.participant < $1.participant }
        return ExpenseInput(
            title: "Of \(day)", amount: .cents(shares.values.reduce(0, +)), executionDate: day, payer: anna,
            split: parts.map(\.participant), terms: ExpenseTerms(split: .exact(parts)),
            budget: BudgetTerms(category: category, spread: spread, expectation: expectation)
        ).workedOut()
    }
}

extension CalendarDay {
    static func sample(_ text: String) -> CalendarDay { CalendarDay(text) ?? .earliest }
}

// MARK: - Reading vectors

extension JSONValue {
    func day(_ name: String) throws -> CalendarDay { try #require(self[name]?.string.flatMap { CalendarDay($0) }) }

    var participant: ParticipantID? { string.flatMap { ParticipantID($0) } }

    func shares() throws -> [ParticipantID: Int128] {
        let members = try #require(self["shares"]?.members)
        return try Dictionary(
            uniqueKeysWithValues: members.map { member in
                (try #require(ParticipantID(member.name)), Int128(try #require(member.value.integer)))
            })
    }

    func recurrence() throws -> Recurrence {
        let frequency: Recurrence.Frequency
        switch self["frequency"]?.string {
        case "daily": frequency = .daily
        case "weekly": frequency = .weekly
        case "biweekly": frequency = .biweekly
        case "monthly": frequency = .monthly
        case "yearly": frequency = .yearly
        default: frequency = try #require(self["custom"]).interval()
        }
        let last = try self["end"].map { _ in try day("end") }
        let end = last.map(Recurrence.End.on) ?? self["count"]?.integer.map(Recurrence.End.after) ?? .never
        return Recurrence(frequency, start: try day("start"), end: end)
    }

    /// `{"every","unit"}`
    func interval() throws -> Recurrence.Frequency {
        let unit = try #require(self["unit"]?.string.flatMap(Recurrence.Unit.init))
        return .custom(every: try #require(self["every"]?.integer), unit)
    }

    func spread() throws -> Spread? {
        guard let json = self["spread"] else { return nil }
        let unit = try #require(json["by"]?.string.flatMap(Spread.Unit.init))
        return Spread(from: try json.day("from"), to: try json.day("to"), by: unit)
    }
}
