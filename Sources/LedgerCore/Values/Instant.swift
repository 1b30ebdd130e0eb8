/// A moment: milliseconds since 1970 in UTC. Written `2026-05-14T12:03:11.123Z`, years 0001–9999, so that the order of
/// the texts is the order of the moments.
package struct Instant: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    package static let earliest = Instant(milliseconds: -62_135_596_800_000)
    package static let latest = Instant(milliseconds: 253_402_300_799_999)

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    package func advanced(byMilliseconds count: Int64) -> Instant { Instant(milliseconds: milliseconds + count) }

    /// The calendar day in UTC.
    package var day: CalendarDay {
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        return CalendarDay(daysSince1970: Int(rest < 0 ? days - 1 : days))
    }
}

extension CalendarDay {
    /// In UTC.
    var firstMoment: Instant { Instant(milliseconds: Int64(daysSince1970) * 86_400_000) }
}
