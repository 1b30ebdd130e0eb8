/// What an event speaks of. The roster is one subject, because a claim moves a device from one person to another.
package enum Subject: Hashable, Sendable {
    /// The ledger's name and settings, its participants and their devices, its labels.
    case roster
    /// With its comments.
    case expense(ExpenseID)
    case settlement(SettlementID)
}

extension Event.Kind {
    package var subject: Subject {
        switch self {
        case .ledgerRenamed, .ledgerSettingsChanged, .participantAdded, .participantRenamed, .participantClaimed,
            .participantReleased, .participantColoured, .participantRetired, .participantReinstated,
            .participantMerged, .participantUnmerged, .labelCreated, .labelRenamed, .labelDeleted:
            .roster
        case .expenseCreated(let id, _), .expenseUpdated(let id, _), .expenseDeleted(let id),
            .commentAdded(_, let id, _), .commentDeleted(_, let id):
            .expense(id)
        case .settlementRecorded(let id, _), .settlementUpdated(let id, _), .settlementDeleted(let id):
            .settlement(id)
        }
    }
}
