/// The currency of a ledger: an ISO 4217 code and the number of digits after the point.
package struct Currency: Hashable, Sendable {
    package let code: String
    package let digits: Int

    /// What a ledger made here may use; nil when ISO 4217 does not know the code.
    package init?(code: String) {
        guard let digits = Self.digits[code] else { return nil }
        self.code = code
        self.digits = digits
    }

    /// What a ledger made elsewhere says. A code that is not in the table has two digits.
    package init(readFrom code: String) {
        self.code = code
        digits = Self.digits[code] ?? 2
    }

    /// One euro, one yen, one dinar.
    package var wholeUnit: Money { Money(minorUnits: (0..<digits).reduce(1) { unit, _ in unit * 10 }) }

    /// For ledgers of apps that do not write a currency.
    package static let euro = Currency(readFrom: "EUR")
}
