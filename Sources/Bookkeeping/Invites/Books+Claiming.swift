package import Accounts
package import LedgerCore
import Logging
import SQLiteStore

/// Where an invite led: into this ledger, as this person.
package struct ClaimedInvite: Sendable {
    package let ledger: OpenLedger
    package let participant: ParticipantID
}

/// An invite is claimed in two steps, each of which may be repeated: membership, in one transaction with the invite's end,
/// and the device's claim in the ledger. What is broken off between them is healed by claiming again.
extension Books {
    /// For somebody who has an account.
    package func claim(
        _ secret: String, as choice: InviteChoice?, by caller: Caller, from origin: NetworkOrigin, at door: Doorkeeper
    ) async throws -> ClaimedInvite {
        let invite = try await invite(secret, from: origin, at: door)
        let claim = try invite.claim(by: caller.account.id, at: world.now())
        let ledger = try await open(invite.ledger)
        let identity = try await identity(of: caller.account.id, in: ledger)
        let departed = try await departed(from: ledger)
        try await ledger.read { view throws(any Error) in
            _ = try view.entrance(of: identity, with: invite, as: choice, claim, departed: departed)
        }
        if claim == .first {
            let now = world.now()
            let outcome = try await kept {
                try await store.claimInvite(secretHash: invite.secretHash, by: caller.account.id, at: now)
            }
            _ = try outcome.get()
        }
        return try await enter(ledger, with: invite, as: choice, claim, caller.device)
    }

    /// For somebody who has none: the account comes into being with the claim.
    package func claim(
        _ secret: String, as choice: InviteChoice?, signingUp form: SignInForm, from origin: NetworkOrigin,
        at door: Doorkeeper
    ) async throws -> (signedIn: SignedIn, claimed: ClaimedInvite) {
        let invite = try await invite(secret, from: origin, at: door)
        let ledger = try await open(invite.ledger)
        if let claimer = invite.claimedBy {
            let signedIn = try await door.signIn(form, only: claimer, from: origin)
            return (signedIn, try await enter(ledger, with: invite, as: choice, .again, signedIn.device))
        }
        _ = try invite.claim(by: nil, at: world.now())
        let departed = try await departed(from: ledger)
        try await ledger.read { view throws(any Error) in
            _ = try view.entrance(of: view.identity(of: []), with: invite, as: choice, .first, departed: departed)
        }
        let (newcomer, signedIn) = try await door.newcomer(form, from: origin)
        let now = world.now()
        try await door.storing(whenTaken: .nameTaken) {
            let outcome = try await store.claimInvite(
                secretHash: invite.secretHash, by: newcomer.account.id, making: newcomer, at: now)
            _ = try outcome.get()
        }
        return (signedIn, try await enter(ledger, with: invite, as: choice, .first, signedIn.device))
    }

    /// Records who the device is.
    private func enter(
        _ ledger: OpenLedger, with invite: Invite, as choice: InviteChoice?, _ claim: Invite.Claim, _ device: Device
    ) async throws -> ClaimedInvite {
        let devices = try await kept { try await store.allDevices(of: device.account) }
        let (added, departed): (ParticipantID, Set) = (world.makeID(), try await departed(from: ledger))
        let (participant, isHealed) = try await ledger.record(by: device.id) { view in
            let identity = view.identity(of: devices)
            switch try view.entrance(of: identity, with: invite, as: choice, claim, departed: departed) {
            case .stays(let id): return view.participant(of: device.id) == nil ? [.claim(id)] : []
            case .becomes(let id): return [.claim(id)]
            case .adds(let name): return [.addParticipant(added, name: name), .claim(added)]
            }
        } answer: { view, events in
            (view.participant(of: device.id) ?? .none, !events.isEmpty)
        }
        feed.announce(ledger.id, revision: ledger.revision, to: [device.account])
        if claim == .first || isHealed { await befriend(device.account, invite, as: participant) }
        return ClaimedInvite(ledger: ledger, participant: participant)
    }

    /// Devices of deleted accounts.
    func departed(from ledger: OpenLedger) async throws -> Set<DeviceID> {
        Set(try await kept { try await store.departures(from: ledger.id) }.keys)
    }

    /// Who comes in on an invite and who made it know each other (rule 3). The claim holds without it.
    private func befriend(_ claimer: AccountID, _ invite: Invite, as participant: ParticipantID) async {
        do {
            let accounts = try await store.accounts()
            guard let claimer = accounts.first(where: { $0.id == claimer }),
                let inviter = accounts.first(where: { $0.id == invite.inviter })
            else { return }
            try await AddressBook(self).befriend(
                claimer: claimer, inviter: inviter, in: invite.ledger, claimed: participant)
        } catch {
            log.error("an invite made no friends", metadata: ["ledger": "\(invite.ledger)", "error": "\(error)"])
        }
    }
}
