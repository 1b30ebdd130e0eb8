extension Acceptance {
    func addParticipant(_ id: ParticipantID, _ name: String, _ colour: Colour?) throws(Refusal) -> Event.Kind? {
        if state.participants[id] != nil { return try renameParticipant(id, name) }
        if state.merged[id] != nil { throw Refusal(.alreadyMerged, "This person is one with somebody else.") }
        if state.kind == .wallet, state.participants.count >= Limits.walletParticipants {
            throw Refusal(.walletOfOneOrTwo, "A wallet is of one person, or of two.")
        }
        guard state.participants.count < Limits.participants else {
            throw Refusal(.tooMany, "A ledger has at most \(Limits.participants) participants.")
        }
        return .participantAdded(id, name: try checked(name, .participantName), colour: colour)
    }

    func renameParticipant(_ id: ParticipantID, _ name: String) throws(Refusal) -> Event.Kind? {
        let participant = try participant(id)
        let name = try checked(name, .participantName)
        return name == participant.name ? nil : .participantRenamed(id, name: name)
    }

    func claim(_ id: ParticipantID) throws(Refusal) -> Event.Kind? {
        let participant = try participant(state.resolved(id))
        guard participant.retiredAt == nil else {
            throw Refusal(.retiredParticipant, "\(participant.name) left this ledger; nobody can be them.")
        }
        return state.participant(of: device) == participant.id
            ? nil : .participantClaimed(participant.id, device: device)
    }

    func retire(_ id: ParticipantID) throws(Refusal) -> Event.Kind? {
        let participant = try participant(id)
        if state.kind == .wallet, state.participant(of: device) != id {
            throw Refusal(.walletPeopleFixed, "Nobody can be removed from a wallet. \(participant.name) can leave it.")
        }
        return participant.retiredAt == nil ? .participantRetired(id) : nil
    }

    func merge(_ id: ParticipantID, into other: ParticipantID) throws(Refusal) -> Event.Kind? {
        let person = state.resolved(other)
        if let merge = state.merged[id] {
            if state.resolved(id) == person { return nil }
            throw Refusal(.alreadyMerged, "\(merge.participant.name) is one with somebody else already.")
        }
        _ = try participant(id)
        guard let into = state.participants[person] else {
            throw Refusal(.unknownParticipant, field: "into", "There is no participant \(other) in this ledger.")
        }
        guard person != id else {
            throw Refusal(.mergeWithSelf, field: "into", "Nobody can be merged with themselves.")
        }
        guard state.kind != .wallet else {
            throw Refusal(.walletPeopleFixed, field: "into", "The people of a wallet stay who they are.")
        }
        guard into.retiredAt == nil else {
            throw Refusal(.retiredParticipant, field: "into", "\(into.name) left this ledger: take them back first.")
        }
        return .participantMerged(id, into: person)
    }

    func participant(_ id: ParticipantID) throws(Refusal) -> Participant {
        guard let participant = state.participants[id] else { throw .missing(.noSuchParticipant, "participant") }
        return participant
    }
}
