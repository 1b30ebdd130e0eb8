/// Decides what a proposal becomes, given what the ledger holds now.
///
/// A class, so that its closures share the ledger in place of copying each of its parts.
final class Acceptance {
    let ledger: Ledger
    let device: DeviceID
    let currency: Currency

    init(ledger: Ledger, device: DeviceID, currency: Currency) {
        self.ledger = ledger
        self.device = device
        self.currency = currency
    }

    var state: LedgerState { ledger.state }

    /// Nil when nothing would change.
    func kind(of proposal: Proposal) throws(Refusal) -> Event.Kind? {
        switch proposal {
        case .renameLedger(let name):
            let name = try checked(name, .ledgerName)
            return name == state.name ? nil : .ledgerRenamed(name: name)
        case .changeSettings(let settings): return try changeSettings(settings)
        case .addParticipant(let id, let name, let colour): return try addParticipant(id, name, colour)
        case .renameParticipant(let id, let name): return try renameParticipant(id, name)
        case .claim(let id): return try claim(id)
        case .release: return state.participant(of: device).map { .participantReleased($0, device: device) }
        case .colourParticipant(let id, let colour):
            return try participant(id).colour == colour ? nil : .participantColoured(id, colour)
        case .retireParticipant(let id): return try retire(id)
        case .reinstateParticipant(let id):
            return try participant(id).retiredAt == nil ? nil : .participantReinstated(id)
        case .mergeParticipant(let id, let other): return try merge(id, into: other)
        case .unmergeParticipant(let id):
            guard state.merged[id] != nil else { throw .missing(.noSuchMerge, "merge") }
            return .participantUnmerged(id)
        case .createLabel(let id, let name): return try createLabel(id, name)
        case .renameLabel(let id, let name): return try renameLabel(id, name)
        case .deleteLabel(let id):
            guard state.labels[id] != nil else { throw .missing(.noSuchLabel, "label") }
            return .labelDeleted(id)
        case .recordExpense(let id, let input, _): return try recordExpense(id, input)
        case .restoreExpense(let id, let version): return try restore(id, version)
        case .deleteExpense(let id):
            guard state.expenses[id] != nil else { throw .missing(.noSuchExpense, "expense") }
            return .expenseDeleted(id)
        case .addComment(let id, let expense, let text): return try addComment(id, expense, text)
        case .deleteComment(let id, let expense): return try deleteComment(id, expense)
        case .recordSettlement(let id, let input, _): return try recordSettlement(id, input)
        case .restoreSettlement(let id, let version): return try restore(id, version)
        case .deleteSettlement(let id):
            guard state.settlements[id] != nil else { throw .missing(.noSuchSettlement, "settlement") }
            return .settlementDeleted(id)
        case .undoing(_, let proposal): return try kind(of: proposal)
        default: return try kindOfPlan(proposal)
        }
    }

    func checked(_ text: String, _ rule: TextRule) throws(Refusal) -> String {
        var reasons: [Refusal.Reason] = []
        let text = rule.required(text, &reasons)
        guard reasons.isEmpty else { throw Refusal(reasons) }
        return text
    }
}

extension Acceptance {
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

    private func addComment(_ id: CommentID, _ expense: ExpenseID, _ text: String) throws(Refusal) -> Event.Kind? {
        try checkExpense(expense)
        let comments = state.comments(on: expense)
        let text = try checked(text, .comment)
        if let existing = comments.first(where: { $0.id == id }), existing.text == text { return nil }
        guard comments.count < Limits.commentsPerExpense else {
            throw Refusal(.tooMany, "An expense has at most \(Limits.commentsPerExpense) comments.")
        }
        return .commentAdded(id, expense, text: text)
    }

    private func deleteComment(_ id: CommentID, _ expense: ExpenseID) throws(Refusal) -> Event.Kind? {
        try checkExpense(expense)
        guard state.comments(on: expense).contains(where: { $0.id == id }) else {
            throw .missing(.noSuchComment, "comment")
        }
        return .commentDeleted(id, expense)
    }

    private func checkExpense(_ id: ExpenseID) throws(Refusal) {
        guard state.expenses[id] != nil || state.occurrence(under: id) != nil else {
            throw .missing(.noSuchExpense, "expense")
        }
    }

    /// Only what differs is recorded.
    private func changeSettings(_ proposed: LedgerSettings) throws(Refusal) -> Event.Kind? {
        var settings = proposed
        if settings.kind == state.kind { settings.kind = nil }
        if settings.isArchived == (state.archivedAt != nil) { settings.isArchived = nil }
        if let split = settings.defaultSplit {
            try check(defaultSplit: split)
            if split == state.defaultSplit { settings.defaultSplit = nil }
        }
        if let zone = settings.timeZone {
            guard LedgerSettings.isTimeZone(zone) else {
                throw Refusal(.unknownTimeZone, field: "timeZone", "There is no time zone “\(zone)”.")
            }
            if zone == state.timeZone { settings.timeZone = nil }
        }
        return settings.isEmpty ? nil : .ledgerSettingsChanged(settings)
    }
}

extension Refusal {
    static func missing(_ code: Code, _ what: String) -> Refusal {
        Refusal(code, "There is no such \(what) in this ledger, or it was deleted.")
    }

    static var needsUpgrade: Refusal {
        let message =
            "A ledger in the first version of the format can not hold this. Upgrade the ledger's format first."
        return Refusal(.needsSchemaVersion2, message)
    }
}
