/// One version of an expense or settlement: who made it so, and when.
package struct Version<Input: Hashable & Sendable>: Hashable, Sendable {
    package enum Change: String, Hashable, Sendable {
        case created, updated, deleted
    }

    package let event: EventID
    package let change: Change
    package let at: Instant
    /// `.none` when the device had not claimed anyone yet.
    package let by: ParticipantID
    package let device: DeviceID
    /// Nil after a deletion.
    package let input: Input?
}

/// Everything is derived from the log: nothing else is kept about the past (`SC-ARC-LOG-6`).
extension Ledger {
    /// Every version, oldest first; empty when no such expense was ever recorded.
    package func history(of id: ExpenseID) -> [Version<ExpenseInput>] {
        versions(of: .expense(id)) { kind in
            switch kind {
            case .expenseCreated(_, let input): (.created, state.resolved(input))
            case .expenseUpdated(_, let input): (.updated, state.resolved(input))
            case .expenseDeleted: (.deleted, nil)
            default: nil
            }
        }
    }

    package func history(of id: ScheduleID) -> [Version<ScheduleInput>] {
        versions(of: .schedule(id)) { kind in
            switch kind {
            case .scheduleCreated(_, let input): (.created, state.resolved(input))
            case .scheduleUpdated(_, let input): (.updated, state.resolved(input))
            case .scheduleDeleted: (.deleted, nil)
            default: nil
            }
        }
    }

    package func history(of id: IncomeID) -> [Version<IncomeInput>] {
        versions(of: .income(id)) { kind in
            switch kind {
            case .incomeRecorded(_, let input): (.created, state.resolved(input))
            case .incomeUpdated(_, let input): (.updated, state.resolved(input))
            case .incomeDeleted: (.deleted, nil)
            default: nil
            }
        }
    }

    /// Every version of one occurrence, whether its schedule changed it or somebody said so of it alone; a skipped one is
    /// not there.
    package func history(of id: OccurrenceID) -> [Version<ExpenseInput>] {
        var state = state
        state.forget(.schedule(id.schedule))
        var last: ExpenseInput?
        return thread(of: .schedule(id.schedule)).compactMap { event in
            state.apply(event)
            let occurrence = state.schedules[id.schedule]?.occurrence(id.number, of: state)
            let input = occurrence?.isSkipped == false ? occurrence?.input : nil
            guard input != last else { return nil }
            defer { last = input }
            return Version(
                event: event.id, change: last == nil ? .created : input == nil ? .deleted : .updated, at: event.entryAt,
                by: state.resolved(event.authorParticipant), device: event.authorDevice, input: input)
        }
    }

    package func history(of id: SettlementID) -> [Version<SettlementInput>] {
        versions(of: .settlement(id)) { kind in
            switch kind {
            case .settlementRecorded(_, let input): (.created, state.resolved(input))
            case .settlementUpdated(_, let input): (.updated, state.resolved(input))
            case .settlementDeleted: (.deleted, nil)
            default: nil
            }
        }
    }

    /// Leaves out what had no effect: changes of something that was not there.
    private func versions<Input>(
        of subject: Subject, _ step: (Event.Kind) -> (Version<Input>.Change, Input?)?
    ) -> [Version<Input>] {
        var isThere = false
        return thread(of: subject).compactMap { event in
            guard let (change, input) = step(event.kind), change == .created || isThere else { return nil }
            isThere = change != .deleted
            return Version(
                event: event.id, change: change, at: event.entryAt, by: state.resolved(event.authorParticipant),
                device: event.authorDevice, input: input)
        }
    }
}

/// What is not as it was when the ledger had the given revision.
package struct Changes: Hashable, Sendable {
    package let revision: Int
    /// The name, the settings, the participants or the labels.
    package let roster: Bool
    /// Changed or gone: what is gone is not in the state any more.
    package let expenses: [ExpenseID]
    package let settlements: [SettlementID]
    /// Categories, limits, the burden ratio, goals.
    package let budget: Bool
    /// Whose occurrences are to be looked at anew.
    package let schedules: [ScheduleID]
    package let incomes: [IncomeID]
    package let transfers: [TransferID]
}

