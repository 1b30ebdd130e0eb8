import LedgerCore
import Testing

struct MoneyTests {
    static let dinar = Currency(readFrom: "KWD")
    static let yen = Currency(readFrom: "JPY")

    @Test("money is written with exactly the currency's digits")
    func writing() {
        #expect(Money(minorUnits: 4720).text(in: .euro) == "47.20")
        #expect(Money(minorUnits: -5).text(in: .euro) == "-0.05")
        #expect(Money.zero.text(in: .euro) == "0.00")
        #expect(Money(minorUnits: 5000).text(in: Self.yen) == "5000")
        #expect(Money(minorUnits: -1234).text(in: Self.dinar) == "-1.234")
        #expect(Money(minorUnits: 1_000_000_000_007).text(in: .euro) == "10000000000.07")
        #expect(Money(minorUnits: -999_999_999_999_999_999_999_999).text(in: .euro) == "-9999999999999999999999.99")
    }

    @Test("what is written is read again", arguments: [Currency.euro, MoneyTests.yen, MoneyTests.dinar])
    func roundTrip(currency: Currency) throws {
        var numbers = SeededNumbers(seed: 2)
        for _ in 0..<300 {
            let money = Money(minorUnits: Int128(Int64.random(in: -1_000_000...1_000_000, using: &numbers)))
            #expect(try Money(money.text(in: currency), in: currency) == money)
        }
    }

    @Test("fewer digits than the currency has are fine")
    func fewerDigits() throws {
        #expect(try Money("5", in: .euro).minorUnits == 500)
        #expect(try Money("5.1", in: .euro).minorUnits == 510)
        #expect(try Money("-0.5", in: Self.dinar).minorUnits == -500)
        #expect(try Money("007", in: Self.yen).minorUnits == 7)
    }

    @Test(
        "what is no plain decimal is refused",
        arguments: [
            "", " ", "-", ".", "5.", ".5", "1e3", "NaN", "Infinity", "+5", "--5", "1,5", "1 000", "0x10", "٣", "5 ",
            "1.2.3", "5€", "-.5", "1_000",
        ])
    func malformed(text: String) {
        #expect(codes(text, .euro) == [.amountMalformed])
    }

    @Test("more digits than the currency has are refused, with the right form in the sentence")
    func tooPrecise() throws {
        let refusal = try #require(throws: Refusal.self) { try Money("1.005", in: .euro) }
        #expect(refusal.reasons.map(\.code) == [.amountTooPrecise])
        #expect(refusal.reasons.map(\.field) == ["amount"])
        #expect(refusal.reasons[0].message.contains("47.20"))
        #expect(codes("5.0", Self.yen) == [.amountTooPrecise])
    }

    @Test("an amount of any length is answered")
    func huge() {
        #expect(codes(String(repeating: "9", count: 5000), .euro) == [.amountTooLarge])
    }

    @Test("an amount in a log is a canonical integer below 10^24")
    func canonical() {
        func read(_ text: String) -> Int128? { Money(canonical: text.utf8Span.span)?.minorUnits }
        #expect(read("4720") == 4720)
        #expect(read("-1") == -1)
        #expect(read("0") == 0)
        #expect(read(String(repeating: "9", count: 24)) == 999_999_999_999_999_999_999_999)
        for wrong in ["", "-", "-0", "01", "-01", "1.0", "1e3", "+1", " 1", "1" + String(repeating: "0", count: 24)] {
            #expect(read(wrong) == nil, "\(wrong)")
        }
    }

    @Test("a new ledger's currency is one of ISO 4217; a foreign ledger's unknown one has two digits")
    func currencies() {
        #expect(Currency(code: "EUR")?.digits == 2)
        #expect(Currency(code: "JPY")?.digits == 0)
        #expect(Currency(code: "KWD")?.digits == 3)
        for wrong in ["eur", "EURO", "", "ABC", "XAU"] { #expect(Currency(code: wrong) == nil) }
        #expect(Currency(readFrom: "ABC").digits == 2)
        #expect(Currency(code: "CLF")?.digits == 4)
    }

    private func codes(_ text: String, _ currency: Currency) -> [Refusal.Code] {
        do {
            _ = try Money(text, in: currency)
            return []
        } catch {
            return error.reasons.map(\.code)
        }
    }
}
