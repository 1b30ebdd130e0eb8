import JSON
import LedgerCore
import Testing

struct SpreadTests {
    @Test("portions are those of the vectors, by month and by day")
    func vectors() throws {
        for one in try #require(try Vectors.json("budget/spread.json").array) {
            let spread = try #require(try one.spread())
            let amount = Money.cents(Int128(try #require(one["amount"]?.integer)))
            #expect(spread.fault == nil)
            for member in try #require(one["months"]?.members) {
                let month = try #require(CalendarMonth(member.name))
                #expect(spread.portion(of: amount, in: month).minorUnits == Int128(member.value.integer ?? -1))
            }
            for (place, portion) in try #require(one["firstDays"]?.array).enumerated() {
                let day = spread.from.adding(days: place)
                #expect(spread.portion(of: amount, on: day).minorUnits == Int128(portion.integer ?? -1))
            }
            #expect(spread.portion(of: amount, through: spread.to) == amount)
        }
    }

    @Test("the portions of any amount sum to it, day by day, month by month and in any other cut", arguments: 1...6)
    func sums(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<12 {
            let spread = Spread.random(using: &numbers)
            let amount = Money.cents(Int128(Int.random(in: -99...100_000, using: &numbers)))
            #expect(spread.fault == nil)
            let days = (spread.from.daysSince1970 - 3...spread.to.daysSince1970 + 3).map {
                CalendarDay(daysSince1970: $0)
            }
            var sum = Money.zero
            for day in days {
                sum += spread.portion(of: amount, on: day)
                #expect(sum == spread.portion(of: amount, through: day))
            }
            #expect(sum == amount)
            let first = CalendarMonth(spread.from)
            let months = (0...first.distance(to: CalendarMonth(spread.to))).compactMap { first.adding(months: $0) }
            #expect(months.reduce(.zero) { $0 + spread.portion(of: amount, in: $1) } == amount)
            let cut = days[Int.random(in: 1..<days.count, using: &numbers)]
            let before = spread.portion(of: amount, in: days[0]...cut.adding(days: -1))
            #expect(before + spread.portion(of: amount, in: cut...(.latest)) == amount)
        }
    }

    @Test("no two days of a month, and no two months, differ by more than a unit")
    func evenness() {
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<40 {
            let spread = Spread.random(using: &numbers)
            let amount = Money.cents(Int128(Int.random(in: 0...100_000, using: &numbers)))
            guard spread.unit == .month else { continue }
            let first = CalendarMonth(spread.from)
            let months = (0...first.distance(to: CalendarMonth(spread.to))).compactMap { first.adding(months: $0) }
            let portions = months.map { spread.portion(of: amount, in: $0).minorUnits }
            #expect((portions.max() ?? 0) - (portions.min() ?? 0) <= 1)
            let days = (1...first.dayCount).map { spread.portion(of: amount, on: first.day($0)).minorUnits }
            #expect((days.max() ?? 0) - (days.min() ?? 0) <= 1)
        }
    }

    @Test("the first and the last day of the calendar are days like any other")
    func edges() {
        let start = Spread(from: .earliest, to: .sample("0001-01-03"), by: .day)
        #expect(
            (1...4).map { start.portion(of: .cents(10), on: .sample("0001-01-0\($0)")).minorUnits } == [3, 3, 4, 0])
        let end = Spread(from: .sample("9999-12-01"), to: .latest, by: .month)
        #expect(end.portion(of: .cents(31), on: .latest) == .cents(1))
        #expect(end.portion(of: .cents(31), in: .earliest...(.latest)) == .cents(31) && end.fault == nil)
    }

    @Test(
        "what can not be is told",
        arguments: [
            ("2026-05-02", "2026-05-01", Spread.Unit.day, Spread.Fault?.some(.endBeforeStart)),
            ("2026-06-01", "2026-05-31", .month, .endBeforeStart),
            ("2026-05-02", "2026-05-31", .month, .notWholeMonths),
            ("2026-05-01", "2026-05-30", .month, .notWholeMonths),
            ("2024-02-01", "2024-02-28", .month, .notWholeMonths), ("2026-05-01", "2126-05-01", .day, .tooLong),
            ("2026-05-01", "2126-05-31", .month, .tooLong), ("2026-05-01", "2126-04-30", .month, nil),
            ("2026-05-14", "2126-05-13", .day, nil), ("2026-05-14", "2026-05-14", .day, nil),
        ])
    func faults(from: String, to: String, unit: Spread.Unit, fault: Spread.Fault?) {
        #expect(Spread(from: .sample(from), to: .sample(to), by: unit).fault == fault)
    }
}

extension Spread {
    /// Up to four years around leap days and turns of years.
    static func random(using numbers: inout SeededNumbers) -> Spread {
        let start = CalendarDay.sample("2023-11-01").adding(days: .random(in: 0...900, using: &numbers))
        if Bool.random(using: &numbers) {
            return Spread(from: start, to: start.adding(days: .random(in: 0...400, using: &numbers)), by: .day)
        }
        let month = CalendarMonth(start)
        let last = month.adding(months: .random(in: 0...47, using: &numbers)) ?? month
        return Spread(from: month.firstDay, to: last.lastDay, by: .month)
    }
}
