package import Accounts
import Cryptography
package import LedgerCore
import SQLiteStore

/// What the invited learns before coming in. All of it is as it is at that moment.
package struct InvitePreview: Sendable {
    package let invite: Invite
    package let ledgerName: String
    /// Who is asked in: their name in the ledger, or that of the account if it is nobody there.
    package let inviterName: String
    package let participantName: String?
    /// Whom the invited may choose to be, when the invite leaves it open.
    package let choices: [Participant]
}

extension Books {
    /// Open invites of one ledger that leave open whom they are for. Those for a person are one each.
    package static let mostUnboundInvites = 20

    /// The secret is told this once.
    package func makeInvite(
        for participant: ParticipantID?, to ledger: OpenLedger, by caller: Caller
    ) async throws -> (invite: Invite, secret: String) {
        try count(.invite, by: caller, request: "\(ledger.id) \(participant?.description ?? "anybody")")
        if let participant {
            let departed = try await departed(from: ledger)
            try await ledger.read { view throws(any Error) in
                try view.checkUnclaimed(try view.person(participant), departed: departed)
            }
        } else {
            let open = try await invites(to: ledger).count { $0.participant == nil }
            guard open < Self.mostUnboundInvites else { throw Denial.tooManyInvites }
        }
        let secret = SecretToken.random()
        let invite = Invite(
            id: world.makeID(), ledger: ledger.id, inviter: caller.account.id, participant: participant,
            secretHash: secret.hash, createdAt: world.now())
        try await kept { try await store.addInvite(invite) }
        return (invite, secret.text)
    }

    /// Those that somebody may still come in with, oldest first.
    package func invites(to ledger: OpenLedger) async throws -> [Invite] {
        let now = world.now()
        return try await kept { try await store.unclaimedInvites(to: ledger.id) }.filter { $0.isOpen(at: now) }
    }

    package func revokeInvite(_ id: InviteID, to ledger: OpenLedger) async throws {
        do throws(StoreError) {
            try await store.removeInvite(id, to: ledger.id)
        } catch {
            throw error == .missing ? Denial.notFound(.invite) : Unavailable(error)
        }
    }

    /// For whoever holds the secret, signed in or not.
    package func preview(
        _ secret: String, for viewer: AccountID?, from origin: NetworkOrigin, at door: Doorkeeper
    ) async throws -> InvitePreview {
        let invite = try await invite(secret, from: origin, at: door)
        if invite.claimedBy != nil || !invite.isOpen(at: world.now()) {
            _ = try invite.claim(by: viewer, at: world.now())
        }
        let ledger = try await open(invite.ledger)
        let devices = try await kept { try await store.allDevices(of: invite.inviter) }
        let departed = try await departed(from: ledger)
        let account = try await door.accounts().first { $0.id == invite.inviter }
        return try await ledger.read { view throws(Denial) in
            let person = try invite.participant.map { id throws(Denial) in try view.invited(id) }
            let me = view.identity(of: devices).participants.first.flatMap { view.state.participants[$0] }
            return InvitePreview(
                invite: invite, ledgerName: view.state.name, inviterName: me?.name ?? account?.name.text ?? "",
                participantName: person?.name, choices: person == nil ? view.choices(departed: departed) : [])
        }
    }
}

extension Books {
    /// The invite that a secret stands for. Wrong ones count against the address they come from.
    func invite(_ secret: String, from origin: NetworkOrigin, at door: Doorkeeper) async throws -> Invite {
        try door.checkGuesses(from: origin)
        if let token = SecretToken(secret),
            let invite = try await kept({ try await store.invite(secretHash: token.hash) }), try isValid(invite)
        {
            return invite
        }
        door.noteGuess(from: origin)
        throw Denial.notFound(.invite)
    }

    /// Who left the ledger can let nobody in any more.
    private func isValid(_ invite: Invite) throws -> Bool {
        try invite.claimedBy != nil || isMember(invite.inviter, of: invite.ledger)
    }
}
