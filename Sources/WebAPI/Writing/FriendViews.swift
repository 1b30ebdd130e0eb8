import Accounts
import Bookkeeping
import JSON
import LedgerCore

/// A friend as the one who has them sees them.
struct FriendView: JSONWritable {
    let friend: FriendFacts
    init(_ friend: FriendFacts) { self.friend = friend }

    func write(to json: inout JSONWriter) {
        let entry = friend.entry
        json.object { json in
            json.member("id", entry.id)
            json.member("nickname", entry.friend.nickname)
            json.member("colour", entry.friend.colour.rawValue)
            json.member("participants", each: entry.participants) { json, point in
                json.object { json in
                    json.member("ledgerId", point.ledger.text)
                    json.member("participantId", point.participant)
                }
            }
            json.member("accountLinked", entry.link.account != nil)
            json.member("accountName", friend.accountName?.text)
            json.member("accountDeleted", entry.link == .deleted)
            json.member("state", friend.state.rawValue)
            json.member("complete", friend.isComplete)
            json.member("balances", each: friend.balances) { json, sum in
                json.object { json in
                    json.member("currency", sum.currency.code)
                    json.member("amount", sum.amount, sum.currency)
                }
            }
            json.member("ledgers", each: friend.places) { $0.value(FriendPlaceView(place: $1)) }
            json.member("merged", each: entry.merged) { json, merged in
                json.object { json in
                    json.member("mergeId", orNull: merged.merge?.id)
                    json.member("nickname", merged.nickname)
                    json.member("mergedAt", merged.merge?.at)
                }
            }
            json.member("createdAt", entry.friend.createdAt)
        }
    }
}

struct FriendPlaceView: JSONWritable {
    let place: FriendFacts.Place

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("ledgerId", place.ledger.id.text)
            json.member("name", place.ledger.name)
            json.member("kind", place.ledger.kind.rawValue)
            json.member("currency", place.ledger.currency.code)
            json.member("participantId", place.participant)
            json.member("participantName", place.ledger.names[place.participant])
            json.member("myParticipantId", orNull: place.ledger.me)
            json.member("balance", place.balance, place.ledger.currency)
        }
    }
}

struct SentRequestView: JSONWritable {
    let request: LinkRequest

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", request.id)
            json.member("accountName", request.recipient.text)
            json.member("friendId", orNull: request.friend)
            json.member("sentAt", request.sentAt)
            json.member("expiresAt", request.expiresAt)
        }
    }
}

struct ReceivedRequestView: JSONWritable {
    let received: LinkRequests.Received

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", received.request.id)
            json.member("from", received.from.text)
            json.member("sentAt", received.request.sentAt)
            json.member("expiresAt", received.request.expiresAt)
            json.member("declinedBefore", received.wasDeclinedBefore)
        }
    }
}
