/// An amount in the smallest units of its ledger's currency. Never a fraction, never a floating-point number.
package struct Money: Hashable, Comparable, Sendable {
    package let minorUnits: Int128

    package init(minorUnits: Int128) {
        self.minorUnits = minorUnits
    }

    package static let zero = Money(minorUnits: 0)

    package var magnitude: Money { Money(minorUnits: abs(minorUnits)) }

    package static func < (left: Money, right: Money) -> Bool { left.minorUnits < right.minorUnits }

    package static func + (left: Money, right: Money) -> Money {
        Money(minorUnits: left.minorUnits + right.minorUnits)
    }

    package static func - (left: Money, right: Money) -> Money {
        Money(minorUnits: left.minorUnits - right.minorUnits)
    }

    package static func += (left: inout Money, right: Money) { left = left + right }

    package static func -= (left: inout Money, right: Money) { left = left - right }

    package static prefix func - (money: Money) -> Money { Money(minorUnits: -money.minorUnits) }
}

extension Money {
    /// Reads the integer of a `$bigint`: an optional `-`, then digits without a leading zero, below the limit of
    /// what a log may hold. Anything else is no amount.
    package init?(canonical digits: Span<UInt8>) {
        let isNegative = digits.count > 0 && digits[0] == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        let count = digits.count - start
        guard (1...24).contains(count), digits[start] != UInt8(ascii: "0") || (count == 1 && !isNegative) else {
            return nil
        }
        var value: Int128 = 0
        for index in start..<digits.count {
            let digit = digits[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int128(digit)
        }
        minorUnits = isNegative ? -value : value
    }
}
