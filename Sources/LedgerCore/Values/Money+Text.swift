/// Money as people write it: a decimal in a currency, `47.20`, `5000` yen, `-1.234` dinar.
extension Money {
    /// With exactly the currency's digits.
    package func text(in currency: Currency) -> String {
        var text: [UInt8] = []
        write(in: currency, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends what `text` gives.
    package func write(in currency: Currency, into output: inout [UInt8]) {
        var unit: UInt128 = 1
        for _ in 0..<currency.digits { unit *= 10 }
        let (whole, fraction) = minorUnits.magnitude.quotientAndRemainder(dividingBy: unit)
        if minorUnits < 0 { output.append(UInt8(ascii: "-")) }
        DecimalText.write(whole, into: &output)
        if currency.digits == 0 { return }
        output.append(UInt8(ascii: "."))
        DecimalText.write(Int(fraction), digits: currency.digits, into: &output)
    }

    /// Appends the integer, as the `$bigint` of a log holds it.
    package func writeMinorUnits(into output: inout [UInt8]) {
        if minorUnits < 0 { output.append(UInt8(ascii: "-")) }
        DecimalText.write(minorUnits.magnitude, into: &output)
    }

    /// Reads `-?digits(.digits)?` with at most the currency's digits. White space, signs, separators, exponents and
    /// anything else a person or a program might try are refused with the form that is right.
    package init(_ text: String, in currency: Currency, field: String = "amount") throws(Refusal) {
        let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy(Self.isDigits) else {
            throw Refusal(.amountMalformed, field: field, Self.rightForm(currency))
        }
        let fraction = parts.count > 1 ? parts[1] : ""
        guard fraction.utf8.count <= currency.digits else {
            throw Refusal(.amountTooPrecise, field: field, Self.rightForm(currency))
        }
        let missing = String(repeating: "0", count: currency.digits - fraction.utf8.count)
        guard let value = Int128(parts[0] + fraction + missing), value < Limits.storedMinorUnits else {
            throw Refusal(.amountTooLarge, field: field, "The amount is too large.")
        }
        self.init(minorUnits: text.hasPrefix("-") ? -value : value)
    }

    private static func isDigits(_ part: Substring) -> Bool {
        !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func rightForm(_ currency: Currency) -> String {
        let example = Money(minorUnits: 4720).text(in: currency)
        return switch currency.digits {
        case 0: "An amount in \(currency.code) is written without decimals, as a text: “\(example)”."
        default:
            "An amount in \(currency.code) is written with at most \(currency.digits) decimals, as a text: “\(example)”."
        }
    }
}
