/// The opposite of an event whose effect still stands.
extension UndoRule {
    func opposite(of effect: Effect) throws(Refusal) -> Proposal {
        switch effect.event.kind {
        case .ledgerRenamed, .ledgerSettingsChanged: try oppositeForLedger(effect)
        case .participantAdded, .participantRenamed, .participantColoured, .participantRetired, .participantReinstated,
            .participantMerged, .participantUnmerged:
            try oppositeForPeople(effect)
        case .participantClaimed(_, let device), .participantReleased(_, let device):
            try oppositeForOwner(of: device, effect)
        case .labelCreated(let id, _), .labelRenamed(let id, _), .labelDeleted(let id):
            switch (effect.before.labels[id], effect.after.labels[id]) {
            case (let label?, nil): .createLabel(id, name: label.name)
            case (let label?, _): .renameLabel(id, name: label.name)
            case (nil, _): .deleteLabel(id)
            }
        case .expenseCreated(let id, _), .expenseUpdated(let id, _), .expenseDeleted(let id):
            if let expense = effect.before.expenses[id] {
                .restoreExpense(id, expense.version)
            } else {
                .deleteExpense(id)
            }
        case .commentAdded(let id, let expense, _), .commentDeleted(let id, let expense):
            try oppositeForComment(id, on: expense, effect)
        case .settlementRecorded(let id, _), .settlementUpdated(let id, _), .settlementDeleted(let id):
            if let settlement = effect.before.settlements[id] {
                .restoreSettlement(id, settlement.version)
            } else {
                .deleteSettlement(id)
            }
        default: try oppositeForBudget(effect)
        }
    }

    private func oppositeForLedger(_ effect: Effect) throws(Refusal) -> Proposal {
        guard case .ledgerSettingsChanged(let settings) = effect.event.kind else {
            guard !effect.before.name.isEmpty else { throw .cannotUndo("A ledger has to have a name.") }
            return .renameLedger(name: effect.before.name)
        }
        guard settings.timeZone == nil || effect.before.timeZone != nil else {
            throw .cannotUndo("There was no time zone before: choose another one.")
        }
        return .changeSettings(
            LedgerSettings(
                kind: settings.kind.map { _ in effect.before.kind },
                isArchived: settings.isArchived.map { _ in effect.before.archivedAt != nil },
                defaultSplit: settings.defaultSplit.map { _ in effect.before.defaultSplit },
                timeZone: settings.timeZone == nil ? nil : effect.before.timeZone))
    }

    private func oppositeForPeople(_ effect: Effect) throws(Refusal) -> Proposal {
        switch effect.event.kind {
        case .participantAdded(let id, _, _):
            guard effect.before.person(id) == nil else { throw .cannotUndo("They were in the ledger before.") }
            return .retireParticipant(id)
        case .participantColoured(let id, _):
            guard let colour = effect.before.person(id)?.colour else {
                throw .cannotUndo("There was no colour before: choose another one.")
            }
            return .colourParticipant(id, colour)
        case .participantRetired(let id): return .reinstateParticipant(id)
        case .participantReinstated(let id): return .retireParticipant(id)
        case .participantMerged(let id, _): return .unmergeParticipant(id)
        case .participantUnmerged(let id):
            guard let merge = effect.before.merged[id] else { throw .cannotUndo("They were not one before.") }
            let both = [id, ledger.state.resolved(merge.into)].compactMap { ledger.state.participants[$0] }
            // Whose devices these are only the merge itself can ask: two accounts are not one person.
            guard both.contains(where: \.devices.isEmpty) else {
                throw .cannotUndo("Somebody is each of them by now: merge them anew.")
            }
            return .mergeParticipant(id, into: merge.into)
        case .participantRenamed(let id, _):
            return .renameParticipant(id, name: effect.before.person(id)?.name ?? "")
        default: throw .cannotUndo("It can not be taken back.")
        }
    }

    private func oppositeForOwner(of device: DeviceID, _ effect: Effect) throws(Refusal) -> Proposal {
        guard undoer.ownDevices.contains(device) else {
            throw .cannotUndo("Only the device itself says whose it is.")
        }
        return effect.before.participant(of: device).map { .claim($0) } ?? .release
    }

    /// Words come back only from who wrote them.
    private func oppositeForComment(
        _ id: CommentID, on expense: ExpenseID, _ effect: Effect
    ) throws(Refusal) -> Proposal {
        guard let comment = effect.before.comments(on: expense).first(where: { $0.id == id }) else {
            return .deleteComment(id, expense)
        }
        let author = ledger.state.resolved(comment.created.by)
        guard ledger.state.participant(of: undoer.device) == author else {
            throw .cannotUndo("Only \(ledger.state.name(of: author)) can say that again.")
        }
        return .addComment(id, expense, text: comment.text)
    }
}
