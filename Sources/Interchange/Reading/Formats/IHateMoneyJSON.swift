import JSON
import LedgerCore

/// The bills of an ihatemoney project as JSON: a list, the newest first.
enum IHateMoneyJSON {
    static func read(_ reader: inout JSONReader, into plan: inout PlanDraft) throws(ImportRefusal) {
        var list = BillList()
        var bills = JSONList(&reader)
        while let bill = try bills.next(&reader) { try read(bill, bills.count, &list, &plan) }
        if bills.count > 0, list.bills.isEmpty {
            throw ImportRefusal(.unknownFormat, "The file is a list, but not one of bills.")
        }
        try list.read(into: &plan)
    }

    private static func read(
        _ bill: JSONValue, _ row: Int, _ list: inout BillList, _ plan: inout PlanDraft
    ) throws(ImportRefusal) {
        guard let payer = bill["payer_name"]?.string, !payer.isEmpty,
            let owers = bill["owers"]?.array?.compactMap(\.string), !owers.isEmpty,
            owers.count <= ImportLimits.people
        else { return plan.lose(row, .person, "Who paid, or for whom, is missing.") }
        guard let date = plan.date(bill["date"]?.string ?? "", row: row) else { return }
        guard case .number(let text) = bill["amount"], let amount = DecimalNumber(json: text) else {
            return plan.lose(row, .amount, "The amount is not a number.")
        }
        if case .number(let weight) = bill["payer_weight"] { list.weigh(payer, DecimalNumber(json: weight)) }
        try list.add(
            BillList.Bill(
                row: row, title: bill["what"]?.string ?? "", date: date, amount: amount,
                currency: bill["currency"]?.string ?? "", payer: payer, owers: owers,
                isPayment: bill["bill_type"]?.string == "Reimbursement"))
    }
}
