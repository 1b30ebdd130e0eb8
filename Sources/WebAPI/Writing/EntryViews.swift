import Cryptography
package import JSON
package import LedgerCore

/// Expenses and settlements as the API shows them.
struct ExpenseView: JSONWritable {
    let expense: Expense
    let moment: Moment
    /// Which one it is, where it comes of a schedule.
    let occurrence: OccurrenceID?
    private let input: ExpenseInput
    /// Deleted labels are left out when an expense is read (`SC-FR-LBL-4`).
    private let labels: [LabelID]

    init(expense: Expense, moment: Moment, occurrence: OccurrenceID? = nil) {
        self.expense = expense
        self.moment = moment
        self.occurrence = occurrence ?? moment.state.occurrences[expense.id]
        input = expense.input
        labels = input.labels.filter { moment.state.labels[$0] != nil }
    }

    private var state: LedgerState { moment.state }

    /// Names what is shown: the last event that shaped the expense, and which of its labels are left.
    var revision: String {
        let version = expense.version.description
        if labels.count == input.labels.count { return version }
        return version + "-" + EntityTag.digest(labels.flatMap(\.bytes)).prefix(8)
    }

    /// Names everything that is shown, also what no write of the expense touches: its comments, what was paid for it, who
    /// turned out to be whom, whether it is overdue, by which ratio an occurrence is shared.
    var tag: String {
        let isAlone =
            state.merged.isEmpty && occurrence == nil && input.budget == nil
            && state.comments(on: expense.id).isEmpty && !moment.openShares.hasPayments(for: expense.id)
        return isAlone ? revision : revision + "+" + EntityTag.digest(self.json).prefix(8)
    }

    func write(to json: inout JSONWriter) {
        let currency = moment.currency
        json.object { json in
            if let occurrence { json.member("id", occurrence.description) } else { json.member("id", expense.id) }
            json.writeInput(input, labels: labels, in: state, currency)
            json.key("shares")
            json.array { json in
                for (participant, share) in zip(input.split, input.shares) {
                    json.object { json in
                        json.member("participantId", participant)
                        json.member("amount", share, currency)
                    }
                }
            }
            json.member("openShares", each: moment.openShares.open(of: expense)) { json, share in
                json.object { json in
                    json.member("participantId", share.debtor)
                    json.member("toId", share.creditor)
                    json.member("amount", share.amount, currency)
                }
            }
            json.member("comments", state.comments(on: expense.id).count)
            json.member("overdue", input.isExpected && input.executionDate < moment.today)
            if let occurrence {
                json.member("scheduleId", occurrence.schedule)
                json.member("occurrence", occurrence.number)
            }
            json.writeStamps(expense.created, expense.lastEdited)
            json.member("revision", revision)
        }
    }
}

struct SettlementView: JSONWritable {
    let settlement: Settlement
    let moment: Moment

    var revision: String { settlement.version.description }

    func write(to json: inout JSONWriter) {
        let input = settlement.input
        json.object { json in
            json.member("id", settlement.id)
            json.member("fromParticipantId", input.from)
            json.member("toParticipantId", input.to)
            json.member("amount", input.amount, moment.currency)
            json.member("date", input.date)
            json.member("note", input.note)
            json.member("expenseId", input.expense.map { moment.address(of: $0).description })
            json.writeStamps(settlement.created, settlement.lastEdited)
            json.member("revision", revision)
        }
    }
}

extension JSONWriter {
    mutating func writeInput(_ input: ExpenseInput, labels: [LabelID], in state: LedgerState, _ currency: Currency) {
        member("title", input.title)
        member("amount", input.amount, currency)
        member("executionDate", input.executionDate)
        member("payerId", input.payer)
        member("splitParticipantIds", input.split)
        member("labelIds", labels)
        member("note", input.note)
        writeTerms(input.terms, currency)
        writeBudget(input, state.budget, currency)
    }

    mutating func writeTerms(_ terms: ExpenseTerms?, _ currency: Currency) {
        guard let terms else {
            key("split")
            raw(#"{"mode":"equal"}"#)
            key("payers")
            return null()
        }
        key("split")
        writeSplit(terms.split, currency)
        key("payers")
        if terms.payers.isEmpty { null() } else { writeParts(terms.payers, currency) }
    }

    /// What was in a category that is deleted is in none.
    private mutating func writeBudget(_ input: ExpenseInput, _ book: BudgetBook, _ currency: Currency) {
        member("categoryId", orNull: book.category(of: input)?.id)
        key("spread")
        if let spread = input.spread { value(spread) } else { null() }
        member("expected", input.isExpected)
        guard case .reconciled(let estimate, let day) = input.expectation else { return }
        key("estimate")
        writeEstimate(estimate, day, currency)
        member("variance", input.amount - estimate, currency)
    }

    mutating func writeEstimate(_ amount: Money, _ day: CalendarDay, _ currency: Currency) {
        object { json in
            json.member("amount", amount, currency)
            json.member("date", day)
        }
    }

    mutating func writeStamps(_ created: Stamp, _ edited: Stamp?) {
        member("createdAt", created.at)
        member("createdBy", orNull: created.by)
        member("lastEditedAt", edited?.at)
        member("lastEditedBy", orNull: edited?.by)
    }
}

extension Spread: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("from", from)
            json.member("to", to)
            json.member("by", unit.rawValue)
        }
    }
}

/// One version of an expense, with who made it so and when.
struct VersionView: JSONWritable {
    let version: Version<ExpenseInput>
    let state: LedgerState
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("eventId", version.event)
            json.member("kind", version.change.rawValue)
            json.member("at", version.at)
            json.member("by", orNull: version.by)
            json.key("expense")
            if let input = version.input {
                json.object { json in json.writeInput(input, labels: input.labels, in: state, currency) }
            } else {
                json.null()
            }
        }
    }
}
