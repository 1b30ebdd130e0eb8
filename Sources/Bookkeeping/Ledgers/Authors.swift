package import LedgerCore

/// Under which device each of this server's devices writes in one ledger: its own, until its log was found to be written
/// by somebody else as well (a copy of the data directory); then a fresh one, which is the same person.
package struct Authors: Hashable, Sendable {
    /// Oldest first.
    private let successors: [DeviceID: [DeviceID]]

    package init(_ successors: [DeviceID: [DeviceID]] = [:]) {
        self.successors = successors
    }

    /// As which device it writes now.
    package func author(for device: DeviceID) -> DeviceID {
        successors[device]?.last ?? device
    }

    /// Which device writes, or wrote, under a name.
    func device(writingAs name: DeviceID) -> DeviceID {
        successors.first { $0.value.contains(name) }?.key ?? name
    }

    /// Who the device is: what it last claimed, under whichever of its names; nobody once a later name has said so.
    package func participant(of device: DeviceID, in state: LedgerState) -> ParticipantID? {
        for name in (successors[device] ?? []).reversed() {
            if let participant = state.participant(of: name) { return participant }
            if state.hasReleased(name) { return nil }
        }
        return state.participant(of: device)
    }

    /// Every name under which it has written, its own first.
    func names(of device: DeviceID) -> [DeviceID] { [device] + (successors[device] ?? []) }

    /// Whom its present name still has to claim, so that every home knows that it is the same person. Nobody
    /// can claim who left the ledger.
    func owedClaim(of device: DeviceID, in state: LedgerState) -> ParticipantID? {
        guard let author = successors[device]?.last, state.participant(of: author) == nil else { return nil }
        return participant(of: device, in: state).flatMap { state.participants[$0]?.retiredAt == nil ? $0 : nil }
    }

    /// The devices that owe a claim.
    func owing(in state: LedgerState) -> [DeviceID] {
        successors.keys.filter { owedClaim(of: $0, in: state) != nil }.sorted()
    }
}
