import Bookkeeping
import LedgerCore

/// What happens in one ledger: told in any order, recorded day by day through the same door as everything.
final class Chapter {
    typealias Deed = @Sendable (LedgerView) throws -> [Proposal]

    let ledger: OpenLedger
    let story: StoryWorld
    /// In the order of `Demonstration.names`, as many as take part.
    let people: [ParticipantID]
    private var happenings: [Happening] = []

    private struct Happening {
        let day: CalendarDay
        let teller: Int
        let deed: Deed
    }

    init(_ ledger: OpenLedger, _ people: [ParticipantID], _ story: StoryWorld) {
        self.ledger = ledger
        self.people = people
        self.story = story
    }

    /// Days that are still to come bring nothing.
    func add(_ day: CalendarDay, by teller: Int = 0, _ deed: @escaping Deed) {
        if day <= story.today { happenings.append(Happening(day: day, teller: teller, deed: deed)) }
    }

    func add(_ day: CalendarDay, by teller: Int = 0, _ proposals: Proposal...) {
        add(day, by: teller) { _ in proposals }
    }

    func tell(as devices: [DeviceID]) async throws {
        // Sorting keeps what happens on one day in the order in which it was told.
        let inOrder = happenings.sorted { $0.day < $1.day }
        var (day, hour) = (CalendarDay.earliest, 0)
        for happening in inOrder {
            (day, hour) = (happening.day, happening.day == day ? min(hour + 1, 22) : 8)
            story.go(to: day, hour: hour)
            let deed = happening.deed
            _ = try await ledger.record(by: devices[happening.teller], deed) { _, events in events.count }
        }
    }
}

extension Chapter {
    /// - Parameter who: shares it; everybody, if left out.
    func expense(
        _ title: String, _ cents: Int, on day: CalendarDay, paidBy payer: Int, among who: [Int]? = nil,
        terms: ExpenseTerms? = nil, labels: [LabelID] = [], note: String? = nil, budget: BudgetTerms? = nil
    ) -> ExpenseInput {
        ExpenseInput(
            title: title, amount: Money(minorUnits: Int128(cents)), executionDate: day, payer: people[payer],
            split: who.map { $0.map { people[$0] } } ?? people, labels: labels, note: note, terms: terms,
            budget: budget)
    }

    func weights(_ counts: [Int]) -> [Split.Weight] {
        zip(people, counts).map { Split.Weight(participant: $0, count: $1) }
    }

    func part(_ person: Int, _ cents: Int) -> Part {
        Part(participant: people[person], amount: Money(minorUnits: Int128(cents)))
    }
}

extension CalendarDay {
    /// The first day of the month that lies so many months before this one.
    func firstOfMonth(before months: Int) -> CalendarDay {
        (CalendarMonth(self).adding(months: -months) ?? .earliest).firstDay
    }
}
