import LedgerCore

/// What the people of a home may do next, given what they see.
struct Edits {
    let state: LedgerState

    func random(_ dice: inout Dice) -> Proposal {
        let people = state.participants.keys.sorted()
        guard people.count >= 2 else { return .addParticipant(ID(bits: dice.bits()), name: text(&dice)) }
        switch Int.random(in: 0..<24, using: &dice) {
        case 0: return .renameLedger(name: text(&dice))
        case 1: return .addParticipant(ID(bits: dice.bits()), name: text(&dice))
        case 2: return .renameParticipant(dice.pick(people), name: text(&dice))
        case 3, 4: return .claim(dice.pick(people))
        case 5: return .createLabel(ID(bits: dice.bits()), name: text(&dice))
        case 6, 7: return label(&dice)
        case 8, 9: return settlement(people, &dice)
        case 10, 11: return existing(people, &dice)
        default: return .recordExpense(ID(bits: dice.bits()), expense(people, &dice))
        }
    }

    private func text(_ dice: inout Dice) -> String {
        "\(SimulatedFolder.secret) \(UInt16.random(in: 0 ... .max, using: &dice))"
    }

    private func expense(_ people: [ParticipantID], _ dice: inout Dice) -> ExpenseInput {
        let labels = state.labels.keys.sorted().filter { _ in dice.chance(0.3) }
        let split = people.filter { _ in dice.chance(0.7) }
        return ExpenseInput(
            title: text(&dice), amount: amount(&dice), executionDate: day(&dice), payer: dice.pick(people),
            split: split.isEmpty ? people : split, labels: labels, note: dice.chance(0.3) ? text(&dice) : nil)
    }

    private func settlement(_ people: [ParticipantID], _ dice: inout Dice) -> Proposal {
        let known = state.settlements.map(\.id)
        if !known.isEmpty, dice.chance(0.3) { return .deleteSettlement(dice.pick(known)) }
        let id = !known.isEmpty && dice.chance(0.3) ? dice.pick(known) : ID(bits: dice.bits())
        return .recordSettlement(
            id,
            SettlementInput(
                from: people[0], to: people[1 + Int.random(in: 0..<people.count - 1, using: &dice)],
                amount: amount(&dice), date: day(&dice)))
    }

    private func existing(_ people: [ParticipantID], _ dice: inout Dice) -> Proposal {
        let known = state.expenses.map(\.id)
        guard !known.isEmpty else { return .renameLedger(name: text(&dice)) }
        let id = dice.pick(known)
        return dice.chance(0.4) ? .deleteExpense(id) : .recordExpense(id, expense(people, &dice))
    }

    private func label(_ dice: inout Dice) -> Proposal {
        let known = state.labels.keys.sorted()
        guard !known.isEmpty else { return .createLabel(ID(bits: dice.bits()), name: text(&dice)) }
        let id = dice.pick(known)
        return dice.chance(0.5) ? .deleteLabel(id) : .renameLabel(id, name: text(&dice))
    }

    private func amount(_ dice: inout Dice) -> Money {
        Money(minorUnits: Int128.random(in: 1...99_999, using: &dice))
    }

    private func day(_ dice: inout Dice) -> CalendarDay {
        Instant(milliseconds: 1_780_000_000_000 + Int64.random(in: 0...10_000_000_000, using: &dice)).day
    }
}
