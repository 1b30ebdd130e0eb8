/// How much of an amount falls on which days. What has fallen by the end of a day is a floor of the amount's part; every
/// portion is the difference of two such, so that portions sum to the amount whichever way the time is cut.
extension Spread {
    /// What falls on the days up to this one, included.
    package func portion(of amount: Money, through day: CalendarDay) -> Money {
        if day < from { return .zero }
        if day >= to { return amount }
        let whole = amount.minorUnits
        switch unit {
        case .day:
            let length = to.daysSince1970 - from.daysSince1970 + 1
            return Money(minorUnits: Self.part(day.daysSince1970 - from.daysSince1970 + 1, of: length, whole))
        case .month:
            let month = CalendarMonth(day)
            let count = CalendarMonth(from).distance(to: CalendarMonth(to)) + 1
            let place = CalendarMonth(from).distance(to: month)
            let before = Self.part(place, of: count, whole)
            let within = Self.part(place + 1, of: count, whole) - before
            return Money(minorUnits: before + Self.part(day.day, of: month.dayCount, within))
        }
    }

    package func portion(of amount: Money, in days: ClosedRange<CalendarDay>) -> Money {
        guard days.lowerBound > from else { return portion(of: amount, through: days.upperBound) }
        let before = portion(of: amount, through: days.lowerBound.adding(days: -1))
        return portion(of: amount, through: days.upperBound) - before
    }

    package func portion(of amount: Money, in month: CalendarMonth) -> Money { portion(of: amount, in: month.days) }

    package func portion(of amount: Money, on day: CalendarDay) -> Money { portion(of: amount, in: day...day) }

    /// Rounded down, also below zero.
    private static func part(_ count: Int, of total: Int, _ whole: Int128) -> Int128 {
        (whole * Int128(count)).quotientRoundedDown(dividingBy: Int128(total))
    }
}

extension Spread {
    /// Why money can not be spread like this.
    package enum Fault: Hashable, Sendable {
        case endBeforeStart, notWholeMonths, tooLong
    }

    package var fault: Fault? {
        if to < from { return .endBeforeStart }
        if unit == .month, from != CalendarMonth(from).firstDay || to != CalendarMonth(to).lastDay {
            return .notWholeMonths
        }
        let last = CalendarMonth(from).adding(months: Limits.spreadMonths)?.day(from.day)
        return last.map { to >= $0 } ?? false ? .tooLong : nil
    }
}

extension Spread.Fault {
    /// One sentence for a person.
    package var message: String {
        switch self {
        case .endBeforeStart: "“to” can not be before “from”."
        case .notWholeMonths: "By month, “from” is the first and “to” the last day of a month."
        case .tooLong: "Money can be spread over at most \(Limits.spreadMonths / 12) years."
        }
    }
}

extension Int128 {
    /// Also below zero: −1 ÷ 2 is −1.
    func quotientRoundedDown(dividingBy divisor: Int128) -> Int128 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
