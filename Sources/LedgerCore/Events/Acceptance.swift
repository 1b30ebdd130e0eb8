/// Decides what a proposal becomes, given what the ledger holds now.
struct Acceptance {
    let state: LedgerState
    let device: DeviceID

    /// Nil when nothing would change.
    func kind(of proposal: Proposal) throws(Refusal) -> Event.Kind? {
        switch proposal {
        case .renameLedger(let name):
            let name = try checked(name, .ledgerName)
            return name == state.name ? nil : .ledgerRenamed(name: name)
        case .addParticipant(let id, let name): return try addParticipant(id, name)
        case .renameParticipant(let id, let name): return try renameParticipant(id, name)
        case .claim(let id): return try claim(id)
        case .createLabel(let id, let name): return try createLabel(id, name)
        case .renameLabel(let id, let name): return try renameLabel(id, name)
        case .deleteLabel(let id):
            guard state.labels[id] != nil else { throw .missing(.noSuchLabel, "label") }
            return .labelDeleted(id)
        case .recordExpense(let id, let input, _): return try recordExpense(id, input)
        case .deleteExpense(let id):
            guard state.expenses[id] != nil else { throw .missing(.noSuchExpense, "expense") }
            return .expenseDeleted(id)
        case .recordSettlement(let id, let input, _): return try recordSettlement(id, input)
        case .deleteSettlement(let id):
            guard state.settlements[id] != nil else { throw .missing(.noSuchSettlement, "settlement") }
            return .settlementDeleted(id)
        }
    }

    private func checked(_ text: String, _ rule: TextRule) throws(Refusal) -> String {
        var reasons: [Refusal.Reason] = []
        let text = rule.required(text, &reasons)
        guard reasons.isEmpty else { throw Refusal(reasons) }
        return text
    }
}

extension Acceptance {
    private func addParticipant(_ id: ParticipantID, _ name: String) throws(Refusal) -> Event.Kind? {
        if state.participants[id] != nil { return try renameParticipant(id, name) }
        guard state.participants.count < Limits.participants else {
            throw Refusal(.tooMany, "A ledger has at most \(Limits.participants) participants.")
        }
        return .participantAdded(id, name: try checked(name, .participantName))
    }

    private func renameParticipant(_ id: ParticipantID, _ name: String) throws(Refusal) -> Event.Kind? {
        guard let participant = state.participants[id] else { throw .missing(.noSuchParticipant, "participant") }
        let name = try checked(name, .participantName)
        return name == participant.name ? nil : .participantRenamed(id, name: name)
    }

    private func claim(_ id: ParticipantID) throws(Refusal) -> Event.Kind? {
        guard state.participants[id] != nil else { throw .missing(.noSuchParticipant, "participant") }
        return state.participant(of: device) == id ? nil : .participantClaimed(id, device: device)
    }

    private func createLabel(_ id: LabelID, _ name: String) throws(Refusal) -> Event.Kind? {
        if state.labels[id] != nil { return try renameLabel(id, name) }
        guard state.labels.count < Limits.labels else {
            throw Refusal(.tooMany, "A ledger has at most \(Limits.labels) labels.")
        }
        return .labelCreated(id, name: try free(name, for: id))
    }

    private func renameLabel(_ id: LabelID, _ name: String) throws(Refusal) -> Event.Kind? {
        guard let label = state.labels[id] else { throw .missing(.noSuchLabel, "label") }
        let name = try free(name, for: id)
        return name == label.name ? nil : .labelRenamed(id, name: name)
    }

    /// `SC-FR-LBL-2`: unique ignoring case.
    private func free(_ name: String, for id: LabelID) throws(Refusal) -> String {
        let name = try checked(name, .labelName)
        let folded = FoldedText(name)
        if let other = state.labels.values.first(where: { $0.id != id && FoldedText($0.name) == folded }) {
            throw Refusal(.labelNameTaken, field: "name", "There is already a label “\(other.name)”.")
        }
        return name
    }
}

extension Refusal {
    static func missing(_ code: Code, _ what: String) -> Refusal {
        Refusal(code, "There is no such \(what) in this ledger, or it was deleted.")
    }
}
