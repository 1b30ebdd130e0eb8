package import LedgerCore

/// Time, calendar and dice. Made once, at the start of the program, and read once per unit of work, so that everything else can be
/// told the time and the ids by a test.
package struct World: Sendable {
    package let now: @Sendable () -> Instant
    /// 128 random bits; whoever uses them makes a version 4 UUID of them.
    package let newID: @Sendable () -> UInt128
    package let zones: TimeZones

    package init(
        now: @escaping @Sendable () -> Instant, newID: @escaping @Sendable () -> UInt128, zones: TimeZones = .utc
    ) {
        self.now = now
        self.newID = newID
        self.zones = zones
    }
}

extension World {
    /// A new UUID of version 4 (RFC 9562 §5.4).
    package func makeID<Tag>(_: ID<Tag>.Type = ID<Tag>.self) -> ID<Tag> { ID(bits: newUUID()) }

    package func newUUID() -> UInt128 {
        let withoutVersion = newID() & ~(0xF << 76 | 0b11 << 62)
        return withoutVersion | 4 << 76 | 0b10 << 62
    }
}
