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

    struct Entry<Input: Equatable>: Equatable {
        var input: Input
        var created: EventID
        var edited: EventID?
    }

    init(_ events: [Event]) {
        let sorted = events.sorted {
            ($0.entryAt.description, $0.id.description) < ($1.entryAt.description, $1.id.description)
        }
        for event in sorted { apply(event) }
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
}
