package import Accounts
package import LedgerCore
import Synchronization

/// Tells listeners *that* a ledger they may open has changed, and to which revision; never what. And that somebody of
/// their account was signed out, for it may be them. A listener is called on whichever thread made the change and must
/// only pass the word on.
package final class ChangeFeed: Sendable {
    package enum News: Sendable {
        case changed(LedgerID, revision: Int)
        case signedOut
    }

    package typealias Listener = @Sendable (News) -> Void

    /// Ends the listening when asked, not by itself: a stream that is gone tells so.
    package struct Subscription: Hashable, Sendable {
        fileprivate let account: AccountID
        fileprivate let number: UInt64
    }

    private struct State {
        var listeners: [AccountID: [UInt64: Listener]] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func listen(as account: AccountID, _ listener: @escaping Listener) -> Subscription {
        state.withLock { state in
            state.next += 1
            state.listeners[account, default: [:]][state.next] = listener
            return Subscription(account: account, number: state.next)
        }
    }

    package func end(_ subscription: Subscription) {
        state.withLock { state in
            state.listeners[subscription.account]?[subscription.number] = nil
            if state.listeners[subscription.account]?.isEmpty == true { state.listeners[subscription.account] = nil }
        }
    }

    package func listenerCount(of account: AccountID) -> Int {
        state.withLock { $0.listeners[account]?.count ?? 0 }
    }

    /// Of all accounts together.
    package var listenerCount: Int { state.withLock { $0.listeners.values.reduce(0) { $0 + $1.count } } }

    /// Whether anybody listens at all.
    var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// Only members hear of a ledger.
    func announce(_ ledger: LedgerID, revision: Int, to members: Set<AccountID>) {
        tell(.changed(ledger, revision: revision), to: members)
    }

    /// A device of the account, or all of them, came in here until now and does not any more.
    func announceSignOut(of account: AccountID) { tell(.signedOut, to: [account]) }

    /// The listeners are called outside the lock.
    private func tell(_ news: News, to accounts: Set<AccountID>) {
        let called = state.withLock { state in
            accounts.flatMap { account in state.listeners[account].map { Array($0.values) } ?? [] }
        }
        for listener in called { listener(news) }
    }
}
