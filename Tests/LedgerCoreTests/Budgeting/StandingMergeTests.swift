import LedgerCore
import Testing

/// What recurs is the same on every home, in whatever order it heard of it.
struct StandingMergeTests {
    @Test("homes that heard the same in another order show the same occurrences, with the same ids", arguments: 1...12)
    func shuffled(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let events = Self.history(150, using: &numbers)
        let days = [CalendarDay.may(1), .sample("2026-09-30"), .sample("2027-03-01")]
        let homes = (0..<4).map { _ in Ledger(events.shuffled(using: &numbers)).state }
        for day in days {
            let standing = homes.map { $0.standing(on: day) }
            for other in standing.dropFirst() {
                #expect(other.occurrences == standing[0].occurrences && other.expenses == standing[0].expenses)
                #expect(Balances(other).debts == Balances(standing[0]).debts)
            }
            for person in homes[0].presentParticipants {
                let budgets = homes.map { DailyBudget(of: person, on: day, in: $0) }
                #expect(budgets.allSatisfy { $0 == budgets[0] })
                #expect(budgets[0] == DailyBudget(of: person, on: day, in: standing[0]))
            }
        }
        #expect(!homes[0].standing(on: days[2]).occurrences.isEmpty)
    }

    /// Also what no home would write: changes of what is not there, and people in them whom nobody added.
    private static func history(_ count: Int, using numbers: inout SeededNumbers) -> [Event] {
        let people = (1...3).map { Event.Kind.participantAdded(ParticipantID($0), name: "Person \($0)") }
        let first = Event.Kind.scheduleCreated(ScheduleID(1_000_000), schedule(using: &numbers))
        let kinds = people + [first] + (0..<count).map { _ in kind(using: &numbers) }
        return kinds.enumerated().map { number, kind in
            let stamp = number < 4 ? 0 : Int64.random(in: 1...90, using: &numbers)
            return .sample(number + 1, at: noon.advanced(byMilliseconds: stamp), kind)
        }
    }

    private static func kind(using numbers: inout SeededNumbers) -> Event.Kind {
        // The first is never deleted; the last two are so near that their occurrences' ids meet.
        let ids = [ScheduleID(1_000_000), ScheduleID(2_000_000), ScheduleID(2_000_005)]
        let id = ids[Int.random(in: 0..<3, using: &numbers)]
        let occurrence = OccurrenceID(schedule: id, number: Int.random(in: 0...6, using: &numbers))
        let person = ParticipantID(Int.random(in: 1...4, using: &numbers))
        let category = CategoryID(Int.random(in: 1...2, using: &numbers))
        let day = CalendarDay.may(Int.random(in: -60...60, using: &numbers))
        switch Int.random(in: 0..<15, using: &numbers) {
        case 0: return .scheduleCreated(id, schedule(using: &numbers))
        case 1, 2: return .scheduleUpdated(id, schedule(using: &numbers))
        case 3: return .scheduleDeleted(ids[1])
        case 4, 5: return .occurrenceChanged(occurrence, input(using: &numbers))
        case 6: return .occurrenceSkipped(occurrence)
        case 7: return .occurrenceRestored(occurrence)
        case 8:
            let weights = (1...3).map {
                Split.Weight(participant: ParticipantID($0), count: Int.random(in: 1...9, using: &numbers))
            }
            return .burdenRatioSet(from: day, Bool.random(using: &numbers) ? weights : nil)
        case 9: return .participantRetired(person)
        case 10: return .participantReinstated(person)
        case 11: return .participantMerged(person, into: ParticipantID(Int.random(in: 1...3, using: &numbers)))
        case 12: return .participantUnmerged(person)
        case 13: return .categoryCreated(category, CategoryInput(name: "Own", owner: person))
        default: return .categoryDeleted(category)
        }
    }

    private static func schedule(using numbers: inout SeededNumbers) -> ScheduleInput {
        let input = input(using: &numbers)
        let end: Recurrence.End = Bool.random(using: &numbers) ? .never : .after(5)
        let frequencies: [Recurrence.Frequency] = [.weekly, .monthly, .custom(every: 9, .day)]
        let frequency = frequencies[Int.random(in: 0..<3, using: &numbers)]
        return ScheduleInput(
            expense: input, recurrence: Recurrence(frequency, start: input.executionDate, end: end),
            isByRatio: Bool.random(using: &numbers))
    }

    private static func input(using numbers: inout SeededNumbers) -> ExpenseInput {
        var input = ExpenseInput.sample(
            cents: Int128(Int.random(in: 1...9999, using: &numbers)),
            on: .may(Int.random(in: -40...20, using: &numbers)),
            by: ParticipantID(Int.random(in: 1...4, using: &numbers)),
            for: (1...4).map { ParticipantID($0) }.shuffled(using: &numbers).dropLast())
        input.budget = BudgetTerms(category: CategoryID(Int.random(in: 1...3, using: &numbers)))
        return input
    }
}

struct ExceptionTests {
    private let id = ScheduleID(601)

    private func books() throws -> Bookkeeper {
        var books = try Bookkeeper.household(inVersion: 2)
        let rent = ExpenseInput.sample("Rent", cents: 3000, on: .may(1))
        let input = ScheduleInput(
            expense: rent, recurrence: Recurrence(.weekly, start: .may(1), end: .after(4)), isByRatio: false)
        try books.record(.recordSchedule(id, input))
        return books
    }

    private func owed(_ books: Bookkeeper) -> Int128 {
        Balances(books.state.standing(on: .may(31))).owes(ben, anna).minorUnits
    }

    @Test("to skip one and to take it back leaves everything as it was")
    func skipping() throws {
        var books = try books()
        let before = books.state.standing(on: .may(31))
        try books.record(.skipOccurrence(OccurrenceID(schedule: id, number: 2)))
        #expect(owed(books) == 3000 && books.state.standing(on: .may(31)).expenses.count == 3)
        try books.record(.restoreOccurrence(OccurrenceID(schedule: id, number: 2)))
        #expect(books.state.standing(on: .may(31)) == before)
    }

    @Test("to change one and to take that back leaves everything as it was")
    func changing() throws {
        var books = try books()
        let before = books.state.standing(on: .may(31))
        let third = OccurrenceID(schedule: id, number: 2)
        try books.record(.changeOccurrence(third, .sample("Rent and heating", cents: 6000, on: .may(16))))
        let standing = books.state.standing(on: .may(31))
        #expect(owed(books) == 5000 && standing.expenses[third.expense]?.input.executionDate == .may(16))
        #expect(standing.expenses[third.expense]?.version != before.expenses[third.expense]?.version)
        try books.record(.restoreOccurrence(third))
        #expect(books.state.standing(on: .may(31)) == before)
    }

    @Test("when somebody leaves, later ones are borne by the others; when they come back, by all again")
    func leaving() throws {
        var books = try books()
        let before = books.state.standing(on: .may(31))
        try books.record(.retireParticipant(ben))
        // On 14 May: two have come.
        #expect(owed(books) == 2000)
        #expect(Balances(books.state.standing(on: .may(31))).owes(chloé, anna).minorUnits == 2000 + 2 * 1500)
        try books.record(.reinstateParticipant(ben))
        #expect(books.state.standing(on: .may(31)) == before)
    }
}
