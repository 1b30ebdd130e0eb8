/// Folding never fails: what speaks of something that is not there does nothing.
extension LedgerState {
    mutating func apply(_ event: Event) {
        switch event.kind {
        case .ledgerRenamed(let name): self.name = name
        case .ledgerSettingsChanged(let settings): change(settings, at: event.entryAt)
        case .participantAdded, .participantRenamed, .participantClaimed, .participantReleased, .participantColoured,
            .participantRetired, .participantReinstated, .participantMerged, .participantUnmerged:
            applyToPeople(event)
        case .labelCreated(let id, let name):
            labels[id] = Label(id: id, name: name)
            deletedLabels.remove(id)
        case .labelRenamed(let id, let name): labels[id]?.name = name
        case .labelDeleted(let id):
            if labels.removeValue(forKey: id) != nil { deletedLabels.insert(id) }
        case .expenseCreated(let id, _):
            expenses[id] = Expense(id: id, said: resolved(event.kind), created: stamp(event))
        case .expenseUpdated(let id, _): replace(id, with: event.kind, stamp(event))
        case .expenseDeleted(let id): expenses[id] = nil
        case .commentAdded(let id, let expense, let text):
            comments[expense, default: []].removeAll { $0.id == id }
            comments[expense, default: []].append(Comment(id: id, text: text, created: stamp(event)))
        case .commentDeleted(let id, let expense): comments[expense]?.removeAll { $0.id == id }
        case .settlementRecorded(let id, let input):
            settlements[id] = Settlement(id: id, input: resolved(input), created: stamp(event))
        case .settlementUpdated(let id, let input): replace(id, with: input, stamp(event))
        case .settlementDeleted(let id): settlements[id] = nil
        case .categoryCreated, .categoryChanged, .categoryDeleted, .budgetSet, .burdenRatioSet, .savingGoalSet,
            .planForgotten:
            applyToBudget(event)
        case .scheduleCreated, .scheduleUpdated, .scheduleDeleted, .occurrenceChanged, .occurrenceSkipped,
            .occurrenceRestored:
            applyToSchedules(event)
        case .incomeRecorded(let id, let input):
            incomes[id] = Income(id: id, input: resolved(input), created: stamp(event))
        case .incomeUpdated(let id, let input):
            guard let income = incomes[id] else { return }
            incomes[id] = Income(id: id, input: resolved(input), created: income.created, lastEdited: stamp(event))
        case .incomeDeleted(let id): incomes[id] = nil
        case .transferRecorded(let id, let input):
            transfers[id] = Transfer(id: id, input: resolved(input), created: stamp(event))
        case .transferDeleted(let id): transfers[id] = nil
        }
    }

    /// Before the events of a subject are applied anew.
    mutating func forget(_ subject: Subject) {
        switch subject {
        case .roster:
            name = ""
            kind = .group
            archivedAt = nil
            defaultSplit = .equal
            timeZone = nil
            participants = [:]
            isUnresolved = isUnresolved || !merged.isEmpty
            merged = [:]
            owners = [:]
            released = []
            labels = [:]
            deletedLabels = []
        case .expense(let id):
            expenses[id] = nil
            comments[id] = nil
        case .settlement(let id): settlements[id] = nil
        case .budget: budget = BudgetBook()
        case .schedule(let id):
            schedules[id] = nil
            exceptions[id] = nil
        case .income(let id): incomes[id] = nil
        case .transfer(let id): transfers[id] = nil
        }
    }

    private mutating func change(_ settings: LedgerSettings, at instant: Instant) {
        if let kind = settings.kind { self.kind = kind }
        if let isArchived = settings.isArchived { archivedAt = isArchived ? archivedAt ?? instant : nil }
        if let defaultSplit = settings.defaultSplit { self.defaultSplit = defaultSplit }
        if let timeZone = settings.timeZone { self.timeZone = timeZone }
    }

    private mutating func replace(_ id: ExpenseID, with said: Event.Kind, _ stamp: Stamp) {
        guard let expense = expenses[id] else { return }
        expenses[id] = Expense(id: id, said: resolved(said), created: expense.created, lastEdited: stamp)
    }

    private mutating func replace(_ id: SettlementID, with input: SettlementInput, _ stamp: Stamp) {
        guard let settlement = settlements[id] else { return }
        settlements[id] = Settlement(id: id, input: resolved(input), created: settlement.created, lastEdited: stamp)
    }

    func stamp(_ event: Event) -> Stamp {
        Stamp(event: event.id, at: event.entryAt, by: resolved(event.authorParticipant))
    }
}
