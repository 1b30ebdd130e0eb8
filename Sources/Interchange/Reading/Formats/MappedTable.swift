import LedgerCore

/// Any table, once somebody has said what its columns are. Who paid and who bears what is told in one of three ways: a column
/// for each person with what they gain, columns with what each paid or bears, or the names of the payer and of the sharers.
struct MappedTable: RowReading {
    private let numbers: DecimalNumber.Style
    private let places: [TableColumn: Int]
    private let people: [(kind: TableColumn, column: Int, person: Int)]

    private static let ofPeople: Set<TableColumn> = [.net, .share, .paid]

    init(
        _ header: CSVRow, _ columns: [TableColumn], _ numbers: DecimalNumber.Style, into plan: inout PlanDraft
    ) throws(ImportRefusal) {
        self.numbers = numbers
        guard columns.count <= header.fields.count else {
            throw ImportRefusal(.wrongColumns, "The table has \(header.fields.count) columns, not \(columns.count).")
        }
        var places: [TableColumn: Int] = [:]
        var people: [(kind: TableColumn, column: Int, person: Int)] = []
        for (column, kind) in columns.enumerated() where kind != .ignored {
            if Self.ofPeople.contains(kind) {
                // One person may have two columns: what they paid, and what they bear.
                people.append((kind, column, try plan.person(named: header[column])))
            } else {
                guard places.updateValue(column, forKey: kind) == nil else {
                    throw ImportRefusal(.wrongColumns, "Two columns can not both be the \(kind.rawValue).")
                }
            }
        }
        self.places = places
        self.people = people
        let kinds = Set(people.map(\.kind))
        let tells =
            kinds == [.net] || (kinds.contains(.share) && (kinds.contains(.paid) || places[.payer] != nil))
            || (kinds.isEmpty && places[.payer] != nil && places[.sharers] != nil)
        guard places[.date] != nil, tells, places[.amount] != nil || kinds != [] else {
            throw ImportRefusal(
                .wrongColumns,
                "Name the columns of the date and of either: net, for each person; share for each with payer or paid; "
                    + "payer, sharers and amount.")
        }
    }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        let line = row.line
        guard let date = plan.date(cell(.date, row), row: line),
            let currency = plan.currency(cell(.currency, row).uppercased(), row: line),
            let cells = cells(row, currency, &plan), let written = amount(row, currency, &plan)
        else { return }
        let (amount, shape) =
            people.isEmpty
            ? (written ?? 0, try byNames(row, written ?? 0, &plan)) : try byColumns(row, cells, written, &plan)
        guard let (parts, certainty) = shape else { return }
        let kind = Self.kind(cell(.kind, row), parts)
        try plan.add(
            PlanDraft.Row(
                row: line, book: try plan.book(in: currency, members: Array(Set(people.map(\.person))).sorted()),
                kind: kind, certainty: certainty, date: date, title: cell(.title, row), note: cell(.note, row),
                category: kind == .payment ? "" : cell(.category, row), amount: amount, parts: parts))
    }

    private typealias Shape = (parts: [ImportPart], certainty: ImportEntry.Certainty)

    private func cell(_ kind: TableColumn, _ row: CSVRow) -> String { row.cell(places[kind]) }

    /// The amount, where there is a column of it. Nil, and reported, when it is not understood.
    private func amount(_ row: CSVRow, _ currency: Currency?, _ plan: inout PlanDraft) -> Int?? {
        let text = cell(.amount, row)
        if text.isEmpty, !people.isEmpty { return .some(nil) }
        guard let number = plan.number(text, numbers, row: row.line),
            let amount = plan.amount(number, currency, row: row.line)
        else { return nil }
        return amount
    }

    private func cells(
        _ row: CSVRow, _ currency: Currency?, _ plan: inout PlanDraft
    ) -> [(kind: TableColumn, person: Int, amount: Int)]? {
        var cells: [(kind: TableColumn, person: Int, amount: Int)] = []
        for column in people where !row[column.column].isEmpty {
            guard let number = plan.number(row[column.column], numbers, row: row.line),
                let amount = plan.amount(number, currency, row: row.line)
            else { return nil }
            cells.append((column.kind, column.person, amount))
        }
        return cells
    }

    private func byColumns(
        _ row: CSVRow, _ cells: [(kind: TableColumn, person: Int, amount: Int)], _ written: Int?,
        _ plan: inout PlanDraft
    ) throws(ImportRefusal) -> (Int, Shape?) {
        if people[0].kind == .net {
            let gained = cells.reduce(0) { $0 + max($1.amount, 0) }
            guard cells.reduce(0, { $0 + $1.amount }) == 0, written ?? gained >= gained else {
                plan.lose(row.line, .doesNotAddUp, "What everybody gains and loses does not come to zero.")
                return (0, nil)
            }
            let shape = NetShape(cells.map { ($0.person, $0.amount) }, amount: written ?? gained)
            return (written ?? gained, (shape.parts, shape.certainty))
        }
        var parts = cells.map { cell in
            cell.kind == .paid
                ? ImportPart(person: cell.person, paid: cell.amount)
                : ImportPart(person: cell.person, borne: cell.amount)
        }
        let amount = written ?? parts.reduce(0) { $0 + $1.borne }
        let payer = cell(.payer, row)
        if !payer.isEmpty { parts.append(ImportPart(person: try plan.person(named: payer), paid: amount)) }
        return (amount, (parts, .exact))
    }

    private func byNames(
        _ row: CSVRow, _ amount: Int, _ plan: inout PlanDraft
    ) throws(ImportRefusal) -> Shape? {
        let payer = cell(.payer, row)
        let names = cell(.sharers, row).split { $0 == "," || $0 == ";" }.map { PlainText.trimmed(String($0)) }
        guard !payer.isEmpty, !names.isEmpty, !names.contains(""), names.count <= ImportLimits.people else {
            plan.lose(row.line, .person, "Who paid, or for whom, is missing.")
            return nil
        }
        var parts = [ImportPart(person: try plan.person(named: payer), paid: amount)]
        for (name, share) in zip(names, Apportionment.evenly(amount, among: names.count)) {
            parts.append(ImportPart(person: try plan.person(named: name), borne: share))
        }
        return (parts, .exact)
    }

    private static let payments: Set<String> = [
        "payment", "transfer", "settlement", "reimbursement", "zahlung", "überweisung", "ausgleich", "rückzahlung",
    ]

    private static func kind(_ text: String, _ parts: [ImportPart]) -> ImportEntry.Kind {
        let isFromOneToOne = parts.count == 2 && parts.allSatisfy { $0.paid == 0 || $0.borne == 0 }
        return isFromOneToOne && payments.contains(text.lowercased()) ? .payment : .expense
    }
}
