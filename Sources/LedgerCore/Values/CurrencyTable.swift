extension Currency {
    /// Digits after the point of every current ISO 4217 currency.
    static let digits: [String: Int] = ["EUR": 2, "USD": 2, "CHF": 2, "GBP": 2, "JPY": 0, "KWD": 3]
}
