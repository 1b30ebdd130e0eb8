import LedgerCore

/// The spreadsheet of a Splitwise group: `Date,Description,Category,Cost,Currency`, and a column for each member with what
/// they paid less what they bear. Who paid is not in it, but for the sign.
struct Splitwise: RowReading {
    private let numbers: DecimalNumber.Style
    private let knowsPayments: Bool
    /// The columns of members, and who they are. Blank headings are nobody's.
    private var members: [(column: Int, person: Int)] = []
    private var sums: [String: Sums] = [:]
    private var order: [String] = []
    /// Categories in a language whose word for a payment is not known, and whether all their rows look like payments.
    private var suspects: [String: Bool] = [:]

    /// Of one currency, as the file writes it: two decimals, whatever the currency has.
    private struct Sums {
        var book: Int
        var nets: [Int128]
        var stated: [Int]?
    }

    private static let fixed = 5
    private static let places = 2

    static func matches(_ header: CSVRow, before next: CSVRow?) -> Bool {
        if SplitwiseWords.isHeading(header) { return true }
        // Another language: nothing but the shape tells.
        guard header.fields.count >= 7, let next, next.fields.count == header.fields.count,
            CalendarDay(next[0]) != nil, DecimalNumber(next[3]) != nil, DecimalNumber(header[3]) == nil,
            next[4].utf8.count == 3, next[4].utf8.allSatisfy({ (65...90).contains($0) })
        else { return false }
        let nets = (fixed..<next.fields.count).map { DecimalNumber(next[$0])?.minorUnits(places) }
        return nets.allSatisfy { $0 != nil } && nets.reduce(0) { $0 + ($1 ?? 0) } == 0
    }

