/// What an event speaks of. The roster is one subject, because a claim moves a device from one person to another.
package enum Subject: Hashable, Sendable {
    /// The ledger's name and settings, its participants and their devices, its labels.
    case roster
    /// With its comments.
    case expense(ExpenseID)
    case settlement(SettlementID)
    /// Categories, and all that is planned.
    case budget
    /// With what was said of single occurrences.
    case schedule(ScheduleID)
    case income(IncomeID)
    case transfer(TransferID)
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
        case .categoryCreated, .categoryChanged, .categoryDeleted, .budgetSet, .burdenRatioSet, .savingGoalSet,
            .planForgotten:
            .budget
        case .scheduleCreated(let id, _), .scheduleUpdated(let id, _), .scheduleDeleted(let id): .schedule(id)
        case .occurrenceChanged(let id, _), .occurrenceSkipped(let id), .occurrenceRestored(let id):
            .schedule(id.schedule)
        case .incomeRecorded(let id, _), .incomeUpdated(let id, _), .incomeDeleted(let id): .income(id)
        case .transferRecorded(let id, _), .transferDeleted(let id): .transfer(id)
        }
    }
}
