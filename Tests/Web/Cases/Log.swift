import LedgerCore

/// Events one after the other, a minute apart.
struct Log {
    private(set) var events: [Event] = []
    private let author: ParticipantID

    init(author: ParticipantID) {
        self.author = author
    }

    mutating func add(_ kind: Event.Kind) {
        let number = events.count + 1
        events.append(
            Event(
                id: EventID(bits: UInt128(number)), schemaVersion: 2, authorDevice: DeviceID(bits: 1),
                authorParticipant: author, entryAt: Instant(milliseconds: Self.start + 60_000 * Int64(number)),
                kind: kind))
    }

    /// 2026-01-01.
    private static let start: Int64 = 1_767_225_600_000
}
