/// Who is in the ledger, whose device is whose, and who turned out to be somebody else.
extension LedgerState {
    mutating func applyToPeople(_ event: Event) {
        switch event.kind {
        case .participantAdded(let id, let name, let colour):
            add(Participant(id: id, name: name, colour: colour, added: stamp(event)))
        case .participantRenamed(let id, let name): change(id) { $0.name = name }
        case .participantColoured(let id, let colour): change(id) { $0.colour = colour }
        case .participantRetired(let id): change(id) { $0.retiredAt = $0.retiredAt ?? event.entryAt }
        case .participantReinstated(let id): change(id) { $0.retiredAt = nil }
        case .participantClaimed(let id, let device): claim(id, by: device)
        case .participantReleased(let id, let device): release(id, from: device)
        case .participantMerged(let id, let other): merge(id, into: other, stamp(event))
        case .participantUnmerged(let id): unmerge(id)
        default: break
        }
    }

    /// Also of somebody who is one with somebody else: it counts again when they part.
    private mutating func change(_ id: ParticipantID, _ body: (inout Participant) -> Void) {
        if var participant = participants[id] {
            body(&participant)
            participants[id] = participant
        } else if var merge = merged[id] {
            body(&merge.participant)
            merged[id] = merge
        }
    }

    private mutating func add(_ participant: Participant) {
        let id = participant.id
        if participants[id] != nil || merged[id] != nil { owners = owners.filter { $0.value != id } }
        if merged[id] == nil { participants[id] = participant } else { merged[id]?.participant = participant }
        if !merged.isEmpty { giveDevices() }
    }

    /// A device belongs to one person; a person may have several (`SC-FR-PRT-2`).
    private mutating func claim(_ id: ParticipantID, by device: DeviceID) {
        guard participants[id] != nil || merged[id] != nil else { return }
        if let previous = owners.updateValue(id, forKey: device) {
            participants[resolved(previous)]?.devices.remove(device)
        }
        participants[resolved(id)]?.devices.insert(device)
        released.remove(device)
    }

    private mutating func release(_ id: ParticipantID, from device: DeviceID) {
        guard let owner = owners[device], resolved(owner) == resolved(id) else { return }
        owners[device] = nil
        released.insert(device)
        participants[resolved(owner)]?.devices.remove(device)
    }

    /// Who is somebody else already stays that one; nobody becomes one with themselves, by whatever detour, or with
    /// somebody who left.
    private mutating func merge(_ id: ParticipantID, into other: ParticipantID, _ stamp: Stamp) {
        let person = resolved(other)
        guard person != id, let participant = participants[id], let into = participants[person],
            into.retiredAt == nil
        else { return }
        participants[id] = nil
        merged[id] = Merge(participant: participant, into: other, merged: stamp)
        isUnresolved = true
        giveDevices()
    }

    private mutating func unmerge(_ id: ParticipantID) {
        guard let merge = merged.removeValue(forKey: id) else { return }
        participants[id] = merge.participant
        isUnresolved = true
        giveDevices()
    }

    /// Everybody has the devices of all who are one with them.
    private mutating func giveDevices() {
        for id in Array(participants.keys) { participants[id]?.devices = [] }
        for (device, owner) in owners { participants[resolved(owner)]?.devices.insert(device) }
    }
}

extension LedgerState {
    /// Whose device that is, if it said so.
    package func participant(of device: DeviceID) -> ParticipantID? { owners[device].map(resolved) }

    /// Whether it said that it is nobody any more, and nothing since.
    package func hasReleased(_ device: DeviceID) -> Bool { released.contains(device) }

    /// Those who are one with this person, in the order in which they were found out to be.
    package func merges(into person: ParticipantID) -> [Merge] {
        merged.values.filter { resolved($0.into) == person }
            .sorted { ($0.merged.at, $0.merged.event) < ($1.merged.at, $1.merged.event) }
    }

    package func comments(on expense: ExpenseID) -> [Comment] { comments[expense] ?? [] }
}
