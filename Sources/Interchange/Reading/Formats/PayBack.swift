import LedgerCore

/// The export of PayBack: sections named in brackets, columns by their place, ids of whatever form. Nothing in it has a
/// currency. A debt that was paid back is no row there, but a share that says that it is settled: a payment is made of it.
struct PayBack: RowReading {
    private static let marker = "===PAYBACK_EXPORT"

    private struct Expense {
        let row: Int
        let group: String
        let title: String
        let date: CalendarDay
        let amount: Int
        let payer: String
        let isTest: Bool
        var shares: [(member: String, amount: Int, isSettled: Bool)] = []
    }

    private var section = ""
    private var groups: [String: String] = [:]
    private var people: [String: Int] = [:]
    private var members: [String: [String]] = [:]
    private var expenses: [Expense] = []
    private var places: [String: Int] = [:]
    private var shareCount = 0
    private var isOver = false

    static func matches(_ row: CSVRow) -> Bool { row[0].hasPrefix(marker) }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        let first = row[0]
        if isOver || first.hasPrefix("#") || first.hasPrefix(Self.marker) { return }
        if first.hasPrefix("===END_PAYBACK_EXPORT") {
            isOver = true
        } else if first.hasPrefix("["), first.hasSuffix("]"), row.fields.count == 1 {
            section = first
        } else {
            try readRow(row, &plan)
        }
    }

    private mutating func readRow(_ row: CSVRow, _ plan: inout PlanDraft) throws(ImportRefusal) {
        switch section {
        case "[GROUPS]": groups[row[0]] = PlainText.line(row[1], limit: Limits.ledgerNameLength).text
        case "[GROUP_MEMBERS]":
            guard row.fields.count >= 3, !row[1].isEmpty else {
                return plan.lose(row.line, .tooFewCells, "A member of a group without a name.")
            }
            if people[row[1]] == nil { people[row[1]] = try plan.newPerson(named: row[2]) }
            members[row[0], default: []].append(row[1])
        case "[PARTICIPANT_NAMES]":
            // Of those who are in no group.
            if people[row[1]] == nil { people[row[1]] = try plan.newPerson(named: row[2]) }
        case "[EXPENSES]": try readExpense(row, &plan)
        case "[EXPENSE_SPLITS]": try readShare(row, &plan)
        default: break
        }
    }

    private mutating func readExpense(_ row: CSVRow, _ plan: inout PlanDraft) throws(ImportRefusal) {
        guard row.fields.count >= 6 else {
            return plan.lose(row.line, .tooFewCells, "An expense with too few cells.")
        }
        guard places[row[0]] == nil else {
            return plan.lose(row.line, .nothing, "The same expense once more.")
        }
        guard let date = plan.date(row[3], row: row.line), let number = plan.number(row[4], row: row.line),
            let currency = plan.currency("", row: row.line),
            let amount = plan.amount(number, currency, row: row.line)
        else { return }
        guard expenses.count < ImportLimits.entries else {
            throw ImportRefusal(.tooMany, "The file has more than \(ImportLimits.entries) entries.", line: row.line)
        }
        places[row[0]] = expenses.count
        expenses.append(
            Expense(
                row: row.line, group: row[1], title: row[2], date: date, amount: amount, payer: row[5],
                isTest: row[7] == "true"))
    }

    private mutating func readShare(_ row: CSVRow, _ plan: inout PlanDraft) throws(ImportRefusal) {
        guard let place = places[row[0]] else {
            return plan.lose(row.line, .nothing, "A share of an expense that is not there.")
        }
        guard let number = plan.number(row[3], row: row.line), let currency = plan.currency("", row: row.line),
            let amount = plan.amount(number, currency, row: row.line)
        else { return }
        expenses[place].shares.append((row[2], amount, row[4] == "true"))
    }

    mutating func finish(into plan: inout PlanDraft) throws(ImportRefusal) {
        guard let currency = plan.currency("", row: 0) else { return }
        var ids: [String] = Array(places.keys)
        ids.sort { (places[$0] ?? 0) < (places[$1] ?? 0) }
        for (id, expense) in zip(ids, expenses) { try add(expense, id, currency, &plan) }
    }

    private mutating func add(
        _ expense: Expense, _ id: String, _ currency: Currency?, _ plan: inout PlanDraft
    ) throws(ImportRefusal) {
        guard let payer = people[expense.payer] else {
            return plan.lose(expense.row, .payerUnknown, "Who paid is not among the people of the file.")
        }
        var borne: [(person: Int, amount: Int)] = []
        for share in expense.shares {
            guard let person = people[share.member] else {
                return plan.lose(expense.row, .person, "Somebody who shares is not among the people of the file.")
            }
            borne.append((person, share.amount))
        }
        guard let shares = TricountEntry.adjusted(borne, to: expense.amount) else {
            return plan.lose(expense.row, .doesNotAddUp, "The shares do not come to the amount.")
        }
        let name = groups[expense.group]
        let book = try plan.book(
            named: name, in: currency, members: (members[expense.group] ?? []).compactMap { people[$0] })
        var row = PlanDraft.Row(
            row: expense.row, book: book, date: expense.date, title: expense.title, amount: expense.amount,
            parts: [ImportPart(person: payer, paid: expense.amount)]
                + shares.map { ImportPart(person: $0.person, borne: $0.amount) },
            sourceID: id)
        try plan.add(row)
        row.kind = .payment
        row.isImplied = true
        for (share, settled) in zip(shares, expense.shares)
        where settled.isSettled && share.person != payer && share.amount > 0 {
            row.amount = share.amount
            row.parts = [
                ImportPart(person: share.person, paid: share.amount), ImportPart(person: payer, borne: share.amount),
            ]
            row.sourceID = id + "/" + settled.member
            try plan.add(row)
        }
    }
}
