/// A point in time to the second, as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
struct HTTPDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    let secondsSince1970: Int

    init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    static func < (a: HTTPDate, b: HTTPDate) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

    var description: String {
        let days = Int((Double(secondsSince1970) / 86_400).rounded(.down))
        let second = secondsSince1970 - days * 86_400
        let (year, month, day) = Self.civil(fromDays: days)
        let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7]
        let clock = [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits).joined(separator: ":")
        let digits = String(year)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(weekday), \(Self.twoDigits(day)) \(Self.months[month - 1]) \(padded) \(clock) GMT"
    }

    /// Reads the form above and the two obsolete ones, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        let days = Self.weekdays
        switch parts.count {
        case 6 where parts[5] == "GMT" && days.contains { parts[0] == $0 + "," }:
            self.init(
                day: Self.number(parts[1], digits: 2), month: parts[2], year: Self.number(parts[3], digits: 4), parts[4]
            )
        case 4 where parts[3] == "GMT" && days.contains { parts[0].hasPrefix($0) && parts[0].hasSuffix("day,") }:
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, let short = Self.number(date[2], digits: 2) else { return nil }
            // Two digits mean the century in which they are not far ahead.
            let year = short < 70 ? 2000 + short : 1900 + short
            self.init(day: Self.number(date[0], digits: 2), month: date[1], year: year, parts[2])
        case 5 where days.contains { parts[0] == $0 }:
            let day = Self.number(parts[2], digits: parts[2].utf8.count == 1 ? 1 : 2)
            self.init(day: day, month: parts[1], year: Self.number(parts[4], digits: 4), parts[3])
        default: return nil
        }
    }

    private init?(day: Int?, month: Substring, year: Int?, _ time: Substring) {
        guard let day, (1...31).contains(day), let year, let month = Self.months.firstIndex(of: String(month)) else {
            return nil
        }
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = Self.number(clock[0], digits: 2),
            let minute = Self.number(clock[1], digits: 2),
            let second = Self.number(clock[2], digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.days(year: year, month: month + 1, day: day)
        self.init(secondsSince1970: days * 86_400 + hour * 3600 + minute * 60 + second)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy(ByteClass.isDigit) ? Int(text) : nil
    }

    // Days are counted in years that begin in March, so that the leap day is the last one.

    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
