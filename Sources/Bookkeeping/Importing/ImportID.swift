package import LedgerCore

/// The name of an import. The events that it makes carry it in their own ids (UUID version 8, RFC 9562 §5.8), so that the log
/// itself knows what came together: it can be taken back as one, also after a restart, from another device, or at another
/// home. No table remembers it.
package struct ImportID: Hashable, Sendable, CustomStringConvertible {
    package let bits: UInt128

    /// What tells the events of one import apart.
    private static let counter: UInt128 = 0xFFFF_FFFF
    private static let form: UInt128 = 0xF << 76 | 0b11 << 62
    private static let version8: UInt128 = 8 << 76 | 0b10 << 62

    package init(_ world: World) {
        bits = world.newID() & ~(Self.form | Self.counter) | Self.version8
    }

    package init?(_ text: String) {
        guard let id = EventID(text.lowercased()), id.bits & Self.counter == 0 else { return nil }
        self.init(of: id)
    }

    /// The import that made the event; nil when none did.
    package init?(of event: EventID) {
        guard event.bits & Self.form == Self.version8 else { return nil }
        bits = event.bits & ~Self.counter
    }

    /// Of the event that comes to a ledger when it has so many: no two of a ledger have the same.
    func event(at revision: Int) -> EventID {
        EventID(bits: bits | UInt128(truncatingIfNeeded: revision + 1) & Self.counter)
    }

    /// Makes an id that is the same whenever it is made of the same.
    static func derived<Tag>(from digest: [UInt8]) -> ID<Tag> {
        let bits = digest.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return ID(bits: bits & ~form | version8)
    }

    package var description: String { EventID(bits: bits).description }
}
