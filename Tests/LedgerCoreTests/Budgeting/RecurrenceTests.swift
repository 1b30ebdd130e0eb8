import JSON
import LedgerCore
import Testing

struct RecurrenceTests {
    @Test("occurrences are those of the vectors")
    func vectors() throws {
        for one in try #require(try Vectors.json("budget/schedules.json").array) {
            let schedule = try #require(one["schedule"])
            let id = try #require(schedule["id"]?.string.flatMap { ScheduleID($0) })
            let recurrence = try schedule.recurrence()
            #expect(recurrence.fault == nil)
            let found = recurrence.numbers(in: .earliest...(try schedule.day("until"))).map { number in
                [
                    "\(number)", recurrence.date(of: number)?.description,
                    OccurrenceID(schedule: id, number: number).description,
                ]
            }
            let expected = try #require(one["occurrences"]?.array).map {
                [$0["k"]?.integer?.description, $0["date"]?.string, $0["id"]?.string]
            }
            #expect(found == expected)
        }
    }

    /// `Tests/Vectors/budget/generate.py`.
    @Test("four hundred years of dates are those of another library, from the first to the last day there is")
    func calendar() throws {
        let cases = try #require(try Vectors.json("budget/calendar.json")["recurrences"]?.array)
        #expect(cases.count > 100)
        for one in cases {
            let recurrence = Recurrence(try one.interval(), start: try one.day("start"))
            let days = recurrence.start...(try one.day("last"))
            let numbers = recurrence.numbers(in: days)
            #expect(numbers == 0..<(one["count"]?.integer ?? -1))
            let dates = numbers.compactMap { recurrence.date(of: $0) }
            #expect(dates.count == numbers.count && Self.digest(dates.map(\.ordinal)) == one["digest"]?.integer)
            for window in try #require(one["windows"]?.array).map({ try #require($0.array) }) {
                let from = try #require(window[0].string.flatMap { CalendarDay($0) })
                let to = try #require(window[1].string.flatMap { CalendarDay($0) })
                let found = recurrence.numbers(in: from...to)
                #expect(found.count == window[3].integer)
                if !found.isEmpty { #expect(found.lowerBound == window[2].integer) }
            }
        }
    }

    @Test("four hundred years of months are as long as another library says")
    func months() throws {
        for one in try #require(try Vectors.json("budget/calendar.json")["months"]?.array) {
            let first = try #require(one["from"]?.integer.flatMap { CalendarMonth(year: $0, month: 1) })
            let months = (0..<4800).compactMap { first.adding(months: $0) }
            #expect(months.count == 4800 && Self.digest(months.map(\.dayCount)) == one["digest"]?.integer)
        }
    }

    private static func digest(_ numbers: [Int]) -> Int { numbers.reduce(0) { (31 * $0 + $1) % 2_147_483_647 } }

    @Test("what arithmetic says of any stretch is what walking there from the start comes to", arguments: 1...6)
    func walking(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<60 {
            let recurrence = Recurrence.random(using: &numbers)
            let walked = recurrence.walked(400)
            #expect(
                (0..<400).map { recurrence.date(of: $0) } == walked + Array(repeating: nil, count: 400 - walked.count))
            guard let last = walked.last ?? Optional(recurrence.start) else { continue }
            for _ in 0..<8 {
                let reach = last.daysSince1970 - recurrence.start.daysSince1970
                let ends = (0..<2).map { _ in
                    recurrence.start.adding(days: .random(in: -9...max(reach, 1), using: &numbers))
                }
                let days = min(ends[0], ends[1])...max(ends[0], ends[1])
                #expect(recurrence.numbers(in: days).map { $0 } == walked.indices.filter { days.contains(walked[$0]) })
            }
        }
    }

    @Test("nothing comes before the first day, after the last one, or more often than it was said")
    func ends() {
        let start = CalendarDay.sample("9999-10-31")
        let monthly = Recurrence(.monthly, start: start)
        #expect((0...3).map { monthly.date(of: $0)?.description } == ["9999-10-31", "9999-11-30", "9999-12-31", nil])
        #expect(monthly.numbers(in: .earliest...(.latest)) == 0..<3)
        #expect(monthly.date(of: -1) == nil && monthly.date(of: .max) == nil)
        #expect(Recurrence(.daily, start: .latest).numbers(in: .earliest...(.latest)) == 0..<1)
        #expect(Recurrence(.daily, start: .earliest).date(of: .max) == nil)
        #expect(Recurrence(.yearly, start: .earliest).numbers(in: .earliest...(.latest)) == 0..<9999)
        #expect(Recurrence(.weekly, start: .may(1), end: .on(.may(8))).numbers(in: .earliest...(.latest)) == 0..<2)
        #expect(Recurrence(.weekly, start: .may(1), end: .on(.may(7))).date(of: 1) == nil)
        #expect(Recurrence(.weekly, start: .may(2), end: .on(.may(1))).numbers(in: .earliest...(.latest)).isEmpty)
        #expect(Recurrence(.daily, start: .may(1), end: .after(3)).numbers(in: .may(2)...(.latest)) == 1..<3)
        #expect(Recurrence(.daily, start: .may(1), end: .after(3)).numbers(in: .may(9)...(.may(12))).isEmpty)
    }

    @Test(
        "what can not be is told",
        arguments: [
            (Recurrence(.custom(every: 0, .day), start: .may(1)), Recurrence.Fault?.some(.interval)),
            (Recurrence(.custom(every: 100, .month), start: .may(1)), .interval),
            (Recurrence(.daily, start: .may(2), end: .on(.may(1))), .endBeforeStart),
            (Recurrence(.daily, start: .may(2), end: .after(0)), .count),
            (Recurrence(.custom(every: 99, .year), start: .latest, end: .on(.latest)), nil),
        ])
    func faults(recurrence: Recurrence, fault: Recurrence.Fault?) {
        #expect(recurrence.fault == fault)
    }
}

