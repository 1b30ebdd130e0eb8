extension LedgerState {
    /// In the order in which they were added.
    package var participantsInOrder: [Participant] {
        participants.values.sorted { ($0.added.at, $0.id) < ($1.added.at, $1.id) }
    }

    /// Those to show: without those who left and are named nowhere.
    package var listedParticipants: [Participant] {
        let people = participantsInOrder
        if !people.contains(where: { $0.retiredAt != nil }) { return people }
        let named = namedParticipants
        return people.filter { $0.retiredAt == nil || named.contains($0.id) }
    }

    /// Who shares what nobody says otherwise of: everybody who has not left, in the order of their ids.
    package var presentParticipants: [ParticipantID] {
        participants.values.filter { $0.retiredAt == nil }.map(\.id).sorted()
    }

    /// The default split as it can be used now. When somebody whom it names left, or turned out to be another of them, it
    /// fits nobody any more and is not used.
    package var usualSplit: Split? {
        if defaultSplit == .equal { return nil }
        let split = defaultSplit.mapped(resolved)
        let isUsable = split.people.allSatisfy { participants[$0].map { $0.retiredAt == nil } ?? false }
        return isUsable && split.people.firstRepeated == nil ? split : nil
    }

    /// Everybody whom an expense or settlement names.
    package var namedParticipants: Set<ParticipantID> {
        var named: Set<ParticipantID> = []
        for expense in expenses {
            named.insert(expense.input.payer)
            named.formUnion(expense.input.split)
            for payer in expense.input.terms?.payers ?? [] { named.insert(payer.participant) }
        }
        for settlement in settlements {
            named.insert(settlement.input.from)
            named.insert(settlement.input.to)
        }
        return named
    }

    /// In alphabetical order, ignoring case.
    package var labelsInOrder: [Label] {
        labels.values.map { (folded: $0.name.lowercased(), label: $0) }
            .sorted { ($0.folded, $0.label.id) < ($1.folded, $1.label.id) }
            .map(\.label)
    }

    /// How many expenses carry each label (`SC-FR-LBL-6`).
    package var expenseCounts: [LabelID: Int] {
        var counts = labels.mapValues { _ in 0 }
        for expense in expenses {
            let labels = expense.input.labels
            // Another app may have named a label twice; hardly any expense has two.
            if labels.count < 2 {
                if let label = labels.first { counts[label]? += 1 }
            } else {
                for label in Set(labels) { counts[label]? += 1 }
            }
        }
        return counts
    }

    /// The labels an expense shows: deleted ones are left out (`SC-FR-LBL-4`).
    package func labels(of expense: ExpenseInput) -> [Label] {
        expense.labels.compactMap { labels[$0] }
    }

    /// Somebody whom the ledger does not know, because the event that added them has not arrived, is shown by the
    /// beginning of the id.
    package func name(of participant: ParticipantID) -> String {
        participants[resolved(participant)]?.name ?? "Unknown \(participant.description.prefix(8))"
    }
}
