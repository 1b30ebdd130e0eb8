import JSON
import LedgerCore

/// When something comes again.
struct ScheduleCase {
    private let recurrence: Recurrence
    private let numbers: [Int]
    private let days: ClosedRange<CalendarDay>

    init(_ draw: inout Draw) {
        let start = draw.day()
        let later = start.adding(days: draw.int(0...900))
        let end: Recurrence.End =
            switch draw.int(0...2) {
            case 0: .never
            case 1: .on(later)
            default: .after(draw.int(1...40))
            }
        recurrence = Recurrence(draw.frequency(), start: start, end: end)
        numbers = (0..<6).map { _ in draw.int(0...(draw.once(in: 3) ? 5000 : 60)) }
        let from = start.adding(days: draw.int(-200...800))
        days = from...from.adding(days: draw.int(0...400))
    }

    func write(to json: inout JSONWriter) {
        json.member("kind", "schedule")
        json.key("schedule")
        json.object { write(recurrence, to: &$0) }
        json.member("dates", each: numbers) { json, number in
            json.object { json in
                json.member("k", number)
                json.member("date", recurrence.date(of: number)?.description)
            }
        }
        json.member("from", days.lowerBound.description)
        json.member("to", days.upperBound.description)
        json.member("found", each: recurrence.numbers(in: days)) { json, number in
            json.object { json in
                json.member("k", number)
                json.member("date", recurrence.date(of: number)?.description)
            }
        }
    }

    private func write(_ recurrence: Recurrence, to json: inout JSONWriter) {
        json.member("frequency", recurrence.frequency.name)
        if case .custom(let every, let unit) = recurrence.frequency {
            json.key("custom")
            json.object { json in
                json.member("every", every)
                json.member("unit", unit.rawValue)
            }
        }
        json.member("start", recurrence.start.description)
        switch recurrence.end {
        case .never: break
        case .on(let day): json.member("end", day.description)
        case .after(let count): json.member("count", count)
        }
    }
}

extension Draw {
    fileprivate mutating func frequency() -> Recurrence.Frequency {
        guard once(in: 2) else { return one(of: Recurrence.Frequency.plain).frequency }
        return .custom(every: int(Limits.scheduleIntervals), one(of: Recurrence.Unit.allCases))
    }
}

/// What of an amount counts for a month, and for a day.
struct SpreadCase {
    private let amount: Money
    private let spread: Spread
    private let days: [CalendarDay]

    init(_ draw: inout Draw) {
        amount = Money(minorUnits: draw.amount())
        let from = CalendarDay(daysSince1970: draw.int(14_600...25_500))
        if draw.once(in: 2) {
            spread = Spread(from: from, to: from.adding(days: draw.int(0...900)), by: .day)
        } else {
            let last = CalendarMonth(from).adding(months: draw.int(0...40)) ?? .latest
            spread = Spread(from: CalendarMonth(from).firstDay, to: last.lastDay, by: .month)
        }
        let length = spread.to.daysSince1970 - spread.from.daysSince1970
        let first = spread.from
        days = (0..<4).map { _ in first.adding(days: draw.int(-3...length + 3)) }
    }

    func write(to json: inout JSONWriter) {
        json.member("kind", "spread")
        json.member("amount", amount.minorUnits.description)
        json.key("spread")
        json.object { json in
            json.member("from", spread.from.description)
            json.member("to", spread.to.description)
            json.member("by", spread.unit.rawValue)
        }
        json.member("portions", each: days) { json, day in
            json.object { json in
                json.member("day", day.description)
                json.member("onDay", spread.portion(of: amount, on: day).minorUnits.description)
                json.member("inMonth", spread.portion(of: amount, in: CalendarMonth(day)).minorUnits.description)
            }
        }
    }
}
