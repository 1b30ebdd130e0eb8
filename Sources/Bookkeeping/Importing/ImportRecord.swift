package import LedgerCore

/// An import as the log of a ledger knows it.
package struct ImportRecord: Hashable, Sendable {
    package let id: ImportID
    package let at: Instant
    /// `.none` when the device had not claimed anyone.
    package let by: ParticipantID
    package fileprivate(set) var expenses = 0
    package fileprivate(set) var settlements = 0
    package fileprivate(set) var participants = 0
    package fileprivate(set) var labels = 0
    /// Expenses and settlements of it that are still there.
    package fileprivate(set) var standing = 0
}

extension LedgerView {
    /// The imports that made something, newest first.
    package var imports: [ImportRecord] {
        var records: [ImportID: ImportRecord] = [:]
        for event in ledger.events {
            guard let id = ImportID(of: event.id) else { continue }
            var record = records[id] ?? ImportRecord(id: id, at: event.entryAt, by: event.authorParticipant)
            record.count(event, in: state)
            records[id] = record
        }
        return records.values.filter { $0.expenses + $0.settlements > 0 }
            .sorted { ($0.at, $0.id.bits) > ($1.at, $1.id.bits) }
    }

    /// What takes all of an import back that nobody has touched since; nil when this ledger has nothing of it.
    package func undoing(_ id: ImportID) -> ImportUndoing? {
        let events = ledger.events.filter { ImportID(of: $0.id) == id && $0.kind.isMadeByImport }
        return events.isEmpty ? nil : ImportUndoing(events, in: self)
    }
}

extension ImportRecord {
    fileprivate mutating func count(_ event: Event, in state: LedgerState) {
        switch event.kind {
        case .expenseCreated(let id, _):
            expenses += 1
            standing += state.expenses[id] == nil ? 0 : 1
        case .settlementRecorded(let id, _):
            settlements += 1
            standing += state.settlements[id] == nil ? 0 : 1
        case .participantAdded: participants += 1
        case .labelCreated: labels += 1
        default: break
        }
    }
}

extension Event.Kind {
    fileprivate var isMadeByImport: Bool {
        switch self {
        case .expenseCreated, .settlementRecorded, .participantAdded, .labelCreated: true
        default: false
        }
    }
}

/// Takes an import back as one: deletes exactly what it made. What somebody has changed since stays, and is told.
package struct ImportUndoing: Hashable, Sendable {
    package struct Kept: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable { case expense, settlement, participant, label }

        package let kind: Kind
        package let id: UInt128
        package let name: String
        /// One sentence for a person.
        package let reason: String
    }

    package private(set) var expenses = 0
    package private(set) var settlements = 0
    package private(set) var participants = 0
    package private(set) var labels = 0
    package private(set) var kept: [Kept] = []
    private(set) var proposals: [Proposal] = []
    private var deleted: Set<ExpenseID> = []
    private var deletedSettlements: Set<SettlementID> = []

    fileprivate init(_ events: [Event], in view: LedgerView) {
        let state = view.state
        let settled = Set(state.settlements.compactMap(\.input.expense))
        for event in events {
            switch event.kind {
            case .expenseCreated(let id, _): take(id, madeBy: event.id, settled, state)
            case .settlementRecorded(let id, _): take(id, madeBy: event.id, state)
            default: break
            }
        }
        let uses = RemainingUses(state, without: deleted, deletedSettlements)
        for event in events {
            switch event.kind {
            case .labelCreated(let id, let name): take(id, name, uses, event.id, state)
            case .participantAdded(let id, let name, _): take(id, name, uses, event, state)
            default: break
            }
        }
    }

    private mutating func take(
        _ id: ExpenseID, madeBy event: EventID, _ settled: Set<ExpenseID>, _ state: LedgerState
    ) {
        guard let expense = state.expenses[id] else { return }
        if expense.version != event {
            return keep(.expense, id.bits, expense.input.title, "It was changed since.")
        }
        if settled.contains(id) || state.hasComments(on: id) {
            return keep(.expense, id.bits, expense.input.title, "Payments or comments belong to it since.")
        }
        deleted.insert(id)
        expenses += 1
        proposals.append(.undoing(event, .deleteExpense(id)))
    }

    private mutating func take(_ id: SettlementID, madeBy event: EventID, _ state: LedgerState) {
        guard let settlement = state.settlements[id] else { return }
        if settlement.version != event {
            return keep(.settlement, id.bits, settlement.input.note ?? "", "It was changed since.")
        }
        deletedSettlements.insert(id)
        settlements += 1
        proposals.append(.undoing(event, .deleteSettlement(id)))
    }

    private mutating func take(
        _ id: LabelID, _ name: String, _ uses: RemainingUses, _ event: EventID, _ state: LedgerState
    ) {
        guard let label = state.labels[id] else { return }
        guard label.name == name, !uses.labels.contains(id) else {
            return keep(.label, id.bits, label.name, "It is used or was renamed since.")
        }
        labels += 1
        proposals.append(.undoing(event, .deleteLabel(id)))
    }

    /// Nobody is ever removed from a ledger: who was added leaves it.
    private mutating func take(
        _ id: ParticipantID, _ name: String, _ uses: RemainingUses, _ event: Event, _ state: LedgerState
    ) {
        guard let person = state.participants[id], person.retiredAt == nil else { return }
        guard event.schemaVersion >= 2, state.kind != .wallet else {
            return keep(.participant, id.bits, person.name, "Nobody can leave this ledger.")
        }
        guard person.devices.isEmpty, person.name == name, !uses.people.contains(id) else {
            return keep(.participant, id.bits, person.name, "Somebody is this person, or something names them since.")
        }
        participants += 1
        proposals.append(.undoing(event.id, .retireParticipant(id)))
    }

    private mutating func keep(_ kind: Kept.Kind, _ id: UInt128, _ name: String, _ reason: String) {
        kept.append(Kept(kind: kind, id: id, name: name, reason: reason))
    }
}

/// What is named by something that stays.
private struct RemainingUses {
    private(set) var labels: Set<LabelID> = []
    private(set) var people: Set<ParticipantID> = []

    init(_ state: LedgerState, without expenses: Set<ExpenseID>, _ settlements: Set<SettlementID>) {
        for expense in state.expenses where !expenses.contains(expense.id) { note(expense.input) }
        for settlement in state.settlements where !settlements.contains(settlement.id) {
            people.formUnion([settlement.input.from, settlement.input.to])
        }
        for schedule in state.schedules.values {
            note(schedule.input.expense)
            for changed in schedule.exceptions.values { if let input = changed.input { note(input) } }
        }
        for income in state.incomes.values { people.insert(income.input.participant) }
        for transfer in state.transfers.values { people.insert(transfer.input.participant) }
        for category in state.budget.categories.values { if let owner = category.input.owner { people.insert(owner) } }
        for weights in state.budget.ratios.values { people.formUnion(weights.map(\.participant)) }
        people.formUnion(state.budget.savingGoals.keys)
        people.formUnion(state.defaultSplit.people)
        for merge in state.merged.values { people.formUnion([merge.participant.id, merge.into]) }
    }

    private mutating func note(_ input: ExpenseInput) {
        labels.formUnion(input.labels)
        people.formUnion(input.split)
        people.formUnion(input.payments.map(\.participant))
    }
}

extension LedgerState {
    fileprivate func hasComments(on expense: ExpenseID) -> Bool { !comments(on: expense).isEmpty }
}
