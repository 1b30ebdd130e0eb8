/// Money that comes to one person.
package struct Income: Hashable, Sendable {
    package let id: IncomeID
    package internal(set) var input: IncomeInput
    package let created: Stamp
    package internal(set) var lastEdited: Stamp?

    package var version: EventID { (lastEdited ?? created).event }
}

package struct IncomeInput: Hashable, Sendable {
    package enum Time: Hashable, Sendable {
        case once(CalendarDay)
        case recurring(Recurrence)
    }

    package var participant: ParticipantID
    package var name: String
    package var amount: Money
    package var time: Time

    package init(participant: ParticipantID, name: String, amount: Money, time: Time) {
        self.participant = participant
        self.name = name
        self.amount = amount
        self.time = time
    }
}

/// Money that one person moved between two ledgers of theirs: recorded in both under one id, out of the one and into the
/// other. It is in nobody's balance, only in that person's budget.
package struct Transfer: Hashable, Sendable {
    package let id: TransferID
    package let input: TransferInput
    package let created: Stamp
}

package struct TransferInput: Hashable, Sendable {
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case out, into = "in"
    }

    package var participant: ParticipantID
    package var direction: Direction
    package var amount: Money
    package var date: CalendarDay
    package var otherLedger: LedgerID
    package var note: String?

    package init(
        participant: ParticipantID, direction: Direction, amount: Money, date: CalendarDay, otherLedger: LedgerID,
        note: String? = nil
    ) {
        self.participant = participant
        self.direction = direction
        self.amount = amount
        self.date = date
        self.otherLedger = otherLedger
        self.note = note
    }
}
