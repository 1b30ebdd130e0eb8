import LedgerCore

/// The days that files write: `2026-05-14`, `2026/05/14`, `20260514`, `14.05.2026`, `14/05/2026`, each perhaps with a time
/// behind it.
package enum WrittenDate {
    /// Which number comes first in `03/04/2026`.
    package enum Order: String, Hashable, Sendable {
        case dayFirst = "dmy"
        case monthFirst = "mdy"
    }

    enum Reading: Hashable {
        case day(CalendarDay)
        /// The day could be the month.
        case ambiguous
        case none
    }

    static func read(_ text: String, _ order: Order?) -> Reading {
        let day = text.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "T") && $0 != UInt8(ascii: ",") }
        if day.count == 10, let exact = CalendarDay(String(Substring(day))) { return .day(exact) }
        if day.count == 8, day.allSatisfy(isDigit), let compact = Int(Substring(day)) {
            return one(compact / 10_000, compact / 100 % 100, compact % 100)
        }
        guard let separator = day.first(where: { !isDigit($0) }) else { return .none }
        let texts = day.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = texts.compactMap { $0.count <= 4 && $0.allSatisfy(isDigit) ? Int(Substring($0)) : nil }
        guard numbers.count == 3, texts.count == 3, [".", "/", "-"].contains(Character(Unicode.Scalar(separator)))
        else {
            return .none
        }
        if texts[0].count == 4 { return one(numbers[0], numbers[1], numbers[2]) }
        guard texts[2].count == 4 else { return .none }
        return dayAndMonth(numbers, order ?? (separator == UInt8(ascii: ".") ? .dayFirst : nil))
    }

    private static func dayAndMonth(_ numbers: [Int], _ order: Order?) -> Reading {
        let dayFirst = one(numbers[2], numbers[1], numbers[0])
        let monthFirst = one(numbers[2], numbers[0], numbers[1])
        switch order {
        case .dayFirst: return dayFirst
        case .monthFirst: return monthFirst
        case nil where dayFirst == monthFirst || monthFirst == .none: return dayFirst
        case nil: return dayFirst == .none ? monthFirst : .ambiguous
        }
    }

    private static func one(_ year: Int, _ month: Int, _ day: Int) -> Reading {
        CalendarDay(year: year, month: month, day: day).map(Reading.day) ?? .none
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
