package import LedgerCore

package typealias InviteID = ID<Invite>

/// A way into one ledger of this server for one person who is not in it yet. Whoever holds the secret may use it, once;
/// it holds no key of the ledger (rule 7 of docs/security.md, "People").
package struct Invite: Hashable, Sendable {
    package static let lifetime: Int64 = 30 * 86_400_000

    package let id: InviteID
    package let ledger: LedgerID
    package let inviter: AccountID
    /// Who the invited will be. `nil`: they say so when they come.
    package let participant: ParticipantID?
    /// SHA-256 of the secret, which leaves this server once.
    package let secretHash: [UInt8]
    package let createdAt: Instant
    package let expiresAt: Instant
    package let claimedBy: AccountID?

    package init(
        id: InviteID, ledger: LedgerID, inviter: AccountID, participant: ParticipantID?, secretHash: [UInt8],
        createdAt: Instant, expiresAt: Instant? = nil, claimedBy: AccountID? = nil
    ) {
        self.id = id
        self.ledger = ledger
        self.inviter = inviter
        self.participant = participant
        self.secretHash = secretHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt ?? createdAt.advanced(byMilliseconds: Self.lifetime)
        self.claimedBy = claimedBy
    }

    /// What a claim comes to when it is let through.
    package enum Claim: Hashable, Sendable {
        case first
        /// By the same account, which is harmless, and heals what was broken off; also after the expiry.
        case again
    }

    /// At its expiry an invite is expired. One that is, one that was revoked and one that never was are denied alike.
    package func claim(by account: AccountID?, at now: Instant) throws(Denial) -> Claim {
        if let claimedBy {
            guard claimedBy == account else { throw .inviteUsed }
            return .again
        }
        guard isOpen(at: now) else { throw .notFound(.invite) }
        guard account != inviter else { throw .ownInvite }
        return .first
    }

    package func isOpen(at now: Instant) -> Bool { claimedBy == nil && now < expiresAt }
}
