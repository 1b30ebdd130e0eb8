import JSON
import LedgerCore

/// The values of the domain as JSON: written straight into the buffer, for they are most of every answer.
extension JSONWriter {
    mutating func value<Tag>(_ id: ID<Tag>) { plainString { id.write(into: &$0) } }

    mutating func member<Tag>(_ name: StaticString, _ id: ID<Tag>) {
        key(name)
        value(id)
    }

    /// `null` for nobody.
    mutating func member<Tag>(_ name: StaticString, orNull id: ID<Tag>?) {
        key(name)
        if let id, !id.isNone { value(id) } else { null() }
    }

    mutating func member<Tag>(_ name: StaticString, _ ids: some Sequence<ID<Tag>>) {
        key(name)
        array { json in
            for id in ids { json.value(id) }
        }
    }

    mutating func member(_ name: StaticString, _ instant: Instant?) {
        key(name)
        if let instant { plainString { instant.write(into: &$0) } } else { null() }
    }

    mutating func member(_ name: StaticString, _ day: CalendarDay) {
        key(name)
        plainString { day.write(into: &$0) }
    }

    mutating func member(_ name: StaticString, _ money: Money, _ currency: Currency) {
        key(name)
        plainString { money.write(in: currency, into: &$0) }
    }
}

extension Instant {
    /// For sorting, as a number that is never negative.
    var ordinal: UInt128 { UInt128(milliseconds - Instant.earliest.milliseconds) }
}
