/// An expense that comes again and again. Its occurrences are worked out, never stored.
package struct Schedule: Hashable, Sendable {
    package let id: ScheduleID
    package internal(set) var input: ScheduleInput
    package let created: Stamp
    package internal(set) var lastEdited: Stamp?
    /// Occurrences that are not as the schedule says, by their number.
    package internal(set) var exceptions: [Int: Exception] = [:]

    package struct Exception: Hashable, Sendable {
        /// Nil: it is skipped.
        package let input: ExpenseInput?
        package let stamp: Stamp
    }
}

/// What a person says about an expense that recurs.
package struct ScheduleInput: Hashable, Sendable {
    /// Each occurrence but for its date: here that of the first one, `recurrence.start`.
    package var expense: ExpenseInput
    package var recurrence: Recurrence
    /// Shared by the burden ratio in force on the date of each occurrence; then `expense.terms` is nil and `expense.split`
    /// names those who share equally as long as there is no ratio.
    package var isByRatio: Bool

    package init(expense: ExpenseInput, recurrence: Recurrence, isByRatio: Bool) {
        self.expense = expense
        self.recurrence = recurrence
        self.isByRatio = isByRatio
    }
}

extension Schedule {
    /// The last event that shaped it.
    package var version: EventID { (lastEdited ?? created).event }
}

/// Which occurrence of which schedule: written `<schedule id>.<k>`.
package struct OccurrenceID: Hashable, Sendable {
    package let schedule: ScheduleID
    /// From 0 on.
    package let number: Int

    package init(schedule: ScheduleID, number: Int) {
        self.schedule = schedule
        self.number = number
    }

    /// Under which a list of expenses knows it: the schedule's id with `number` + 1 added to its last 48 bits.
    package var expense: ExpenseID {
        let low: UInt128 = (1 << 48) - 1
        let sum = (schedule.bits & low) &+ UInt128(UInt64(number)) &+ 1
        return ExpenseID(bits: schedule.bits & ~low | sum & low)
    }
}

extension OccurrenceID: CustomStringConvertible {
    package var description: String { "\(schedule).\(number)" }

    /// Accepts exactly the canonical text.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let schedule = ScheduleID(String(parts[0])), let number = Int(parts[1]), number >= 0,
            number < 1 << 32, String(number) == parts[1]
        else { return nil }
        self.init(schedule: schedule, number: number)
    }
}
