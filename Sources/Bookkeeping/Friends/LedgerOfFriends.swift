package import Accounts
package import LedgerCore

/// The ledger of exactly some people: the caller and friends of theirs (`product.md`, decision 7). For two it is `direct`, and
/// there is one; for more it is a group.
package struct LedgerOfFriends: Sendable {
    package let ledger: OpenLedger
    package let me: ParticipantID
    package let friends: [FriendID: ParticipantID]
}

extension LedgerOfFriends {
    /// A household's dinner table, and a limit on what one request can make.
    package static let mostFriends = 20

    /// Who of a ledger is who, when it is the ledger of exactly these friends and of whom it belongs to.
    static func people(
        of standing: LedgerStanding, among friends: [FriendList.Entry]
    ) -> [FriendID: ParticipantID]? {
        guard let me = standing.me, standing.kind == (friends.count == 1 ? .direct : .group),
            standing.present.count == friends.count + 1, standing.present.contains(me)
        else { return nil }
        var people: [FriendID: ParticipantID] = [:]
        for friend in friends {
            let here = friend.participants.filter { $0.ledger == standing.id }.map { standing.person($0.participant) }
            guard let person = here.first(where: { $0 != me && standing.present.contains($0) }) else { return nil }
            people[friend.id] = person
        }
        return Set(people.values).count == friends.count ? people : nil
    }

    /// “Anna & Ben”, “Anna, Ben, Chloé”, “Anna, Ben + 3 more” (PB-DX-7).
    static func name(of people: [String]) -> String {
        let short = people.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(45))) }
        return switch people.count {
        case 2: short.joined(separator: " & ")
        case ...4: short.joined(separator: ", ")
        default: short.prefix(2).joined(separator: ", ") + " + \(people.count - 2) more"
        }
    }
}
