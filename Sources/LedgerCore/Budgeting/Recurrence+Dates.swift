/// On which days something comes. Everything is reckoned from `start`, never from the time before: so a month that is too
/// short moves only its own date, and any stretch of a schedule costs the same however long ago it began.
extension Recurrence {
    /// The day of occurrence `number`, from 0 on; nil when there is none: beyond the end, or beyond the calendar.
    package func date(of number: Int) -> CalendarDay? {
        guard number >= 0, number < (most ?? .max), let day = day(of: number), day <= lastDay else { return nil }
        return day
    }

    /// Those that come within the days.
    package func numbers(in days: ClosedRange<CalendarDay>) -> Range<Int> {
        let last = min(days.upperBound, lastDay)
        let first = firstNumber(notBefore: days.lowerBound)
        let next = last == .latest ? lastNumber + 1 : firstNumber(notBefore: last.adding(days: 1))
        return first..<max(first, min(next, most ?? .max))
    }

    private enum Step {
        case days(Int)
        case months(Int)
    }

    private var step: Step {
        switch frequency {
        case .daily: return .days(1)
        case .weekly: return .days(7)
        case .biweekly: return .days(14)
        case .monthly: return .months(1)
        case .yearly: return .months(12)
        case .custom(let every, let unit):
            // Whatever a log may hold.
            let count = min(max(every, Limits.scheduleIntervals.lowerBound), Limits.scheduleIntervals.upperBound)
            switch unit {
            case .day: return .days(count)
            case .week: return .days(7 * count)
            case .month: return .months(count)
            case .year: return .months(12 * count)
            }
        }
    }

    private var lastDay: CalendarDay {
        if case .on(let day) = end { day } else { .latest }
    }

    private var most: Int? {
        if case .after(let count) = end { max(count, 0) } else { nil }
    }

    /// Whatever the end says.
    private func day(of number: Int) -> CalendarDay? {
        switch step {
        case .days(let length):
            let (distance, overflows) = number.multipliedReportingOverflow(by: length)
            let left = CalendarDay.latest.daysSince1970 - start.daysSince1970
            return overflows || distance > left ? nil : start.adding(days: distance)
        case .months(let length):
            let (distance, overflows) = number.multipliedReportingOverflow(by: length)
            return overflows ? nil : CalendarMonth(start).adding(months: distance)?.day(start.day)
        }
    }

    /// Whatever the end says; one more than the last one, when there is none so late.
    private func firstNumber(notBefore day: CalendarDay) -> Int {
        if day <= start { return 0 }
        switch step {
        case .days(let length): return (day.daysSince1970 - start.daysSince1970 + length - 1) / length
        case .months(let length):
            let number = (CalendarMonth(start).distance(to: CalendarMonth(day)) + length - 1) / length
            // The month is right; only the day in it may be too early.
            return self.day(of: number).map { $0 < day } ?? false ? number + 1 : number
        }
    }

    /// Before the calendar ends.
    private var lastNumber: Int {
        switch step {
        case .days(let length): (CalendarDay.latest.daysSince1970 - start.daysSince1970) / length
        case .months(let length): CalendarMonth(start).distance(to: .latest) / length
        }
    }
}

extension Recurrence {
    /// Why something can not come like this.
    package enum Fault: Hashable, Sendable {
        case interval, endBeforeStart, count
    }

    package var fault: Fault? {
        if case .custom(let every, _) = frequency, !Limits.scheduleIntervals.contains(every) { return .interval }
        switch end {
        case .on(let day) where day < start: return .endBeforeStart
        case .after(let count) where count < 1: return .count
        default: return nil
        }
    }
}

extension Recurrence.Fault {
    /// One sentence for a person.
    package var message: String {
        switch self {
        case .interval:
            "“every” is a whole number from \(Limits.scheduleIntervals.lowerBound) to "
                + "\(Limits.scheduleIntervals.upperBound)."
        case .endBeforeStart: "It can not end before it starts."
        case .count: "It has to come at least once."
        }
    }
}
