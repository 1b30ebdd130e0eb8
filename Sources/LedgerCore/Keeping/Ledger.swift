/// A ledger in memory: every event that is known, and the state they add up to.
///
/// Events are kept in the order in which they arrived here; the state is what applying them in the order of
/// `Event.order` gives, whatever order they arrived in (`SC-ARC-MRG-1`). Each event speaks of one subject, and
/// subjects do not touch each other: so an event that arrives late costs a new fold of its own subject only. The one
/// exception is rare: when two participants turn out to be one person, everything is folded again.
package struct Ledger: Sendable {
    package private(set) var events: [Event] = []
    package private(set) var state = LedgerState()

    private var known: Set<EventID> = []
    private var threads: [Subject: Thread] = [:]
    /// For each event the one that arrived before it on the same subject, or −1.
    private var earlier: [Int32] = []

    /// The events of one subject, as a chain through `earlier`.
    private struct Thread {
        var lastArrived: Int32
        /// The one that is applied last.
        var newest: Int32
    }

    package init() {}

    package init(_ events: [Event]) {
        insert(events)
    }

    /// The number of distinct events, in order of arrival: what a client has seen when it has seen that many.
    package var revision: Int { events.count }

    /// Takes in what is new, and answers how many that were. An event that is already known is left out.
    @discardableResult
    package mutating func insert(_ arrivals: [Event]) -> Int {
        let before = revision
        if arrivals.count > 1 { reserve(arrivals.count) }
        var outOfOrder: Set<Subject> = []
        for event in arrivals where known.insert(event.id).inserted {
            let subject = event.kind.subject
            if append(event, to: subject) {
                state.apply(event)
            } else {
                outOfOrder.insert(subject)
            }
        }
        for subject in outOfOrder { refold(subject) }
        resolveAnew()
        return revision - before
    }

    /// Takes back the last arrivals, when they could not be made durable.
    package mutating func removeLast(_ count: Int) {
        var subjects: Set<Subject> = []
        for _ in 0..<min(count, events.count) {
            let event = events.removeLast()
            known.remove(event.id)
            unlink(event.kind.subject)
            subjects.insert(event.kind.subject)
        }
        for subject in subjects { refold(subject) }
        resolveAnew()
    }
}

extension Ledger {
    /// The events of one subject in the order in which they are applied.
    func thread(of subject: Subject) -> [Event] {
        chain(of: subject).map { events[Int($0)] }.sorted { $0.order < $1.order }
    }

    /// True when the event is the newest of its subject, so that it can simply be applied on top.
    private mutating func append(_ event: Event, to subject: Subject) -> Bool {
        let place = Int32(events.count)
        events.append(event)
        guard let thread = threads[subject] else {
            earlier.append(-1)
            threads[subject] = Thread(lastArrived: place, newest: place)
            return true
        }
        earlier.append(thread.lastArrived)
        let isNewest = events[Int(thread.newest)].order < event.order
        threads[subject] = Thread(lastArrived: place, newest: isNewest ? place : thread.newest)
        return isNewest
    }

    /// Called when the last event, which was of this subject, is gone from `events`.
    private mutating func unlink(_ subject: Subject) {
        let last = earlier.removeLast()
        threads[subject]?.lastArrived = last
        let newest = chain(of: subject).max { events[Int($0)].order < events[Int($1)].order }
        threads[subject] = newest.map { Thread(lastArrived: last, newest: $0) }
    }

    private mutating func refold(_ subject: Subject) {
        state.forget(subject)
        for event in thread(of: subject) { state.apply(event) }
    }

    /// After all other folding, so that every row speaks of people as the last merge leaves them.
    private mutating func resolveAnew() {
        guard state.isUnresolved else { return }
        for subject in threads.keys where subject != .roster { refold(subject) }
        state.isUnresolved = false
    }

    private func chain(of subject: Subject) -> some Sequence<Int32> {
        sequence(first: threads[subject]?.lastArrived ?? -1) { earlier[Int($0)] }.prefix { $0 >= 0 }
    }

    /// At least doubles: `reserveCapacity` alone would copy everything for each segment of a long log.
    private mutating func reserve(_ count: Int) {
        let total = events.count + count
        guard total > events.capacity else { return }
        let room = max(total, 2 * events.capacity)
        events.reserveCapacity(room)
        earlier.reserveCapacity(room)
        known.reserveCapacity(room)
    }
}
