package import LedgerCore

/// One person's transactions in a ledger (`SC-FR-EXR-1…3`), ready to be written in whatever format.
///
/// The same ledger gives the same sheet: nothing in it depends on when it is made, so that a file that was written before
/// can be recognised.
package struct BookingSheet: Sendable {
    package let ledger: LedgerID
    package let ledgerName: String
    package let participant: ParticipantID
    package let participantName: String
    package let projection: Projection
    package let currency: Currency
    package let filter: ExpenseFilter
    /// By date, then by id.
    package let bookings: [Booking]
    /// What the account stood at before the first day that was asked for.
    package let opening: Money
    /// When the newest of the bookings was entered or changed; the beginning of 1970 when there are none.
    package let asOf: Instant

    /// - Parameter participant: somebody in the ledger.
    package init(
        _ state: LedgerState, _ ledger: LedgerID, of participant: Participant, in currency: Currency,
        _ projection: Projection, matching filter: ExpenseFilter
    ) {
        self.ledger = ledger
        ledgerName = state.name
        self.participant = participant.id
        participantName = participant.name
        self.projection = projection
        self.currency = currency
        self.filter = filter
        bookings = projection.rows(of: participant.id, in: state, matching: filter)
            .compactMap { Booking($0, of: participant.id, in: state) }
        opening = Self.sum(before: filter, of: participant.id, projection, state)
        asOf = bookings.map(\.changedAt).max() ?? Instant(milliseconds: 0)
    }

    private static func sum(
        before filter: ExpenseFilter, of participant: ParticipantID, _ projection: Projection, _ state: LedgerState
    ) -> Money {
        guard let from = filter.from, from > .earliest else { return .zero }
        var earlier = filter
        earlier.from = nil
        earlier.to = from.adding(days: -1)
        return projection.rows(of: participant, in: state, matching: earlier).reduce(.zero) { $0 + $1.amount }
    }

    package var closing: Money { bookings.reduce(opening) { $0 + $1.amount } }

    /// The days that the sheet speaks of.
    package var firstDay: CalendarDay { filter.from ?? bookings.first?.date ?? asOf.day }
    package var lastDay: CalendarDay { max(filter.to ?? bookings.last?.date ?? asOf.day, firstDay) }
}

/// One line of a sheet.
package struct Booking: Sendable {
    package enum Kind: String, Sendable {
        case expense
        case settlement
    }

    package let kind: Kind
    /// Of the expense or settlement: the same in every export (`SC-FR-EXR-4`).
    package let id: ExpenseID
    package let date: CalendarDay
    /// Positive: into the account.
    package let amount: Money
    package let title: String
    /// The other people of it.
    package let counterparties: [String]
    package let labels: [String]
    package let category: String?
    package let note: String?
    /// Of the whole expense or settlement.
    package let total: Money
    /// What the person paid of it, and has to bear of it.
    package let paid: Money
    package let share: Money
    package let changedAt: Instant

    /// Without hyphens: 32 hexadecimal digits, for formats that have no room for 36.
    package var digits: String { id.description.filter { $0 != "-" } }
}

extension Booking {
    fileprivate init?(_ row: Projection.Row, of participant: ParticipantID, in state: LedgerState) {
        switch row.item {
        case .expense(let id):
            guard let expense = state.expenses[id] else { return nil }
            self.init(expense, row, participant, state)
        case .settlement(let id):
            guard let settlement = state.settlements[id] else { return nil }
            self.init(settlement, row, participant, state)
        }
    }

    private init(_ expense: Expense, _ row: Projection.Row, _ participant: ParticipantID, _ state: LedgerState) {
        let input = expense.input
        kind = .expense
        id = expense.id
        date = row.date
        amount = row.amount
        title = input.title
        counterparties = input.split.filter { $0 != participant }.map(state.name)
        labels = state.labels(of: input).map(\.name)
        category = state.budget.category(of: input)?.input.name
        note = input.note
        total = input.amount
        paid = input.paid(by: participant)
        share = input.share(of: participant)
        changedAt = (expense.lastEdited ?? expense.created).at
    }

    private init(
        _ settlement: Settlement, _ row: Projection.Row, _ participant: ParticipantID, _ state: LedgerState
    ) {
        let input = settlement.input
        let isPaid = input.from == participant
        let other = state.name(of: isPaid ? input.to : input.from)
        kind = .settlement
        id = ExpenseID(bits: settlement.id.bits)
        date = row.date
        amount = row.amount
        title = "Settlement \(isPaid ? "to" : "from") \(other)"
        counterparties = [other]
        labels = []
        category = nil
        note = input.note
        total = input.amount
        paid = isPaid ? input.amount : .zero
        share = .zero
        changedAt = (settlement.lastEdited ?? settlement.created).at
    }
}
