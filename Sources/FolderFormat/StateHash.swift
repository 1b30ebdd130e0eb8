import Cryptography
package import LedgerCore

/// One text for everything that a ledger's events say: equal for two logs exactly when they hold the same events, in
/// whatever order and under whosever name they are kept. What a restore is proven by.
///
/// SHA-256 over the SHA-256 of every event's line as this program writes it, in the order in which events are applied.
package struct StateHash: Sendable {
    private var known: Set<EventID> = []
    private var lines: [Line] = []

    private struct Line: Sendable {
        let order: Event.Order
        let hash: [UInt8]
    }

    package init() {}

    package init(_ events: some Sequence<Event>) {
        for event in events { add(event) }
    }

    /// False for an event that was added before.
    @discardableResult
    package mutating func add(_ event: Event) -> Bool {
        guard known.insert(event.id).inserted else { return false }
        lines.append(Line(order: event.order, hash: SHA256.hash(EventEncoder.line(event))))
        return true
    }

    package var eventCount: Int { lines.count }

    /// 64 lower-case hexadecimal digits.
    package var text: String {
        let all = lines.sorted { $0.order < $1.order }.flatMap(\.hash)
        return Hexadecimal.encode(SHA256.hash(all))
    }
}
