package import LedgerCore
import Synchronization

/// Which day it is, and where: in the time zone that a ledger names, else in the server's own.
package final class TimeZones: Sendable {
    /// The server's own, by its IANA name, where it is known.
    package let here: String?
    private let dayHere: @Sendable (Instant) -> CalendarDay
    private let file: @Sendable (String) -> [UInt8]?
    /// Those that somebody asked for. What is not there is asked for each time: it may be installed meanwhile.
    private let known = Mutex<[String: TimeZoneRules]>([:])

    /// - Parameter file: the TZif file of a zone.
    package init(
        here: String?, dayHere: @escaping @Sendable (Instant) -> CalendarDay,
        file: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) {
        self.here = here
        self.dayHere = dayHere
        self.file = file
    }

    /// Where nobody knows of any other.
    package static let utc = TimeZones(here: "UTC", dayHere: \.day)

    /// A zone that this machine does not know can not be told: then it is the server's own day.
    package func day(of instant: Instant, in zone: String?) -> CalendarDay {
        zone.flatMap(rules)?.day(of: instant) ?? dayHere(instant)
    }

    package func rules(_ name: String) -> TimeZoneRules? {
        if let rules = known.withLock({ $0[name] }) { return rules }
        guard Self.isName(name), let rules = file(name).flatMap(TimeZoneRules.init) else { return nil }
        known.withLock { $0[name] = rules }
        return rules
    }

    /// Whether the machine has the files at all.
    package var areInstalled: Bool { rules("UTC") != nil }

    /// `Europe/Berlin`: letters, digits, `_`, `+` and `-`, in parts. So it leads to no other file.
    private static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return name.utf8.count <= 64
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_+-".utf8.contains(byte)
                    }
            }
    }
}
