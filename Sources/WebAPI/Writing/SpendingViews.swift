import JSON
import LedgerCore

/// What was spent, and what is left, as the API shows it.
struct DailyBudgetView: JSONWritable {
    let budget: DailyBudget
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("participantId", budget.participant)
            json.member("date", budget.date)
            json.member("income", budget.income.amount, currency)
            json.member("recurring", budget.recurring.amount, currency)
            json.member("spread", budget.spread.amount, currency)
            json.member("expected", budget.expected.amount, currency)
            json.member("saving", budget.saving, currency)
            json.member("variableBefore", budget.variable.amount, currency)
            json.member("pool", budget.pool, currency)
            json.member("daysLeft", budget.daysLeft)
            json.member("available", budget.available, currency)
            json.member("spentToday", budget.today.amount, currency)
            json.member("leftToday", budget.leftToday, currency)
            json.key("burden")
            json.object { json in
                json.member("individual", budget.burden.individual, currency)
                json.member("shared", budget.burden.shared, currency)
                json.member("total", budget.burden.total, currency)
            }
            json.key("explain")
            json.object { json in
                writeLines("income", budget.income, to: &json)
                writeLines("recurring", budget.recurring, to: &json)
                writeLines("spread", budget.spread, to: &json)
                writeLines("expected", budget.expected, to: &json)
                writeLines("variable", budget.variable, to: &json)
                writeLines("today", budget.today, to: &json)
            }
        }
    }

    private func writeLines(_ name: StaticString, _ box: BudgetBox, to json: inout JSONWriter) {
        json.member(name, each: box.lines) { json, line in
            json.object { json in
                json.member("title", line.title)
                if let date = line.date { json.member("date", date) }
                json.member("amount", line.amount, currency)
                json.writeMember(line.source)
            }
        }
    }
}

struct AlertView: JSONWritable {
    let item: BudgetAlerts.Item
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", item.kind.rawValue)
            json.member("title", item.title)
            if let date = item.date { json.member("date", date) }
            json.member("amount", item.amount, currency)
            json.writeMember(item.source)
        }
    }
}

extension JSONWriter {
    /// Where to look for it.
    fileprivate mutating func writeMember(_ source: BudgetSource) {
        switch source {
        case .category(let id): member("categoryId", id)
        case .expense(let id): member("expenseId", id)
        case .occurrence(let id):
            member("scheduleId", id.schedule)
            member("occurrence", id.number)
        case .income(let id): member("incomeId", id)
        case .transfer(let id): member("transferId", id)
        }
    }
}

struct MonthReportView: JSONWritable {
    let month: MonthReport.Month
    let book: BudgetBook
    let currency: Currency

    func write(to json: inout JSONWriter) {
        let spending = month.spending.byPerson
        json.object { json in
            json.member("month", month.month.description)
            json.member("income", month.incomeTotal, currency)
            json.member("spent", month.spending.total, currency)
            json.member("byCategory", each: book.categoriesInOrder.map(\.id) + [nil]) { json, id in
                json.object { json in
                    json.member("categoryId", orNull: id)
                    json.member("amount", month.spending[id].amount, currency)
                    json.key("shares")
                    json.write(month.spending[id].shares, currency)
                }
            }
            json.member("byPerson", each: Set(spending.keys).union(month.income.keys).sorted()) { json, person in
                json.object { json in
                    json.member("participantId", person)
                    json.member("income", month.income[person] ?? .zero, currency)
                    json.member("spent", spending[person] ?? .zero, currency)
                }
            }
        }
    }
}

struct VarianceView: JSONWritable {
    let variance: Variance
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("items", each: variance.items) { json, item in
                json.object { json in
                    json.member("expenseId", item.expense.id)
                    json.member("title", item.expense.input.title)
                    json.member("date", item.date)
                    writeMembers(of: item.deviation, to: &json)
                }
            }
            let categories = variance.byCategory.sorted { ($0.key ?? .none) < ($1.key ?? .none) }
            json.member("byCategory", each: categories) { json, entry in
                json.object { json in
                    json.member("categoryId", orNull: entry.key)
                    writeMembers(of: entry.value, to: &json)
                }
            }
            json.member("byMonth", each: variance.byMonth.sorted { $0.key < $1.key }) { json, entry in
                json.object { json in
                    json.member("month", entry.key.description)
                    writeMembers(of: entry.value, to: &json)
                }
            }
            json.member("total", variance.total.variance, currency)
        }
    }

    private func writeMembers(of deviation: Variance.Deviation, to json: inout JSONWriter) {
        json.member("expected", deviation.expected, currency)
        json.member("actual", deviation.actual, currency)
        json.member("variance", deviation.variance, currency)
    }
}
