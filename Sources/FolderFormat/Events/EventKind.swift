package import LedgerCore

/// The names of the kinds of events (`SC-ARC-LOG-2`), as lines spell them.
enum EventKind: String, CaseIterable {
    case ledgerRenamed = "LedgerRenamed"
    case ledgerSettingsChanged = "LedgerSettingsChanged"
    case participantAdded = "ParticipantAdded"
    case participantRenamed = "ParticipantRenamed"
    case participantClaimed = "ParticipantClaimed"
    case participantReleased = "ParticipantReleased"
    case participantColoured = "ParticipantColoured"
    case participantRetired = "ParticipantRetired"
    case participantReinstated = "ParticipantReinstated"
    case participantMerged = "ParticipantMerged"
    case participantUnmerged = "ParticipantUnmerged"
    case labelCreated = "LabelCreated"
    case labelRenamed = "LabelRenamed"
    case labelDeleted = "LabelDeleted"
    case expenseCreated = "ExpenseCreated"
    case expenseUpdated = "ExpenseUpdated"
    case expenseDeleted = "ExpenseDeleted"
    case commentAdded = "CommentAdded"
    case commentDeleted = "CommentDeleted"
    case settlementRecorded = "SettlementRecorded"
    case settlementUpdated = "SettlementUpdated"
    case settlementDeleted = "SettlementDeleted"
    case categoryCreated = "CategoryCreated"
    case categoryChanged = "CategoryChanged"
    case categoryDeleted = "CategoryDeleted"
    case budgetSet = "BudgetSet"
    case burdenRatioSet = "BurdenRatioSet"
    case savingGoalSet = "SavingGoalSet"
    case scheduleCreated = "ScheduleCreated"
    case scheduleUpdated = "ScheduleUpdated"
    case scheduleDeleted = "ScheduleDeleted"
    case occurrenceChanged = "OccurrenceChanged"
    case occurrenceSkipped = "OccurrenceSkipped"
    case occurrenceRestored = "OccurrenceRestored"
    case incomeRecorded = "IncomeRecorded"
    case incomeUpdated = "IncomeUpdated"
    case incomeDeleted = "IncomeDeleted"
    case transferRecorded = "TransferRecorded"
    case transferDeleted = "TransferDeleted"

    /// The schema version that an event must have to be of this kind.
    var since: Int {
        switch self {
        case .ledgerRenamed, .participantAdded, .participantRenamed, .participantClaimed, .labelCreated, .labelRenamed,
            .labelDeleted, .expenseCreated, .expenseUpdated, .expenseDeleted, .settlementRecorded, .settlementUpdated,
            .settlementDeleted:
            1
        case .ledgerSettingsChanged, .participantReleased, .participantColoured, .participantRetired,
            .participantReinstated, .participantMerged, .participantUnmerged, .commentAdded, .commentDeleted,
            .categoryCreated, .categoryChanged, .categoryDeleted, .budgetSet, .burdenRatioSet, .savingGoalSet,
            .scheduleCreated, .scheduleUpdated, .scheduleDeleted, .occurrenceChanged, .occurrenceSkipped,
            .occurrenceRestored, .incomeRecorded, .incomeUpdated, .incomeDeleted, .transferRecorded, .transferDeleted:
            2
        }
    }

    private static let texts = allCases.map { (Array($0.rawValue.utf8), $0) }

    init?(_ text: ArraySlice<UInt8>) {
        guard let match = Self.texts.first(where: { $0.0.elementsEqual(text) }) else { return nil }
        self = match.1
    }
}

extension Event.Kind {
    /// The name under which lines, problems and feeds know it.
    package var name: String { spelled.rawValue }

    var spelled: EventKind {
        switch self {
        case .ledgerRenamed: .ledgerRenamed
        case .ledgerSettingsChanged: .ledgerSettingsChanged
        case .participantAdded: .participantAdded
        case .participantRenamed: .participantRenamed
        case .participantClaimed: .participantClaimed
        case .participantReleased: .participantReleased
        case .participantColoured: .participantColoured
        case .participantRetired: .participantRetired
        case .participantReinstated: .participantReinstated
        case .participantMerged: .participantMerged
        case .participantUnmerged: .participantUnmerged
        case .labelCreated: .labelCreated
        case .labelRenamed: .labelRenamed
        case .labelDeleted: .labelDeleted
        case .expenseCreated: .expenseCreated
        case .expenseUpdated: .expenseUpdated
        case .expenseDeleted: .expenseDeleted
        case .commentAdded: .commentAdded
        case .commentDeleted: .commentDeleted
        case .settlementRecorded: .settlementRecorded
        case .settlementUpdated: .settlementUpdated
        case .settlementDeleted: .settlementDeleted
        case .categoryCreated: .categoryCreated
        case .categoryChanged: .categoryChanged
        case .categoryDeleted: .categoryDeleted
        case .budgetSet, .planForgotten(.limit): .budgetSet
        case .burdenRatioSet, .planForgotten(.ratio): .burdenRatioSet
        case .savingGoalSet, .planForgotten(.savingGoal): .savingGoalSet
        case .scheduleCreated: .scheduleCreated
        case .scheduleUpdated: .scheduleUpdated
        case .scheduleDeleted: .scheduleDeleted
        case .occurrenceChanged: .occurrenceChanged
        case .occurrenceSkipped: .occurrenceSkipped
        case .occurrenceRestored: .occurrenceRestored
        case .incomeRecorded: .incomeRecorded
        case .incomeUpdated: .incomeUpdated
        case .incomeDeleted: .incomeDeleted
        case .transferRecorded: .transferRecorded
        case .transferDeleted: .transferDeleted
        }
    }
}
