/// One thing about a ledger that events change, each independently of the others: what an event did, and whether that
/// still stands, is asked aspect by aspect.
enum Aspect: Hashable {
    case ledgerName
    case ledgerKind
    case archive
    case defaultSplit
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
}

extension Event.Kind {
    /// What the event may change.
    var aspects: [Aspect] {
        switch self {
        case .ledgerRenamed: [.ledgerName]
        case .ledgerSettingsChanged(let settings):
            [
                settings.kind.map { _ in .ledgerKind }, settings.isArchived.map { _ in .archive },
                settings.defaultSplit.map { _ in .defaultSplit },
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
        }
    }

    /// Also somebody who is one with somebody else.
    func person(_ id: ParticipantID) -> Participant? { participants[id] ?? merged[id]?.participant }

    /// Whether an aspect is as in the other state.
    func agrees(with other: LedgerState, on aspect: Aspect) -> Bool {
        switch aspect {
        case .expense(let id): expenses[id]?.input == other.expenses[id]?.input
        case .settlement(let id): settlements[id]?.input == other.settlements[id]?.input
        default: fields(of: aspect, resolvedBy: self) == other.fields(of: aspect, resolvedBy: other)
        }
    }
}

extension ExpenseInput {
    fileprivate var fields: [Activity.Field] {
        [
            .init("title", .text(title)), .init("amount", .money(amount)), .init("executionDate", .day(executionDate)),
            .init("payerId", .person(payer)),
            .init("payers", terms.flatMap { $0.payers.isEmpty ? nil : .parts($0.payers) }),
            .init("splitParticipantIds", .people(split)),
            .init("split", mode == .equal ? nil : .split(mode)),
            .init(
                "shares", mode == .equal ? nil : .parts(zip(split, shares).map { Part(participant: $0, amount: $1) })),
            .init("labelIds", labels.isEmpty ? nil : .labels(labels)), .init("note", note.map { .text($0) }),
        ]
    }
}

extension SettlementInput {
    fileprivate var fields: [Activity.Field] {
        [
            .init("fromParticipantId", .person(from)), .init("toParticipantId", .person(to)),
            .init("amount", .money(amount)), .init("date", .day(date)), .init("note", note.map { .text($0) }),
            .init("expenseId", expense.map { .expense($0) }),
        ]
    }
}
