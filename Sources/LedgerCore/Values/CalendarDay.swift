/// A day of the proleptic Gregorian calendar, years 0001–9999, without a time zone. Written `2026-05-14`.
package struct CalendarDay: Hashable, Comparable, Sendable {
    private let packed: Int32

    package var year: Int { Int(packed) / 10_000 }
    package var month: Int { Int(packed) / 100 % 100 }
    package var day: Int { Int(packed) % 100 }

    package static let earliest = CalendarDay(packed: 1_01_01)
    package static let latest = CalendarDay(packed: 9999_12_31)

    /// Nil when there is no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, ofYear: year)
        else { return nil }
        packed = Int32(year * 10_000 + month * 100 + day)
    }

    /// Accepts exactly `YYYY-MM-DD`.
    package init?(ascii text: Span<UInt8>) {
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = DecimalText.number(text, 0..<4), let month = DecimalText.number(text, 5..<7),
            let day = DecimalText.number(text, 8..<10)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package init?(_ text: String) {
        self.init(ascii: text.utf8Span.span)
    }

    private init(packed: Int32) {
        self.packed = packed
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.packed < right.packed }

    package static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension CalendarDay {
    /// Days since 1970-01-01, negative before. A year is counted from March, so that the leap day is its last.
    package var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }

    /// The day that many days after 1970-01-01, held inside the years 0001–9999.
    package init(daysSince1970 days: Int) {
        let limit = -719_162...2_932_896
        let days = min(max(days, limit.lowerBound), limit.upperBound) + 719_468
        let century = days / 146_097
        let dayOfCentury = days % 146_097
        let yearOfCentury = (dayOfCentury - dayOfCentury / 1460 + dayOfCentury / 36_524 - dayOfCentury / 146_096) / 365
        let dayOfYear = dayOfCentury - (365 * yearOfCentury + yearOfCentury / 4 - yearOfCentury / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = century * 400 + yearOfCentury + (month <= 2 ? 1 : 0)
        packed = Int32(year * 10_000 + month * 100 + day)
    }

    package func adding(days: Int) -> CalendarDay { CalendarDay(daysSince1970: daysSince1970 + days) }
}

extension CalendarDay: CustomStringConvertible {
    package func write(into output: inout [UInt8]) {
        DecimalText.write(year, digits: 4, into: &output)
        output.append(UInt8(ascii: "-"))
        DecimalText.write(month, digits: 2, into: &output)
        output.append(UInt8(ascii: "-"))
        DecimalText.write(day, digits: 2, into: &output)
    }

    package var description: String {
        var text: [UInt8] = []
        write(into: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
