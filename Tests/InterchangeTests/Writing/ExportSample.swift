import LedgerCore
import Testing

@testable import Interchange

/// A small ledger with everything that exports find hard.
enum ExportSample {
    private static let anna = ParticipantID(bits: 0xA0A0_0000_0000_4000_8000_0000_0000_0001)
    private static let ben = ParticipantID(bits: 0xB0B0_0000_0000_4000_8000_0000_0000_0002)
    private static let food = LabelID(bits: 0x1)
    private static let out = CategoryID(bits: 0x2)

    static func sheet(_ projection: Projection, _ filter: ExpenseFilter = .everything) throws -> BookingSheet {
        let state = try state()
        let ledger = try #require(LedgerID("6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11"))
        let participant = try #require(state.participants[anna])
        return BookingSheet(state, ledger, of: participant, in: .euro, projection, matching: filter)
    }

    private static func state() throws -> LedgerState {
        var ledger = Ledger()
        for (number, proposal) in try proposals().enumerated() {
            let event = try ledger.accept(
                proposal, by: DeviceID(bits: 7), at: Instant(milliseconds: 1_778_760_000_000 + Int64(number) * 1_000),
                eventID: EventID(bits: UInt128(1_000 + number)), schemaVersion: 2)
            ledger.insert([try #require(event)])
        }
        return ledger.state
    }

    private static func proposals() throws -> [Proposal] {
        [
            .renameLedger(name: "Flat: 5 / “West”"), .addParticipant(anna, name: "Änna; (me)"),
            .addParticipant(ben, name: "Bén, \"B\""), .claim(anna), .createLabel(food, name: "a, b; c"),
            .createCategory(out, CategoryInput(name: "Food: out (öko)")),
            .recordExpense(
                id(1),
                try expense("Café “Zum Löwen” & <GmbH> €5", 4_720, 14, labels: [food], note: "one\r\ntwo;\tthree")),
            .recordExpense(id(2), try expense("=SUM(A1:A9); x", 1_001, 15, by: ben, category: out)),
            .recordExpense(id(3), try expense("-5 °C \\ \"q\" 🍕" + String(repeating: " long", count: 12), 99, 16)),
            .recordExpense(id(4), try expense("alone", 500, 16, split: [anna], category: out)),
            .recordSettlement(
                SettlementID(bits: 0xEEEE_0000_0000_4000_8000_0000_0000_0009),
                SettlementInput(
                    from: ben, to: anna, amount: Money(minorUnits: 2_000), date: try day(20), note: "by\nbank")),
        ]
    }

    private static func id(_ number: UInt128) -> ExpenseID {
        ExpenseID(bits: 0xEEEE_0000_0000_4000_8000_0000_0000_0000 + number)
    }

    private static func day(_ day: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 5, day: day))
    }

    private static func expense(
        _ title: String, _ cents: Int128, _ day: Int, by payer: ParticipantID = anna,
        split: [ParticipantID] = [anna, ben], labels: [LabelID] = [], note: String? = nil, category: CategoryID? = nil
    ) throws -> ExpenseInput {
        ExpenseInput(
            title: title, amount: Money(minorUnits: cents), executionDate: try Self.day(day), payer: payer,
            split: split,
            labels: labels, note: note, budget: category.flatMap { BudgetTerms(category: $0) })
    }
}
