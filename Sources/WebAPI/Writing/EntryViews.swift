import Cryptography
import JSON
import LedgerCore

/// Expenses and settlements as the API shows them.
struct ExpenseView: JSONWritable {
    let expense: Expense
    let state: LedgerState
    let openShares: OpenShares
    let currency: Currency

    /// Deleted labels are left out when an expense is read (`SC-FR-LBL-4`).
    private var labels: [LabelID] { expense.input.labels.filter { state.labels[$0] != nil } }

    /// Names what is shown: the last event that shaped the expense, and which of its labels are left.
    var revision: String {
        let version = expense.version.description
        let labels = labels
        if labels.count == expense.input.labels.count { return version }
        return version + "-" + EntityTag.digest(labels.flatMap(\.bytes)).prefix(8)
    }

    /// Names everything that is shown, also what no write of the expense touches: its comments, what was paid for it, and
    /// who turned out to be whom.
    var tag: String {
        let isAlone =
            state.merged.isEmpty && state.comments(on: expense.id).isEmpty && !openShares.hasPayments(for: expense.id)
        return isAlone ? revision : revision + "+" + EntityTag.digest(self.json).prefix(8)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", expense.id)
            json.writeInput(expense.input, labels: labels, currency)
            json.key("shares")
            json.array { json in
                for (participant, share) in zip(expense.input.split, expense.input.shares) {
                    json.object { json in
                        json.member("participantId", participant)
                        json.member("amount", share, currency)
                    }
                }
            }
            json.member("openShares", each: openShares.open(of: expense)) { json, share in
                json.object { json in
                    json.member("participantId", share.debtor)
                    json.member("toId", share.creditor)
                    json.member("amount", share.amount, currency)
                }
            }
            json.member("comments", state.comments(on: expense.id).count)
            json.writeStamps(expense.created, expense.lastEdited)
            json.member("revision", revision)
        }
    }
}

struct SettlementView: JSONWritable {
    let settlement: Settlement
    let currency: Currency

    var revision: String { settlement.version.description }

    func write(to json: inout JSONWriter) {
        let input = settlement.input
        json.object { json in
            json.member("id", settlement.id)
            json.member("fromParticipantId", input.from)
            json.member("toParticipantId", input.to)
            json.member("amount", input.amount, currency)
            json.member("date", input.date)
            json.member("note", input.note)
            json.member("expenseId", orNull: input.expense)
            json.writeStamps(settlement.created, settlement.lastEdited)
            json.member("revision", revision)
        }
    }
}

extension JSONWriter {
    mutating func writeInput(_ input: ExpenseInput, labels: [LabelID], _ currency: Currency) {
        member("title", input.title)
        member("amount", input.amount, currency)
        member("executionDate", input.executionDate)
        member("payerId", input.payer)
        member("splitParticipantIds", input.split)
        member("labelIds", labels)
        member("note", input.note)
        guard let terms = input.terms else {
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

    fileprivate mutating func writeStamps(_ created: Stamp, _ edited: Stamp?) {
        member("createdAt", created.at)
        member("createdBy", orNull: created.by)
        member("lastEditedAt", edited?.at)
        member("lastEditedBy", orNull: edited?.by)
    }
}

/// One version of an expense, with who made it so and when.
struct VersionView: JSONWritable {
    let version: Version<ExpenseInput>
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("eventId", version.event)
            json.member("kind", version.change.rawValue)
            json.member("at", version.at)
            json.member("by", orNull: version.by)
            json.key("expense")
            if let input = version.input {
                json.object { json in json.writeInput(input, labels: input.labels, currency) }
            } else {
                json.null()
            }
        }
    }
}
