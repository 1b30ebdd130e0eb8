/// The opposites of what is planned and what comes again.
extension UndoRule {
    func oppositeForBudget(_ effect: Effect) throws(Refusal) -> Proposal {
        switch effect.event.kind {
        case .categoryCreated(let id, _), .categoryChanged(let id, _), .categoryDeleted(let id):
            switch (effect.before.budget.categories[id], effect.after.budget.categories[id]) {
            case (let category?, let changed?) where category.input.owner != changed.input.owner:
                throw .cannotUndo("Whose a category is does not change any more.")
            case (let category?, nil): return .createCategory(id, category.input)
            case (let category?, _): return .changeCategory(id, category.input)
            case (nil, _): return .deleteCategory(id)
            }
        case .budgetSet(let id, let month, _): return try said(.limit(id, from: month), in: effect.before.budget)
        case .burdenRatioSet(let day, _): return try said(.ratio(from: day), in: effect.before.budget)
        case .savingGoalSet(let id, let month, _):
            return try said(.savingGoal(id, from: month), in: effect.before.budget)
        case .planForgotten(let entry): return try said(entry, in: effect.before.budget)
        case .scheduleCreated(let id, _), .scheduleUpdated(let id, _), .scheduleDeleted(let id):
            return effect.before.schedules[id].map { .restoreSchedule(id, $0.version) } ?? .deleteSchedule(id)
        case .occurrenceChanged(let id, _), .occurrenceSkipped(let id), .occurrenceRestored(let id):
            guard let exception = effect.before.exception(id) else { return .restoreOccurrence(id) }
            return exception.input == nil ? .skipOccurrence(id) : .restoreChange(of: id, exception.stamp.event)
        case .incomeRecorded(let id, _), .incomeUpdated(let id, _), .incomeDeleted(let id):
            return effect.before.incomes[id].map { .restoreIncome(id, $0.version) } ?? .deleteIncome(id)
        case .transferRecorded: throw .cannotUndo("It is in the other ledger too: delete the transfer in both.")
        case .transferDeleted: throw .cannotUndo("It is gone from the other ledger too: record the transfer anew.")
        default: throw .cannotUndo("It can not be taken back.")
        }
    }

    /// What the book says at that very date. Whose goal it was is not known any more once two people are one.
    private func said(_ entry: PlanEntry, in book: BudgetBook) throws(Refusal) -> Proposal {
        if case .savingGoal(let id, _) = entry {
            let person = ledger.state.resolved(id)
            guard person == id, ledger.state.merges(into: id).isEmpty else {
                throw .cannotUndo("\(ledger.state.name(of: person)) is one with somebody else: set the goal anew.")
            }
        }
        return switch entry {
        case .limit(let id, let month):
            book.limits[id]?[month].map { .setBudget(id, from: month, $0) } ?? .forgetPlan(entry)
        case .ratio(let day):
            book.ratios[day].map { .setBurdenRatio(from: day, $0.isEmpty ? nil : $0) } ?? .forgetPlan(entry)
        case .savingGoal(let id, let month):
            book.savingGoals[id]?[month].map { .setSavingGoal(id, from: month, $0) }
                ?? .forgetPlan(entry)
        }
    }
}
