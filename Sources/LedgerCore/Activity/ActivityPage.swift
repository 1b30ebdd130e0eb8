/// A stretch of the feed, newest first. Pages follow each other by the moment and the id of the last item: events that
/// come meanwhile, also late ones, neither repeat nor hide others.
package struct ActivityPage: Sendable {
    package let items: [Activity]
    /// After which the next page begins; nil when this is the last.
    package let next: Event.Order?

    /// - Parameters:
    ///   - place: where the page before ended.
    ///   - undoer: for whom the feed says what can be taken back.
    package init(_ ledger: Ledger, after place: Event.Order? = nil, limit: Int, for undoer: Undoer) {
        let wanted = max(limit, 1)
        let events = Self.newest(wanted + 1, of: ledger.events, after: place)
        let shown = Array(events.prefix(wanted))
        let effects = ledger.effects(of: shown)
        var rule = UndoRule(ledger: ledger, undoer: undoer)
        items = shown.compactMap { event in effects[event.id].map { Activity($0, in: ledger, &rule) } }
        next = events.count > wanted ? shown.last?.order : nil
    }

    /// Keeps no more than twice as many in hand, and sorts those now and then.
    private static func newest(_ count: Int, of events: [Event], after place: Event.Order?) -> [Event] {
        var best: [Event] = []
        var oldest: Event.Order?
        for event in events.reversed() {
            if let place, event.order >= place { continue }
            if let oldest, event.order < oldest { continue }
            best.append(event)
            guard best.count >= 2 * count else { continue }
            best = Array(best.sorted { $1.order < $0.order }.prefix(count))
            oldest = best.last?.order
        }
        return Array(best.sorted { $1.order < $0.order }.prefix(count))
    }
}

extension Ledger {
    /// One event as the feed shows it; nil when there is none such.
    package func activity(of id: EventID, for undoer: Undoer) -> Activity? {
        guard let effect = effect(of: id) else { return nil }
        var rule = UndoRule(ledger: self, undoer: undoer)
        return Activity(effect, in: self, &rule)
    }

    /// What takes an event back, and in the name of which device; nil when there is no such event.
    package func undoing(_ id: EventID, for undoer: Undoer) throws(Refusal) -> (proposal: Proposal, device: DeviceID)? {
        guard let effect = effect(of: id) else { return nil }
        var rule = UndoRule(ledger: self, undoer: undoer)
        let proposal = try rule.undoing(effect)
        return (.undoing(id, proposal), rule.device(for: effect.event.kind))
    }

    private func effect(of id: EventID) -> Effect? {
        guard let event = events.last(where: { $0.id == id }) else { return nil }
        return effects(of: [event])[id]
    }
}