extension Ledger {
    /// Nil for a revision that this ledger never had.
    package func changes(since revision: Int) -> Changes? {
        guard (0...self.revision).contains(revision) else { return nil }
        let changed = Set(events[revision...].map(\.kind.subject))
        let subjects = changed.union(resolvedOtherwise(since: revision)).union(paidFor(by: changed))
            .union(budgetedOtherwise(since: revision))
        var expenses: [ExpenseID] = []
        var settlements: [SettlementID] = []
        var schedules: [ScheduleID] = []
        var incomes: [IncomeID] = []
        var transfers: [TransferID] = []
        for subject in subjects {
            switch subject {
            case .roster, .budget: break
            case .expense(let id): expenses.append(id)
            case .settlement(let id): settlements.append(id)
            case .schedule(let id): schedules.append(id)
            case .income(let id): incomes.append(id)
            case .transfer(let id): transfers.append(id)
            }
        }
        return Changes(
            revision: self.revision, roster: subjects.contains(.roster), expenses: expenses.sorted(),
            settlements: settlements.sorted(), budget: subjects.contains(.budget), schedules: schedules.sorted(),
            incomes: incomes.sorted(), transfers: transfers.sorted())
    }

    /// The expenses for which settlements were made, now or before they were changed: less of them is open, or more.
    private func paidFor(by subjects: Set<Subject>) -> Set<Subject> {
        subjects.reduce(into: []) { expenses, subject in
            guard case .settlement = subject else { return }
            for event in thread(of: subject) {
                if let expense = event.kind.settlementInput?.expense { expenses.insert(.expense(expense)) }
            }
        }
    }

    /// What speaks of other people since somebody turned out to be somebody else, or not to be. That also changes without
    /// a merge: when it arrives late who was merged, or that somebody left before another was merged into them.
    private func resolvedOtherwise(since revision: Int) -> Set<Subject> {
        guard events[revision...].contains(where: { $0.kind.bearsOnMerges }) else { return [] }
        // Nobody else is ever spoken of as another one.
        let people = thread(of: .roster).reduce(into: Set<ParticipantID>()) { people, event in
            if case .participantMerged(let id, _) = event.kind { people.insert(state.resolved(id)) }
        }
        if people.isEmpty { return [] }
        let expenses = state.expenses.filter { expense in
            people.contains { expense.input.involves($0) || expense.isStamped(by: $0) }
        }
        let settlements = state.settlements.filter { settlement in
            people.contains { settlement.input.involves($0) || settlement.isStamped(by: $0) }
        }
        return Set(expenses.map { .expense($0.id) } + settlements.map { .settlement($0.id) })
            .union(allPlanned).union([.budget])
    }

    /// Few, compared with expenses.
    private var allPlanned: Set<Subject> {
        Set(
            state.schedules.keys.map { .schedule($0) } + state.incomes.keys.map { .income($0) }
                + state.transfers.keys.map { .transfer($0) })
    }

    /// What is of a category that came or went; the occurrences of all schedules, when others bear them.
    private func budgetedOtherwise(since revision: Int) -> Set<Subject> {
        var subjects: Set<Subject> = []
        var categories: Set<CategoryID> = []
        for event in events[revision...] {
            switch event.kind {
            case .categoryCreated(let id, _), .categoryDeleted(let id): categories.insert(id)
            case .participantRetired, .participantReinstated, .participantAdded, .burdenRatioSet,
                .planForgotten(.ratio):
                subjects.formUnion(state.schedules.keys.map { .schedule($0) })
            default: break
            }
        }
        if categories.isEmpty { return subjects }
        for expense in state.expenses where expense.input.category.map(categories.contains) ?? false {
            subjects.insert(.expense(expense.id))
        }
        return subjects.union(state.schedules.keys.map { .schedule($0) })
    }
}

extension Event.Kind {
    /// Whether who is one with whom may be different with it.
    fileprivate var bearsOnMerges: Bool {
        switch self {
        case .participantAdded, .participantRetired, .participantReinstated, .participantMerged, .participantUnmerged:
            true
        default: false
        }
    }
}

extension Expense {
    fileprivate func isStamped(by participant: ParticipantID) -> Bool {
        created.by == participant || lastEdited?.by == participant
    }
}

extension Settlement {
    fileprivate func isStamped(by participant: ParticipantID) -> Bool {
        created.by == participant || lastEdited?.by == participant
    }
}
