import JSON
import LedgerCore

/// What is reckoned from a ledger, as the API shows it.
struct BalancesView: JSONWritable {
    let balances: Balances
    let me: ParticipantID?
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("currency", currency.code)
            json.member("pairs", each: balances.debts) { json, debt in
                json.object { json in
                    json.member("debtorId", debt.debtor)
                    json.member("creditorId", debt.creditor)
                    json.member("amount", debt.amount, currency)
                }
            }
            json.member("positions", each: balances.positions) { json, position in
                json.object { json in
                    json.member("participantId", position.participant)
                    json.member("amount", position.amount, currency)
                }
            }
            json.member("mine", each: me.map(balances.facing) ?? []) { json, position in
                json.object { json in
                    json.member("participantId", position.participant)
                    json.member("amount", position.amount.magnitude, currency)
                    json.member("direction", position.amount > .zero ? "owesYou" : "youOwe")
                }
            }
        }
    }
}

struct SettleUpView: JSONWritable {
    let plan: SettleUpPlan
    /// What is not worth a payment in whole units.
    var leavesOpen: [Balances.Position] = []
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("currency", currency.code)
            json.member("payments", each: plan.payments) { json, payment in
                json.object { json in
                    json.member("fromId", payment.from)
                    json.member("toId", payment.to)
                    json.member("amount", payment.amount, currency)
                }
            }
            json.member("count", plan.payments.count)
            json.member("minimal", plan.isMinimal)
            json.member("groups", each: plan.groups) { json, group in
                json.array { json in
                    for id in group { json.value(id) }
                }
            }
            json.member("leavesOpen", each: leavesOpen) { json, position in
                json.object { json in
                    json.member("participantId", position.participant)
                    json.member("amount", position.amount, currency)
                }
            }
        }
    }
}

struct SummaryView: JSONWritable {
    let summary: Summary
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("currency", currency.code)
            json.member("total", summary.total, currency)
            json.member("count", summary.count)
            json.member("perPerson", each: summary.people) { json, person in
                json.object { json in
                    json.member("participantId", person.participant)
                    json.member("paid", person.paid, currency)
                    json.member("share", person.share, currency)
                    json.member("net", person.net, currency)
                }
            }
        }
    }
}

struct StatementLineView: JSONWritable {
    let line: Statement.Line
    let moment: Moment

    func write(to json: inout JSONWriter) {
        json.object { json in
            switch line.item {
            case .expense(let id):
                json.member("kind", "expense")
                json.member("id", moment.address(of: id).description)
                json.member("date", line.date)
                json.member("title", moment.state.expenses[id]?.input.title)
            case .settlement(let id):
                json.member("kind", "settlement")
                json.member("id", id)
                json.member("date", line.date)
                json.member("title", nil as String?)
            }
            json.member("amount", line.amount, moment.currency)
            json.member("running", line.running, moment.currency)
        }
    }
}
