package import LedgerCore

package typealias FriendID = ID<Friend>

/// A person in the address book of one account, for that account's eyes only (`people.md` 3).
///
/// Who somebody is is said in two ways: by the people of ledgers that the owner took for that person, and by the account
/// that proved to be theirs. A name says nothing.
package struct Friend: Hashable, Sendable {
    package let id: FriendID
    package let owner: AccountID
    package var nickname: String
    package var colour: Colour
    package var participants: [FriendParticipant]
    package var link: Link
    /// Since when this one counts as another friend of the same owner. Nothing of it is lost meanwhile.
    package var merge: Merge?
    package let createdAt: Instant

    package init(
        id: FriendID, owner: AccountID, nickname: String, colour: Colour,
        participants: [FriendParticipant] = [], link: Link = .none, merge: Merge? = nil, createdAt: Instant
    ) {
        self.id = id
        self.owner = owner
        self.nickname = nickname
        self.colour = colour
        self.participants = participants
        self.link = link
        self.merge = merge
        self.createdAt = createdAt
    }

    package enum Link: Hashable, Sendable {
        case none
        case account(AccountID)
        /// There was one, and it was deleted: the nickname stays.
        case deleted

        package var account: AccountID? {
            if case .account(let id) = self { id } else { nil }
        }
    }

    package struct Merge: Hashable, Sendable {
        package let id: MergeID
        package let into: FriendID
        package let at: Instant

        package init(id: MergeID, into: FriendID, at: Instant) {
            self.id = id
            self.into = into
            self.at = at
        }
    }
}

package enum MergeTag: Sendable {}
package typealias MergeID = ID<MergeTag>

/// A person of a ledger, as an address book points at them.
package struct FriendParticipant: Hashable, Sendable, Comparable {
    package let ledger: LedgerID
    package let participant: ParticipantID

    package init(ledger: LedgerID, participant: ParticipantID) {
        self.ledger = ledger
        self.participant = participant
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.ledger, left.participant) < (right.ledger, right.participant)
    }
}

extension Colour {
    /// For a friend whom nobody gave one: neighbours in the list differ.
    init(number: Int) { self = Self.allCases[number % Self.allCases.count] }
}

extension Friend {
    package static let longestNickname = 100

    package static func checkedNickname(_ typed: String) throws(FriendRefusal) -> String {
        let name = typed.trimmingWhiteSpace()
        guard !name.isEmpty, name.unicodeScalars.count <= longestNickname, name.unicodeScalars.allSatisfy(\.isPrintable)
        else { throw .nicknameUnusable }
        return name
    }
}
