import LedgerCore

/// The spreadsheet of a Spliit group. A member's cell is their share: positive for who paid, negative for everybody else.
/// Who paid without a share has 0, as somebody who has nothing to do with it: where several have 0 the payer is not in the
/// file, and the row can not be imported. A fork of Spliit writes what each gains instead: then the cells of a row
/// come to zero.
struct SpliitCSV: RowReading {
    private let columns: Columns
    private let members: [(column: Int, person: Int)]

    static func matches(_ header: CSVRow) -> Bool {
        Columns(header).has("Date", "Description", "Currency", "Cost", "Split mode", "Is Reimbursement")
    }

    private static let own: Set<String> = [
        "date", "description", "category", "currency", "cost", "original cost", "original currency",
        "conversion rate", "conversion source", "is reimbursement", "is settlement", "split mode", "recurrence",
        "recurrence rule", "notes",
    ]

    init(_ header: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        columns = Columns(header)
        let last = columns["Split mode"] ?? 0
        var members: [(column: Int, person: Int)] = []
        for (column, name) in columns.names.enumerated() {
            guard column > last, !name.isEmpty, !Self.own.contains(name.lowercased()) else { continue }
            members.append((column, try plan.newPerson(named: PlainText.unguarded(name))))
        }
        self.members = members
    }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        let line = row.line
        guard let date = plan.date(row.cell(columns["Date"]), row: line),
            let currency = plan.currency(row.cell(columns["Currency"]), row: line),
            let cost = plan.number(row.cell(columns["Cost"]), row: line),
            let amount = plan.amount(cost, currency, row: line), let cells = cells(row, currency, &plan)
        else { return }
        let book = try plan.book(in: currency, members: members.map(\.person))
        let isPayment = row.cell(columns["Is Reimbursement"]) == "Yes" || row.cell(columns["Is Settlement"]) == "Yes"
        guard let (parts, certainty) = parts(cells, amount, line, &plan) else { return }
        let hasShape = parts.count == 2 && parts.allSatisfy { $0.paid == 0 || $0.borne == 0 }
        let kind: ImportEntry.Kind = amount < 0 ? .income : isPayment && hasShape ? .payment : .expense
        try plan.add(
            PlanDraft.Row(
                row: line, book: book, kind: kind, certainty: certainty, date: date,
                title: PlainText.unguarded(row.cell(columns["Description"])), note: note(row),
                category: kind == .payment ? "" : PlainText.unguarded(row.cell(columns["Category"])),
                amount: abs(amount), parts: parts))
    }

    private func note(_ row: CSVRow) -> String {
        let original = [row.cell(columns["Original cost"]), row.cell(columns["Original currency"])]
        guard !original.contains("") else { return "" }
        let rate = row.cell(columns["Conversion rate"])
        return original.joined(separator: " ") + (rate.isEmpty ? "" : " × \(rate)")
    }

    private func cells(_ row: CSVRow, _ currency: Currency?, _ plan: inout PlanDraft) -> [(person: Int, cell: Int)]? {
        var cells: [(person: Int, cell: Int)] = []
        for member in members {
            let text = row[member.column]
            if text.isEmpty { continue }
            guard let number = plan.number(text, row: row.line),
                let amount = plan.amount(number, currency, row: row.line)
            else { return nil }
            if amount != 0 { cells.append((member.person, amount)) }
        }
        return cells
    }

    /// Nil, and reported, when the row does not tell who paid.
    private func parts(
        _ cells: [(person: Int, cell: Int)], _ amount: Int, _ line: Int, _ plan: inout PlanDraft
    ) -> (parts: [ImportPart], certainty: ImportEntry.Certainty)? {
        let sum = cells.reduce(0) { $0 + abs($1.cell) }
        if cells.count > 1, amount > 0, cells.reduce(0, { $0 + $1.cell }) == 0, sum != amount {
            let shape = NetShape(cells.map { ($0.person, $0.cell) }, amount: amount)
            return (shape.parts, shape.certainty)
        }
        guard sum == abs(amount) else {
            plan.lose(line, .doesNotAddUp, "The shares do not come to the cost.")
            return nil
        }
        let sign = amount < 0 ? -1 : 1
        let payers = cells.filter { $0.cell * sign > 0 }
        guard let payer = payers.count == 1 ? payers[0].person : onlyOther(than: cells) else {
            plan.lose(
                line, .payerUnknown, "Who paid is not in this file. Export the group as JSON: there it is.")
            return nil
        }
        let isIncome = amount < 0
        let shares = cells.map { cell in
            isIncome
                ? ImportPart(person: cell.person, paid: abs(cell.cell))
                : ImportPart(person: cell.person, borne: abs(cell.cell))
        }
        let whole = isIncome ? ImportPart(person: payer, borne: -amount) : ImportPart(person: payer, paid: amount)
        return ([whole] + shares, .exact)
    }

    /// Who paid without a share has an empty part: when only one has, that one did.
    private func onlyOther(than cells: [(person: Int, cell: Int)]) -> Int? {
        let others = members.map(\.person).filter { person in !cells.contains { $0.person == person } }
        return others.count == 1 ? others[0] : nil
    }
}
