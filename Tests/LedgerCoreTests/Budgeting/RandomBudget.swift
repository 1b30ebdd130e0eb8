import Testing

@testable import LedgerCore

extension LedgerState {
    /// A wallet in which everything happens in and around 2026.
    static func random(using numbers: inout SeededNumbers) -> LedgerState {
        var state = LedgerState.wallet
        state.category(701, "Food")
        state.category(702, "Hobby", of: ben)
        func day() -> CalendarDay { .sample("2025-10-01").adding(days: .random(in: 0...500, using: &numbers)) }
        func input() -> ExpenseInput {
            let isOwn = Int.random(in: 0..<4, using: &numbers) == 0
            let whole = Int128(Int.random(in: 1...5000, using: &numbers))
            let part = isOwn ? 0 : Int128(Int.random(in: 0...Int(whole), using: &numbers))
            let terms = [CategoryID(701), nil, CategoryID(799)]
            return .divided(
                isOwn ? [ben: whole] : [anna: part, ben: whole - part], on: day(),
                category: isOwn ? CategoryID(702) : terms[Int.random(in: 0..<3, using: &numbers)])
        }
        for number in 1...60 {
            var input = input()
            let category = input.category
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: input.budget = BudgetTerms(category: category, spread: .random(using: &numbers))
            case 1: input.budget = BudgetTerms(category: category, expectation: .open)
            case 2:
                let estimate = LedgerCore.Expectation.reconciled(estimate: .cents(999), on: day())
                input.budget = BudgetTerms(category: category, expectation: estimate)
            default: break
            }
            state.add(input, number)
        }
        for number in 1...6 {
            let recurrence = Recurrence(
                [.daily, .weekly, .monthly, .custom(every: 5, .day)][number % 4], start: day(),
                end: number == 1 ? .after(20) : .never)
            state.schedule(input(), recurrence, byRatio: number.isMultiple(of: 2), 1000 * number)
            state.except(3, of: ScheduleID(1000 * number), number == 2 ? nil : input())
            state.income(
                Int128(number * 1000), of: number.isMultiple(of: 3) ? ben : anna, .recurring(recurrence), number)
        }
        state.income(77, of: ben, .once(day()), 99)
        let ratio = [Split.Weight(participant: anna, count: 2), Split.Weight(participant: ben, count: 1)]
        state.budget.ratios = [day(): ratio, day(): []]
        if Bool.random(using: &numbers) { state.leave(ben, on: day()) }
        return state
    }
}
