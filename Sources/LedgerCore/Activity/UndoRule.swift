/// Who wants to take something back, and where.
package struct Undoer: Sendable {
    /// Under which it writes in this ledger.
    package let device: DeviceID
    /// Those of the same account: a claim is taken back by the device that made it.
    package let ownDevices: Set<DeviceID>
    package let schemaVersion: Int
    package let currency: Currency

    package init(device: DeviceID, ownDevices: Set<DeviceID>, schemaVersion: Int, currency: Currency) {
        self.device = device
        self.ownDevices = ownDevices
        self.schemaVersion = schemaVersion
        self.currency = currency
    }
}

/// Decides what takes an event back: the ordinary opposite, which is an event like any other and can be taken back itself.
///
/// Refused when the event did nothing, when what it did is not so any more, or when something was built on it. What was
/// changed since and changed back again is as if nobody had touched it.
struct UndoRule {
    let ledger: Ledger
    let undoer: Undoer
    private var uses: Uses

    init(ledger: Ledger, undoer: Undoer) {
        self.ledger = ledger
        self.undoer = undoer
        uses = Uses(ledger: ledger)
    }

    mutating func undoing(_ effect: Effect) throws(Refusal) -> Proposal {
        guard effect.isVisible else { throw .cannotUndo("It changed nothing.") }
        guard effect.undoneBy == nil else { throw .cannotUndo("It was taken back already.") }
        guard effect.stands else {
            throw .cannotUndo("\(name(of: effect.successor?.authorParticipant)) changed it since.")
        }
        if let reason = whatIsBuilt(on: effect) { throw .cannotUndo(reason) }
        let proposal = try opposite(of: effect)
        try tryOut(proposal, device(for: effect.event.kind))
        return proposal
    }

    /// Only the device itself says whose it is.
    func device(for kind: Event.Kind) -> DeviceID {
        switch kind {
        case .participantClaimed(_, let device), .participantReleased(_, let device): device
        default: undoer.device
        }
    }

    /// The ledger's own rules have the last word.
    private func tryOut(_ proposal: Proposal, _ device: DeviceID) throws(Refusal) {
        let kind: Event.Kind?
        do throws(Refusal) {
            kind = try Acceptance(ledger: ledger, device: device, currency: undoer.currency).kind(of: proposal)
            if let kind, kind.since > undoer.schemaVersion { throw .needsUpgrade }
        } catch {
            throw .cannotUndo(error.reasons.first?.message ?? "")
        }
        if kind == nil { throw .cannotUndo("The ledger is as it was before already.") }
    }

    private func name(of participant: ParticipantID?) -> String {
        guard let participant, !participant.isNone else { return "Somebody" }
        return ledger.state.name(of: participant)
    }
}

// MARK: - What was built on it

extension UndoRule {
    private mutating func whatIsBuilt(on effect: Effect) -> String? {
        switch effect.event.kind {
        case .expenseCreated(let id, _), .expenseUpdated(let id, _):
            return told(payments: uses.payments[id, default: []].count { effect.event.order < $0 })
        case .scheduleCreated(let id, _):
            let payments = uses.payments.filter { OccurrenceID(under: $0.key, of: id) != nil }
            return told(payments: payments.values.reduce(0) { $0 + $1.count })
        case .categoryCreated(let id, _) where !effect.isRevival:
            let used = uses.categories[id] ?? [:]
            return used.isEmpty ? nil : "The category is used by \(told(used))."
        case .labelCreated(let id, _) where !effect.isRevival:
            let expenses = uses.labels[id, default: 0]
            return expenses == 0 ? nil : "The label is used by \(counted(expenses, "expense"))."
        case .participantAdded(let id, let name, _) where effect.before.person(id) == nil:
            return whatIsBuilt(on: id, name)
        default:
            return nil
        }
    }

    private mutating func whatIsBuilt(on id: ParticipantID, _ name: String) -> String? {
        let state = ledger.state
        if state.merged[id] != nil || !state.merges(into: id).isEmpty { return "\(name) is one with somebody else." }
        if state.participants[id]?.devices.isEmpty == false { return "Somebody said that they are \(name)." }
        let used = uses.people[id] ?? [:]
        return used.isEmpty ? nil : "\(name) is used in \(told(used))."
    }

    private func told(payments: Int) -> String? {
        if payments == 0 { return nil }
        return "Since then \(counted(payments, "payment")) for it \(payments == 1 ? "was" : "were") recorded."
    }

    private func told(_ used: [Use: Int]) -> String {
        Use.allCases.compactMap { use in used[use].map { counted($0, use.rawValue) } }.joined(separator: " and ")
    }

    private func counted(_ count: Int, _ what: String) -> String {
        let several = what.hasSuffix("y") ? what.dropLast() + "ies" : what + "s"
        return "\(count) \(count == 1 ? what : String(several))"
    }
}

extension Refusal {
    static func cannotUndo(_ reason: String) -> Refusal { Refusal(.cannotUndo, reason) }
}
