/// A number as a file writes it, exactly: never a binary fraction.
struct DecimalNumber: Hashable, Sendable {
    /// The digits as a whole number; the last `places` of them stand after the point.
    let digits: Int
    let places: Int

    enum Style: Sendable {
        /// `1234.50`, and `1,234.50` from a spreadsheet.
        case point
        /// `1.234,50` or `1,234.50`, as the separators themselves say. `1.234` could be either: that is no number.
        case either
    }

    /// So many places are more than any rate of exchange has, and few enough for every calculation here.
    private static let mostPlaces = 12
    private static let mostDigits = 17

    init(digits: Int, places: Int) {
        self.digits = digits
        self.places = places
    }

    init?(_ text: String, _ style: Style = .point) {
        var isNegative = false
        var kept: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "-", "\u{2212}":
                guard kept.isEmpty, !isNegative else { return nil }
                isNegative = true
            case "+" where kept.isEmpty && !isNegative: break
            // White space between groups of digits, also as an apostrophe (Switzerland).
            case " ", "\u{A0}", "\u{202F}", "'", "\u{2019}": if style == .point, !kept.isEmpty { return nil }
            case "0"..."9", ".", ",": kept.append(UInt8(scalar.value))
            default: return nil
            }
        }
        guard let number = Self.number(kept, style) else { return nil }
        digits = isNegative ? -number.digits : number.digits
        places = number.places
    }

    private static func number(_ text: [UInt8], _ style: Style) -> (digits: Int, places: Int)? {
        guard let separator = decimalSeparator(text, style) else { return nil }
        let group: UInt8 = separator == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
        let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].split(separator: group, omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : []
        let isGrouped =
            whole.count == 1 || ((1...3).contains(whole[0].count) && whole.dropFirst().allSatisfy { $0.count == 3 })
        let all = whole.joined() + fraction
        guard isGrouped, !whole[0].isEmpty, parts.count == 1 || !fraction.isEmpty, fraction.count <= mostPlaces,
            all.count <= mostDigits, all.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else { return nil }
        return (all.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, fraction.count)
    }

    /// Nil when the number does not tell.
    private static func decimalSeparator(_ text: [UInt8], _ style: Style) -> UInt8? {
        let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
        if style == .point { return point }
        guard let last = text.lastIndex(where: { $0 == point || $0 == comma }) else { return point }
        let other = text[last] == point ? comma : point
        if text.contains(other) { return text[last] }
        if text.count(where: { $0 == text[last] }) > 1 { return other }
        return text.count - last == 4 && last > 0 && last <= 3 ? nil : text[last]
    }
}

extension DecimalNumber {
    var isZero: Bool { digits == 0 }

    /// In the smallest units of a currency with that many digits, half a unit away from zero. Nil when it is too much.
    func minorUnits(_ currencyDigits: Int) -> Int? {
        if currencyDigits >= places {
            let (value, overflows) = digits.multipliedReportingOverflow(by: Self.power(currencyDigits - places))
            return overflows || value.magnitude > ImportLimits.amount.magnitude ? nil : value
        }
        let unit = Self.power(places - currencyDigits)
        let (whole, rest) = digits.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
        let value = Int(whole) + (rest * 2 >= unit.magnitude ? 1 : 0)
        return value > ImportLimits.amount ? nil : digits < 0 ? -value : value
    }

    /// Whether that currency can hold it as it is.
    func fits(_ currencyDigits: Int) -> Bool {
        currencyDigits >= places || digits % Self.power(places - currencyDigits) == 0
    }

    static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { value, _ in value * 10 } }
}

extension DecimalNumber {
    /// A number of JSON, whose exponent is moved into its digits.
    init?(json text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        guard let number = DecimalNumber(String(parts[0])) else { return nil }
        guard parts.count > 1 else {
            self = number
            return
        }
        guard let exponent = Int(parts[1]), (-Self.mostPlaces...Self.mostPlaces).contains(exponent) else { return nil }
        let places = number.places - exponent
        if places >= 0, places <= Self.mostPlaces {
            self.init(digits: number.digits, places: places)
        } else {
            let (digits, overflows) = number.digits.multipliedReportingOverflow(by: Self.power(max(-places, 0)))
            guard places < 0, !overflows else { return nil }
            self.init(digits: digits, places: 0)
        }
    }
}
