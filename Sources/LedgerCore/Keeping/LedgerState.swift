/// What the events of a ledger add up to. A pure function of the set of events (`SC-ARC-MRG-1`).
package struct LedgerState: Hashable, Sendable {
    package internal(set) var name = ""
    package internal(set) var kind = LedgerKind.group
    /// Nil while it is in use.
    package internal(set) var archivedAt: Instant?
    package internal(set) var defaultSplit = Split.equal
    /// Those who are one with somebody else are not among them.
    package internal(set) var participants: [ParticipantID: Participant] = [:]
    /// Those who turned out to be somebody else, by the id under which they were added.
    package internal(set) var merged: [ParticipantID: Merge] = [:]
    package internal(set) var labels: [LabelID: Label] = [:]
    /// Labels that were here once. An expense entered meanwhile may still name them (`SC-FR-LBL-4`).
    package internal(set) var deletedLabels: Set<LabelID> = []
    package internal(set) var expenses = Table<Expense>()
    package internal(set) var settlements = Table<Settlement>()
    package internal(set) var budget = BudgetBook()
    package internal(set) var schedules: [ScheduleID: Schedule] = [:]
    package internal(set) var incomes: [IncomeID: Income] = [:]
    package internal(set) var transfers: [TransferID: Transfer] = [:]
    /// Which of `expenses` are occurrences; none unless the state stands on a day (`standing(on:)`).
    package internal(set) var occurrences: [ExpenseID: OccurrenceID] = [:]
    /// An IANA name; nil where nobody chose one.
    package internal(set) var timeZone: String?
    /// What people say about expenses, in the order in which they said it.
    var comments: [ExpenseID: [Comment]] = [:]
    /// The other side of `Participant.devices`: whom the device claimed, also when that is another person meanwhile.
    var owners: [DeviceID: ParticipantID] = [:]
    /// Devices whose last word about themselves is that they are nobody any more.
    var released: Set<DeviceID> = []
    /// Merges have changed since expenses and settlements were folded: they have to be folded anew.
    var isUnresolved = false
    /// What was said of the occurrences of schedules that are deleted, for the day when one comes back.
    var exceptions: [ScheduleID: [Int: Schedule.Exception]] = [:]

    package init() {}
}

/// A person in a ledger.
package struct Participant: Hashable, Sendable {
    package let id: ParticipantID
    package internal(set) var name: String
    package internal(set) var colour: Colour?
    /// The devices that said they are this person's; none for people who do not use the app (`SC-FR-PRT-4`).
    package internal(set) var devices: Set<DeviceID> = []
    package let added: Stamp
    /// When the person left: nothing new is shared with them.
    package internal(set) var retiredAt: Instant?
}

/// Two participants are one person.
package struct Merge: Hashable, Sendable {
    /// The one who is somebody else, as before, for the day when the merge is taken back.
    package internal(set) var participant: Participant
    /// May itself be merged into another one.
    package let into: ParticipantID
    package let merged: Stamp
}

/// What somebody says about an expense.
package struct Comment: Hashable, Sendable {
    package let id: CommentID
    package let text: String
    package let created: Stamp
}

/// A tag on expenses, without meaning for sums.
package struct Label: Hashable, Sendable {
    package let id: LabelID
    package internal(set) var name: String
}

/// Money paid for others.
///
/// A ledger has a hundred thousand of them, so that it holds what its events hold already, in place of a copy.
package struct Expense: Hashable, Sendable, Row {
    package let id: ExpenseID
    package let created: Stamp
    /// The content of the last event that shaped it.
    private let said: Event.Kind
    private let edit: Edit

    /// Most are never edited: then it costs them eight bytes.
    private indirect enum Edit: Hashable, Sendable {
        case none
        case last(Stamp)
    }

    /// Nil when `said` says nothing about an expense.
    init?(id: ExpenseID, said: Event.Kind, created: Stamp, lastEdited: Stamp? = nil) {
        guard said.expenseInput != nil else { return nil }
        self.id = id
        self.said = said
        self.created = created
        edit = lastEdited.map(Edit.last) ?? .none
    }

    /// One that no event of its own speaks of.
    init(id: ExpenseID, input: ExpenseInput, created: Stamp, lastEdited: Stamp?) {
        self.id = id
        self.created = created
        said = .expenseCreated(id, input)
        edit = lastEdited.map(Edit.last) ?? .none
    }

    package var input: ExpenseInput {
        switch said {
        case .expenseCreated(_, let input), .expenseUpdated(_, let input): input
        default: preconditionFailure("An expense is made of what is said about one.")
        }
    }

    package var lastEdited: Stamp? {
        switch edit {
        case .none: nil
        case .last(let stamp): stamp
        }
    }
}

/// Money handed back.
package struct Settlement: Hashable, Sendable, Row {
    package let id: SettlementID
    package internal(set) var input: SettlementInput
    package let created: Stamp
    package internal(set) var lastEdited: Stamp?
}

/// Which event shaped something: the event's id serves as the version of the thing.
package struct Stamp: Hashable, Sendable {
    package let event: EventID
    package let at: Instant
    /// `.none` when the device had not claimed anyone yet.
    package let by: ParticipantID
}

extension Expense {
    /// The last event that shaped it.
    package var version: EventID { (lastEdited ?? created).event }
}

extension Settlement {
    package var version: EventID { (lastEdited ?? created).event }
}
