import LedgerCore

/// The export of a Cospend project: sections that their headings tell apart. ihatemoney's table is one of its sections alone,
/// and read here as well.
struct Cospend: RowReading {
    private enum Section { case none, members, bills, categories, currencies, other }

    private var section = Section.none
    private var columns = Columns(CSVRow(line: 0, fields: []))
    private var list = BillList()
    private var categories: [String: String] = [:]
    private var currency = ""

    /// What Cospend calls the built-in category of money that is handed back.
    private static let reimbursement = "-11"
    /// A row that only declares its members.
    private static let placeholder = "deleteMeIfYouWant"

    static func matches(_ row: CSVRow) -> ImportFormat? {
        let columns = Columns(row)
        if columns.has("what", "amount", "payer_name", "owers") {
            return columns["timestamp"] == nil && columns["categoryid"] == nil ? .ihatemoneyCSV : .cospend
        }
        return columns.has("name", "weight", "active") ? .cospend : nil
    }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        if let next = Self.section(row) {
            section = next
            columns = Columns(row)
            return
        }
        switch section {
        case .members: try readMember(row, &plan)
        case .bills: try readBill(row, &plan)
        case .categories:
            categories[row.cell(columns["categoryid"])] = row.cell(columns["categoryname"])
        case .currencies:
            if DecimalNumber(row.cell(columns["exchange_rate"]))?.minorUnits(0) == 1, currency.isEmpty,
                DecimalNumber(row.cell(columns["exchange_rate"]))?.fits(0) == true
            {
                currency = Self.code(row.cell(columns["currencyname"]))
            }
        case .none, .other: break
        }
    }

    /// One of each heading, so that most rows need no second look.
    private static let marks: Set<String> = ["payer_name", "weight", "categoryname", "currencyname", "paymentmodename"]

    private static func section(_ row: CSVRow) -> Section? {
        guard row.fields.contains(where: marks.contains) else { return nil }
        let columns = Columns(row)
        if columns.has("what", "amount", "payer_name", "owers") { return .bills }
        if columns.has("name", "weight", "active") { return .members }
        if columns.has("categoryname", "categoryid") { return .categories }
        if columns.has("currencyname", "exchange_rate") { return .currencies }
        return columns.has("paymentmodename") ? .other : nil
    }

    /// A project's currency is a text of its own: what is no code is left to the person to say.
    private static func code(_ name: String) -> String {
        let code = name.uppercased()
        return Currency(code: code) == nil ? "" : code
    }

    private mutating func readMember(_ row: CSVRow, _ plan: inout PlanDraft) throws(ImportRefusal) {
        let name = row.cell(columns["name"])
        guard !name.isEmpty else { return plan.lose(row.line, .person, "A member without a name.") }
        _ = try plan.newPerson(named: name, isInactive: ["0", "false"].contains(row.cell(columns["active"])))
        list.weigh(name, DecimalNumber(row.cell(columns["weight"])))
    }

    private mutating func readBill(_ row: CSVRow, _ plan: inout PlanDraft) throws(ImportRefusal) {
        let line = row.line
        let title = PlainText.unguarded(row.cell(columns["what"]))
        let payer = PlainText.unguarded(row.cell(columns["payer_name"]))
        if title == Self.placeholder { return }
        if row.cell(columns["deleted"]) == "1" {
            return plan.lose(line, .deleted, "“\(title.prefix(60))” is in the trash there.")
        }
        list.weigh(payer, DecimalNumber(row.cell(columns["payer_weight"])))
        let owers = row.cell(columns["owers"]).split(separator: ",").map { PlainText.trimmed(String($0)) }
        guard !payer.isEmpty, !owers.isEmpty, !owers.contains(""), owers.count <= ImportLimits.people else {
            return plan.lose(line, .person, "Who paid, or for whom, is missing.")
        }
        guard let date = day(row, &plan), let amount = plan.number(row.cell(columns["amount"]), row: line) else {
            return
        }
        let category = row.cell(columns["categoryid"])
        let type = row.cell(columns["bill_type"]).lowercased()
        if !["", "n"].contains(row.cell(columns["repeat"])) {
            plan.note(line, .repeats, "“\(title.prefix(60))” comes again there; only what has come is imported.")
        }
        try list.add(
            BillList.Bill(
                row: line, title: title, date: date, amount: amount, currency: row.cell(columns["currency"]),
                payer: payer, owers: owers, isPayment: category == Self.reimbursement || type == "reimbursement",
                note: FormText.decoded(row.cell(columns["comment"])), category: category))
    }

    /// The moment wins over the day that was made of it.
    private func day(_ row: CSVRow, _ plan: inout PlanDraft) -> CalendarDay? {
        let secondsOfDay = 86_400
        if let seconds = Int(row.cell(columns["timestamp"])), seconds.magnitude < 400_000_000_000 {
            let days = seconds >= 0 ? seconds / secondsOfDay : (seconds - secondsOfDay + 1) / secondsOfDay
            return CalendarDay(daysSince1970: days)
        }
        return plan.date(row.cell(columns["date"]), row: row.line)
    }

    mutating func finish(into plan: inout PlanDraft) throws(ImportRefusal) {
        try list.read(into: &plan, categories: categories, currency: currency)
    }
}

/// `application/x-www-form-urlencoded`: `+` is a space, `%26` an ampersand.
enum FormText {
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "+")) || text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[place + 1...place + 2], as: UTF8.self), radix: 16)
            {
                result.append(byte)
                place += 3
            } else {
                result.append(bytes[place] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
