import FolderFormat
import JSON
import LedgerCore
import LedgerSync

/// What a folder holds, for people and for programs.
struct InspectionReport {
    private let inspection: FolderInspection
    private let balances: Balances
    private let plan: SettleUpPlan
    private var state: LedgerState { inspection.ledger.state }
    private var currency: Currency { inspection.metadata.currency }

    init(_ inspection: FolderInspection) {
        self.inspection = inspection
        balances = Balances(inspection.ledger.state)
        plan = SettleUpPlan(balances.positions)
    }

    var text: String {
        let metadata = inspection.metadata
        var lines = [
            "ledger      \(metadata.ledgerID)  \(state.name)",
            "format      version \(metadata.schemaVersion), created \(metadata.createdAt), key \(metadata.keyFingerprint)",
            "contents    " + contents,
        ]
        lines += balances.positions.map { position in
            "position    \(position.amount.text(in: currency)) \(currency.code)  \(state.name(of: position.participant))"
        }
        lines += plan.payments.map { payment in
            "settle up   \(payment.amount.text(in: currency)) \(currency.code)  "
                + "\(state.name(of: payment.from)) → \(state.name(of: payment.to))"
        }
        lines += inspection.problems.map { "problem     \($0)" }
        return lines.joined(separator: "\n")
    }

    private var contents: String {
        [
            (inspection.segmentCount, "segment"), (inspection.ledger.revision, "event"),
            (state.expenses.count, "expense"), (state.settlements.count, "settlement"), (state.labels.count, "label"),
        ].map(counted).joined(separator: ", ")
    }

    var json: String {
        var json = JSONWriter(pretty: true)
        json.object { json in
            writeLedger(to: &json)
            json.member("participants", each: state.participantsInOrder) { json, participant in
                json.object { json in
                    json.member("id", participant.id.description)
                    json.member("name", participant.name)
                    json.member("devices", each: participant.devices.sorted()) { $0.value($1.description) }
                }
            }
            json.member("labels", each: state.labelsInOrder) { json, label in
                json.object { json in
                    json.member("id", label.id.description)
                    json.member("name", label.name)
                }
            }
            writeSums(to: &json)
            json.member("problems", each: inspection.problems) { json, problem in
                json.object { json in
                    json.member("file", problem.file)
                    json.key("line")
                    if let line = problem.line { json.value(line) } else { json.null() }
                    json.member("code", problem.code.rawValue)
                    json.member("detail", problem.message)
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func writeLedger(to json: inout JSONWriter) {
        let metadata = inspection.metadata
        json.member("ledgerId", metadata.ledgerID.text)
        json.member("name", state.name)
        json.member("currency", currency.code)
        json.member("schemaVersion", metadata.schemaVersion)
        json.member("createdAt", metadata.createdAt.description)
        json.member("keyFingerprint", metadata.keyFingerprint)
        json.member("segments", inspection.segmentCount)
        json.member("events", inspection.ledger.revision)
        json.member("expenses", state.expenses.count)
        json.member("settlements", state.settlements.count)
    }

    private func writeSums(to json: inout JSONWriter) {
        json.member("pairs", each: balances.debts) { json, debt in
            json.object { json in
                json.member("debtorId", debt.debtor.description)
                json.member("creditorId", debt.creditor.description)
                json.member("amount", debt.amount.text(in: currency))
            }
        }
        json.member("positions", each: balances.positions) { json, position in
            json.object { json in
                json.member("participantId", position.participant.description)
                json.member("amount", position.amount.text(in: currency))
            }
        }
        json.member("payments", each: plan.payments) { json, payment in
            json.object { json in
                json.member("fromId", payment.from.description)
                json.member("toId", payment.to.description)
                json.member("amount", payment.amount.text(in: currency))
            }
        }
    }
}
