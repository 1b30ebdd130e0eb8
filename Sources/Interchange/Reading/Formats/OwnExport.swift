import LedgerCore

/// Our own spreadsheet: one person's movements (`SC-FR-EXR-4`). It says whom an expense was shared with, but not how, and of
/// the others' expenses only what they mean for this one person: what can be known is made of it, and the rest is told. The
/// ids in it are those of the ledger, so that what comes home is known there.
struct OwnExport: RowReading {
    private static let heading = [
        "date", "description", "amount", "currency", "counterparty", "labels", "note", "expenseuuid",
    ]

    private let numbers: DecimalNumber.Style

    static func matches(_ header: CSVRow) -> Bool { header.fields.indices.map { header[$0].lowercased() } == heading }

    init(_ numbers: DecimalNumber.Style, into plan: inout PlanDraft) {
        self.numbers = numbers
        if plan.options.owner == nil { plan.ask(.owner, "The file does not say whose movements it holds.") }
        if plan.options.mode == nil {
            plan.ask(
                .mode, "The file does not say whether it holds movements of money or of the balance.",
                choices: Projection.allCases.map(\.rawValue))
        }
    }

    mutating func read(_ row: CSVRow, into plan: inout PlanDraft) throws(ImportRefusal) {
        let line = row.line
        guard let owner = plan.options.owner, let mode = plan.options.mode else { return }
        guard let date = plan.date(row[0], row: line), let number = plan.number(row[2], numbers, row: line),
            let currency = plan.currency(row[3], row: line),
            let signed = plan.amount(number, currency, row: line)
        else { return }
        let me = try plan.person(named: owner)
        // A payment has one person at its other end, whatever stands in the name. A spreadsheet's may be guarded.
        let other = [row[4], PlainText.unguarded(row[4])].first {
            ["Settlement to \($0)", "Settlement from \($0)"].contains(row[1])
        }
        let others = (other.map { [$0[...]] } ?? row[4].split(separator: ","))
            .map { PlainText.trimmed(String($0)) }.filter { !$0.isEmpty }
        var people: [Int] = []
        for name in others { people.append(try plan.person(named: name)) }
        let book = try plan.book(in: currency)
        var entry = PlanDraft.Row(
            row: line, book: book, date: date, title: PlainText.unguarded(row[1]), note: PlainText.unguarded(row[6]),
            category: String(row[5].split(separator: ";").first ?? ""), amount: abs(signed), parts: [],
            sourceID: row[7].nonEmpty)
        if other != nil, people.count == 1 {
            entry.kind = .payment
            let (from, to) = row[1].hasPrefix("Settlement to ") ? (me, people[0]) : (people[0], me)
            entry.parts = [ImportPart(person: from, paid: abs(signed)), ImportPart(person: to, borne: abs(signed))]
        } else if let parts = Self.parts(mode, signed, me, people) {
            entry.certainty = .reconstructed
            entry.parts = parts
        } else {
            return plan.lose(line, .payerUnknown, "Who paid it, or who bears how much, is not in this file.")
        }
        try plan.add(entry)
    }

    /// Nil when the row does not tell. What is shared is taken to be shared evenly.
    private static func parts(_ mode: Projection, _ signed: Int, _ me: Int, _ others: [Int]) -> [ImportPart]? {
        let mine = { (paid: Int, borne: Int) in ImportPart(person: me, paid: paid, borne: borne) }
        switch mode {
        case .cash: return signed < 0 ? [mine(-signed, 0)] + evenly(-signed, [me] + others) : nil
        case .virtual where signed > 0: return others.isEmpty ? nil : [mine(signed, 0)] + evenly(signed, others)
        case .virtual:
            return others.count == 1 ? [ImportPart(person: others[0], paid: -signed), mine(0, -signed)] : nil
        }
    }

    private static func evenly(_ amount: Int, _ people: [Int]) -> [ImportPart] {
        zip(people, Apportionment.evenly(amount, among: people.count)).map { ImportPart(person: $0, borne: $1) }
    }
}
