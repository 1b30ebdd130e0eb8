package import LedgerCore

/// Whom a device may say it belongs to (`SC-FR-PRT-2`). Claiming somebody who is claimed elsewhere links one more device
/// to the same person; it takes nothing from the other device.
package struct ClaimOptions: Hashable, Sendable {
    package let unclaimed: [Participant]
    package let claimedElsewhere: [Participant]
    package let mine: ParticipantID?
}

extension LedgerView {
    /// Who the device is here.
    package func participant(of device: DeviceID) -> ParticipantID? { authors.participant(of: device, in: state) }

    package func claimOptions(for device: DeviceID) -> ClaimOptions {
        let mine = participant(of: device)
        let others = state.participantsInOrder.filter { $0.id != mine && $0.retiredAt == nil }
        return ClaimOptions(
            unclaimed: others.filter(\.devices.isEmpty), claimedElsewhere: others.filter { !$0.devices.isEmpty },
            mine: mine)
    }
}
