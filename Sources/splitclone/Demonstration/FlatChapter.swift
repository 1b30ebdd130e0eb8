import Bookkeeping
import LedgerCore

/// Three people in one flat: rent by the size of the rooms, what is bought for all, and money handed back each month.
extension Chapter {
    func tellOfFlat() {
        let labels = ["Food", "Household", "Evenings"].map { (story.makeID(LabelID.self), $0) }
        let start = story.today.firstOfMonth(before: 11)
        for (id, name) in labels { add(start, .createLabel(id, name: name)) }
        addFlatSchedules(from: start)
        for months in (0...11).reversed() {
            addFlatMonth(story.today.firstOfMonth(before: months), labels: labels.map(\.0), isSecond: months == 10)
        }
        addFlatCorrections(labels.map(\.0))
    }

    private func addFlatSchedules(from start: CalendarDay) {
        let rooms = ExpenseTerms(split: .shares(weights([20, 16, 14])))
        let month = CalendarMonth(start)
        let known: [(String, Int, Int, Int, ExpenseTerms?, Recurrence.Frequency)] = [
            ("Rent", 168_000, 0, 3, rooms, .monthly), ("Internet", 3_990, 1, 12, nil, .monthly),
            ("Electricity", 14_820, 2, 20, nil, .custom(every: 3, .month)),
        ]
        for (title, cents, payer, day, terms, frequency) in known {
            let first = expense(title, cents, on: month.day(day), paidBy: payer, terms: terms)
            let schedule = ScheduleInput(
                expense: first, recurrence: Recurrence(frequency, start: month.day(day)), isByRatio: false)
            add(start, by: payer, .recordSchedule(story.makeID(), schedule))
        }
    }

    private func addFlatMonth(_ first: CalendarDay, labels: [LabelID], isSecond: Bool) {
        let bought = [
            ("Weekly shopping", 5_400...9_800, 0), ("Farmers' market", 2_100...3_900, 0),
            ("Bakery", 640...1_480, 0), ("Weekly shopping", 4_800...8_600, 0), ("Coffee beans", 1_490...2_380, 0),
            ("Cleaning things", 890...2_650, 1), ("Pizza and a film", 2_900...4_600, 2),
        ]
        let month = CalendarMonth(first)
        for (place, (title, prices, label)) in bought.enumerated() {
            let day = month.day(2 + place * 4 + story.number(in: 0...2))
            let payer = (place + month.month) % people.count
            let id = story.makeID(ExpenseID.self)
            let input = expense(
                title, story.number(in: prices), on: day, paidBy: payer, labels: [labels[label]])
            add(day, by: payer, .recordExpense(id, input))
            if isSecond, title == "Pizza and a film" {
                add(day.adding(days: 1), by: 2, .addComment(story.makeID(), id, text: "Next time I choose the film."))
                add(day.adding(days: 1), by: 1, .addComment(story.makeID(), id, text: "You chose this one."))
            }
        }
        addHandingBack(on: month.day(6))
    }

    /// As the plan of that day says.
    private func addHandingBack(on day: CalendarDay) {
        let ids = people.map { _ in story.makeID(SettlementID.self) }
        add(day, by: 1) { view in
            zip(ids, view.settleUpPlan.payments).map { id, payment in
                let input = SettlementInput(from: payment.from, to: payment.to, amount: payment.amount, date: day)
                return .recordSettlement(id, input)
            }
        }
    }

    /// What people do as well: mistype, enter a thing twice, share unevenly, wait for a bill that does not come.
    private func addFlatCorrections(_ labels: [LabelID]) {
        let today = story.today
        let (lamp, twice, machine) = (
            story.makeID(ExpenseID.self), story.makeID(ExpenseID.self), story.makeID(ExpenseID.self)
        )
        let bought = today.adding(days: -9)
        add(bought, by: 1, .recordExpense(lamp, expense("Hallway lamp", 79_900, on: bought, paidBy: 1)))
        let right = expense(
            "Hallway lamp", 7_990, on: bought, paidBy: 1, labels: [labels[1]], note: "Was typed with a zero too many")
        add(today.adding(days: -8), by: 1, .recordExpense(lamp, right))
        add(bought, by: 2, .recordExpense(twice, expense("Hallway lamp", 7_990, on: bought, paidBy: 1)))
        add(today.adding(days: -8), by: 2, .deleteExpense(twice))
        let together = ExpenseTerms(payers: [part(0, 30_000), part(2, 24_900)])
        let day = today.adding(days: -47)
        add(day, .recordExpense(machine, expense("Washing machine", 54_900, on: day, paidBy: 0, terms: together)))
        let plants = ExpenseTerms(split: .adjustment([part(1, 600)]))
        let planted = today.adding(days: -2)
        add(
            planted, by: 2,
            .recordExpense(
                story.makeID(),
                expense("Plants for the balcony", 4_380, on: planted, paidBy: 2, terms: plants, labels: [labels[1]])))
        let due = today.adding(days: -6)
        let bill = expense(
            "Service charges, last year", 21_600, on: due, paidBy: 0, budget: BudgetTerms(expectation: .open))
        add(today.adding(days: -30), .recordExpense(story.makeID(), bill))
    }
}
