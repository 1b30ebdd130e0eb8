import LedgerCore
import Testing

struct ExportTests {
    private func export(_ participant: ParticipantID, _ mode: Projection, _ filter: ExpenseFilter = .everything) throws
        -> [String]
    {
        var books = try Bookkeeper.household()
        try books.record(
            .recordExpense(
                dinner, .sample("Dinner, \"late\"", cents: 1000, labels: [food, travel], note: "a\r\n\nb\rc")))
        try books.record(
            .recordExpense(ExpenseID(2), .sample("=SUM(A1)", cents: 700, on: .may(1), by: ben, for: [ben])))
        try books.record(.recordExpense(ExpenseID(3), .sample("Gift", cents: 301, on: .may(2), for: [chloé, ben])))
        try books.record(.recordSettlement(payback, .sample(cents: 250, note: "not shown")))
        let text = CSVExport(books.state, in: .euro).text(of: participant, mode, matching: filter)
        #expect(text.hasSuffix("\r\n"))
        return text.split(separator: "\r\n").dropFirst().map(String.init)
    }

    private func id(_ number: Int) -> String { ExpenseID(number).description }

    @Test("cash: only money that left or entered the person's account (SC-FR-EXR-3 A)")
    func cash() throws {
        #expect(
            try export(anna, .cash) == [
                "2026-05-02,Gift,-3.01,EUR,\"Chloé, Ben\",,,\(id(3))",
                "2026-05-14,\"Dinner, \"\"late\"\"\",-10.00,EUR,\"Ben, Chloé\",Food;Travel,a b c,\(dinner)",
                "2026-05-20,Settlement from Ben,2.50,EUR,Ben,,,\(payback)",
            ])
        #expect(
            try export(ben, .cash) == [
                "2026-05-01,=SUM(A1),-7.00,EUR,,,,\(id(2))",
                "2026-05-20,Settlement to Anna,-2.50,EUR,Anna,,,\(payback)",
            ])
    }

    @Test("virtual: what changed the person's position; who shares alone is left out (SC-FR-EXR-3 B)")
    func virtual() throws {
        #expect(
            try export(anna, .virtual).map { $0.split(separator: ",EUR")[0].suffix(5) } == [",3.01", ",6.66", "-2.50"])
        #expect(
            try export(ben, .virtual) == [
                "2026-05-02,Gift,-1.51,EUR,Chloé,,,\(id(3))",
                "2026-05-14,\"Dinner, \"\"late\"\"\",-3.33,EUR,\"Anna, Chloé\",Food;Travel,a b c,\(dinner)",
                "2026-05-20,Settlement to Anna,2.50,EUR,Anna,,,\(payback)",
            ])
    }

    @Test("the virtual rows sum to the person's position", arguments: UInt64(1)...20)
    func position(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let state = Ledger(RandomHistory.events(150, using: &numbers)).state
        for position in Balances(state).positions {
            // A foreign settlement with oneself moves nothing, but is a row; so is an expense that nobody shares.
            let rows = Projection.virtual.rows(of: position.participant, in: state).filter { row in
                switch row.item {
                case .expense(let id): state.expenses[id]?.input.split.isEmpty == false
                case .settlement(let id): state.settlements[id].map { $0.input.from != $0.input.to } == true
                }
            }
            #expect(rows.reduce(.zero) { $0 + $1.amount } == position.amount)
        }
    }

    @Test("filters hold for the export; a label filter leaves settlements out (SC-FR-EXR-5)")
    func filters() throws {
        #expect(try export(anna, .cash, .init(labels: [food])).count == 1)
        #expect(try export(anna, .cash, .init(from: .may(14))).count == 2)
        #expect(try export(anna, .cash, .init(to: .may(14))).count == 2)
    }

    @Test(
        "a slug is fit for a file name",
        arguments: [
            ("Flat 7", "flat-7"), ("Zoë & Łukasz", "zoe-lukasz"), ("  --Straße--  ", "strasse"), ("Eşref", "esref"),
            ("e\u{301}te\u{301}", "ete"), ("芳子", "none"), ("", "none"), ("../../etc", "etc"), ("Æther", "aether"),
            (String(repeating: "ab ", count: 40), "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a"),
        ])
    func slugs(name: String, slug: String) {
        #expect(Slug.of(name, fallback: "none") == slug)
    }
}
