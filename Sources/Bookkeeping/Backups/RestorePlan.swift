import Accounts
import Cryptography
import FolderFormat
import LedgerCore

/// What is to be done with one ledger of a backup. Pure: what is in the file and what is here, so what is to be done.
struct RestorePlan: Sendable {
    /// What this server holds of the ledger.
    struct Here: Sendable {
        /// `nil`: it can not be read.
        let contents: Contents?
        /// Nobody but the account that restores is a member.
        let isAlone: Bool
        let isMember: Bool

        struct Contents: Sendable {
            let key: SymmetricKey
            let events: Set<EventID>
        }
    }

    let ledger: BackedUpLedger
    let outcome: RestoreReport.Outcome
    /// To be written.
    let events: [BackedUpEvent]
    let lostEvents: Int

    /// - Parameter here: `nil`: this server has no such ledger.
    init(_ ledger: BackedUpLedger, _ wish: RestoreWish, here: Here?) {
        guard wish.selects(ledger.id), let opening = ledger.opening else {
            self.init(ledger, wish.selects(ledger.id) ? .keyMismatch : .notSelected)
            return
        }
        guard let here else {
            self.init(ledger, .new, ledger.events)
            return
        }
        // What others use is theirs as well: it is added to, and not replaced.
        if wish.mode == .replace, here.isAlone, here.isMember {
            let known = Set(ledger.events.map(\.event.id))
            let lost = here.contents.map { $0.events.subtracting(known).count } ?? 0
            self.init(ledger, .replaced, ledger.events, lostEvents: lost)
            return
        }
        guard let contents = here.contents else {
            self.init(ledger, .damaged)
            return
        }
        guard contents.key == opening.key else {
            self.init(ledger, .otherKey)
            return
        }
        let new = ledger.events.filter { !contents.events.contains($0.event.id) }
        self.init(ledger, new.isEmpty && here.isMember ? .unchanged : .merged, new)
    }

    private init(
        _ ledger: BackedUpLedger, _ outcome: RestoreReport.Outcome, _ events: [BackedUpEvent] = [],
        lostEvents: Int = 0
    ) {
        self.ledger = ledger
        self.outcome = outcome
        self.events = events
        self.lostEvents = lostEvents
    }

    var line: RestoreReport.Line {
        RestoreReport.Line(
            id: ledger.id, name: Ledger(ledger.events.map(\.event)).state.name, outcome: outcome,
            events: ledger.events.count, newEvents: events.count, lostEvents: lostEvents)
    }
}
