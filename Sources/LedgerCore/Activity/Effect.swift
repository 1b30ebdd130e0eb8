/// What an event did: its subject just before it, just after it, and now.
struct Effect {
    let event: Event
    let before: LedgerState
    let after: LedgerState
    let now: LedgerState
    /// What was applied after it on the same subject.
    let later: ArraySlice<Event>
    /// It brought back what had been there before.
    let isRevival: Bool
    /// The event that took it back, unless that was taken back in turn.
    let undoneBy: EventID?

    /// Whether anything was different after it.
    var isVisible: Bool { event.kind.aspects.contains { !before.agrees(with: after, on: $0) } }

    /// Whether all it did is still so.
    var stands: Bool { event.kind.aspects.allSatisfy { after.agrees(with: now, on: $0) } }

    /// The last event that changed the same after it.
    var successor: Event? {
        let aspects = Set(event.kind.aspects)
        return later.last { !aspects.isDisjoint(with: $0.kind.aspects) }
    }
}

extension Ledger {
    /// What events did, by their ids. Every subject is folded once.
    func effects(of events: [Event]) -> [EventID: Effect] {
        let wanted = Set(events.map(\.id))
        var effects: [EventID: Effect] = [:]
        for subject in Set(events.map(\.kind.subject)) {
            for effect in self.effects(of: wanted, on: subject) { effects[effect.event.id] = effect }
        }
        return effects
    }

    private func effects(of wanted: Set<EventID>, on subject: Subject) -> [Effect] {
        let thread = thread(of: subject)
        var state = LedgerState()
        var moments: [(place: Int, before: LedgerState, after: LedgerState)] = []
        for (place, event) in thread.enumerated() {
            let before = state
            state.apply(event)
            if wanted.contains(event.id) { moments.append((place, before, state)) }
        }
        let undone = Self.undone(in: thread)
        return moments.map { moment in
            Effect(
                event: thread[moment.place], before: moment.before, after: moment.after, now: state,
                later: thread[(moment.place + 1)...],
                isRevival: Self.isRevival(moment.place, of: thread), undoneBy: undone[thread[moment.place].id])
        }
    }

    /// What each event was taken back by, for those that are. From the last one on, so that each is looked at once, however
    /// long a chain of undoing and redoing is.
    private static func undone(in thread: [Event]) -> [EventID: EventID] {
        var undone: [EventID: EventID] = [:]
        var met: Set<EventID> = []
        for event in thread.reversed() {
            met.insert(event.id)
            guard let earlier = event.undoes, !met.contains(earlier), undone[event.id] == nil, undone[earlier] == nil
            else { continue }
            undone[earlier] = event.id
        }
        return undone
    }

    /// Whether the event says of something that was deleted that it is there.
    private static func isRevival(_ place: Int, of thread: [Event]) -> Bool {
        let aspects = thread[place].kind.aspects
        return thread[place].kind.creates && thread[..<place].contains { $0.kind.creates && $0.kind.aspects == aspects }
    }
}

extension Event.Kind {
    var creates: Bool {
        switch self {
        case .labelCreated, .expenseCreated, .commentAdded, .settlementRecorded, .categoryCreated, .scheduleCreated,
            .incomeRecorded, .transferRecorded:
            true
        default: false
        }
    }
}
