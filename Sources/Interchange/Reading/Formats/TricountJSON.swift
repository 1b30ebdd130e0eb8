import JSON
import LedgerCore

/// A Tricount as the service itself hands it out: a registry with its entries. What was spent has a negative amount there.
enum TricountJSON {
    /// Nil when this is something else.
    static func registry(_ value: JSONValue) -> JSONValue? {
        value["Response"]?.array?.first?["Registry"] ?? value["Registry"]
    }

    static func read(_ registry: JSONValue, into plan: inout PlanDraft) throws(ImportRefusal) {
        guard let currency = plan.currency(registry["currency"]?.string ?? "", row: 0) else { return }
        let title = registry["title"]?.string.map { PlainText.line($0, limit: Limits.ledgerNameLength).text }
        var members: [Int] = []
        for member in registry["memberships"]?.array ?? [] {
            if let name = name(member) { members.append(try plan.person(named: name)) }
        }
        let book = try plan.book(named: title, in: currency, members: members)
        for (place, element) in (registry["all_registry_entry"]?.array ?? []).enumerated() {
            try read(element["RegistryEntry"] ?? element, place + 1, currency, book, &plan)
        }
    }

    private static func name(_ member: JSONValue?) -> String? {
        let person = member?["RegistryMembershipNonUser"] ?? member?["RegistryMembershipUser"] ?? member
        return person?["alias"]?["display_name"]?.string?.nonEmpty
    }

    private static func read(
        _ entry: JSONValue, _ row: Int, _ currency: Currency?, _ book: Int, _ plan: inout PlanDraft
    ) throws(ImportRefusal) {
        guard entry["status"]?.string ?? "ACTIVE" == "ACTIVE" else {
            return plan.lose(row, .deleted, "It is not active there.")
        }
        guard let date = plan.date(entry["date"]?.string ?? "", row: row),
            let number = plan.number(entry["amount"]?["value"]?.string ?? "", row: row),
            let signed = plan.amount(number, currency, row: row)
        else { return }
        guard let payer = name(entry["membership_owned"]) else {
            return plan.lose(row, .payerUnknown, "Who paid is missing.")
        }
        var borne: [(person: Int, amount: Int)] = []
        for allocation in entry["allocations"]?.array ?? [] {
            guard let name = name(allocation["membership"]),
                let number = DecimalNumber(allocation["amount"]?["value"]?.string ?? ""),
                let amount = number.minorUnits((currency ?? .euro).digits)
            else { return plan.lose(row, .person, "For whom it was paid is not understood.") }
            if amount != 0 { borne.append((try plan.person(named: name), abs(amount))) }
        }
        guard let shares = TricountEntry.adjusted(borne, to: abs(signed)) else {
            return plan.lose(row, .doesNotAddUp, "The shares do not come to the amount.")
        }
        // A positive amount came in.
        let (kind, parts) = TricountEntry.parts(
            type: entry["type_transaction"]?.string ?? "", amount: -signed, payer: try plan.person(named: payer), shares
        )
        try plan.add(
            PlanDraft.Row(
                row: row, book: book, kind: kind, date: date, title: entry["description"]?.string ?? "",
                category: TricountEntry.category(
                    entry["category"]?.string ?? "", custom: entry["category_custom"]?.string ?? "", kind),
                amount: abs(signed), parts: parts, sourceID: entry["uuid"]?.string))
    }
}
