/// Why an address book does not take a change. A closed set, each with its status, its code, the field that it is about,
/// and one sentence that says what to do.
package enum FriendRefusal: Error, Hashable, Sendable {
    case nicknameUnusable
    case tooManyFriends
    case tooManyParticipants
    /// Not in a ledger of mine, or not in that ledger.
    case unknownParticipant
    /// One person is one friend.
    case participantOfAnotherFriend
    case participantIsMe
    case mergeWithSelf
    case linkedToDifferentAccounts
    case alreadyLinked
    case ownName
    /// Another request to the same name, for somebody else.
    case requestPending
    /// A request for the same friend, to another name.
    case friendHasRequest
    case tooManyRequests
    case friendNeeded
    case otherCurrency(String)
    case currencyNeeded

    package var code: String {
        switch self {
        case .nicknameUnusable: "nickname-unusable"
        case .tooManyFriends: "too-many-friends"
        case .tooManyParticipants: "too-many-participants"
        case .unknownParticipant: "unknown-participant"
        case .participantOfAnotherFriend: "participant-of-another-friend"
        case .participantIsMe: "participant-is-me"
        case .mergeWithSelf: "merge-with-self"
        case .linkedToDifferentAccounts: "linked-to-different-accounts"
        case .alreadyLinked: "already-linked"
        case .ownName: "own-name"
        case .requestPending: "request-pending"
        case .friendHasRequest: "friend-has-request"
        case .tooManyRequests: "too-many-requests"
        case .friendNeeded: "friend-needed"
        case .otherCurrency: "other-currency"
        case .currencyNeeded: "currency-needed"
        }
    }

    /// 409 for what is in the way, 422 for what was asked wrongly.
    package var status: Int {
        switch self {
        case .participantOfAnotherFriend, .linkedToDifferentAccounts, .alreadyLinked, .requestPending,
            .friendHasRequest, .tooManyFriends, .tooManyRequests:
            409
        default: 422
        }
    }

    package var field: String? {
        switch self {
        case .nicknameUnusable: "nickname"
        case .tooManyParticipants, .unknownParticipant, .participantOfAnotherFriend, .participantIsMe: "participants"
        case .mergeWithSelf, .linkedToDifferentAccounts: "into"
        case .ownName, .requestPending: "accountName"
        case .alreadyLinked, .friendHasRequest: "friendId"
        case .friendNeeded: "friendIds"
        case .otherCurrency, .currencyNeeded: "currency"
        case .tooManyFriends, .tooManyRequests: nil
        }
    }

    package var message: String {
        switch self {
        case .nicknameUnusable:
            "Give the friend a name of 1 to \(Friend.longestNickname) printable characters."
        case .tooManyFriends: "This address book is full. Remove friends you do not need any more."
        case .tooManyParticipants: "That is more people than one friend can be."
        case .unknownParticipant: "There is no such person in a ledger of yours."
        case .participantOfAnotherFriend: "This person is another friend of yours already. Merge the two instead."
        case .participantIsMe: "That is you yourself in this ledger."
        case .mergeWithSelf: "Choose two different friends."
        case .linkedToDifferentAccounts: "The two have different accounts here, so they are two people."
        case .alreadyLinked: "You are linked already."
        case .ownName: "That is your own name."
        case .requestPending: "You have asked this name already, for another friend. Withdraw that request first."
        case .friendHasRequest: "You have asked another name for this friend. Withdraw that request first."
        case .tooManyRequests: "You have asked many people already. Wait for them to answer, or withdraw a request."
        case .friendNeeded: "Name one to 20 different friends."
        case .otherCurrency(let code): "Your ledger with them is in \(code). Give the amount in \(code)."
        case .currencyNeeded: "This is the first expense with them: say in which currency, such as EUR."
        }
    }
}
