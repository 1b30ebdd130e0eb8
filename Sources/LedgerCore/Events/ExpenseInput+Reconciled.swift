extension ExpenseInput {
    /// What an open expectation came to; zero: it never came. What had been expected stays said beside it.
    ///
    /// - Parameter payer: who paid the whole; nil: who was to pay, each by what that was.
    package func reconciled(
        as amount: Money, on date: CalendarDay, paidBy payer: ParticipantID? = nil
    ) throws(Refusal) -> ExpenseInput {
        guard isExpected else { throw .notExpected }
        var input = self
        input.amount = amount
        input.executionDate = date
        input.payer = payer ?? self.payer
        input.budget = BudgetTerms(
            category: category, expectation: .reconciled(estimate: self.amount, on: executionDate))
        input.terms = nil
        guard let terms, amount > .zero else { return input }
        let payers = payer == nil ? Self.parts(terms.payers, of: amount) : []
        if terms.split.isFit(for: amount, among: split, paidBy: input.payer) {
            input.terms = ExpenseTerms(split: terms.split, payers: payers)
            return input
        }
        // Amounts and receipts fit what was expected: who bears how much of that, bears as much of this.
        let parts = Self.parts(zip(split, shares).map { Part(participant: $0, amount: $1) }, of: amount)
        input.split = parts.map(\.participant)
        input.terms = ExpenseTerms(split: .exact(parts), payers: payers)
        return input
    }

    /// In the same proportion; nobody with nothing.
    private static func parts(_ parts: [Part], of amount: Money) -> [Part] {
        let people = parts.map(\.participant)
        let amounts = LargestRemainder.divide(amount, among: people, by: parts.map(\.amount.minorUnits))
        return zip(people, amounts).filter { $1 > .zero }.map { Part(participant: $0, amount: $1) }
    }
}

extension Split {
    fileprivate func isFit(for amount: Money, among people: [ParticipantID], paidBy payer: ParticipantID) -> Bool {
        fault(of: amount, among: people) == nil
            && shares(of: amount, among: people, paidBy: payer).allSatisfy { $0 >= .zero }
    }
}
