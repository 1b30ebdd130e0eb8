package import LedgerCore

/// The names of the kinds of events (`SC-ARC-LOG-2`), as lines spell them.
enum EventKind: String, CaseIterable {
    case ledgerRenamed = "LedgerRenamed"
    case participantAdded = "ParticipantAdded"
    case participantRenamed = "ParticipantRenamed"
    case participantClaimed = "ParticipantClaimed"
    case participantReleased = "ParticipantReleased"
    case labelCreated = "LabelCreated"
    case labelRenamed = "LabelRenamed"
    case labelDeleted = "LabelDeleted"
    case expenseCreated = "ExpenseCreated"
    case expenseUpdated = "ExpenseUpdated"
    case expenseDeleted = "ExpenseDeleted"
    case settlementRecorded = "SettlementRecorded"
    case settlementUpdated = "SettlementUpdated"
    case settlementDeleted = "SettlementDeleted"

    /// The schema version that an event must have to be of this kind.
    var since: Int { self == .participantReleased ? 2 : 1 }

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
        case .participantAdded: .participantAdded
        case .participantRenamed: .participantRenamed
        case .participantClaimed: .participantClaimed
        case .participantReleased: .participantReleased
        case .labelCreated: .labelCreated
        case .labelRenamed: .labelRenamed
        case .labelDeleted: .labelDeleted
        case .expenseCreated: .expenseCreated
        case .expenseUpdated: .expenseUpdated
        case .expenseDeleted: .expenseDeleted
        case .settlementRecorded: .settlementRecorded
        case .settlementUpdated: .settlementUpdated
        case .settlementDeleted: .settlementDeleted
        }
    }
}
