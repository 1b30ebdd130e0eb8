import LedgerCore

/// The tables that two programs make of a Tricount: one with what each bears, one with names only.
struct Tricount: RowReading {
    private let columns: Columns
    /// Whose share stands where; nobody's in the table with names only.
    private let shares: [(column: Int, person: Int)]

    static func matches(_ header: CSVRow) -> Bool {
        let columns = Columns(header)
        return columns.has("Who Paid", "Total", "Currency", "Description", "Involved")
    }

    init(_ header: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        columns = Columns(header)
        var shares: [(column: Int, person: Int)] = []
        for (name, column) in columns.following("Share ") where !name.hasPrefix("Ratio ") {
            shares.append((column, try plan.newPerson(named: name)))
        }
        self.shares = shares
    }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        let line = row.line
        let status = row.cell(columns["Status"])
        guard status.isEmpty || status == "ACTIVE" else {
            return plan.lose(line, .deleted, "It is not active there (\(status.prefix(20).lowercased())).")
        }
        guard let date = plan.date(row.cell(columns["Date"] ?? columns["When"]), row: line),
            let currency = plan.currency(row.cell(columns["Currency"]), row: line),
            let total = plan.number(row.cell(columns["Total"]), row: line),
            let signed = plan.amount(total, currency, row: line)
        else { return }
        let payer = row.cell(columns["Who Paid"])
        guard !payer.isEmpty else { return plan.lose(line, .payerUnknown, "Who paid is missing.") }
        guard let borne = try borne(row, abs(signed), currency, &plan) else { return }
        let (kind, parts) = TricountEntry.parts(
            type: row.cell(columns["Transaction Type"]), amount: signed, payer: try plan.person(named: payer), borne)
        try plan.add(
            PlanDraft.Row(
                row: line, book: try plan.book(in: currency, members: shares.map(\.person)), kind: kind,
                certainty: shares.isEmpty ? .reconstructed : .exact, date: date,
                title: row.cell(columns["Description"]), note: note(row), category: category(row, kind),
                amount: abs(signed), parts: parts,
                sourceID: row.cell(columns["Transaction UUID"]).nonEmpty))
    }

    private func borne(
        _ row: CSVRow, _ amount: Int, _ currency: Currency?, _ plan: inout PlanDraft
    ) throws(ImportRefusal) -> [(person: Int, amount: Int)]? {
        if shares.isEmpty { return try evenly(row, amount, &plan) }
        var borne: [(person: Int, amount: Int)] = []
        for share in shares where !row[share.column].isEmpty {
            guard let number = plan.number(row[share.column], row: row.line),
                let amount = number.minorUnits((currency ?? .euro).digits)
            else { return nil }
            if amount != 0 { borne.append((share.person, abs(amount))) }
        }
        let adjusted = TricountEntry.adjusted(borne, to: amount)
        if adjusted == nil { plan.lose(row.line, .doesNotAddUp, "The shares do not come to the amount.") }
        return adjusted
    }

    private func evenly(
        _ row: CSVRow, _ amount: Int, _ plan: inout PlanDraft
    ) throws(ImportRefusal) -> [(person: Int, amount: Int)]? {
        let names = row.cell(columns["Involved"]).split(separator: ",").map { PlainText.trimmed(String($0)) }
        guard !names.isEmpty, !names.contains(""), names.count <= ImportLimits.people else {
            plan.lose(row.line, .person, "For whom it was paid is missing.")
            return nil
        }
        var borne: [(person: Int, amount: Int)] = []
        for (name, amount) in zip(names, Apportionment.evenly(amount, among: names.count)) {
            borne.append((try plan.person(named: name), amount))
        }
        return borne
    }

    private func note(_ row: CSVRow) -> String {
        let (total, currency) = (row.cell(columns["Local Total"]), row.cell(columns["Local Currency"]))
        guard !total.isEmpty, !currency.isEmpty, currency != row.cell(columns["Currency"]) else { return "" }
        return "\(total) \(currency) × \(row.cell(columns["Exchange Rate"]))"
    }

    private func category(_ row: CSVRow, _ kind: ImportEntry.Kind) -> String {
        TricountEntry.category(row.cell(columns["Category"]), custom: row.cell(columns["Custom Category"]), kind)
    }
}

/// What an entry of a Tricount means, in whatever form it came.
enum TricountEntry {
    /// - Parameter borne: what each bears, without a sign.
    static func parts(
        type: String, amount: Int, payer: Int, _ borne: [(person: Int, amount: Int)]
    ) -> (ImportEntry.Kind, [ImportPart]) {
        if amount < 0 || type == "INCOME" {
            let parts = borne.map { ImportPart(person: $0.person, paid: $0.amount) }
            return (.income, parts + [ImportPart(person: payer, borne: abs(amount))])
        }
        let parts = borne.map { ImportPart(person: $0.person, borne: $0.amount) }
        let isPayment = type == "BALANCE" && borne.count == 1 && borne[0].person != payer
        return (isPayment ? .payment : .expense, [ImportPart(person: payer, paid: amount)] + parts)
    }

    /// Shares that were rounded each by itself: what they miss is the largest one's. More can not be missing.
    static func adjusted(_ borne: [(person: Int, amount: Int)], to amount: Int) -> [(person: Int, amount: Int)]? {
        guard borne.count <= ImportLimits.people else { return nil }
        let rest = amount - borne.reduce(0) { $0 + $1.amount }
        if rest == 0 { return borne }
        guard abs(rest) <= borne.count, !borne.isEmpty else { return nil }
        var borne = borne
        let largest = borne.indices.reduce(0) { borne[$1].amount > borne[$0].amount ? $1 : $0 }
        borne[largest].amount += rest
        return borne
    }

    /// `FOOD_AND_DRINK` becomes “Food and drink”.
    static func category(_ name: String, custom: String, _ kind: ImportEntry.Kind) -> String {
        if kind == .payment { return "" }
        if !custom.isEmpty { return custom }
        if ["UNCATEGORIZED", "OTHER", ""].contains(name) { return "" }
        let words = name.lowercased().split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension String {
    var nonEmpty: String? { isEmpty ? nil : self }
}
