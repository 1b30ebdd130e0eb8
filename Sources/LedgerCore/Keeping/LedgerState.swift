/// What the events of a ledger add up to. A pure function of the set of events (`SC-ARC-MRG-1`).
package struct LedgerState: Hashable, Sendable {
    package internal(set) var name = ""
    package internal(set) var participants: [ParticipantID: Participant] = [:]
    package internal(set) var labels: [LabelID: Label] = [:]
    /// Labels that were here once. An expense entered meanwhile may still name them (`SC-FR-LBL-4`).
    package internal(set) var deletedLabels: Set<LabelID> = []
    package internal(set) var expenses = Table<Expense>()
    package internal(set) var settlements = Table<Settlement>()
    /// The other side of `Participant.devices`.
    var owners: [DeviceID: ParticipantID] = [:]

    package init() {}
}

/// A person in a ledger.
package struct Participant: Hashable, Sendable {
    package let id: ParticipantID
    package internal(set) var name: String
    /// The devices that said they are this person's; none for people who do not use the app (`SC-FR-PRT-4`).
    package internal(set) var devices: Set<DeviceID> = []
    package let added: Stamp
}

/// A tag on expenses, without meaning for sums.
package struct Label: Hashable, Sendable {
    package let id: LabelID
    package internal(set) var name: String
}

/// Money paid for others.
package struct Expense: Hashable, Sendable, Row {
    package let id: ExpenseID
    package internal(set) var input: ExpenseInput
    package let created: Stamp
    package internal(set) var lastEdited: Stamp?
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
