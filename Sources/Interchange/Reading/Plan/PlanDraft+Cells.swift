import LedgerCore

/// What cells say, in the words of the plan: what can not be read is reported, and the row is lost.
extension PlanDraft {
    mutating func date(_ text: String, row: Int) -> CalendarDay? {
        switch WrittenDate.read(text, options.dates) {
        case .day(let day): return day
        case .ambiguous:
            ask(
                .dates, "“\(text.prefix(20))” could be two days: say whether the day or the month comes first.",
                choices: [WrittenDate.Order.dayFirst.rawValue, WrittenDate.Order.monthFirst.rawValue])
            lose(row, .dateAmbiguous, "“\(text.prefix(20))” could be two days.")
        case .none: lose(row, .date, "“\(text.prefix(20))” is not a day.")
        }
        return nil
    }

    mutating func number(_ text: String, _ style: DecimalNumber.Style = .point, row: Int) -> DecimalNumber? {
        if let number = DecimalNumber(text, style) { return number }
        let isFormula = text.first == "="
        lose(row, .amount, "“\(text.prefix(40))” is \(isFormula ? "a formula, " : "")not an amount.")
        return nil
    }

    /// In minor units; what the currency can not hold is rounded, and said.
    mutating func amount(_ number: DecimalNumber, _ currency: Currency?, row: Int) -> Int? {
        let digits = (currency ?? .euro).digits
        guard let amount = number.minorUnits(digits) else {
            lose(row, .amount, "The amount is too large.")
            return nil
        }
        if !number.fits(digits) {
            note(row, .rounded, "The amount has more decimals than the currency; it is rounded.")
        }
        return amount
    }
}
