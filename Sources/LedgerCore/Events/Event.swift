/// One line of history: who did what, and when. Never changed, never removed (`SC-ARC-LOG-1`, `SC-ARC-LOG-2`).
package struct Event: Hashable, Sendable {
    package let id: EventID
    package let schemaVersion: Int
    package let authorDevice: DeviceID
    /// `.none` when the device had not claimed anyone yet.
    package let authorParticipant: ParticipantID
    package let entryAt: Instant
    package let kind: Kind
    /// `.none` when it takes nothing back.
    private let takenBack: EventID

    /// The event that this one takes back. Since schema version 2.
    package var undoes: EventID? { takenBack.isNone ? nil : takenBack }

    package init(
        id: EventID, schemaVersion: Int, authorDevice: DeviceID, authorParticipant: ParticipantID, entryAt: Instant,
        kind: Kind, undoes: EventID? = nil
    ) {
        self.id = id
        self.schemaVersion = schemaVersion
        self.authorDevice = authorDevice
        self.authorParticipant = authorParticipant
        self.entryAt = entryAt
        self.kind = kind
        takenBack = undoes ?? .none
    }

    /// Indirect, so that copying an event does not copy all it says.
    package indirect enum Kind: Hashable, Sendable {
        case ledgerRenamed(name: String)
        /// Since schema version 2.
        case ledgerSettingsChanged(LedgerSettings)
        case participantAdded(ParticipantID, name: String, colour: Colour? = nil)
        case participantRenamed(ParticipantID, name: String)
        case participantClaimed(ParticipantID, device: DeviceID)
        /// The device is this person's no more. This and the following of people are there since schema version 2.
        case participantReleased(ParticipantID, device: DeviceID)
        case participantColoured(ParticipantID, Colour)
        /// Stays in all sums, takes part in nothing new.
        case participantRetired(ParticipantID)
        case participantReinstated(ParticipantID)
        /// Both are one person: everything that names the first speaks of the second.
        case participantMerged(ParticipantID, into: ParticipantID)
        /// They are two after all.
        case participantUnmerged(ParticipantID)
        case labelCreated(LabelID, name: String)
        case labelRenamed(LabelID, name: String)
        case labelDeleted(LabelID)
        case expenseCreated(ExpenseID, ExpenseInput)
        case expenseUpdated(ExpenseID, ExpenseInput)
        case expenseDeleted(ExpenseID)
        /// Comments are there since schema version 2.
        case commentAdded(CommentID, ExpenseID, text: String)
        case commentDeleted(CommentID, ExpenseID)
        case settlementRecorded(SettlementID, SettlementInput)
        case settlementUpdated(SettlementID, SettlementInput)
        case settlementDeleted(SettlementID)
        /// Categories, plans, schedules, incomes and transfers are there since schema version 2.
        case categoryCreated(CategoryID, CategoryInput)
        /// All but the owner is replaced.
        case categoryChanged(CategoryID, CategoryInput)
        case categoryDeleted(CategoryID)
        /// Nil: no limit from then on.
        case budgetSet(CategoryID, from: CalendarMonth, Money?)
        /// Nil: no ratio from then on.
        case burdenRatioSet(from: CalendarDay, [Split.Weight]?)
        case savingGoalSet(ParticipantID, from: CalendarMonth, Money)
        /// From then on holds again what held before.
        case planForgotten(PlanEntry)
        case scheduleCreated(ScheduleID, ScheduleInput)
        case scheduleUpdated(ScheduleID, ScheduleInput)
        case scheduleDeleted(ScheduleID)
        case occurrenceChanged(OccurrenceID, ExpenseInput)
        case occurrenceSkipped(OccurrenceID)
        /// It is as its schedule says.
        case occurrenceRestored(OccurrenceID)
        case incomeRecorded(IncomeID, IncomeInput)
        case incomeUpdated(IncomeID, IncomeInput)
        case incomeDeleted(IncomeID)
        case transferRecorded(TransferID, TransferInput)
        case transferDeleted(TransferID)
    }

    /// The order in which events are applied: by moment, then by id (`SC-ARC-MRG-1`).
    package struct Order: Hashable, Comparable, Sendable {
        package let entryAt: Instant
        package let id: EventID

        package init(entryAt: Instant, id: EventID) {
            self.entryAt = entryAt
            self.id = id
        }

        package static func < (left: Order, right: Order) -> Bool {
            left.entryAt == right.entryAt ? left.id < right.id : left.entryAt < right.entryAt
        }
    }

    package var order: Order { Order(entryAt: entryAt, id: id) }

    /// The same event, which says that it takes back another one.
    package func undoing(_ event: EventID) -> Event {
        Event(
            id: id, schemaVersion: schemaVersion, authorDevice: authorDevice, authorParticipant: authorParticipant,
            entryAt: entryAt, kind: kind, undoes: event)
    }
}

extension Event.Kind {
    /// The schema version that an event must have to say this.
    package var since: Int {
        switch self {
        case .ledgerRenamed, .participantRenamed, .participantClaimed, .labelCreated, .labelRenamed, .labelDeleted,
            .expenseDeleted, .settlementDeleted:
            1
        case .participantAdded(_, _, let colour): colour == nil ? 1 : 2
        case .expenseCreated(_, let input), .expenseUpdated(_, let input):
            input.terms == nil && input.budget == nil ? 1 : 2
        case .settlementRecorded(_, let input), .settlementUpdated(_, let input): input.expense == nil ? 1 : 2
        case .ledgerSettingsChanged, .participantReleased, .participantColoured, .participantRetired,
            .participantReinstated, .participantMerged, .participantUnmerged, .commentAdded, .commentDeleted,
            .categoryCreated, .categoryChanged, .categoryDeleted, .budgetSet, .burdenRatioSet, .savingGoalSet,
            .planForgotten, .scheduleCreated, .scheduleUpdated, .scheduleDeleted, .occurrenceChanged,
            .occurrenceSkipped, .occurrenceRestored, .incomeRecorded, .incomeUpdated, .incomeDeleted,
            .transferRecorded, .transferDeleted:
            2
        }
    }
}
