/// What is planned, and what comes again and again.
extension Acceptance {
    func kindOfPlan(_ proposal: Proposal) throws(Refusal) -> Event.Kind? {
        switch proposal {
        case .createCategory(let id, let input): return try createCategory(id, input)
        case .changeCategory(let id, let input): return try changeCategory(id, input)
        case .deleteCategory(let id):
            guard state.budget.categories[id] != nil else { throw .missing(.noSuchCategory, "category") }
            return .categoryDeleted(id)
        case .setBudget(let id, let month, let limit): return try setBudget(id, from: month, limit)
        case .setBurdenRatio(let day, let weights): return try setBurdenRatio(from: day, weights)
        case .setSavingGoal(let id, let month, let amount): return try setSavingGoal(id, from: month, amount)
        case .forgetPlan(let entry): return isSaid(entry) ? .planForgotten(entry) : nil
        case .recordSchedule(let id, let input, _): return try recordSchedule(id, input)
        case .restoreSchedule(let id, let version): return try restore(id, version)
        case .deleteSchedule(let id):
            guard state.schedules[id] != nil else { throw .missing(.noSuchSchedule, "schedule") }
            return .scheduleDeleted(id)
        case .changeOccurrence(let id, let input): return try changeOccurrence(id, input)
        case .restoreChange(let id, let version): return try restoreChange(of: id, version)
        case .skipOccurrence(let id):
            let occurrence = try occurrence(id)
            return occurrence.isSkipped ? nil : .occurrenceSkipped(id)
        case .restoreOccurrence(let id):
            let occurrence = try occurrence(id)
            return occurrence.isSkipped || occurrence.isChanged ? .occurrenceRestored(id) : nil
        case .recordIncome(let id, let input, _): return try recordIncome(id, input)
        case .restoreIncome(let id, let version): return try restore(id, version)
        case .deleteIncome(let id):
            guard state.incomes[id] != nil else { throw .missing(.noSuchIncome, "income") }
            return .incomeDeleted(id)
        case .recordTransfer(let id, let input, _): return try recordTransfer(id, input)
        case .deleteTransfer(let id):
            guard state.transfers[id] != nil else { throw .missing(.noSuchTransfer, "transfer") }
            return .transferDeleted(id)
        default: return nil
        }
    }

    private func setBudget(_ id: CategoryID, from month: CalendarMonth, _ limit: Money?) throws(Refusal) -> Event.Kind?
    {
        guard state.budget.categories[id] != nil else { throw .missing(.noSuchCategory, "category") }
        if let limit { try checkPlanned(limit, "A budget") }
        let months = state.budget.limits[id] ?? [:]
        try checkRoom(for: month, in: months)
        let isNone = limit == nil && state.budget.limit(of: id, in: month) == nil
        if isNone, !wasSaid(.limit(id, from: month)) { return nil }
        return months[month] == .some(limit) ? nil : .budgetSet(id, from: month, limit)
    }

    private func setSavingGoal(
        _ id: ParticipantID, from month: CalendarMonth, _ amount: Money
    ) throws(Refusal) -> Event.Kind? {
        let id = state.resolved(id)
        var reasons: [Refusal.Reason] = []
        checkPresent(
            [id], orIn: peopleOfPlans { if case .savingGoal = $0 { true } else { false } }, field: "participantId",
            &reasons)
        guard reasons.isEmpty else { throw Refusal(reasons) }
        try checkPlanned(amount, "A saving goal")
        let months = state.budget.savingGoals[id] ?? [:]
        try checkRoom(for: month, in: months)
        return months[month] == amount ? nil : .savingGoalSet(id, from: month, amount)
    }

    private func setBurdenRatio(from day: CalendarDay, _ proposed: [Split.Weight]?) throws(Refusal) -> Event.Kind? {
        let ratios = state.budget.ratios
        try checkRoom(for: day, in: ratios)
        guard let proposed else {
            if state.budget.ratio(on: day) == nil, !wasSaid(.ratio(from: day)) { return nil }
            return ratios[day] == [] ? nil : .burdenRatioSet(from: day, nil)
        }
        let weights = proposed.map { Split.Weight(participant: state.resolved($0.participant), count: $0.count) }
        let people = weights.map(\.participant)
        var reasons: [Refusal.Reason] = []
        func refuse(_ code: Refusal.Code, _ message: String) {
            reasons.append(.init(code: code, field: "weights", message: message))
        }
        if people.isEmpty { refuse(.splitEmpty, "Somebody has to bear what is shared.") }
        if people.firstRepeated != nil { refuse(.splitHasDuplicates, "Nobody can be in the ratio twice.") }
        if weights.contains(where: { $0.count < 1 }) {
            refuse(.weightNotPositive, "A weight is a whole number from 1 on.")
        }
        if weights.contains(where: { $0.count > Limits.splitWeight }) {
            refuse(.partTooLarge, "A weight is at most \(Limits.splitWeight).")
        }
        checkPresent(people, orIn: peopleOfPlans { $0 == .ratio(from: day) }, field: "weights", &reasons)
        guard reasons.isEmpty else { throw Refusal(reasons) }
        return ratios[day] == weights ? nil : .burdenRatioSet(from: day, weights)
    }

    private func isSaid(_ entry: PlanEntry) -> Bool {
        switch entry {
        case .limit(let id, let month): state.budget.limits[id]?[month] != nil
        case .ratio(let day): state.budget.ratios[day] != nil
        case .savingGoal(let id, let month): state.budget.savingGoals[state.resolved(id)]?[month] != nil
        }
    }

    /// To end what is not there says nothing, unless it is said again.
    private func wasSaid(_ entry: PlanEntry) -> Bool {
        ledger.thread(of: .budget).contains { $0.kind.aspects == [.plan(entry)] }
    }

    /// Whom plans named before.
    private func peopleOfPlans(_ isMeant: (PlanEntry) -> Bool) -> [ParticipantID] {
        ledger.thread(of: .budget).flatMap { event -> [ParticipantID] in
            switch event.kind {
            case .burdenRatioSet(let day, let weights?) where isMeant(.ratio(from: day)): weights.map(\.participant)
            case .savingGoalSet(let id, let month, _) where isMeant(.savingGoal(id, from: month)): [id]
            default: []
            }
        }
    }

    private func checkPlanned(_ amount: Money, _ what: String) throws(Refusal) {
        if amount < .zero { throw Refusal(.budgetNegative, field: "amount", "\(what) can not be below zero.") }
        if amount.minorUnits > Limits.acceptedMinorUnits {
            throw Refusal(.amountTooLarge, field: "amount", "The amount is too large.")
        }
    }

    private func checkRoom<Date, Value>(for date: Date, in dates: [Date: Value]) throws(Refusal) {
        guard dates[date] == nil, dates.count >= Limits.plannedDates else { return }
        throw Refusal(.tooMany, field: "from", "This can change at most \(Limits.plannedDates) times.")
    }
}
