package import LedgerCore

/// The feed of a ledger, and taking back what it shows.
extension OpenLedger {
    /// - Parameters:
    ///   - device: for whom the feed says what can be taken back.
    ///   - ownDevices: those of the same account.
    package func activity(
        after place: Event.Order?, limit: Int, for device: DeviceID, of ownDevices: [DeviceID]
    ) async -> ActivityPage {
        let undoer = undoer(device, ownDevices)
        return await read { ActivityPage($0.ledger, after: place, limit: limit, for: undoer) }
    }

    /// Records the opposite of an event, and answers that as the feed shows it; nil when there is no such event.
    package func undo(
        _ event: EventID, by device: DeviceID, of ownDevices: [DeviceID], at instant: Instant
    ) async throws -> Activity? {
        let undoer = undoer(device, ownDevices)
        let known = try await read { view throws(Refusal) in
            try view.ledger.undoing(event, for: undoer).map { view.authors.device(writingAs: $0.device) }
        }
        guard let writer = known else { return nil }
        return try await record(by: writer, at: instant) { view in
            try view.ledger.undoing(event, for: undoer).map { [$0.proposal] } ?? []
        } answer: { view, events in
            events.last.flatMap { view.ledger.activity(of: $0.id, for: undoer) }
        }
    }

    /// The devices that events name, as their accounts know them.
    package func devices(behind names: Set<DeviceID>) -> [DeviceID: DeviceID] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, authors.device(writingAs: $0)) })
    }

    private func undoer(_ device: DeviceID, _ ownDevices: [DeviceID]) -> Undoer {
        Undoer(
            device: authors.author(for: device), ownDevices: Set(ownDevices.map(authors.author)),
            schemaVersion: schemaVersion, currency: currency)
    }
}
