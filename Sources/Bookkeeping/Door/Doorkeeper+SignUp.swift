import Accounts
import Cryptography
import LedgerCore
import SQLiteStore
import Synchronization

/// Sign-up is by invite only: an account comes into being together with the claim of one.
extension Doorkeeper {
    /// An account, its first device and the device's secret, of which nothing is kept yet.
    func newcomer(_ form: SignInForm, from origin: NetworkOrigin) async throws -> (Newcomer, SignedIn) {
        let name = try AccountName(form.name)
        let deviceName = try Device.checkedName(form.deviceName)
        try PasswordRule.check(form.password, for: name)
        do {
            try Ownership.checkFree(name, among: try await accounts())
        } catch Denial.nameTaken {
            // Nobody shall find out by trying who has an account here.
            noteGuess(from: origin)
            throw Denial.nameTaken
        }
        let hash = try await atDesk { PasswordHash(form.password).text }
        let account = Account(id: newID(), name: name, isOwner: false, createdAt: world.now())
        let made = try make(account, named: deviceName, kind: form.kind)
        return (
            Newcomer(account: account, passwordHash: hash, device: made.device, credential: made.credential), made
        )
    }

    /// Signs in whoever signed up with an invite before and did not get the answer: the same name and password again.
    func signIn(_ form: SignInForm, only account: AccountID, from origin: NetworkOrigin) async throws -> SignedIn {
        guard let name = try? AccountName(form.name), try await stored(name)?.account.id == account else {
            noteGuess(from: origin)
            throw Denial.inviteUsed
        }
        do {
            return try await signIn(form, from: origin)
        } catch Denial.wrongNameOrPassword {
            throw Denial.inviteUsed
        }
    }

    func checkGuesses(from origin: NetworkOrigin) throws(Denial) {
        try guesses.withLock { [now = world.now()] throttle throws(Denial) in
            try throttle.check(from: origin, at: now)
        }
    }

    func noteGuess(from origin: NetworkOrigin) {
        guesses.withLock { [now = world.now()] in $0.failed(from: origin, at: now) }
    }
}
