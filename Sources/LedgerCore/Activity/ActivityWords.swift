/// What an event did, in words.
struct ActivityWords {
    let effect: Effect
    let state: LedgerState
    let currency: Currency

    var subject: Activity.Subject {
        switch effect.event.kind {
        case .ledgerRenamed, .ledgerSettingsChanged: .init(kind: .ledger, id: nil, title: state.name)
        case .participantAdded(let id, _, _), .participantRenamed(let id, _), .participantColoured(let id, _),
            .participantRetired(let id), .participantReinstated(let id), .participantMerged(let id, _),
            .participantUnmerged(let id), .participantClaimed(let id, _), .participantReleased(let id, _):
            .init(kind: .participant, id: id.bits, title: name(id))
        case .labelCreated(let id, _), .labelRenamed(let id, _), .labelDeleted(let id):
            .init(kind: .label, id: id.bits, title: label(id))
        case .expenseCreated(let id, _), .expenseUpdated(let id, _), .expenseDeleted(let id),
            .commentAdded(_, let id, _), .commentDeleted(_, let id):
            .init(kind: .expense, id: id.bits, title: title(id))
        case .settlementRecorded(let id, _), .settlementUpdated(let id, _), .settlementDeleted(let id):
            .init(kind: .settlement, id: id.bits, title: parties(id))
        case .categoryCreated(let id, _), .categoryChanged(let id, _), .categoryDeleted(let id),
            .budgetSet(let id, _, _), .planForgotten(.limit(let id, _)):
            .init(kind: .category, id: id.bits, title: category(id))
        case .burdenRatioSet, .planForgotten(.ratio): .init(kind: .ledger, id: nil, title: state.name)
        case .savingGoalSet(let id, _, _), .planForgotten(.savingGoal(let id, _)):
            .init(kind: .participant, id: id.bits, title: name(id))
        case .scheduleCreated(let id, _), .scheduleUpdated(let id, _), .scheduleDeleted(let id):
            .init(kind: .schedule, id: id.bits, title: title(id))
        case .occurrenceChanged(let id, _), .occurrenceSkipped(let id), .occurrenceRestored(let id):
            .init(kind: .schedule, id: id.schedule.bits, title: title(id.schedule))
        case .incomeRecorded(let id, _), .incomeUpdated(let id, _), .incomeDeleted(let id):
            .init(kind: .income, id: id.bits, title: title(id))
        case .transferRecorded(let id, _), .transferDeleted(let id):
            .init(kind: .transfer, id: id.bits, title: title(id))
        }
    }

    var summary: String {
        let text = told
        return effect.isVisible ? text : text + " (without effect)"
    }

    private var told: String {
        switch effect.event.kind {
        case .ledgerRenamed(let name): "Named the ledger “\(name)”"
        case .ledgerSettingsChanged(let settings): told(settings)
        case .labelCreated(_, let name): "Created the label “\(name)”"
        case .labelRenamed(let id, let name): "Renamed the label “\(before(id))” to “\(name)”"
        case .labelDeleted(let id): "Deleted the label “\(label(id))”"
        case .expenseCreated(let id, let input): told(id, input)
        case .expenseUpdated(let id, let input): toldOfChange(of: id, to: input)
        case .expenseDeleted(let id): "Deleted “\(title(id))”"
        case .commentAdded(_, let id, let text): "Commented on “\(title(id))”: “\(text)”"
        case .commentDeleted(_, let id): "Deleted a comment on “\(title(id))”"
        case .settlementRecorded(let id, let input): "Recorded that \(parties(id, "paid")) \(money(input.amount))"
        case .settlementUpdated(let id, _): "Changed the payment of \(parties(id, "to"))"
        case .settlementDeleted(let id): "Deleted the payment of \(parties(id, "to"))"
        default: toldOfPeople
        }
    }

    private var toldOfPeople: String {
        switch effect.event.kind {
        case .participantAdded(_, let name, _): "Added \(name)"
        case .participantRenamed(let id, let name): "Renamed \(effect.before.person(id)?.name ?? "somebody") to \(name)"
        case .participantColoured(let id, let colour): "Gave \(name(id)) the colour \(colour.rawValue)"
        case .participantRetired(let id): "Retired \(name(id))"
        case .participantReinstated(let id): "Took \(name(id)) back"
        case .participantMerged(let id, let other): "Merged \(name(id)) into \(name(other))"
        case .participantUnmerged(let id): "Took back that \(name(id)) is somebody else"
        case .participantClaimed(let id, _): "Said that this device is \(name(id))’s"
        case .participantReleased(let id, _): "Said that this device is not \(name(id))’s any more"
        default: toldOfBudget
        }
    }

    private func told(_ settings: LedgerSettings) -> String {
        switch (settings.isArchived, settings.kind, settings.defaultSplit, settings.timeZone) {
        case (true, nil, nil, nil): "Archived the ledger"
        case (false, nil, nil, nil): "Brought the ledger back from the archive"
        case (nil, nil, .some, nil): "Changed how expenses are split by default"
        case (nil, nil, nil, let zone?): "Set the ledger’s time zone to \(zone)"
        default: "Changed the ledger’s settings"
        }
    }

    private func told(_ id: ExpenseID, _ input: ExpenseInput) -> String {
        let amount = money(input.amount)
        if effect.isRevival { return "Brought “\(title(id))” back, \(amount)" }
        return "\(input.isExpected ? "Expected" : "Added") “\(title(id))”, \(amount)"
    }

    private func toldOfChange(of id: ExpenseID, to input: ExpenseInput) -> String {
        guard effect.before.expenses[id]?.input.isExpected == true, input.estimate != nil else {
            return "Changed “\(title(id))”"
        }
        return input.amount == .zero
            ? "Said that “\(title(id))” never came" : "Reconciled “\(title(id))”, \(money(input.amount))"
    }
}

extension ActivityWords {
    /// As somebody is called now, or was called then.
    func name(_ id: ParticipantID) -> String {
        state.person(id)?.name ?? effect.after.person(id)?.name ?? effect.before.person(id)?.name
            ?? state.name(of: id)
    }

    private func label(_ id: LabelID) -> String {
        (effect.after.labels[id] ?? effect.before.labels[id] ?? state.labels[id])?.name ?? "?"
    }

    private func before(_ id: LabelID) -> String { effect.before.labels[id]?.name ?? "?" }

    private func title(_ id: ExpenseID) -> String {
        (effect.after.expenses[id] ?? effect.before.expenses[id] ?? state.expenses[id])?.input.title ?? "?"
    }

    private func parties(_ id: SettlementID, _ verb: String = "→") -> String {
        guard let settlement = effect.after.settlements[id] ?? effect.before.settlements[id] else { return "?" }
        return "\(state.name(of: settlement.input.from)) \(verb) \(state.name(of: settlement.input.to))"
    }

    func money(_ amount: Money) -> String { "\(amount.text(in: currency)) \(currency.code)" }
}
