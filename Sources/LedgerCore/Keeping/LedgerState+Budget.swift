/// What is planned, and what comes again and again.
extension LedgerState {
    mutating func applyToBudget(_ event: Event) {
        switch event.kind {
        case .categoryCreated(let id, var input):
            input.owner = input.owner.map(resolved)
            budget.categories[id] = Category(id: id, input: input, created: stamp(event))
            budget.deletedCategories[id] = nil
        case .categoryChanged(let id, var input):
            input.owner = budget.categories[id]?.input.owner
            budget.categories[id]?.input = input
        case .categoryDeleted(let id):
            if let category = budget.categories.removeValue(forKey: id) {
                budget.deletedCategories[id] = category.input
            }
        case .budgetSet(let id, let month, let limit): budget.limits[id, default: [:]].updateValue(limit, forKey: month)
        case .burdenRatioSet(let day, let weights): budget.ratios[day] = added(weights ?? [])
        case .savingGoalSet(let person, let month, let amount):
            budget.savingGoals[resolved(person), default: [:]][month] = amount
        case .planForgotten(let entry): forget(entry)
        default: break
        }
    }

    private mutating func forget(_ entry: PlanEntry) {
        switch entry {
        case .limit(let id, let month):
            budget.limits[id]?.removeValue(forKey: month)
            if budget.limits[id]?.isEmpty == true { budget.limits[id] = nil }
        case .ratio(let day): budget.ratios[day] = nil
        case .savingGoal(let participant, let month):
            let person = resolved(participant)
            budget.savingGoals[person]?.removeValue(forKey: month)
            if budget.savingGoals[person]?.isEmpty == true { budget.savingGoals[person] = nil }
        }
    }

    /// What was said of an occurrence stays said, also while its schedule is deleted.
    mutating func applyToSchedules(_ event: Event) {
        switch event.kind {
        case .scheduleCreated(let id, let input):
            let exceptions = schedules[id]?.exceptions ?? exceptions.removeValue(forKey: id) ?? [:]
            schedules[id] = Schedule(
                id: id, input: resolved(input), created: stamp(event), exceptions: exceptions)
        case .scheduleUpdated(let id, let input):
            let (input, stamp) = (resolved(input), stamp(event))
            schedules[id]?.input = input
            schedules[id]?.lastEdited = stamp
        case .scheduleDeleted(let id):
            if let schedule = schedules.removeValue(forKey: id), !schedule.exceptions.isEmpty {
                exceptions[id] = schedule.exceptions
            }
        case .occurrenceChanged(let id, let input):
            let exception = Schedule.Exception(input: resolved(input), stamp: stamp(event))
            schedules[id.schedule]?.exceptions[id.number] = exception
        case .occurrenceSkipped(let id):
            let exception = Schedule.Exception(input: nil, stamp: stamp(event))
            schedules[id.schedule]?.exceptions[id.number] = exception
        case .occurrenceRestored(let id): schedules[id.schedule]?.exceptions[id.number] = nil
        default: break
        }
    }
}

extension LedgerState {
    /// The occurrence that lists of expenses know under this id.
    package func occurrence(under id: ExpenseID) -> OccurrenceID? {
        schedules.values.lazy.compactMap { OccurrenceID(under: id, of: $0.id) }
            .first { schedules[$0.schedule]?.input.recurrence.date(of: $0.number) != nil }
    }
}

extension OccurrenceID {
    /// That of the schedule which lists of expenses would know under the id, whether it comes or not.
    package init?(under id: ExpenseID, of schedule: ScheduleID) {
        let number = (id.bits &- schedule.bits &- 1) & ((1 << 48) - 1)
        guard number < 1 << 32, id.bits >> 48 == schedule.bits >> 48 else { return nil }
        self.init(schedule: schedule, number: Int(number))
    }
}
