import Accounts
import LedgerCore
import Logging
import SQLiteStore

/// How the caller stands with friends: read from the ledgers each time, kept nowhere.
extension AddressBook {
    func facts(of entry: FriendList.Entry, for caller: Caller) async throws -> FriendFacts {
        try await facts(of: [entry], for: caller)[0]
    }

    /// Every number for some friends of one list, as it is or as it would be.
    func facts(of entries: [FriendList.Entry], for caller: Caller) async throws -> [FriendFacts] {
        let accounts = try await kept { try await store.accounts() }
        let names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        let others = Set(
            try await kept { try await store.friends(of: caller.account.id) }.rows.values.flatMap(\.participants))
        let wanted = Set(entries.flatMap(\.participants).map(\.ledger))
        let standings = try await standings(in: wanted, for: caller)
        return entries.map { entry in
            FriendFacts(
                entry, accountName: entry.link.account.flatMap { names[$0] }, standings,
                others: others.subtracting(entry.participants))
        }
    }

    /// Of those ledgers that the caller may open; `nil` for one that does not open.
    func standings(in ledgers: Set<LedgerID>, for caller: Caller) async throws -> [LedgerID: LedgerStanding?] {
        let devices = try await devices(of: caller)
        let mine = try kept { try store.ledgers(of: caller.account.id) }
        var found: [LedgerID: LedgerStanding?] = [:]
        for id in mine where ledgers.contains(id) {
            do {
                let ledger = try await books.ledger(id, for: caller.account.id)
                let currency = ledger.currency
                found[id] = await ledger.read { LedgerStanding($0, id, currency, devices: devices) }
            } catch {
                books.log.error(
                    "a ledger is missing in the sums of friends", metadata: ["ledger": "\(id)", "error": "\(error)"])
                found[id] = .some(nil)
            }
        }
        return found
    }

    /// The caller's, the one that asks first.
    private func devices(of caller: Caller) async throws -> [DeviceID] {
        let others = try await devices(of: caller.account.id).filter { $0 != caller.device.id }
        return [caller.device.id] + others
    }

    /// Those that are signed out by now too: what they claimed stands.
    func devices(of account: AccountID) async throws -> [DeviceID] {
        try await kept { try await store.allDevices(of: account) }
    }

    /// Friends are people of the caller's ledgers, and never the caller (`people.md` 5).
    func check(_ participants: [FriendParticipant], for caller: Caller) async throws {
        let standings = try await standings(in: Set(participants.map(\.ledger)), for: caller)
        for point in participants {
            guard let standing = standings[point.ledger] ?? nil else { throw FriendRefusal.unknownParticipant }
            let person = standing.person(point.participant)
            guard standing.names[person] != nil else { throw FriendRefusal.unknownParticipant }
            guard standing.me != person else { throw FriendRefusal.participantIsMe }
        }
    }
}
