extension LedgerState {
    /// In the order in which they were added.
    package var participantsInOrder: [Participant] {
        participants.values.sorted { ($0.added.at, $0.id) < ($1.added.at, $1.id) }
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
        participants[participant]?.name ?? "Unknown \(participant.description.prefix(8))"
    }
}
