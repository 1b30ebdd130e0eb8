import LedgerCore

/// Histories as several homes might write them: few ids and close stamps, so that events meet.
enum RandomHistory {
    static func events(_ count: Int, using numbers: inout SeededNumbers) -> [Event] {
        (0..<count).map { number in
            let stamp = noon.advanced(byMilliseconds: Int64.random(in: 0...40, using: &numbers))
            // The id is random too, so that ties do not follow the order of making.
            let id = Int.random(in: 1...1_000_000, using: &numbers) * 1000 + number
            return .sample(id, at: stamp, kind(using: &numbers))
        }
    }

    private static func kind(using numbers: inout SeededNumbers) -> Event.Kind {
        let expense = ExpenseID(Int.random(in: 1...8, using: &numbers))
        let settlement = SettlementID(Int.random(in: 1...4, using: &numbers))
        let label = LabelID(Int.random(in: 1...3, using: &numbers))
        let name = "name \(Int.random(in: 1...99, using: &numbers))"
        switch Int.random(in: 0..<30, using: &numbers) {
        case 19...: return plan(name, &numbers)
        case 0: return .ledgerRenamed(name: name)
        case 1, 2: return .participantAdded(person(&numbers), name: name)
        case 3: return .participantRenamed(person(&numbers), name: name)
        case 4, 5:
            return .participantClaimed(person(&numbers), device: DeviceID(Int.random(in: 1...3, using: &numbers)))
        case 6: return .labelCreated(label, name: name)
        case 7: return .labelRenamed(label, name: name)
        case 8: return .labelDeleted(label)
        case 9, 10, 11: return .expenseCreated(expense, input(name, &numbers))
        case 12, 13: return .expenseUpdated(expense, input(name, &numbers))
        case 14: return .expenseDeleted(expense)
        case 15: return .settlementRecorded(settlement, payment(&numbers))
        case 16: return .settlementUpdated(settlement, payment(&numbers))
        case 17:
            return .participantReleased(person(&numbers), device: DeviceID(Int.random(in: 1...3, using: &numbers)))
        default: return .settlementDeleted(settlement)
        }
    }

    private static func plan(_ name: String, _ numbers: inout SeededNumbers) -> Event.Kind {
        let category = CategoryID(Int.random(in: 1...3, using: &numbers))
        let schedule = ScheduleID(Int.random(in: 1...3, using: &numbers))
        let income = IncomeID(Int.random(in: 1...3, using: &numbers))
        let transfer = TransferID(Int.random(in: 1...2, using: &numbers))
        let occurrence = OccurrenceID(schedule: schedule, number: Int.random(in: 0...3, using: &numbers))
        let month = CalendarMonth.year2026(Int.random(in: 5...7, using: &numbers))
        let day = CalendarDay.may(Int.random(in: 1...3, using: &numbers))
        let cents = Int.random(in: 0...9999, using: &numbers)
        let isOdd = cents % 2 == 1
        let weights = [Split.Weight(participant: person(&numbers), count: cents + 1)]
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0, 1:
            return .categoryCreated(category, CategoryInput(name: name, owner: isOdd ? person(&numbers) : nil))
        case 2: return .categoryChanged(category, CategoryInput(name: name, icon: isOdd ? "x" : nil))
        case 3: return .categoryDeleted(category)
        case 4, 5: return .budgetSet(category, from: month, isOdd ? Money(cents) : nil)
        case 6: return .burdenRatioSet(from: day, isOdd ? weights : nil)
        case 7: return .savingGoalSet(person(&numbers), from: month, Money(cents))
        case 8: return .planForgotten(.limit(category, from: month))
        case 9: return .planForgotten(isOdd ? .ratio(from: day) : .savingGoal(person(&numbers), from: month))
        case 10, 11: return .scheduleCreated(schedule, recurring(name, &numbers))
        case 12: return .scheduleUpdated(schedule, recurring(name, &numbers))
        case 13: return .scheduleDeleted(schedule)
        case 14: return .occurrenceChanged(occurrence, input(name, &numbers))
        case 15: return .occurrenceSkipped(occurrence)
        case 16: return .occurrenceRestored(occurrence)
        case 17: return .incomeRecorded(income, .sample(name, of: person(&numbers), cents: cents + 1))
        case 18: return isOdd ? .incomeUpdated(income, .sample(name, of: person(&numbers))) : .incomeDeleted(income)
        default: return isOdd ? .transferRecorded(transfer, .sample(of: person(&numbers))) : .transferDeleted(transfer)
        }
    }

    private static func recurring(_ title: String, _ numbers: inout SeededNumbers) -> ScheduleInput {
        var schedule = ScheduleInput.sample(
            end: .after(Int.random(in: 1...4, using: &numbers)), isByRatio: Bool.random(using: &numbers))
        schedule.expense = input(title, &numbers)
        return schedule
    }

    private static func person(_ numbers: inout SeededNumbers) -> ParticipantID {
        ParticipantID(Int.random(in: 1...5, using: &numbers))
    }

    /// Also with people nobody added, with nobody to share, and with somebody named twice: a foreign log may say so.
    private static func input(_ title: String, _ numbers: inout SeededNumbers) -> ExpenseInput {
        var split = (1...5).map { ParticipantID($0) }.filter { _ in Bool.random(using: &numbers) }
        if let first = split.first, Int.random(in: 0..<8, using: &numbers) == 0 { split.append(first) }
        return .sample(
            title, cents: Int128(Int.random(in: 1...99_999, using: &numbers)), by: person(&numbers),
            for: split.shuffled(using: &numbers))
    }

    private static func payment(_ numbers: inout SeededNumbers) -> SettlementInput {
        .sample(cents: Int128(Int.random(in: 1...9999, using: &numbers)), from: person(&numbers), to: person(&numbers))
    }
}
