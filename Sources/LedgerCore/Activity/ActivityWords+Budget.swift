/// What is planned and what comes again, in words.
extension ActivityWords {
    var toldOfBudget: String {
        switch effect.event.kind {
        case .categoryCreated(let id, _):
            "\(effect.isRevival ? "Brought back" : "Created") the category “\(category(id))”"
        case .categoryChanged(let id, _): "Changed the category “\(category(id))”"
        case .categoryDeleted(let id): "Deleted the category “\(category(id))”"
        case .budgetSet(let id, let month, let limit?):
            "Set the budget of “\(category(id))” to \(money(limit)) from \(month) on"
        case .budgetSet(let id, let month, nil): "Ended the budget of “\(category(id))” from \(month) on"
        case .burdenRatioSet(let day, let weights?):
            "Set who bears how much from \(day) on: \(weights.map { "\(name($0.participant)) \($0.count)" }.joined(separator: ", "))"
        case .burdenRatioSet(let day, nil): "Ended the burden ratio from \(day) on"
        case .savingGoalSet(let id, let month, let amount):
            "Set \(name(id))’s saving goal to \(money(amount)) from \(month) on"
        case .planForgotten(.limit(let id, let month)): "Took back the budget of “\(category(id))” from \(month) on"
        case .planForgotten(.ratio(let day)): "Took back who bears how much from \(day) on"
        case .planForgotten(.savingGoal(let id, let month)): "Took back \(name(id))’s saving goal from \(month) on"
        default: toldOfSchedules
        }
    }

    private var toldOfSchedules: String {
        switch effect.event.kind {
        case .scheduleCreated(let id, let input):
            "\(effect.isRevival ? "Brought back" : "Scheduled") “\(title(id))”, \(money(input.expense.amount)) \(told(input.recurrence))"
        case .scheduleUpdated(let id, _): "Changed the schedule “\(title(id))”"
        case .scheduleDeleted(let id): "Deleted the schedule “\(title(id))”"
        case .occurrenceChanged(let id, _): "Changed “\(title(id.schedule))” of \(date(id))"
        case .occurrenceSkipped(let id): "Skipped “\(title(id.schedule))” of \(date(id))"
        case .occurrenceRestored(let id): "Took back what was said of “\(title(id.schedule))” of \(date(id))"
        case .incomeRecorded(let id, let input):
            "\(effect.isRevival ? "Brought back" : "Added") the income “\(title(id))” of \(name(input.participant)), \(money(input.amount))"
        case .incomeUpdated(let id, _): "Changed the income “\(title(id))”"
        case .incomeDeleted(let id): "Deleted the income “\(title(id))”"
        case .transferRecorded(let id, _): "Recorded the transfer \(title(id))"
        case .transferDeleted(let id): "Deleted the transfer \(title(id))"
        default: ""
        }
    }

    private func told(_ recurrence: Recurrence) -> String {
        let often =
            switch recurrence.frequency {
            case .daily: "daily"
            case .weekly: "weekly"
            case .biweekly: "every two weeks"
            case .monthly: "monthly"
            case .yearly: "yearly"
            case .custom(let every, let unit): "every \(every) \(unit.rawValue)s"
            }
        return "\(often) from \(recurrence.start) on"
    }

    /// On which it would come by its schedule.
    private func date(_ id: OccurrenceID) -> String {
        let schedule = effect.after.schedules[id.schedule] ?? effect.before.schedules[id.schedule]
        return schedule?.input.recurrence.date(of: id.number)?.description ?? "?"
    }

    func category(_ id: CategoryID) -> String {
        (effect.after.budget.categories[id] ?? effect.before.budget.categories[id] ?? state.budget.categories[id])?
            .input.name ?? "?"
    }

    func title(_ id: ScheduleID) -> String {
        (effect.after.schedules[id] ?? effect.before.schedules[id] ?? state.schedules[id])?.input.expense.title ?? "?"
    }

    func title(_ id: IncomeID) -> String {
        (effect.after.incomes[id] ?? effect.before.incomes[id] ?? state.incomes[id])?.input.name ?? "?"
    }

    /// `of 50.00 EUR out of Anna’s money here`
    func title(_ id: TransferID) -> String {
        guard let input = (effect.after.transfers[id] ?? effect.before.transfers[id])?.input else { return "?" }
        let way = input.direction == .out ? "from here" : "to here"
        return "of \(money(input.amount)) of \(name(input.participant))’s \(way)"
    }
}
