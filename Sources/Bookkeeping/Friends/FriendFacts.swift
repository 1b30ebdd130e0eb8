package import Accounts
package import LedgerCore

/// A friend, and how their owner stands with them over all ledgers. Amounts of different currencies are never added up.
package struct FriendFacts: Sendable {
    package let entry: FriendList.Entry
    /// Of the account that proved to be this friend.
    package let accountName: AccountName?
    /// Where the two meet, by ledger.
    package let places: [Place]
    /// A ledger did not open, so that something may be missing in the sums.
    package let isComplete: Bool

    /// The friend in one ledger.
    package struct Place: Sendable {
        package let ledger: LedgerStanding
        package let participant: ParticipantID
        /// What the friend owes me there; negative where I owe. Zero while I am nobody there.
        package let balance: Money
    }

    package struct Sum: Sendable {
        package let currency: Currency
        package let amount: Money
    }

    package enum State: String, Sendable, CaseIterable {
        /// Nothing is open anywhere.
        case settled
        /// Open items here and there cancel each other out (`people.md` 6).
        case even
        case open
    }

    /// - Parameter others: who the owner's other friends are.
    init(
        _ entry: FriendList.Entry, accountName: AccountName?, _ standings: [LedgerID: LedgerStanding?],
        others: Set<FriendParticipant>
    ) {
        self.entry = entry
        self.accountName = accountName
        isComplete = entry.participants.allSatisfy { standings[$0.ledger] != .some(nil) }
        let people = entry.participants.compactMap { point -> FriendParticipant? in
            guard let standing = standings[point.ledger] ?? nil else { return nil }
            let person = FriendParticipant(ledger: point.ledger, participant: standing.person(point.participant))
            // Who turned out to be somebody that is another friend counts there, and once.
            return person == point || !others.contains(person) ? person : nil
        }
        places = Set(people).sorted().compactMap { point in
            guard let standing = standings[point.ledger] ?? nil, standing.names[point.participant] != nil,
                point.participant != standing.me
            else { return nil }
            return Place(
                ledger: standing, participant: point.participant, balance: standing.owed[point.participant] ?? .zero)
        }
    }

    /// For every currency in which something is open, by its code.
    package var balances: [Sum] {
        Dictionary(grouping: places.filter { $0.balance != .zero }, by: \.ledger.currency)
            .map { Sum(currency: $0, amount: $1.reduce(.zero) { $0 + $1.balance }) }
            .sorted { $0.currency.code < $1.currency.code }
    }

    package var state: State {
        if balances.isEmpty { return .settled }
        return balances.allSatisfy { $0.amount == .zero } ? .even : .open
    }
}

/// What an address book needs to know of a ledger.
package struct LedgerStanding: Hashable, Sendable {
    package let id: LedgerID
    package let name: String
    package let currency: Currency
    package let kind: LedgerKind
    /// Who the account is there.
    package let me: ParticipantID?
    package let names: [ParticipantID: String]
    /// Those who are not any more: nothing new is shared with them.
    let retired: Set<ParticipantID>
    /// Who turned out to be whom.
    private let merged: [ParticipantID: ParticipantID]
    /// What each person owes the account; negative where it is the other way round.
    let owed: [ParticipantID: Money]

    init(_ view: LedgerView, _ id: LedgerID, _ currency: Currency, devices: [DeviceID]) {
        self.id = id
        self.currency = currency
        name = view.state.name
        kind = view.state.kind
        retired = Set(view.state.participants.values.filter { $0.retiredAt != nil }.map(\.id))
        merged = Dictionary(
            view.state.merged.keys.map { ($0, view.state.resolved($0)) }, uniquingKeysWith: { first, _ in first })
        me = view.participant(ofAnyOf: devices)
        names = view.state.participants.mapValues(\.name)
        owed =
            me.map { me in
                Dictionary(
                    view.balances.facing(me).map { ($0.participant, $0.amount) },
                    uniquingKeysWith: { first, _ in first })
            } ?? [:]
    }
}

extension LedgerStanding {
    /// Whom this participant turned out to be.
    func person(_ participant: ParticipantID) -> ParticipantID { merged[participant] ?? participant }

    /// With whom something new can be shared.
    var present: Set<ParticipantID> { Set(names.keys).subtracting(retired) }
}

extension LedgerView {
    /// Who an account is here: whom its first device claimed, else whom the others claimed, if they agree.
    func participant(ofAnyOf devices: [DeviceID]) -> ParticipantID? {
        if let first = devices.first.flatMap(participant(of:)) { return first }
        let claimed = Set(devices.compactMap(participant(of:)))
        return claimed.count == 1 ? claimed.first : nil
    }
}
