/// The plan that people were shown stays valid while they carry it out: after any of its payments was recorded, what is
/// left of it is the plan, until an expense changes.
///
/// Nothing is kept for that. The newest settlements are looked at, back to the last change of an expense or edit of a
/// settlement: the longest run of them that are all payments of the plan as it was before the run tells what that plan was;
/// without them it is the plan now. If there is no such run, the plan is made anew. Whatever is answered settles what is
/// open now; deleting a settlement of the run puts its payment back into the plan.
extension SettleUpPlan {
    /// - Parameters:
    ///   - balances: of `state`.
    ///   - unit: what payments are multiples of: a minor unit, or a whole unit of the currency.
    package init(
        standingIn state: LedgerState, _ balances: Balances, inUnitsOf unit: Money = Money(minorUnits: 1)
    ) {
        var before = balances
        var run = before.takeBackPayments(state.settlementsSinceLastChange, inUnitsOf: unit)
        while let oldest = run.last {
            let positions = before.positions.rounded(toUnitsOf: unit)
            // A plan has fewer payments than people: there is no need to make one that can not hold all of these.
            if run.count < positions.count(where: { $0.amount != .zero }),
                let rest = SettleUpPlan(positions, debts: before.debts).without(run)
            {
                self = rest
                return
            }
            before.make(oldest)
            run.removeLast()
        }
        self.init(balances.positions.rounded(toUnitsOf: unit), debts: balances.debts)
    }
}

extension Balances {
    /// Goes back over the newest settlements as long as they can have been payments of one plan, and answers these.
    fileprivate mutating func takeBackPayments(
        _ newest: some Sequence<Settlement>, inUnitsOf unit: Money
    ) -> [SettleUpPlan.Payment] {
        var run: [SettleUpPlan.Payment] = []
        for input in newest.prefix(Limits.standingPlanPayments).map(\.input) {
            let isRepeated = run.contains { $0.from == input.from && $0.to == input.to }
            // Whoever pays in a plan does not receive, and nobody ends on the other side by more than rounding.
            guard !isRepeated, position(of: input.from) < unit, -position(of: input.to) < unit else { break }
            add(input.amount, owedBy: input.from, to: input.to)
            run.append(SettleUpPlan.Payment(from: input.from, to: input.to, amount: input.amount))
        }
        return run
    }

    fileprivate mutating func make(_ payment: SettleUpPlan.Payment) {
        add(-payment.amount, owedBy: payment.from, to: payment.to)
    }
}

extension LedgerState {
    /// Newest first; what was entered in the same millisecond as the last change counts as after it.
    fileprivate var settlementsSinceLastChange: [Settlement] {
        var lastChange = Instant.earliest
        for expense in expenses where !expense.input.isExpected {
            // What recurs changes what is open on the day on which it comes.
            let comes = occurrences[expense.id] == nil ? Instant.earliest : expense.input.executionDate.firstMoment
            lastChange = max(lastChange, (expense.lastEdited ?? expense.created).at, comes)
        }
        for settlement in settlements { lastChange = max(lastChange, settlement.lastEdited?.at ?? .earliest) }
        return settlements.filter { $0.lastEdited == nil && $0.created.at >= lastChange }
            .sorted { ($1.created.at, $1.id) < ($0.created.at, $0.id) }
    }
}

extension [Balances.Position] {
    /// Multiples of the unit that sum to zero as well: everybody down to a multiple, then up again by one those with the
    /// most left over, ties by id.
    package func rounded(toUnitsOf unit: Money) -> [Balances.Position] {
        guard unit.minorUnits > 1 else { return self }
        let parts = map { position in
            let (quotient, rest) = position.amount.minorUnits.quotientAndRemainder(dividingBy: unit.minorUnits)
            return rest < 0 ? (down: quotient - 1, rest: rest + unit.minorUnits) : (down: quotient, rest: rest)
        }
        let missing = -parts.reduce(0) { $0 + $1.down }
        let mostLeftFirst = indices.sorted {
            (parts[$1].rest, self[$0].participant) < (parts[$0].rest, self[$1].participant)
        }
        let up = Set(mostLeftFirst.prefix(Int(missing)))
        return indices.map { place in
            let units = parts[place].down + (up.contains(place) ? 1 : 0)
            return Balances.Position(
                participant: self[place].participant, amount: Money(minorUnits: units * unit.minorUnits))
        }
    }
}
