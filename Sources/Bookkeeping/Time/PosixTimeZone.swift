import LedgerCore

/// The rule that holds in all years to come: the `TZ` string in the footer of a TZif file (RFC 9636 §3.3.2), such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixTimeZone: Hashable, Sendable {
    /// Seconds east of UTC.
    private let standard: Int
    private let summer: Summer?

    fileprivate struct Summer: Hashable {
        let offset: Int
        let start: Change
        let end: Change
    }

    /// When the clocks change in a year, by the clock that goes until then.
    fileprivate struct Change: Hashable {
        enum Day: Hashable {
            /// `J1`–`J365`: February 29th is never counted.
            case ofCommonYear(Int)
            /// `0`–`365`
            case ofYear(Int)
            /// `M3.5.0`: the last (5) Sunday (0) of March.
            case weekday(Int, week: Int, month: Int)
        }

        let day: Day
        /// In seconds after midnight; may be of another day.
        let time: Int
    }

    func offset(at seconds: Int64) -> Int {
        guard let summer else { return standard }
        let day = CalendarDay(daysSince1970: Int((seconds + Int64(standard)).dividedDown(by: 86_400)))
        let start = summer.start.seconds(in: day.year) - Int64(standard)
        let end = summer.end.seconds(in: day.year) - Int64(summer.offset)
        let isSummer = start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
        return isSummer ? summer.offset : standard
    }
}

extension PosixTimeZone.Change {
    /// Since 1970, by the clock of the place.
    func seconds(in year: Int) -> Int64 { Int64(dayNumber(in: year)) * 86_400 + Int64(time) }

    private func dayNumber(in year: Int) -> Int {
        guard let first = CalendarDay(year: year, month: 1, day: 1)?.daysSince1970 else { return 0 }
        switch day {
        case .ofYear(let number): return first + number
        case .ofCommonYear(let number):
            let isAfterLeapDay = number > 59 && CalendarDay.daysInMonth(2, ofYear: year) == 29
            return first + number - (isAfterLeapDay ? 0 : 1)
        case .weekday(let weekday, let week, let month):
            guard let first = CalendarDay(year: year, month: month, day: 1)?.daysSince1970 else { return 0 }
            // 1970 began with a Thursday.
            let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
            var day = (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
            if day >= CalendarDay.daysInMonth(month, ofYear: year) { day -= 7 }
            return first + day
        }
    }
}

// MARK: - Reading

extension PosixTimeZone {
    init?(_ text: String) {
        var reader = Reader(rest: Array(text.utf8)[...])
        guard reader.name(), let west = reader.time(hours: 24) else { return nil }
        standard = -west
        if reader.isAtEnd {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        var offset = standard + 3600
        if !reader.isNext(",") {
            guard let west = reader.time(hours: 24) else { return nil }
            offset = -west
        }
        guard let start = reader.change(), let end = reader.change(), reader.isAtEnd else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        var isAtEnd: Bool { rest.isEmpty }

        func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard isNext(character) else { return false }
            rest.removeFirst()
            return true
        }

        /// `CET`, or `<+0330>`: at least three characters.
        mutating func name() -> Bool {
            let isQuoted = take("<")
            let name = rest.prefix { byte in
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                return isLetter || isQuoted && "+-0123456789".utf8.contains(byte)
            }
            rest = rest.dropFirst(name.count)
            return name.count >= 3 && (!isQuoted || take(">"))
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
            return range.contains(number) ? number : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time(hours most: Int) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard var seconds = number(0...most).map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where take(":") {
                guard let part = number(0...59) else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// `,M3.5.0/2`: at two o'clock, if it does not say when.
        mutating func change() -> Change? {
            guard take(","), let day = day() else { return nil }
            guard take("/") else { return Change(day: day, time: 7200) }
            return time(hours: 167).map { Change(day: day, time: $0) }
        }

        private mutating func day() -> Change.Day? {
            if take("J") { return number(1...365).map { .ofCommonYear($0) } }
            guard take("M") else { return number(0...365).map { .ofYear($0) } }
            guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(weekday, week: week, month: month)
        }
    }
}
