import Bookkeeping
import LedgerCore

/// The budget of two people: what comes in, what is bound, what is left for each day.
extension Chapter {
    func tellOfHome() {
        let start = story.today.firstOfMonth(before: 11)
        let kept = addCategories(from: start)
        addPlans(from: start, kept)
        for months in (0...11).reversed() {
            addHomeMonth(story.today.firstOfMonth(before: months), kept, varied: months)
        }
        addForeseen(kept)
    }

    private static let categories: [(name: String, icon: String, colour: Colour, limit: Int?)] = [
        ("Groceries", "🛒", .green, 48_000), ("Eating out", "🍜", .orange, 16_000), ("Children", "🧸", .pink, 22_000),
        ("Transport", "🚲", .blue, 12_000), ("Flat", "🪴", .purple, nil),
    ]

    private func addCategories(from start: CalendarDay) -> [String: CategoryID] {
        var kept: [String: CategoryID] = [:]
        for (name, icon, colour, limit) in Self.categories {
            let id = story.makeID(CategoryID.self)
            kept[name] = id
            add(start, .createCategory(id, CategoryInput(name: name, icon: icon, colour: colour)))
            guard let limit else { continue }
            add(start, .setBudget(id, from: CalendarMonth(start), part(0, limit).amount))
        }
        let own = story.makeID(CategoryID.self)
        kept["Pottery"] = own
        add(start, .createCategory(own, CategoryInput(name: "Pottery", icon: "🏺", colour: .red, owner: people[0])))
        add(start, .setBudget(own, from: CalendarMonth(start), part(0, 6_000).amount))
        let later = story.today.firstOfMonth(before: 4)
        if let id = kept["Groceries"] { add(later, .setBudget(id, from: CalendarMonth(later), part(0, 52_000).amount)) }
        return kept
    }

    private func addPlans(from start: CalendarDay, _ kept: [String: CategoryID]) {
        let month = CalendarMonth(start)
        for (person, cents) in [(0, 315_000), (1, 248_000)] {
            let salary = IncomeInput(
                participant: people[person], name: "Salary", amount: part(person, cents).amount,
                time: .recurring(Recurrence(.monthly, start: start)))
            add(start, by: person, .recordIncome(story.makeID(), salary))
        }
        let bonus = IncomeInput(
            participant: people[1], name: "Tax refund", amount: part(1, 41_230).amount,
            time: .once(story.today.adding(days: -80)))
        add(story.today.adding(days: -80), by: 1, .recordIncome(story.makeID(), bonus))
        add(start, .setBurdenRatio(from: start, weights([56, 44])))
        add(start, .setSavingGoal(people[0], from: month, part(0, 40_000).amount))
        add(start, by: 1, .setSavingGoal(people[1], from: month, part(1, 25_000).amount))
        let known = [("Day care", 31_000, 3), ("Power", 8_600, 28), ("Insurance", 2_990, 5), ("Bus passes", 9_800, 1)]
        for (title, cents, day) in known {
            let budget = BudgetTerms(category: kept[title == "Bus passes" ? "Transport" : "Flat"])
            let first = expense(title, cents, on: month.day(day), paidBy: 0, budget: budget)
            let recurrence = Recurrence(.monthly, start: month.day(day))
            add(
                start,
                .recordSchedule(
                    story.makeID(), ScheduleInput(expense: first, recurrence: recurrence, isByRatio: true)))
        }
    }

    private func addHomeMonth(_ first: CalendarDay, _ kept: [String: CategoryID], varied: Int) {
        let lines: [(String, Int, Int, String, Int)] = [
            ("Market", 8_420, 2, "Groceries", 0), ("Supermarket", 11_245, 6, "Groceries", 1),
            ("Ramen", 4_680, 7, "Eating out", 0), ("Shoes that fit", 6_800, 9, "Children", 1),
            ("Bike repair", 3_450, 11, "Transport", 0), ("Supermarket", 9_730, 13, "Groceries", 0),
            ("Glazes", 2_390, 14, "Pottery", 0), ("Pizza night", 5_840, 16, "Eating out", 1),
            ("Plants", 3_500, 17, "Flat", 0), ("Swimming course", 9_600, 19, "Children", 0),
            ("Bakery", 1_260, 21, "Groceries", 1), ("Supermarket", 10_120, 24, "Groceries", 1),
        ]
        let month = CalendarMonth(first)
        for (place, (title, cents, day, kind, payer)) in lines.enumerated() {
            // Every month is a little different, and no two are: but none by chance alone.
            let amount = cents * (100 + (varied * 7 + place * 3) % 21 - 10) / 100 + story.number(in: 0...99)
            addUsual(title, amount, on: month.day(day), in: kept[kind], paidBy: payer)
        }
    }

    /// Shared as is usual on that day: by the ratio, or alone where the category is somebody's own.
    private func addUsual(
        _ title: String, _ cents: Int, on day: CalendarDay, in category: CategoryID?, paidBy payer: Int,
        budget: BudgetTerms? = nil, toldOn told: CalendarDay? = nil
    ) {
        let id = story.makeID(ExpenseID.self)
        let budget = budget ?? BudgetTerms(category: category)
        let plain = expense(title, cents, on: day, paidBy: payer, budget: budget)
        add(told ?? day, by: payer) { view in
            var input = plain
            if let (split, people) = view.state.usualDivision(on: day, in: category) {
                input.split = people
                input.terms = split == .equal ? nil : ExpenseTerms(split: split)
            }
            return [.recordExpense(id, input)]
        }
    }

    /// A premium that is budgeted over the year, an estimate that came true, one that is still to come; and a limit that is
    /// passed today.
    private func addForeseen(_ kept: [String: CategoryID]) {
        let today = story.today
        let year = Spread(
            from: today.firstOfMonth(before: 5), to: CalendarMonth(today.firstOfMonth(before: -6)).lastDay, by: .month)
        let premium = BudgetTerms(category: kept["Flat"], spread: year)
        let paid = today.firstOfMonth(before: 5)
        addUsual("Home insurance", 14_400, on: paid, in: kept["Flat"], paidBy: 0, budget: premium)
        let dentist = BudgetTerms(
            category: kept["Children"],
            expectation: .reconciled(estimate: part(0, 12_000).amount, on: today.adding(days: -40)))
        let visited = today.adding(days: -38)
        let foreseen = BudgetTerms(category: kept["Children"], expectation: .open)
        let id = story.makeID(ExpenseID.self)
        let expected = expense("Dentist", 12_000, on: today.adding(days: -40), paidBy: 1, budget: foreseen)
        let real = expense("Dentist", 13_450, on: visited, paidBy: 1, budget: dentist)
        add(today.adding(days: -60), by: 1, .recordExpense(id, expected))
        add(visited, by: 1, .recordExpense(id, real))
        addUsual(
            "Car service", 18_000, on: today.adding(days: 4), in: kept["Transport"], paidBy: 0,
            budget: BudgetTerms(category: kept["Transport"], expectation: .open), toldOn: today.adding(days: -3))
        addUsual("Winter tyres for the bike", 11_890, on: today, in: kept["Transport"], paidBy: 0)
    }
}
