import LedgerCore

/// The spreadsheet of a Settle Up group: lists in cells, joined by `;`, which belong together place by place.
struct SettleUp: RowReading {
    private let columns: Columns

    static func matches(_ header: CSVRow) -> Bool {
        Columns(header).has("Who paid", "Amount", "Currency", "For whom", "Split amounts")
    }

    init(_ header: CSVRow) {
        columns = Columns(header)
    }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        let line = row.line
        guard let date = plan.date(row.cell(columns["Date & time"]), row: line),
            let currency = plan.currency(row.cell(columns["Currency"]), row: line),
            let paid = amounts(row.cell(columns["Amount"]), currency, line, &plan),
            let borne = amounts(row.cell(columns["Split amounts"]), currency, line, &plan)
        else { return }
        let payers = Self.list(row.cell(columns["Who paid"]))
        let sharers = Self.list(row.cell(columns["For whom"]))
        guard !payers.isEmpty, payers.count == paid.count, !sharers.isEmpty, sharers.count == borne.count,
            payers.count <= ImportLimits.people, sharers.count <= ImportLimits.people, !payers.contains(""),
            !sharers.contains("")
        else { return plan.lose(line, .person, "The names and the amounts do not belong together.") }
        let amount = paid.reduce(0, +)
        guard let shares = Self.shares(borne, of: amount, sharers, payers[0]) else {
            return plan.lose(line, .doesNotAddUp, "The shares do not come to the amount.")
        }
        var parts: [ImportPart] = []
        for (name, share) in zip(sharers, shares) {
            parts.append(ImportPart(person: try plan.person(named: name), borne: share))
        }
        for (name, amount) in zip(payers, paid) {
            parts.append(ImportPart(person: try plan.person(named: name), paid: amount))
        }
        let isTransfer = row.cell(columns["Type"]).lowercased() == "transfer"
        try plan.add(
            PlanDraft.Row(
                row: line, book: try plan.book(in: currency), kind: isTransfer ? .payment : .expense, date: date,
                title: row.cell(columns["Purpose"]), category: isTransfer ? "" : row.cell(columns["Category"]),
                amount: amount, parts: parts))
    }

    private func amounts(
        _ cell: String, _ currency: Currency?, _ line: Int, _ plan: inout PlanDraft
    ) -> [Int]? {
        var amounts: [Int] = []
        for text in Self.list(cell) {
            guard let number = plan.number(text, row: line), let amount = number.minorUnits((currency ?? .euro).digits)
            else { return nil }
            amounts.append(amount)
        }
        return amounts
    }

    private static func list(_ cell: String) -> [String] {
        cell.split(separator: ";", omittingEmptySubsequences: false).map { PlainText.trimmed(String($0)) }
    }

    /// Each share is rounded by itself there: what they miss is the first payer's, or the first one's if that one does not
    /// share. More than rounding can not be missing.
    private static func shares(_ shares: [Int], of amount: Int, _ sharers: [String], _ payer: String) -> [Int]? {
        let rest = amount - shares.reduce(0, +)
        guard abs(rest) <= shares.count else { return nil }
        var shares = shares
        shares[sharers.firstIndex(of: payer) ?? 0] += rest
        return shares
    }
}
