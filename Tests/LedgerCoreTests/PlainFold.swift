import LedgerCore

/// The fold as the format tells it, without any cleverness: sort everything, then apply one after the other. What the
/// ledger keeps up to date bit by bit has to come to the same.
struct PlainFold: Equatable {
    var name = ""
    var participants: [ParticipantID: String] = [:]
    var devices: [DeviceID: ParticipantID] = [:]
    var labels: [LabelID: String] = [:]
    var expenses: [ExpenseID: Entry<ExpenseInput>] = [:]
    var settlements: [SettlementID: Entry<SettlementInput>] = [:]

    var categories: [CategoryID: CategoryInput] = [:]
    var limits: [CategoryID: [CalendarMonth: Money?]] = [:]
    var ratios: [CalendarDay: [Split.Weight]] = [:]
    var goals: [ParticipantID: [CalendarMonth: Money]] = [:]
    var schedules: [ScheduleID: Entry<ScheduleInput>] = [:]
    /// Nil: skipped. Also of schedules that are deleted.
    var exceptions: [OccurrenceID: ExpenseInput?] = [:]
    var incomes: [IncomeID: Entry<IncomeInput>] = [:]
    var transfers: [TransferID: TransferInput] = [:]

    struct Entry<Input: Equatable>: Equatable {
        var input: Input
        var created: EventID
        var edited: EventID?
    }

    init(_ events: [Event]) {
        let sorted = events.sorted {
            ($0.entryAt.description, $0.id.description) < ($1.entryAt.description, $1.id.description)
        }
        for event in sorted {
            apply(event)
            plan(event)
        }
        exceptions = exceptions.filter { schedules[$0.key.schedule] != nil }
    }

    init(_ state: LedgerState) {
        name = state.name
        participants = state.participants.mapValues(\.name)
        for participant in state.participants.values {
            for device in participant.devices { devices[device] = participant.id }
        }
        labels = state.labels.mapValues(\.name)
        for row in state.expenses {
            expenses[row.id] = Entry(input: row.input, created: row.created.event, edited: row.lastEdited?.event)
        }
        for row in state.settlements {
            settlements[row.id] = Entry(input: row.input, created: row.created.event, edited: row.lastEdited?.event)
        }
        categories = state.budget.categories.mapValues(\.input)
        limits = state.budget.limits
        ratios = state.budget.ratios
        goals = state.budget.savingGoals
        for schedule in state.schedules.values {
            schedules[schedule.id] = Entry(
                input: schedule.input, created: schedule.created.event, edited: schedule.lastEdited?.event)
            for (number, exception) in schedule.exceptions {
                exceptions.updateValue(exception.input, forKey: OccurrenceID(schedule: schedule.id, number: number))
            }
        }
        for row in state.incomes.values {
            incomes[row.id] = Entry(input: row.input, created: row.created.event, edited: row.lastEdited?.event)
        }
        transfers = state.transfers.mapValues(\.input)
    }

    private mutating func apply(_ event: Event) {
        switch event.kind {
        case .ledgerRenamed(let name): self.name = name
        case .participantAdded(let id, let name, _):
            participants[id] = name
            devices = devices.filter { $0.value != id }
        case .participantRenamed(let id, let name): if participants[id] != nil { participants[id] = name }
        case .participantClaimed(let id, let device): if participants[id] != nil { devices[device] = id }
        case .participantReleased(let id, let device): if devices[device] == id { devices[device] = nil }
        case .labelCreated(let id, let name): labels[id] = name
        case .labelRenamed(let id, let name): if labels[id] != nil { labels[id] = name }
        case .labelDeleted(let id): labels[id] = nil
        case .expenseCreated(let id, let input): expenses[id] = Entry(input: input, created: event.id)
        case .expenseUpdated(let id, let input):
            expenses[id]?.edited = event.id
            expenses[id]?.input = input
        case .expenseDeleted(let id): expenses[id] = nil
        case .settlementRecorded(let id, let input): settlements[id] = Entry(input: input, created: event.id)
        case .settlementUpdated(let id, let input):
            settlements[id]?.edited = event.id
            settlements[id]?.input = input
        case .settlementDeleted(let id): settlements[id] = nil
        default: break
        }
    }

    private mutating func plan(_ event: Event) {
        switch event.kind {
        case .categoryCreated(let id, let input): categories[id] = input
        case .categoryChanged(let id, let input):
            if let owner = categories[id].map(\.owner) {
                categories[id] = CategoryInput(name: input.name, icon: input.icon, colour: input.colour, owner: owner)
            }
        case .categoryDeleted(let id): categories[id] = nil
        case .budgetSet(let id, let month, let limit): limits[id, default: [:]].updateValue(limit, forKey: month)
        case .burdenRatioSet(let day, let weights): ratios[day] = weights ?? []
        case .savingGoalSet(let id, let month, let amount): goals[id, default: [:]][month] = amount
        case .planForgotten(.limit(let id, let month)): limits[id]?.removeValue(forKey: month)
        case .planForgotten(.ratio(let day)): ratios[day] = nil
        case .planForgotten(.savingGoal(let id, let month)): goals[id]?[month] = nil
        case .scheduleCreated(let id, let input): schedules[id] = Entry(input: input, created: event.id)
        case .scheduleUpdated(let id, let input):
            schedules[id]?.input = input
            schedules[id]?.edited = event.id
        case .scheduleDeleted(let id): schedules[id] = nil
        case .occurrenceChanged(let id, let input):
            if schedules[id.schedule] != nil { exceptions.updateValue(input, forKey: id) }
        case .occurrenceSkipped(let id): if schedules[id.schedule] != nil { exceptions.updateValue(nil, forKey: id) }
        case .occurrenceRestored(let id):
            if schedules[id.schedule] != nil { exceptions.removeValue(forKey: id) }
        case .incomeRecorded(let id, let input): incomes[id] = Entry(input: input, created: event.id)
        case .incomeUpdated(let id, let input):
            incomes[id]?.input = input
            incomes[id]?.edited = event.id
        case .incomeDeleted(let id): incomes[id] = nil
        case .transferRecorded(let id, let input): transfers[id] = input
        case .transferDeleted(let id): transfers[id] = nil
        default: break
        }
        limits = limits.filter { !$0.value.isEmpty }
        goals = goals.filter { !$0.value.isEmpty }
    }
}
