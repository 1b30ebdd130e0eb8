/// When something comes again: always counted from `start`, so that a month that is too short moves only its own date.
package struct Recurrence: Hashable, Sendable {
    package enum Frequency: Hashable, Sendable {
        case daily, weekly, biweekly, monthly, yearly
        /// Every 1–99 units.
        case custom(every: Int, Unit)
    }

    package enum Unit: String, Hashable, Sendable, CaseIterable {
        case day, week, month, year
    }

    package enum End: Hashable, Sendable {
        case never
        /// The last day on which it may come.
        case on(CalendarDay)
        /// So many times, from 1 on.
        case after(Int)
    }

    package var frequency: Frequency
    package var start: CalendarDay
    package var end: End

    package init(_ frequency: Frequency, start: CalendarDay, end: End = .never) {
        self.frequency = frequency
        self.start = start
        self.end = end
    }
}

extension Recurrence.Frequency {
    /// Those without a number of their own, by the names under which the format and the API know them.
    package static let plain: [(name: String, frequency: Self)] = [
        ("daily", .daily), ("weekly", .weekly), ("biweekly", .biweekly), ("monthly", .monthly), ("yearly", .yearly),
    ]

    package var name: String { Self.plain.first { $0.frequency == self }?.name ?? "custom" }
}
