import LedgerCore
import Seeded

/// Ten years of two people, the same in every run: what they buy, what they pay month by month, what they spread over years,
/// what they expected it to come to.
enum SampleWallet {
    static let people = [ParticipantID(bits: 1), ParticipantID(bits: 2)]
    static let firstDay = CalendarDay("2016-06-01")!
    static let lastDay = CalendarDay("2026-05-20")!

    static var state: LedgerState {
        var wallet = Log()
        for person in people { wallet.add(.participantAdded(person, name: "Person \(person.bits)")) }
        for number in 0..<20 {
            let owner = number < 5 ? people[0] : number < 10 ? people[1] : nil
            let id = CategoryID(bits: UInt128(100 + number))
            wallet.add(.categoryCreated(id, CategoryInput(name: "Category \(number)", owner: owner)))
            wallet.add(.budgetSet(id, from: CalendarMonth(firstDay), Money(minorUnits: 40_000)))
        }
        for year in 0..<5 {
            let weights = zip(people, [60 - year, 40 + year]).map { Split.Weight(participant: $0, count: $1) }
            wallet.add(.burdenRatioSet(from: firstDay.adding(days: 700 * year), weights))
        }
        for number in 0..<20_000 {
            let expense = wallet.expense()
            wallet.add(.expenseCreated(ExpenseID(bits: UInt128(10_000 + number)), expense))
        }
        for number in 0..<200 {
            let schedule = wallet.schedule()
            wallet.add(.scheduleCreated(ScheduleID(bits: UInt128(number + 1) << 64), schedule))
        }
        for (number, person) in people.enumerated() {
            let pay = IncomeInput(
                participant: person, name: "Pay", amount: Money(minorUnits: 300_000),
                time: .recurring(Recurrence(.monthly, start: firstDay)))
            wallet.add(.incomeRecorded(IncomeID(bits: UInt128(number + 1)), pay))
        }
        return Ledger(wallet.events).state
    }

    private struct Log {
        private(set) var events: [Event] = []
        private var numbers = SplitMix(2026)

        mutating func add(_ kind: Event.Kind) {
            let number = events.count + 1
            events.append(
                Event(
                    id: EventID(bits: UInt128(number)), schemaVersion: 2, authorDevice: DeviceID(bits: 1),
                    authorParticipant: people[0], entryAt: Instant(milliseconds: 1_464_739_200_000 + Int64(number)),
                    kind: kind))
        }

        /// One in fifty is spread over a year, one in fifty was expected, one in a hundred still is.
        mutating func expense() -> ExpenseInput {
            let date = day()
            let month = CalendarMonth(date)
            let category = category()
            switch Int.random(in: 0..<100, using: &numbers) {
            case 0, 1:
                let year = Spread(from: month.firstDay, to: (month.adding(months: 11) ?? month).lastDay, by: .month)
                return input(on: date, BudgetTerms(category: category, spread: year))
            case 2, 3:
                let estimate = Expectation.reconciled(estimate: Money(minorUnits: 5000), on: date)
                return input(on: date, BudgetTerms(category: category, expectation: estimate))
            case 4: return input(on: date, BudgetTerms(category: category, expectation: .open))
            default: return input(on: date, BudgetTerms(category: category))
            }
        }

        /// Most are monthly, some weekly, a few daily.
        mutating func schedule() -> ScheduleInput {
            let frequencies: [Recurrence.Frequency] = [.monthly, .monthly, .monthly, .weekly, .yearly]
            let isDaily = Int.random(in: 0..<50, using: &numbers) == 0
            let frequency = isDaily ? .daily : frequencies[Int.random(in: 0..<5, using: &numbers)]
            let start = firstDay.adding(days: .random(in: 0...900, using: &numbers))
            let isByRatio = Bool.random(using: &numbers)
            var expense = input(on: start, BudgetTerms(category: category()))
            if isByRatio { expense.terms = nil }
            return ScheduleInput(
                expense: expense, recurrence: Recurrence(frequency, start: start), isByRatio: isByRatio)
        }

        private mutating func input(on date: CalendarDay, _ budget: BudgetTerms?) -> ExpenseInput {
            let weights = people.map { Split.Weight(participant: $0, count: 1 + Int($0.bits)) }
            let amount = Money(minorUnits: Int128(Int.random(in: 1...20_000, using: &numbers)))
            return ExpenseInput(
                title: "Something of the household", amount: amount, executionDate: date,
                payer: people[Int.random(in: 0..<2, using: &numbers)], split: people,
                terms: Bool.random(using: &numbers) ? ExpenseTerms(split: .shares(weights)) : nil, budget: budget
            ).workedOut()
        }

        private mutating func category() -> CategoryID {
            CategoryID(bits: UInt128(Int.random(in: 100..<121, using: &numbers)))
        }

        private mutating func day() -> CalendarDay {
            firstDay.adding(days: .random(in: 0...(lastDay.daysSince1970 - firstDay.daysSince1970), using: &numbers))
        }
    }
}
