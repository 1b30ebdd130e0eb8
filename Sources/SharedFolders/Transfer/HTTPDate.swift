/// An HTTP date in any of its three shapes (RFC 9110 5.6.7), as seconds since 1970.
enum HTTPDate {
    /// `now` (seconds since 1970) places a year of two digits. The name of the weekday is not compared with the date.
    static func seconds(_ text: String, now: Int64) -> Int64? {
        let words = text.utf8.split(separator: UInt8(ascii: " ")).map { String($0) ?? "" }
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT
        case 6 where words[5] == "GMT" && words[0].utf8.last == UInt8(ascii: ","):
            return instant(year: number(words[3], 4), words[2], number(words[1], 2), words[4])
        // Sunday, 06-Nov-94 08:49:37 GMT
        case 4 where words[3] == "GMT" && words[0].utf8.last == UInt8(ascii: ","):
            let parts = words[1].utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                .map { String($0) ?? "" }
            guard parts.count == 3, let short = number(parts[2], 2) else { return nil }
            return instant(year: year(short, now: now), parts[1], number(parts[0], 2), words[2])
        // Sun Nov  6 08:49:37 1994
        case 5:
            return instant(year: number(words[4], 4), words[1], number(words[2], 2) ?? number(words[2], 1), words[3])
        default: return nil
        }
    }

    private static let months: [String: Int64] = [
        "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10, "Nov": 11,
        "Dec": 12,
    ]

    private static func instant(year: Int64?, _ monthName: String, _ day: Int64?, _ time: String) -> Int64? {
        guard let year, let month = months[monthName], let day, (1...daysInMonth(month, year)).contains(day) else {
            return nil
        }
        let parts = time.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { number(String($0) ?? "", 2) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24,
            minute < 60, second <= 60
        else { return nil }
        return daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// More than 50 years ahead is meant to be in the past (RFC 9110 5.6.7).
    private static func year(_ short: Int64, now: Int64) -> Int64 {
        let current = 1970 + now / 31_556_952
        let candidate = current - current % 100 + short
        return candidate > current + 50 ? candidate - 100 : candidate
    }

    private static func number(_ text: String, _ digits: Int) -> Int64? {
        guard text.utf8.count == digits, (1...4).contains(digits),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(text)
    }

    private static func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts in years that begin with March, so that the leap day is the last, and from 400 years before the year 0.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = 400 + (month < 3 ? year - 1 : year)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
    }
}
