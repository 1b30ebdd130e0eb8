package import LedgerCore

package typealias LinkRequestID = ID<LinkRequest>

/// Somebody asks whoever has an account of a name to be their friend (`people.md` 7).
///
/// It is addressed to a name, whether or not an account has it (one that takes the name later was not meant): so nobody learns from asking who has an account here. To
/// the one who asked it looks unanswered until it is accepted, withdrawn, or seven days old, also when it was declined.
package struct LinkRequest: Hashable, Sendable {
    package static let lifetime: Int64 = 7 * 86_400_000
    /// How long a decline is remembered, so that the next request of the same account says that there was one.
    package static let memory: Int64 = 90 * 86_400_000

    package let id: LinkRequestID
    package let sender: AccountID
    package let recipient: AccountName
    /// Whom of their friends the sender takes the recipient for.
    package let friend: FriendID?
    package let sentAt: Instant
    package var answer: Answer?

    package enum Answer: String, Hashable, Sendable {
        case accepted, declined, withdrawn
        /// Declined, and withdrawn by the one who did not know it.
        case declinedAndWithdrawn = "declined-withdrawn"
    }

    package init(
        id: LinkRequestID, sender: AccountID, recipient: AccountName, friend: FriendID?, sentAt: Instant,
        answer: Answer? = nil
    ) {
        self.id = id
        self.sender = sender
        self.recipient = recipient
        self.friend = friend
        self.sentAt = sentAt
        self.answer = answer
    }

    package var expiresAt: Instant { sentAt.advanced(byMilliseconds: Self.lifetime) }

    /// What the recipient may still answer.
    package func isOpen(at now: Instant) -> Bool { answer == nil && now < expiresAt }

    /// What the sender sees as still under way.
    package func seemsOpen(at now: Instant) -> Bool { (answer == nil || answer == .declined) && now < expiresAt }

    package var wasDeclined: Bool { answer == .declined || answer == .declinedAndWithdrawn }
}
