/// A ledger in memory: every event that is known, and the state they add up to.
///
/// Events are kept in the order in which they arrived here; the state is what applying them in the order of
/// `Event.order` gives, whatever order they arrived in (`SC-ARC-MRG-1`). Each event speaks of one subject, and
/// subjects do not touch each other: so an event that arrives late costs a new fold of its own subject only. The one
/// exception is rare: when two participants turn out to be one person, everything is folded again.
package struct Ledger: Sendable {
    package private(set) var events: [Event] = []
    package private(set) var state = LedgerState()

    private var known = PlaceIndex()
    /// For each subject the event that arrived last; the others hang on it through `links`.
    private var threads = PlaceIndex()
    private var links: [Link] = []

    /// Where an event stands among those of its subject that arrived no later.
    private struct Link {
        /// The one that arrived before it, or −1.
        let earlier: Int32
        /// The one that is applied last.
        let newest: Int32
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
        for event in arrivals where !isKnown(event.id) {
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
            known.remove(event.id, at: events.count)
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

    private func isKnown(_ id: EventID) -> Bool {
        known.place(of: id) { events[$0].id == id } != nil
    }

    private func lastArrived(of subject: Subject) -> Int? {
        threads.place(of: subject) { events[$0].kind.subject == subject }
    }

    /// True when the event is the newest of its subject, so that it can simply be applied on top.
    private mutating func append(_ event: Event, to subject: Subject) -> Bool {
        let place = events.count
        let last = lastArrived(of: subject)
        known.insert(place, of: event.id)
        events.append(event)
        guard let last else {
            threads.insert(place, of: subject)
            links.append(Link(earlier: -1, newest: Int32(place)))
            return true
        }
        threads.move(subject, from: last, to: place)
        let newest = links[last].newest
        let isNewest = events[Int(newest)].order < event.order
        links.append(Link(earlier: Int32(last), newest: isNewest ? Int32(place) : newest))
        return isNewest
    }

    /// Called when the last event, which was of this subject, is gone from `events`.
    private mutating func unlink(_ subject: Subject) {
        let earlier = Int(links.removeLast().earlier)
        if earlier < 0 {
            threads.remove(subject, at: events.count)
        } else {
            threads.move(subject, from: events.count, to: earlier)
        }
    }

    private mutating func refold(_ subject: Subject) {
        state.forget(subject)
        for event in thread(of: subject) { state.apply(event) }
    }

    /// After all other folding, so that every row speaks of people as the last merge leaves them.
    private mutating func resolveAnew() {
        guard state.isUnresolved else { return }
        for place in threads.places {
            let subject = events[place].kind.subject
            if subject != .roster { refold(subject) }
        }
        state.isUnresolved = false
    }

    private func chain(of subject: Subject) -> some Sequence<Int32> {
        sequence(first: Int32(lastArrived(of: subject) ?? -1)) { [links] in links[Int($0)].earlier }.prefix { $0 >= 0 }
    }

    /// At least doubles: `reserveCapacity` alone would copy everything for each segment of a long log.
    private mutating func reserve(_ count: Int) {
        let total = events.count + count
        guard total > events.capacity else { return }
        let room = max(total, 2 * events.capacity)
        events.reserveCapacity(room)
        links.reserveCapacity(room)
    }
}
