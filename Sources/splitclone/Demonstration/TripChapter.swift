import LedgerCore

/// Four days in another country, in its own money: paid by whoever stood in front, divided as it was eaten.
extension Chapter {
    func tellOfTrip() {
        let start = story.today.adding(days: -94)
        let labels = ["Stay", "Travel", "Food", "Fun"].map { (story.makeID(LabelID.self), $0) }
        for (id, name) in labels { add(start.adding(days: -20), .createLabel(id, name: name)) }
        let spent: [(String, Int, Int, Int, [Int]?, Int, String?)] = [
            ("Flights", 28_740, -18, 1, nil, 1, nil), ("Tram from the airport", 2_160, 0, 2, nil, 1, nil),
            ("Groceries", 3_415, 0, 0, nil, 2, nil), ("Castle", 5_850, 1, 1, nil, 3, nil),
            ("Lunch in Leith", 6_240, 1, 2, nil, 2, "The fish soup was worth the way"),
            ("Whisky tasting", 7_800, 1, 0, [0, 2], 3, nil), ("Train to North Berwick", 2_310, 2, 1, nil, 1, nil),
            ("Boat to the gannets", 8_400, 2, 0, nil, 3, nil), ("Fish and chips", 3_690, 2, 2, nil, 2, nil),
            ("Museum café", 1_870, 3, 1, [1, 2], 2, nil), ("Taxi to the airport", 2_450, 3, 0, nil, 1, nil),
            ("Photo book", 3_600, 31, 2, nil, 3, nil),
        ]
        for (title, cents, after, payer, who, label, note) in spent {
            let day = start.adding(days: after)
            let id = story.makeID(ExpenseID.self)
            let input = expense(
                title, cents, on: day, paidBy: payer, among: who, labels: [labels[label].0], note: note)
            add(day, by: payer, .recordExpense(id, input))
            if title == "Whisky tasting" {
                let text = "I still can not say the names."
                add(day.adding(days: 1), by: 2, .addComment(story.makeID(), id, text: text))
            }
        }
        addTogether(start, labels.map(\.0))
        let paid = SettlementInput(
            from: people[2], to: people[0], amount: part(2, 6_000).amount, date: start.adding(days: 12))
        add(paid.date, by: 2, .recordSettlement(story.makeID(), paid))
    }

    /// What two paid together, and a receipt line by line.
    private func addTogether(_ start: CalendarDay, _ labels: [LabelID]) {
        let stay = ExpenseTerms(payers: [part(0, 30_000), part(1, 18_600)])
        let input = expense(
            "Apartment in Stockbridge", 48_600, on: start, paidBy: 0, terms: stay, labels: [labels[0]],
            note: "Three nights, with a view of the castle")
        add(start.adding(days: -19), .recordExpense(story.makeID(), input))
        let lines: [(String, Int, [Int])] = [
            ("Haggis", 3_600, [0, 1]), ("Vegetable pie", 1_650, [2]), ("Sticky toffee pudding", 1_350, [0, 1, 2]),
        ]
        let items = lines.map { title, cents, who in
            Split.Item(title: title, amount: part(0, cents).amount, participants: who.map { people[$0] })
        }
        let receipt = ExpenseTerms(split: .items(Split.Receipt(items: items, tip: part(0, 660).amount)))
        let dinner = start.adding(days: 2)
        add(
            dinner, by: 1,
            .recordExpense(
                story.makeID(),
                expense("Dinner", 7_260, on: dinner, paidBy: 1, terms: receipt, labels: [labels[2]])))
    }
}
