/// What an event speaks of. The roster is one subject, because a claim moves a device from one person to another.
package enum Subject: Hashable, Sendable {
    /// The ledger's name, its participants and their devices, its labels.
    case roster
    case expense(ExpenseID)
    case settlement(SettlementID)
}

extension Event.Kind {
    package var subject: Subject {
        switch self {
        case .ledgerRenamed, .participantAdded, .participantRenamed, .participantClaimed,
            .participantReleased, .labelCreated, .labelRenamed, .labelDeleted:
            .roster
        case .expenseCreated(let id, _), .expenseUpdated(let id, _), .expenseDeleted(let id):
            .expense(id)
        case .settlementRecorded(let id, _), .settlementUpdated(let id, _), .settlementDeleted(let id):
            .settlement(id)
        }
    }
}
