import Accounts
package import LedgerCore

/// Whom the invited say they are, where the invite leaves it open.
package enum InviteChoice: Hashable, Sendable {
    case participant(ParticipantID)
    /// Somebody who is not in the ledger yet.
    case new(name: String)
}

/// What a claim of an invite does in the ledger: decided here, before the claim and once more when it is recorded.
enum Entrance: Hashable, Sendable {
    /// The account is this person already.
    case stays(ParticipantID)
    case becomes(ParticipantID)
    case adds(name: String)
}

extension LedgerView {
    func entrance(
        of identity: Identity, with invite: Invite, as choice: InviteChoice?, _ claim: Invite.Claim,
        departed: Set<DeviceID>
    ) throws -> Entrance {
        let wanted = try wanted(invite, choice)
        if let mine = identity.participants.sorted().first {
            if case .participant(let id) = wanted, identity.participants.contains(state.resolved(id)) {
                return .stays(mine)
            }
            if claim == .again { return .stays(mine) }
            throw Denial.alreadyParticipant(name: state.participants[mine]?.name ?? "")
        }
        switch wanted {
        case .participant(let id):
            let person = try invite.participant == nil ? person(id) : invited(id)
            try checkUnclaimed(person, departed: departed)
            return .becomes(person.id)
        case .new(let name): return .adds(name: name)
        case nil:
            throw Refusal(
                .unknownParticipant, field: "participantId", "Say who you are: choose a person, or give your name.")
        }
    }

    private func wanted(_ invite: Invite, _ choice: InviteChoice?) throws(Refusal) -> InviteChoice? {
        guard let bound = invite.participant else { return choice }
        guard choice == nil || choice == .participant(bound) else {
            throw Refusal(.unknownParticipant, field: "participantId", "This invite is for somebody else.")
        }
        return .participant(bound)
    }
}

extension LedgerView {
    /// Somebody whom a request names.
    func person(_ id: ParticipantID) throws(Refusal) -> Participant {
        guard let person = present(id) else {
            throw Refusal(.unknownParticipant, field: "participantId", "There is no such person in this ledger.")
        }
        return person
    }

    /// Whom an invite is for. Without them, or when they left, it is void.
    func invited(_ id: ParticipantID) throws(Denial) -> Participant {
        guard let person = present(id) else { throw .notFound(.invite) }
        return person
    }

    /// Where a ledger's format knows no release, whom only the devices of a deleted account claimed is nobody's all the same.
    func checkUnclaimed(_ person: Participant, departed: Set<DeviceID>) throws(Denial) {
        guard person.devices.isSubset(of: departed) else {
            throw .participantTaken(name: person.name)
        }
    }

    /// Whom the invited may say they are.
    func choices(departed: Set<DeviceID>) -> [Participant] {
        state.participantsInOrder.filter { $0.devices.isSubset(of: departed) && $0.retiredAt == nil }
    }

    /// The person whom the participant turned out to be, unless they left.
    private func present(_ id: ParticipantID) -> Participant? {
        state.participants[state.resolved(id)].flatMap { $0.retiredAt == nil ? $0 : nil }
    }
}
