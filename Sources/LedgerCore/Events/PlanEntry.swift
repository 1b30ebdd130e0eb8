/// One thing that is said from a date on and holds until the next such date.
package enum PlanEntry: Hashable, Sendable {
    case limit(CategoryID, from: CalendarMonth)
    case ratio(from: CalendarDay)
    case savingGoal(ParticipantID, from: CalendarMonth)
}
