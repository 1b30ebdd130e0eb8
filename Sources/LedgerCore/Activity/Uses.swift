/// What something is used in, in the words of a reason.
enum Use: String, CaseIterable {
    case expense, settlement, schedule, income, transfer, category
    case ratio = "burden ratio"
    case savingGoal = "saving goal"
    case defaultSplit = "default split"
}

/// What depends on what, each counted once for a page of the feed.
struct Uses {
    let ledger: Ledger
    /// How many expenses carry each label.
    lazy var labels = ledger.state.expenseCounts
    /// How many expenses and schedules are of each category.
    lazy var categories = categoryCounts()
    /// How much of each kind names each person.
    lazy var people = counts()
    /// When each settlement for an expense was first recorded.
    lazy var payments = firstRecorded()

    private func counts() -> [ParticipantID: [Use: Int]] {
        var counts: [ParticipantID: [Use: Int]] = [:]
        func count(_ use: Use, _ people: [ParticipantID]) {
            for person in Set(people) { counts[person, default: [:]][use, default: 0] += 1 }
        }
        let state = ledger.state
        for expense in state.expenses { count(.expense, expense.input.people) }
        for settlement in state.settlements { count(.settlement, [settlement.input.from, settlement.input.to]) }
        for schedule in state.schedules.values {
            let changed = schedule.exceptions.values.flatMap { $0.input?.people ?? [] }
            count(.schedule, schedule.input.expense.people + changed)
        }
        for income in state.incomes.values { count(.income, [income.input.participant]) }
        for transfer in state.transfers.values { count(.transfer, [transfer.input.participant]) }
        for category in state.budget.categories.values { count(.category, category.input.owner.map { [$0] } ?? []) }
        for weights in state.budget.ratios.values { count(.ratio, weights.map(\.participant)) }
        count(.savingGoal, Array(state.budget.savingGoals.keys))
        count(.defaultSplit, state.defaultSplit.people)
        return counts
    }

    private func categoryCounts() -> [CategoryID: [Use: Int]] {
        var counts: [CategoryID: [Use: Int]] = [:]
        for expense in ledger.state.expenses {
            if let category = expense.input.category { counts[category, default: [:]][.expense, default: 0] += 1 }
        }
        for schedule in ledger.state.schedules.values {
            let inputs = [schedule.input.expense] + schedule.exceptions.values.compactMap(\.input)
            for category in Set(inputs.compactMap(\.category)) {
                counts[category, default: [:]][.schedule, default: 0] += 1
            }
        }
        return counts
    }

    private func firstRecorded() -> [ExpenseID: [Event.Order]] {
        ledger.state.settlements.reduce(into: [:]) { orders, settlement in
            guard let expense = settlement.input.expense,
                let first = ledger.thread(of: .settlement(settlement.id)).first
            else { return }
            orders[expense, default: []].append(first.order)
        }
    }
}

extension ExpenseInput {
    fileprivate var people: [ParticipantID] { payments.map(\.participant) + split }
}
