/// A month of the proleptic Gregorian calendar, years 0001–9999. Written `2026-05`.
package struct CalendarMonth: Hashable, Comparable, Sendable {
    /// Months since January of the year 0.
    private let count: Int32

    package var year: Int { Int(count) / 12 }
    package var month: Int { Int(count) % 12 + 1 }

    package static let earliest = CalendarMonth(CalendarDay.earliest)
    package static let latest = CalendarMonth(CalendarDay.latest)

    /// Nil when there is no such month.
    package init?(year: Int, month: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        count = Int32(year * 12 + month - 1)
    }

    /// Accepts exactly `YYYY-MM`.
    package init?(_ text: String) {
        guard text.utf8.count == 7, let day = CalendarDay(text + "-01") else { return nil }
        self.init(day)
    }

    /// The month in which the day lies.
    package init(_ day: CalendarDay) {
        count = Int32(day.year * 12 + day.month - 1)
    }

    private init(count: Int32) {
        self.count = count
    }

    package static func < (left: CalendarMonth, right: CalendarMonth) -> Bool { left.count < right.count }

    package var dayCount: Int { CalendarDay.daysInMonth(month, ofYear: year) }

    /// The given day of the month, from 1 on; clamped to the month's last one.
    package func day(_ number: Int) -> CalendarDay {
        CalendarDay(year: year, month: month, day: min(max(number, 1), dayCount)) ?? .earliest
    }

    package var firstDay: CalendarDay { day(1) }
    package var lastDay: CalendarDay { day(dayCount) }
    package var days: ClosedRange<CalendarDay> { firstDay...lastDay }

    /// How many months later the other one is.
    package func distance(to other: CalendarMonth) -> Int { Int(other.count - count) }

    /// Nil beyond the years 0001–9999.
    package func adding(months: Int) -> CalendarMonth? {
        let sum = Int(count).addingReportingOverflow(months)
        guard !sum.overflow, (12..<120_000).contains(sum.partialValue) else { return nil }
        return CalendarMonth(count: Int32(sum.partialValue))
    }
}

extension CalendarMonth: CustomStringConvertible {
    package var description: String { String(firstDay.description.prefix(7)) }
}
