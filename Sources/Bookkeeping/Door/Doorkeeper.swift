package import Accounts
import Cryptography
import LedgerCore
package import SQLiteStore
import Synchronization

/// Lets people in: sets the server up, signs devices in and out, and knows who is behind a secret. What may be done is
/// decided in `Accounts`; what is kept is in the store.
package final class Doorkeeper: Sendable {
    let store: Store
    let world: World
    /// Who was signed out hears nothing more of it.
    let feed: ChangeFeed
    let desk = PasswordDesk()
    let throttle = Mutex(SignInThrottle())
    /// Wrong secrets of invites, by address.
    let guesses = Mutex(SignInThrottle())
    let deviceUses = Mutex(DeviceUses())
    let setupCode = Mutex<SetupCode?>(nil)

    package init(store: Store, world: World, feed: ChangeFeed = ChangeFeed()) {
        self.store = store
        self.world = world
        self.feed = feed
    }

    /// Whom a secret lets in. For every request: answered from memory unless somebody's account, device or secret changed.
    package func authenticate(_ secret: String) async throws -> Caller {
        guard let token = SecretToken(secret),
            let admission = try kept({ try store.admission(secretHash: token.hash) })
        else { throw Denial.signInNeeded }
        let now = world.now()
        guard admission.credential.isValid(at: now) else { throw Denial.signInNeeded }
        if let renewed = admission.credential.renewed(at: now) {
            // A disk that takes no writes must not sign anyone out: then the session ends as it would have.
            try? await store.renewCredential(renewed)
        }
        deviceUses.withLock { $0.note(admission.device.id, at: now) }
        return Caller(
            account: admission.account, device: admission.device, credential: admission.credential.id,
            scope: admission.credential.scope, ledgers: admission.ledgers)
    }

    /// Whether a secret still lets somebody in; for those who were let in and stay.
    package func admits(_ secret: String) -> Bool {
        guard let token = SecretToken(secret), let admission = try? store.admission(secretHash: token.hash) else {
            return false
        }
        return admission.credential.isValid(at: world.now())
    }

    /// Ends the caller's device: its secret lets nobody in any more. What it wrote stays, and so does its log.
    package func signOut(_ caller: Caller) async throws {
        try await removeDevice(caller.device.id, of: caller.account.id, as: .device)
    }

    /// A credential's secret leaves here once, and is kept nowhere.
    func makeSecret() -> SecretToken { SecretToken.random() }

    func newID<Tag>(_: ID<Tag>.Type = ID<Tag>.self) -> ID<Tag> { world.makeID() }
}
