/// Which category an expense is of, and when it counts (schema version 2).
extension Acceptance {
    func checkBudget(
        of input: inout ExpenseInput, instead current: ExpenseInput?, _ earlier: () -> [ExpenseInput],
        _ reasons: inout [Refusal.Reason]
    ) {
        check(category: input.category, of: input.split, &reasons)
        input = withoutDeletedCategory(input)
        if let fault = input.spread?.fault {
            reasons.append(.init(code: .spreadMalformed, field: "spread", message: fault.message))
        }
        if input.isExpected, input.spread != nil {
            let message = "What is only expected can not be spread: there is nothing yet to spread."
            reasons.append(.init(code: .spreadExpected, field: "spread", message: message))
        }
        guard let estimate = input.estimate else { return }
        // What it replaces says so already, or is what was expected.
        let before = current.map { [$0] } ?? earlier()
        let isKnown = before.contains { other in
            other.expectation == input.expectation
                || other.isExpected && other.amount == estimate.amount && other.executionDate == estimate.date
        }
        if !isKnown { reasons.append(contentsOf: Refusal.notExpected.reasons) }
    }

    /// What is in somebody's own category that person bears alone.
    func check(category: CategoryID?, of people: [ParticipantID], _ reasons: inout [Refusal.Reason]) {
        guard let category, state.budget.deletedCategories[category] == nil else { return }
        guard let input = state.budget.categories[category]?.input else {
            let message = "There is no category \(category) in this ledger."
            return reasons.append(.init(code: .unknownCategory, field: "categoryId", message: message))
        }
        guard let owner = input.owner, people != [owner] else { return }
        let message = "What is in the category “\(input.name)” \(state.name(of: owner)) bears alone."
        reasons.append(.init(code: .splitNotForCategory, field: "splitParticipantIds", message: message))
    }

    func withoutDeletedCategory(_ input: ExpenseInput) -> ExpenseInput {
        guard let category = input.category, state.budget.categories[category] == nil else { return input }
        var input = input
        input.budget = BudgetTerms(spread: input.spread, expectation: input.expectation)
        return input
    }
}

// MARK: - Categories

extension Acceptance {
    /// One that is there is changed, one that was deleted comes back; whose it is stays as it is.
    func createCategory(_ id: CategoryID, _ proposed: CategoryInput) throws(Refusal) -> Event.Kind? {
        if let known = state.budget.categoryEverKnown(id) { try checkOwner(of: proposed, against: known) }
        if state.budget.categories[id] != nil { return try changeCategory(id, proposed) }
        guard state.budget.categories.count < Limits.categories else {
            throw Refusal(.tooMany, "A ledger has at most \(Limits.categories) categories.")
        }
        var input = proposed
        input.owner = input.owner.map(state.resolved)
        var reasons: [Refusal.Reason] = []
        let isBack = state.budget.deletedCategories[id] != nil
        let people = input.owner.map { [$0] } ?? []
        checkPresent(people, orIn: isBack ? people : [], field: "participantId", &reasons)
        return .categoryCreated(id, try checked(input, for: id, reasons))
    }

    func changeCategory(_ id: CategoryID, _ proposed: CategoryInput) throws(Refusal) -> Event.Kind? {
        guard let existing = state.budget.categories[id]?.input else { throw .missing(.noSuchCategory, "category") }
        var input = proposed
        input.owner = existing.owner
        input = try checked(input, for: id, [])
        if input == existing { return nil }
        input.owner = nil
        return .categoryChanged(id, input)
    }

    /// Expenses in it are borne by somebody alone, or by everybody, because of that.
    private func checkOwner(of proposed: CategoryInput, against known: CategoryInput) throws(Refusal) {
        let owner = known.owner.map(state.resolved)
        guard proposed.owner.map(state.resolved) != owner else { return }
        let message =
            owner.map { "“\(known.name)” is \(state.name(of: $0))'s own category and stays it. Make another one." }
            ?? "“\(known.name)” is a category of everybody's and stays it. Make another one."
        let field = proposed.owner == nil || owner == nil ? "scope" : "participantId"
        throw Refusal(.categoryOwnerFixed, field: field, message)
    }

    /// Names are unique ignoring case: among the categories of everybody, and among each person's.
    private func checked(
        _ proposed: CategoryInput, for id: CategoryID, _ found: [Refusal.Reason]
    ) throws(Refusal) -> CategoryInput {
        var reasons = found
        var input = proposed
        input.name = TextRule.categoryName.required(proposed.name, &reasons)
        input.icon = TextRule.categoryIcon.optional(proposed.icon, &reasons)
        let folded = FoldedText(input.name)
        let others = state.budget.categories.values.filter { $0.id != id && $0.input.owner == input.owner }
        if let other = others.first(where: { FoldedText($0.input.name) == folded }) {
            let message = "There is already a category “\(other.input.name)”."
            reasons.append(.init(code: .categoryNameTaken, field: "name", message: message))
        }
        guard reasons.isEmpty else { throw Refusal(reasons) }
        return input
    }

    /// Something new is only of those who have not left; what was said once may be said again.
    func checkPresent(
        _ people: [ParticipantID], orIn earlier: @autoclosure () -> [ParticipantID] = [], field: String,
        _ reasons: inout [Refusal.Reason]
    ) {
        check(people, field: field, &reasons)
        let retired = people.compactMap { state.participants[$0] }.filter { $0.retiredAt != nil }
        if retired.isEmpty { return }
        let earlier = earlier().map(state.resolved)
        guard let person = retired.first(where: { !earlier.contains($0.id) }) else { return }
        let message = "\(person.name) left this ledger: nothing new is theirs."
        reasons.append(.init(code: .retiredParticipant, field: field, message: message))
    }
}

extension ExpenseInput {
    /// What had been expected of an expense that was reconciled.
    package var estimate: (amount: Money, date: CalendarDay)? {
        guard case .reconciled(let amount, let date)? = expectation else { return nil }
        return (amount, date)
    }
}

extension Refusal {
    package static let notExpected = Refusal(
        .notExpected, "This is not expected any more: it is what it came to, or never was an expectation.")
}
