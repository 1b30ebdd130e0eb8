/// One thing about a ledger that events change, each independently of the others: what an event did, and whether that
/// still stands, is asked aspect by aspect.
enum Aspect: Hashable {
    case ledgerName
    case ledgerKind
    case archive
    case defaultSplit
    case timeZone
    case name(ParticipantID)
    case colour(ParticipantID)
    case presence(ParticipantID)
    /// Whether somebody is one with somebody else.
    case identity(ParticipantID)
    case owner(DeviceID)
    case label(LabelID)
    case expense(ExpenseID)
    case comment(CommentID, ExpenseID)
    case settlement(SettlementID)
    case category(CategoryID)
    case plan(PlanEntry)
    case schedule(ScheduleID)
    case occurrence(OccurrenceID)
    case income(IncomeID)
    case transfer(TransferID)
}

extension Event.Kind {
    /// What the event may change.
    var aspects: [Aspect] {
        switch self {
        case .ledgerRenamed: [.ledgerName]
        case .ledgerSettingsChanged(let settings):
            [
                settings.kind.map { _ in .ledgerKind }, settings.isArchived.map { _ in .archive },
                settings.defaultSplit.map { _ in .defaultSplit }, settings.timeZone.map { _ in .timeZone },
            ].compactMap(\.self)
        case .participantAdded(let id, _, _): [.name(id), .colour(id), .presence(id)]
        case .participantRenamed(let id, _): [.name(id)]
        case .participantColoured(let id, _): [.colour(id)]
        case .participantRetired(let id), .participantReinstated(let id): [.presence(id)]
        case .participantMerged(let id, _), .participantUnmerged(let id): [.identity(id)]
        case .participantClaimed(_, let device), .participantReleased(_, let device): [.owner(device)]
        case .labelCreated(let id, _), .labelRenamed(let id, _), .labelDeleted(let id): [.label(id)]
        case .expenseCreated(let id, _), .expenseUpdated(let id, _), .expenseDeleted(let id): [.expense(id)]
        case .commentAdded(let id, let expense, _), .commentDeleted(let id, let expense): [.comment(id, expense)]
        case .settlementRecorded(let id, _), .settlementUpdated(let id, _), .settlementDeleted(let id):
            [.settlement(id)]
        case .categoryCreated(let id, _), .categoryChanged(let id, _), .categoryDeleted(let id): [.category(id)]
        case .budgetSet(let id, let month, _): [.plan(.limit(id, from: month))]
        case .burdenRatioSet(let day, _): [.plan(.ratio(from: day))]
        case .savingGoalSet(let id, let month, _): [.plan(.savingGoal(id, from: month))]
        case .planForgotten(let entry): [.plan(entry)]
        case .scheduleCreated(let id, _), .scheduleUpdated(let id, _), .scheduleDeleted(let id): [.schedule(id)]
        case .occurrenceChanged(let id, _), .occurrenceSkipped(let id), .occurrenceRestored(let id): [.occurrence(id)]
        case .incomeRecorded(let id, _), .incomeUpdated(let id, _), .incomeDeleted(let id): [.income(id)]
        case .transferRecorded(let id, _), .transferDeleted(let id): [.transfer(id)]
        }
    }
}

extension LedgerState {
    /// How it stands with an aspect, field by field as the API names them; nothing about what is not there.
    ///
    /// - Parameter current: what is known of merges: everything speaks of the person whom somebody turned out to be.
    func fields(of aspect: Aspect, resolvedBy current: LedgerState) -> [Activity.Field] {
        switch aspect {
        case .ledgerName: name.isEmpty ? [] : [.init("name", .text(name))]
        case .ledgerKind: [.init("kind", .text(kind.rawValue))]
        case .archive: [.init("archived", .truth(archivedAt != nil))]
        case .defaultSplit: [.init("defaultSplit", defaultSplit == .equal ? nil : .split(defaultSplit))]
        case .timeZone: [.init("timeZone", timeZone.map { .text($0) })]
        case .name(let id): [.init("name", person(id).map { .text($0.name) })]
        case .colour(let id): [.init("colour", person(id)?.colour.map { .text($0.rawValue) })]
        case .presence(let id): [.init("retired", person(id).map { .truth($0.retiredAt != nil) })]
        case .identity(let id): [.init("intoParticipantId", merged[id].map { .person(resolved($0.into)) })]
        case .owner(let device): [.init("participantId", participant(of: device).map { .person($0) })]
        case .label(let id): [.init("name", labels[id].map { .text($0.name) })]
        case .comment(let id, let expense):
            [.init("text", comments(on: expense).first { $0.id == id }.map { .text($0.text) })]
        case .expense(let id): expenses[id].map { current.resolved($0.input).fields } ?? []
        case .settlement(let id): settlements[id].map { current.resolved($0.input).fields } ?? []
        case .category(let id): budget.categories[id].map { $0.input.fields(current) } ?? []
        case .plan(let entry): fields(of: entry, resolvedBy: current)
        case .schedule(let id): schedules[id].map { current.resolved($0.input).fields } ?? []
        case .occurrence(let id): fields(of: id, resolvedBy: current)
        case .income(let id): incomes[id].map { current.resolved($0.input).fields } ?? []
        case .transfer(let id): transfers[id].map { current.resolved($0.input).fields } ?? []
        }
    }

    /// Also somebody who is one with somebody else.
    func person(_ id: ParticipantID) -> Participant? { participants[id] ?? merged[id]?.participant }

    /// Whether an aspect is as in the other state.
    func agrees(with other: LedgerState, on aspect: Aspect) -> Bool {
        switch aspect {
        case .expense(let id): expenses[id]?.input == other.expenses[id]?.input
        case .settlement(let id): settlements[id]?.input == other.settlements[id]?.input
        case .category(let id): budget.categories[id]?.input == other.budget.categories[id]?.input
        case .schedule(let id): schedules[id]?.input == other.schedules[id]?.input
        case .occurrence(let id): exception(id).map(\.input) == other.exception(id).map(\.input)
        case .income(let id): incomes[id]?.input == other.incomes[id]?.input
        case .transfer(let id): transfers[id]?.input == other.transfers[id]?.input
        default: fields(of: aspect, resolvedBy: self) == other.fields(of: aspect, resolvedBy: other)
        }
    }
}
