import JSON
import LedgerCore

/// The JSON of a Spliit group. One payer for each expense; shares are worked out when they are looked at, by a rule that is
/// followed here to the cent.
struct SpliitJSON {
    private static let fields = JSONFields("name", "currencyCode", "expenses", "participants", "Response", "Registry")

    private var name: String?
    private var code: String?
    private var names: [(id: String, name: String)] = []
    /// The names of the people may stand behind the expenses: these are passed over first, and read at the end.
    private var expenses: JSONReader?

    /// Nil when this is something else.
    init?(_ reader: inout JSONReader) throws(JSONError) {
        var members = try reader.enterObject(Self.fields)
        while let field = try reader.nextField(&members) {
            switch field {
            case 0: name = try reader.readValue().string
            case 1: code = try reader.readValue().string
            case 2:
                expenses = reader
                try reader.skipValue()
            case 3:
                for value in try reader.readValue().array ?? [] {
                    if let id = value["id"]?.string { names.append((id, value["name"]?.string ?? "")) }
                }
            default: return nil
            }
        }
        if expenses == nil { return nil }
    }

    func read(into plan: inout PlanDraft) throws(ImportRefusal) {
        guard let known = plan.currency(code ?? "", row: 0) else { return }
        var people: [String: Int] = [:]
        for (id, name) in names { people[id] = try plan.newPerson(named: name) }
        let book = try plan.book(
            named: name.map { PlainText.line($0, limit: Limits.ledgerNameLength).text }, in: known,
            members: names.compactMap { people[$0.id] })
        guard var reader = expenses else { return }
        var list = JSONList(&reader)
        while let expense = try list.next(&reader) {
            try read(expense, list.count, people, book, &plan)
        }
    }

    private func read(
        _ expense: JSONValue, _ row: Int, _ people: [String: Int], _ book: Int, _ plan: inout PlanDraft
    ) throws(ImportRefusal) {
        guard let amount = expense["amount"]?.integer, amount.magnitude <= ImportLimits.amount.magnitude else {
            return plan.lose(row, .amount, "The amount is not a whole number of the smallest units.")
        }
        guard let date = plan.date(expense["expenseDate"]?.string ?? "", row: row) else { return }
        guard let payer = expense["paidById"]?.string.flatMap({ people[$0] }) else {
            return plan.lose(row, .payerUnknown, "Who paid is not among the participants.")
        }
        let id = expense["id"]?.string
        guard let shares = Self.shares(expense, amount, id ?? "", people), !shares.isEmpty else {
            return plan.lose(row, .person, "For whom it was paid is not understood.")
        }
        let isIncome = amount < 0
        let isPayment = expense["isReimbursement"]?.bool == true && !isIncome && shares.count == 1
        let parts = shares.map { share in
            isIncome
                ? ImportPart(person: share.person, paid: -share.amount)
                : ImportPart(person: share.person, borne: share.amount)
        }
        let whole = isIncome ? ImportPart(person: payer, borne: -amount) : ImportPart(person: payer, paid: amount)
        if let rule = expense["recurrenceRule"]?.string, rule != "NONE" {
            plan.note(row, .repeats, "It comes again there (\(rule.lowercased())); only what has come is imported.")
        }
        try plan.add(
            PlanDraft.Row(
                row: row, book: book, kind: isIncome ? .income : isPayment ? .payment : .expense, date: date,
                title: expense["title"]?.string ?? "", note: Self.note(expense),
                category: isPayment ? "" : expense["category"]?["name"]?.string ?? "", amount: abs(amount),
                parts: [whole] + parts, sourceID: id))
    }

    /// What was paid in another currency is told by the note.
    private static func note(_ expense: JSONValue) -> String {
        var lines = expense["notes"]?.string.map { [$0] } ?? []
        if let amount = expense["originalAmount"]?.integer, let code = expense["originalCurrency"]?.string,
            code.utf8.count == 3
        {
            let rate = expense["conversionRate"]?.string.map { " × \($0)" } ?? ""
            let money = Money(minorUnits: Int128(amount)).text(in: Currency(readFrom: code))
            lines.append("\(money) \(code)\(rate)")
        }
        return lines.joined(separator: "\n")
    }

    /// What each of those for whom it was paid bears. All modes but the even one are ratios, whatever they are called.
    private static func shares(
        _ expense: JSONValue, _ amount: Int, _ id: String, _ people: [String: Int]
    ) -> [(person: Int, amount: Int)]? {
        let isEven = expense["splitMode"]?.string == "EVENLY"
        var sharers: [(id: String, person: Int, weight: Int)] = []
        for value in expense["paidFor"]?.array ?? [] {
            let text = value["participantId"]?.string ?? value["participant"]?["id"]?.string
            guard let text, let person = people[text], let weight = isEven ? 1 : value["shares"]?.integer, weight >= 0
            else { return nil }
            sharers.append((text, person, weight))
        }
        sharers.sort { $0.id.utf16.lexicographicallyPrecedes($1.id.utf16) }
        guard !sharers.isEmpty, sharers.contains(where: { $0.weight > 0 }) else { return nil }
        let first = Int(fnv1a(id) % UInt32(sharers.count))
        let amounts = Apportionment.divide(amount, by: sharers.map(\.weight), startingAt: first)
        return zip(sharers, amounts).map { ($0.person, $1) }
    }

    /// The 32-bit FNV-1a hash of the id decides whose turn the cent that is left is.
    private static func fnv1a(_ text: String) -> UInt32 {
        text.utf16.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
