/// Who bears what nobody says otherwise of, and what becomes of it when people leave.
extension LedgerState {
    /// How something new of that day is divided: what is in somebody's own category is theirs alone; else it goes by the
    /// burden ratio in force, else by the ledger's default. Nil: equally among all who are present.
    package func usualDivision(
        on day: CalendarDay, in category: CategoryID?
    ) -> (split: Split, people: [ParticipantID])? {
        if let owner = category.flatMap({ budget.categories[$0]?.input.owner }) { return (.equal, [owner]) }
        let weights = (budget.ratio(on: day) ?? []).filter { participants[$0.participant]?.retiredAt == nil }
        if !weights.isEmpty { return (.shares(weights), weights.map(\.participant)) }
        return usualSplit.map { ($0, $0.people) }
    }

    /// Somebody bears a share of what happened up to the day on which they left, and of nothing later.
    func hasLeft(_ participant: ParticipantID, before day: CalendarDay) -> Bool {
        participants[participant]?.retiredAt.map { $0.day < day } ?? false
    }

    /// From which days on things are divided otherwise than before: a new ratio is in force, or somebody has left.
    var daysOfChange: [CalendarDay] {
        let departures = participants.values.compactMap { $0.retiredAt?.day.adding(days: 1) }
        return (budget.ratios.keys + departures).sorted()
    }

    /// What recurs, as it is divided and paid on its date. No event says so: everybody works out the same from who left when.
    func divided(_ input: ExpenseInput, byRatio: Bool) -> ExpenseInput {
        let stayed = input.split.filter { !hasLeft($0, before: input.executionDate) }
        let payer = remainingPayer(of: input)
        let isAsRecorded = !byRatio && stayed.count == input.split.count
        if isAsRecorded, payer == nil { return input }
        var (split, together) = (input.mode, input.terms?.payers ?? [])
        var result = input
        if !isAsRecorded { (split, result.split) = division(of: input, among: stayed, byRatio: byRatio) }
        if let payer { (result.payer, together) = (payer, []) }
        let isPlain = split == .equal && together.isEmpty
        result.terms = isPlain ? nil : ExpenseTerms(split: split, payers: together)
        return result.workedOut()
    }

    /// All whom the ratio names; or those of the recorded who are still there, by the ratio if it names each of them. When
    /// nobody is, it stays as it was recorded.
    private func division(
        of input: ExpenseInput, among stayed: [ParticipantID], byRatio: Bool
    ) -> (split: Split, people: [ParticipantID]) {
        let day = input.executionDate
        if byRatio, let owner = budget.category(of: input)?.input.owner { return (.equal, [owner]) }
        let weights = (budget.ratio(on: day) ?? []).filter {
            byRatio ? !hasLeft($0.participant, before: day) : stayed.contains($0.participant)
        }
        if !weights.isEmpty, byRatio || weights.count == stayed.count {
            return (.shares(weights), weights.map(\.participant))
        }
        return stayed.isEmpty ? (input.mode, input.split) : (.equal, stayed)
    }

    /// When somebody who pays has left and a single person is left: that one. Among several it is not ours to choose.
    private func remainingPayer(of input: ExpenseInput) -> ParticipantID? {
        let day = input.executionDate
        guard input.payments.contains(where: { hasLeft($0.participant, before: day) }) else { return nil }
        let present = participants.keys.filter { !hasLeft($0, before: day) }
        return present.count == 1 ? present[0] : nil
    }
}
