/// One line of history: who did what, and when. Never changed, never removed (`SC-ARC-LOG-1`, `SC-ARC-LOG-2`).
package struct Event: Hashable, Sendable {
    package let id: EventID
    package let schemaVersion: Int
    package let authorDevice: DeviceID
    /// `.none` when the device had not claimed anyone yet.
    package let authorParticipant: ParticipantID
    package let entryAt: Instant
    package let kind: Kind

    package init(
        id: EventID, schemaVersion: Int, authorDevice: DeviceID, authorParticipant: ParticipantID, entryAt: Instant,
        kind: Kind
    ) {
        self.id = id
        self.schemaVersion = schemaVersion
        self.authorDevice = authorDevice
        self.authorParticipant = authorParticipant
        self.entryAt = entryAt
        self.kind = kind
    }

    /// Indirect, so that copying an event does not copy all it says.
    package indirect enum Kind: Hashable, Sendable {
        case ledgerRenamed(name: String)
        case participantAdded(ParticipantID, name: String)
        case participantRenamed(ParticipantID, name: String)
        case participantClaimed(ParticipantID, device: DeviceID)
        /// The device is this person's no more. Since schema version 2.
        case participantReleased(ParticipantID, device: DeviceID)
        case labelCreated(LabelID, name: String)
        case labelRenamed(LabelID, name: String)
        case labelDeleted(LabelID)
        case expenseCreated(ExpenseID, ExpenseInput)
        case expenseUpdated(ExpenseID, ExpenseInput)
        case expenseDeleted(ExpenseID)
        case settlementRecorded(SettlementID, SettlementInput)
        case settlementUpdated(SettlementID, SettlementInput)
        case settlementDeleted(SettlementID)
    }

    /// The order in which events are applied: by moment, then by id (`SC-ARC-MRG-1`).
    package struct Order: Hashable, Comparable, Sendable {
        let entryAt: Instant
        let id: EventID

        package static func < (left: Order, right: Order) -> Bool {
            left.entryAt == right.entryAt ? left.id < right.id : left.entryAt < right.entryAt
        }
    }

    package var order: Order { Order(entryAt: entryAt, id: id) }
}