extension CalendarDay {
    /// 1 for the first day of the year 1.
    var ordinal: Int { daysSince1970 - CalendarDay.earliest.daysSince1970 + 1 }
}

extension Recurrence {
    static func random(using numbers: inout SeededNumbers) -> Recurrence {
        let starts = ["0001-01-01", "2024-02-29", "2026-01-31", "2026-05-30", "9990-12-31", "9999-12-30"]
        let ends: [End] = [.never, .never, .after(7), .on(.sample("2027-02-28"))]
        let every = Int.random(in: 1...99, using: &numbers)
        let frequencies: [Frequency] = [
            .daily, .weekly, .biweekly, .monthly, .yearly, .custom(every: every, .day), .custom(every: every, .week),
            .custom(every: every, .month), .custom(every: every, .year),
        ]
        let start = CalendarDay.sample(starts[Int.random(in: 0..<starts.count, using: &numbers)])
        return Recurrence(
            frequencies[Int.random(in: 0..<frequencies.count, using: &numbers)],
            start: start.adding(days: .random(in: 0...40, using: &numbers)),
            end: ends[Int.random(in: 0..<ends.count, using: &numbers)])
    }

    /// Its first dates, one step after the other: by days one at a time, by months along the calendar.
    func walked(_ most: Int) -> [CalendarDay] {
        var dates: [CalendarDay] = []
        var (year, month) = (start.year, start.month)
        var day: CalendarDay? = start
        let (days, months) = length
        while dates.count < most, let date = day {
            if case .on(let last) = end, date > last { break }
            if case .after(let count) = end, dates.count == count { break }
            dates.append(date)
            if months == 0 {
                day = date.daysSince1970 + days > CalendarDay.latest.daysSince1970 ? nil : date.adding(days: days)
                continue
            }
            for _ in 0..<months { (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1) }
            day =
                stride(from: start.day, to: 27, by: -1).lazy
                .compactMap { CalendarDay(year: year, month: month, day: $0) }.first
                ?? CalendarDay(year: year, month: month, day: start.day)
        }
        return dates
    }

    private var length: (days: Int, months: Int) {
        switch frequency {
        case .daily: (1, 0)
        case .weekly: (7, 0)
        case .biweekly: (14, 0)
        case .monthly: (0, 1)
        case .yearly: (0, 12)
        case .custom(let every, .day): (every, 0)
        case .custom(let every, .week): (every * 7, 0)
        case .custom(let every, .month): (0, every)
        case .custom(let every, .year): (0, every * 12)
        }
    }
}
