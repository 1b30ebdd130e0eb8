import LedgerCore

/// The bills of Cospend and ihatemoney: one payer, some who owe, each with a weight of their own. A weight may stand
/// anywhere in the file, so that bills are divided when it is over.
struct BillList: Sendable {
    struct Bill: Sendable {
        var row: Int
        var title: String
        var date: CalendarDay
        var amount: DecimalNumber
        var currency: String
        var payer: String
        var owers: [String]
        var isPayment: Bool
        var note = ""
        var category = ""
    }

    private(set) var bills: [Bill] = []
    /// With six places.
    private var weights: [String: Int] = [:]
    /// What ISO 4217 calls it where there is none: three times the letter X.
    static let noCurrency = String(repeating: "X", count: 3)
    private static let weightPlaces = 6
    private static let usualWeight = DecimalNumber.power(weightPlaces)

    mutating func add(_ bill: Bill) throws(ImportRefusal) {
        guard bills.count < ImportLimits.entries else {
            throw ImportRefusal(.tooMany, "The file has more than \(ImportLimits.entries) entries.", line: bill.row)
        }
        bills.append(bill)
    }

    /// The last word on somebody's weight counts.
    mutating func weigh(_ person: String, _ weight: DecimalNumber?) {
        if let weight = weight?.minorUnits(Self.weightPlaces), weight >= 0 { weights[person] = weight }
    }

    /// Those who paid come first, in the order of the file, unless the file lists its members.
    func read(
        into plan: inout PlanDraft, categories: [String: String] = [:], currency: String = ""
    ) throws(ImportRefusal) {
        for bill in bills { _ = try plan.person(named: bill.payer) }
        for bill in bills { for ower in bill.owers { _ = try plan.person(named: ower) } }
        let members = Array(plan.people.indices)
        for bill in bills {
            let code = [Self.noCurrency, ""].contains(bill.currency) ? currency : bill.currency
            guard let currency = plan.currency(code, row: bill.row),
                let amount = plan.amount(bill.amount, currency, row: bill.row)
            else { continue }
            let book = try plan.book(in: currency, members: members)
            let parts = try parts(bill, amount, &plan)
            let isPayment = bill.isPayment && bill.owers.count == 1 && bill.owers != [bill.payer] && amount > 0
            try plan.add(
                PlanDraft.Row(
                    row: bill.row, book: book, kind: amount < 0 ? .income : isPayment ? .payment : .expense,
                    date: bill.date, title: bill.title, note: bill.note,
                    category: isPayment ? "" : categories[bill.category] ?? "", amount: abs(amount), parts: parts))
        }
    }

    private func parts(_ bill: Bill, _ amount: Int, _ plan: inout PlanDraft) throws(ImportRefusal) -> [ImportPart] {
        let payer = try plan.person(named: bill.payer)
        var owers: [(person: Int, weight: Int)] = []
        for ower in bill.owers {
            owers.append((try plan.person(named: ower), weights[ower] ?? Self.usualWeight))
        }
        owers.sort { $0.person < $1.person }
        let shares = zip(owers, Apportionment.divide(abs(amount), by: owers.map(\.weight)))
        if amount < 0 {
            return shares.map { ImportPart(person: $0.person, paid: $1) }
                + [ImportPart(person: payer, borne: -amount)]
        }
        return [ImportPart(person: payer, paid: amount)]
            + shares.map { ImportPart(person: $0.person, borne: $1) }
    }
}
