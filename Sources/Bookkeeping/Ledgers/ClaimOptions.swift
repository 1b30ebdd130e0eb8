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
    package func participant(of device: DeviceID) -> ParticipantID? { state.participant(of: device) }

    package func claimOptions(for device: DeviceID) -> ClaimOptions {
        let others = state.participantsInOrder.filter { !$0.devices.contains(device) }
        return ClaimOptions(
            unclaimed: others.filter(\.devices.isEmpty), claimedElsewhere: others.filter { !$0.devices.isEmpty },
            mine: participant(of: device))
    }
}
