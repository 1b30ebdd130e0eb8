internal import Glibc

/// Instants as the service writes them; milliseconds since 1970 in, text out.
enum Timestamp {
    /// ISO 8601 in whole seconds: `2026-11-21T14:03:00Z`.
    static func iso(_ instant: Int64) -> String {
        let t = parts(instant)
        return "\(pad(t.year, 4))-\(pad(t.month))-\(pad(t.day))T\(pad(t.hour)):\(pad(t.minute)):\(pad(t.second))Z"
    }

    /// IMF-fixdate (RFC 9110 section 5.6.7): `Sat, 21 Nov 2026 14:03:00 GMT`.
    package static func http(_ instant: Int64) -> String {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let t = parts(instant)
        return "\(days[t.weekday]), \(pad(t.day)) \(months[t.month - 1]) \(pad(t.year, 4)) "
            + "\(pad(t.hour)):\(pad(t.minute)):\(pad(t.second)) GMT"
    }

    private struct Parts {
        var year, month, day, hour, minute, second, weekday: Int
    }

    /// The civil calendar from a count of days, in years that begin in March.
    private static func parts(_ instant: Int64) -> Parts {
        let seconds = Int(instant / 1000) - (instant % 1000 < 0 ? 1 : 0)
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = seconds - days * 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return Parts(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, hour: time / 3600, minute: time / 60 % 60,
            second: time % 60, weekday: ((days % 7) + 7) % 7)
    }

    private static func pad(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// The emulator's time: a base that stands still, runs, or is a test's own, and what was added by `advance`.
package struct EmulatorClock: Sendable {
    private let start: @Sendable () -> Int64
    var offset: Int64 = 0

    /// Milliseconds since 1970.
    package init(_ now: @escaping @Sendable () -> Int64) { start = now }

    /// 21 November 2026, noon, until it is advanced.
    package static let standing = EmulatorClock { 1_795_262_400_000 }

    package static let system = EmulatorClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    var now: Int64 { start() + offset }
}
