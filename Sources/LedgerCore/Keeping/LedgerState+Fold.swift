/// Folding never fails: what speaks of something that is not there does nothing.
extension LedgerState {
    mutating func apply(_ event: Event) {
        switch event.kind {
        case .ledgerRenamed(let name):
            self.name = name
        case .participantAdded(let id, let name):
            for device in participants[id]?.devices ?? [] { owners[device] = nil }
            participants[id] = Participant(id: id, name: name, added: event.stamp)
        case .participantRenamed(let id, let name):
            participants[id]?.name = name
        case .participantClaimed(let id, let device):
            claim(id, by: device)
        case .participantReleased(let id, let device):
            release(id, from: device)
        case .labelCreated(let id, let name):
            labels[id] = Label(id: id, name: name)
            deletedLabels.remove(id)
        case .labelRenamed(let id, let name):
            labels[id]?.name = name
        case .labelDeleted(let id):
            if labels.removeValue(forKey: id) != nil { deletedLabels.insert(id) }
        case .expenseCreated(let id, let input):
            expenses[id] = Expense(id: id, input: input, created: event.stamp)
        case .expenseUpdated(let id, let input):
            replace(id, with: input, event.stamp)
        case .expenseDeleted(let id):
            expenses[id] = nil
        case .settlementRecorded(let id, let input):
            settlements[id] = Settlement(id: id, input: input, created: event.stamp)
        case .settlementUpdated(let id, let input):
            replace(id, with: input, event.stamp)
        case .settlementDeleted(let id):
            settlements[id] = nil
        }
    }

    /// Before the events of a subject are applied anew.
    mutating func forget(_ subject: Subject) {
        switch subject {
        case .roster:
            name = ""
            participants = [:]
            owners = [:]
            labels = [:]
            deletedLabels = []
        case .expense(let id): expenses[id] = nil
        case .settlement(let id): settlements[id] = nil
        }
    }

    /// A device belongs to one person; a person may have several (`SC-FR-PRT-2`).
    private mutating func claim(_ id: ParticipantID, by device: DeviceID) {
        guard participants[id] != nil else { return }
        if let previous = owners.updateValue(id, forKey: device) { participants[previous]?.devices.remove(device) }
        participants[id]?.devices.insert(device)
    }

    private mutating func release(_ id: ParticipantID, from device: DeviceID) {
        guard owners[device] == id else { return }
        owners[device] = nil
        participants[id]?.devices.remove(device)
    }

    private mutating func replace(_ id: ExpenseID, with input: ExpenseInput, _ stamp: Stamp) {
        guard let expense = expenses[id] else { return }
        expenses[id] = Expense(id: id, input: input, created: expense.created, lastEdited: stamp)
    }

    private mutating func replace(_ id: SettlementID, with input: SettlementInput, _ stamp: Stamp) {
        guard let settlement = settlements[id] else { return }
        settlements[id] = Settlement(id: id, input: input, created: settlement.created, lastEdited: stamp)
    }
}

extension Event {
    var stamp: Stamp { Stamp(event: id, at: entryAt, by: authorParticipant) }
}

extension LedgerState {
    /// Whose device that is, if it said so.
    package func participant(of device: DeviceID) -> ParticipantID? { owners[device] }
}