    init(_ header: CSVRow, _ numbers: DecimalNumber.Style, into plan: inout PlanDraft) throws(ImportRefusal) {
        self.numbers = numbers
        knowsPayments = SplitwiseWords.knowsPayments(header) || plan.options.paymentCategory != nil
        for column in Self.fixed..<max(header.fields.count, Self.fixed) where !header[column].isEmpty {
            members.append((column, try plan.newPerson(named: header[column])))
        }
    }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        let isTotal = row[3].isEmpty && !row[4].isEmpty
        guard isTotal || row.fields.count > Self.fixed else {
            return plan.lose(row.line, .tooFewCells, "The row has too few cells.")
        }
        guard let currency = plan.currency(row[4], row: row.line), let nets = nets(row, &plan) else { return }
        if isTotal {
            let code = currency?.code ?? ""
            if sums[code] == nil { try open(code, currency, &plan) }
            sums[code]?.stated = nets
            return
        }
        try read(row, nets, currency, &plan)
    }

    private func nets(_ row: CSVRow, _ plan: inout PlanDraft) -> [Int]? {
        var nets: [Int] = []
        for member in members {
            let text = row[member.column]
            guard !text.isEmpty else {
                nets.append(0)
                continue
            }
            guard let number = plan.number(text, numbers, row: row.line) else { return nil }
            guard number.fits(Self.places), let net = number.minorUnits(Self.places) else {
                plan.lose(row.line, .amount, "“\(text.prefix(40))” has more decimals than Splitwise writes.")
                return nil
            }
            nets.append(net)
        }
        return nets
    }

    private mutating func open(_ code: String, _ currency: Currency?, _ plan: inout PlanDraft) throws(ImportRefusal) {
        let book = try plan.book(in: currency, members: members.map(\.person))
        sums[code] = Sums(book: book, nets: members.map { _ in 0 })
        order.append(code)
    }

    private mutating func read(
        _ row: CSVRow, _ nets: [Int], _ currency: Currency?, _ plan: inout PlanDraft
    ) throws(ImportRefusal) {
        guard let date = plan.date(row[0], row: row.line), let cost = plan.number(row[3], numbers, row: row.line) else {
            return
        }
        let positive = nets.reduce(0) { $0 + max($1, 0) }
        guard nets.reduce(0, +) == 0 else {
            return plan.lose(row.line, .doesNotAddUp, "What the members gain and lose does not come to zero.")
        }
        guard let exactCost = cost.minorUnits(Self.places), exactCost >= positive else {
            return plan.lose(row.line, .doesNotAddUp, "The members gain more than the cost.")
        }
        let code = currency?.code ?? ""
        if sums[code] == nil { try open(code, currency, &plan) }
        guard let book = sums[code]?.book else { return }
        for place in nets.indices { sums[code]?.nets[place] += Int128(nets[place]) }
        if exactCost == 0 { return plan.note(row.line, .nothing, "A row of 0.00: there is nothing to record.") }
        let digits = currency?.digits ?? Self.places
        let people = zip(members, Self.rounded(nets, to: digits)).map { (person: $0.person, net: $1) }
        let amount = max(cost.minorUnits(digits) ?? 0, people.reduce(0) { $0 + max($1.net, 0) })
        let isPayment = isPayment(row[2], people.map(\.net), amount, plan.options)
        var shape = NetShape(people, amount: amount)
        if isPayment { shape.certainty = .exact }
        try plan.add(
            PlanDraft.Row(
                row: row.line, book: book, kind: isPayment ? .payment : .expense, certainty: shape.certainty,
                date: date, title: row[1], category: isPayment ? "" : row[2], amount: amount, parts: shape.parts))
    }

    /// Each rounded half away from zero; what is then too much or too little is the largest one's.
    private static func rounded(_ nets: [Int], to digits: Int) -> [Int] {
        if digits == places { return nets }
        var rounded = nets.map { DecimalNumber(digits: $0, places: places).minorUnits(digits) ?? 0 }
        let rest = rounded.reduce(0, +)
        let largest = nets.indices.reduce(0) { nets[$1].magnitude > nets[$0].magnitude ? $1 : $0 }
        if rest != 0 { rounded[largest] -= rest }
        return rounded
    }

    /// A payment looks just like one who paid for one other: only the category's word tells.
    private mutating func isPayment(
        _ category: String, _ nets: [Int], _ amount: Int, _ options: ImportOptions
    ) -> Bool {
        let hasShape = nets.count { $0 != 0 } == 2 && nets.contains(amount)
        if let said = options.paymentCategory { return hasShape && category == said }
        if !knowsPayments { suspects[category] = (suspects[category] ?? true) && hasShape }
        return hasShape && SplitwiseWords.isPayment(category)
    }

    mutating func finish(into plan: inout PlanDraft) throws(ImportRefusal) {
        for code in order {
            guard let sum = sums[code], let stated = sum.stated else { continue }
            let checks = members.indices.map { place in
                TotalCheck(
                    person: members[place].person, stated: Self.text(Int128(stated[place])),
                    found: Self.text(sum.nets[place]))
            }
            plan.set(checks, of: sum.book)
        }
        let possible = suspects.filter(\.value).map(\.key).sorted()
        if !knowsPayments, !possible.isEmpty {
            plan.ask(.paymentCategory, "Which category means that somebody paid somebody back?", choices: possible)
        }
    }

    private static func text(_ hundredths: Int128) -> String {
        Money(minorUnits: hundredths).text(in: .euro)
    }
}

/// Who paid and who bears what, made of what each gains. What each gains comes out exactly in every case.
struct NetShape {
    var certainty: ImportEntry.Certainty
    let parts: [ImportPart]

    /// The amount is at least what those gain together who gain something. The rest of it is what payers bear themselves:
    /// with one payer it is that one's; with several it is divided evenly among them.
    init(_ people: [(person: Int, net: Int)], amount: Int) {
        let gained = people.reduce(0) { $0 + max($1.net, 0) }
        let payers = people.indices.filter { people[$0].net > 0 }
        let rest = amount - gained
        var parts = people.map { ImportPart(person: $0.person, paid: max($0.net, 0), borne: max(-$0.net, 0)) }
        for (payer, own) in zip(payers, Apportionment.evenly(rest, among: payers.count)) {
            parts[payer].paid += own
            parts[payer].borne += own
        }
        switch payers.count {
        case 0: certainty = .noEffect
        case _ where rest == 0: certainty = .exact
        case 1: certainty = .assumedPayer
        default: certainty = .reconstructed
        }
        self.parts = parts
    }
}
