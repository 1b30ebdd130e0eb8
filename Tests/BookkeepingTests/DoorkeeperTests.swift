import Accounts
import Cryptography
import Glibc
import LedgerCore
import SQLiteStore
import Synchronization
import Testing

@testable import Bookkeeping

@Suite struct DoorkeeperTests {
    private let address = NetworkOrigin(v4: 0x7F00_0001)
    private let elsewhere = NetworkOrigin(v4: 0x0808_0808)

    private func form(
        _ name: String = "Anna", _ password: String = "correct horse", kind: Device.Kind = .browser
    ) -> SignInForm {
        SignInForm(name: name, password: password, deviceName: "phone", kind: kind)
    }

    private func annasHome() async throws -> Home {
        let home = try await Home()
        _ = try await home.door.addAccount(name: "Anna", password: "correct horse", isOwner: true)
        return home
    }

    @Test("the first owner comes in with the code that the server printed, once")
    func setUp() async throws {
        let home = try await Home()
        let code = try #require(try await home.door.offerSetup()).description
        await #expect(throws: Denial.wrongSetupCode) {
            try await home.door.setUp(form(), code: "AAAAA-AAAAA", from: address)
        }
        await #expect(throws: InputRefusal.self) {
            try await home.door.setUp(form("Anna", "short"), code: code, from: address)
        }
        #expect(try await home.door.needsSetup())
        let signedIn = try await home.door.setUp(form(), code: code.lowercased(), from: address)
        #expect(signedIn.account.isOwner)
        #expect(try await home.door.authenticate(signedIn.secret).account == signedIn.account)
        await #expect(throws: Denial.alreadySetUp) {
            try await home.door.setUp(form("Ben"), code: code, from: address)
        }
        #expect(try await home.door.offerSetup() == nil)
    }

    @Test("of many who set up at once one becomes the owner")
    func setUpRace() async throws {
        let home = try await Home()
        let code = try #require(try await home.door.offerSetup()).description
        let owners = await withTaskGroup(of: Bool.self) { group in
            for name in ["Anna", "Ben", "Cleo"] {
                group.addTask {
                    (try? await home.door.setUp(form(name), code: code, from: address)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(owners == 1)
        #expect(try await home.door.accounts().count == 1)
    }

    @Test("guesses at the set-up code are slowed down")
    func setupGuesses() async throws {
        let home = try await Home()
        _ = try await home.door.offerSetup()
        var last: Denial?
        for _ in 0..<20 {
            do {
                _ = try await home.door.setUp(form(), code: "00000-00000", from: address)
            } catch let denial as Denial {
                last = denial
            }
        }
        #expect(last?.status == 429)
    }

    @Test("a wrong name and a wrong password are denied alike; the right one comes in, ignoring the name's case")
    func signIn() async throws {
        let home = try await annasHome()
        for wrong in [form("Anna", "wrong horse"), form("Nobody"), form(""), form("Anna", ""), form("An\u{7}na")] {
            await #expect(throws: Denial.wrongNameOrPassword) { try await home.door.signIn(wrong, from: address) }
        }
        let signedIn = try await home.door.signIn(form("ANNA"), from: elsewhere)
        let caller = try await home.door.authenticate(signedIn.secret)
        #expect(caller.device == signedIn.device)
        #expect(caller.device.kind == .browser)
        #expect(signedIn.credential.expiresAt != nil)
        let token = try await home.door.signIn(form(kind: .token), from: elsewhere)
        #expect(token.device.id != signedIn.device.id)
        #expect(token.credential.expiresAt == nil)
    }

    @Test("only wrong passwords are throttled, and a guesser elsewhere does not lock the owner out")
    func throttle() async throws {
        let home = try await annasHome()
        for _ in 0..<12 { _ = try await home.door.signIn(form(), from: address) }
        var denials: [Denial] = []
        for guess in 0..<14 {
            do {
                _ = try await home.door.signIn(form("anna", "guess \(guess)"), from: elsewhere)
            } catch let denial as Denial {
                denials.append(denial)
            }
        }
        #expect(denials.first == .wrongNameOrPassword)
        let last = try #require(denials.last)
        #expect(last.status == 429)
        #expect((1...60).contains(last.retryAfterSeconds ?? 0))
        _ = try await home.door.signIn(form(), from: address)
        home.clock.pass(61_000)
        _ = try await home.door.signIn(form(), from: elsewhere)
    }

    @Test("any number of guesses at once is counted before the next one is tried")
    func parallelGuesses() async throws {
        let home = try await annasHome()
        let tried = await withTaskGroup(of: Bool.self) { group in
            for guess in 0..<30 {
                group.addTask {
                    do {
                        _ = try await home.door.signIn(form("Anna", "guess \(guess)"), from: elsewhere)
                        return true
                    } catch {
                        return (error as? Denial) == .wrongNameOrPassword
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        // Five free ones, and the sixth that starts the wait.
        #expect(tried == 6)
    }

    @Test("a session slides while it is used, and ends when it is not; a token ends when it says so")
    func expiry() async throws {
        let day: Int64 = 86_400_000
        let home = try await annasHome()
        let signedIn = try await home.door.signIn(form(), from: address)
        let token = try await home.door.addToken(
            named: "script", expiresAt: home.clock.now.advanced(byMilliseconds: day), for: signedIn.account)
        home.clock.pass(day)
        await #expect(throws: Denial.signInNeeded) { try await home.door.authenticate(token.secret) }
        home.clock.pass(100 * day)
        _ = try await home.door.authenticate(signedIn.secret)
        home.clock.pass(100 * day)
        _ = try await home.door.authenticate(signedIn.secret)
        home.clock.pass(180 * day)
        await #expect(throws: Denial.signInNeeded) { try await home.door.authenticate(signedIn.secret) }
        await #expect(throws: InputRefusal.self) {
            try await home.door.addToken(named: "late", expiresAt: home.clock.now, for: signedIn.account)
        }
    }

    @Test("nothing but a secret that was handed out lets anybody in")
    func foreignSecrets() async throws {
        let home = try await annasHome()
        let signedIn = try await home.door.signIn(form(), from: address)
        let flipped = (signedIn.secret.first == "A" ? "B" : "A") + signedIn.secret.dropFirst()
        for secret in ["", "x", flipped, signedIn.secret + "A", SecretToken.random().text] {
            await #expect(throws: Denial.signInNeeded) { try await home.door.authenticate(secret) }
        }
    }

    @Test("signing out ends this device only; a removed device or token is out at once")
    func leaving() async throws {
        let home = try await annasHome()
        let phone = try await home.door.signIn(form(), from: address)
        let laptop = try await home.door.signIn(form(), from: address)
        let token = try await home.door.addToken(named: "script", expiresAt: nil, for: phone.account)
        #expect(try await home.door.devices(of: phone.account.id).count == 3)
        #expect(try await home.door.tokens(of: phone.account.id).map(\.device.name) == ["script"])
        try await home.door.signOut(home.door.authenticate(phone.secret))
        await #expect(throws: Denial.signInNeeded) { try await home.door.authenticate(phone.secret) }
        _ = try await home.door.authenticate(laptop.secret)
        try await home.door.removeToken(token.credential.id, of: phone.account.id)
        await #expect(throws: Denial.signInNeeded) { try await home.door.authenticate(token.secret) }
        await #expect(throws: Denial.notFound(.token)) {
            try await home.door.removeToken(token.credential.id, of: phone.account.id)
        }
        let ben = try await home.person("Ben")
        await #expect(throws: Denial.notFound(.device)) {
            try await home.door.removeDevice(laptop.device.id, of: ben.account.id)
        }
        _ = try await home.door.authenticate(laptop.secret)
    }

    @Test("a new password signs all other devices out, and takes the old one to set")
    func changePassword() async throws {
        let home = try await annasHome()
        let phone = try await home.door.signIn(form(), from: address)
        let laptop = try await home.door.signIn(form(), from: address)
        let token = try await home.door.addToken(named: "script", expiresAt: nil, for: phone.account)
        let caller = try await home.door.authenticate(phone.secret)
        await #expect(throws: Denial.wrongPassword) {
            try await home.door.changePassword(of: caller, from: "wrong", to: "battery staple", origin: address)
        }
        await #expect(throws: InputRefusal.self) {
            try await home.door.changePassword(of: caller, from: "correct horse", to: "short", origin: address)
        }
        try await home.door.changePassword(of: caller, from: "correct horse", to: "battery staple", origin: address)
        _ = try await home.door.authenticate(phone.secret)
        for gone in [laptop, token] {
            await #expect(throws: Denial.signInNeeded) { try await home.door.authenticate(gone.secret) }
        }
        await #expect(throws: Denial.wrongNameOrPassword) { try await home.door.signIn(form(), from: address) }
        _ = try await home.door.signIn(form("Anna", "battery staple"), from: address)
    }

    /// Keeps the desk busy, so that whoever comes meanwhile has read the hash and waits, and then does `meanwhile`.
    private func whileWaiting<Value: Sendable>(
        at home: Home, _ waiting: @escaping @Sendable () async throws -> Value, meanwhile: () async throws -> Void
    ) async throws -> Result<Value, any Error> {
        let isDone = Atomic(false)
        async let busy = home.door.desk.take {
            while !isDone.load(ordering: .relaxed) { usleep(100) }
        }
        while await !home.door.desk.isBusy { await Task.yield() }
        let task = Task { try await waiting() }
        while await home.door.desk.line.isEmpty { await Task.yield() }
        try await meanwhile()
        isDone.store(true, ordering: .relaxed)
        _ = try await busy
        return await task.result
    }

    @Test("who came with the old password while a new one was set does not get in, and sets no other")
    func passwordRace() async throws {
        let home = try await annasHome()
        let caller = try await home.door.authenticate(home.door.signIn(form(), from: address).secret)
        func change(to password: String) async throws {
            try await home.store.setPassword(hash: PasswordHash(password).text, of: caller.account.id)
        }
        let signingIn = try await whileWaiting(at: home) {
            try await home.door.signIn(form(), from: address)
        } meanwhile: {
            try await change(to: "battery staple")
        }
        #expect(throws: Denial.wrongNameOrPassword) { try signingIn.get() }
        let changing = try await whileWaiting(at: home) {
            try await home.door.changePassword(
                of: caller, from: "battery staple", to: "mine alone", origin: address)
        } meanwhile: {
            try await change(to: "correct battery")
        }
        #expect(throws: Denial.wrongPassword) { try changing.get() }
        #expect(try await home.door.devices(of: caller.account.id) == [])
        _ = try await home.door.signIn(form("Anna", "correct battery"), from: address)
    }

    @Test("who was signed out gets no token for what was asked before")
    func tokenRace() async throws {
        let home = try await annasHome()
        let thief = try await home.door.authenticate(home.door.signIn(form(), from: address).secret)
        let caller = try await home.door.authenticate(home.door.signIn(form(), from: address).secret)
        try await home.door.changePassword(of: caller, from: "correct horse", to: "battery staple", origin: address)
        await #expect(throws: Denial.signInNeeded) {
            try await home.door.addToken(named: "script", expiresAt: nil, by: thief)
        }
        _ = try await home.door.addToken(named: "script", expiresAt: nil, by: caller)
    }

    @Test("only the owner looks after accounts; the last owner stays; a removed account is out at once")
    func accounts() async throws {
        let home = try await Home()
        let anna = try await home.person("Anna", isOwner: true)
        let ben = try await home.person("Ben")
        await #expect(throws: Denial.ownerOnly) { _ = try await home.door.accounts(for: ben) }
        await #expect(throws: Denial.ownerOnly) {
            try await home.door.addAccount(name: "Cleo", password: "correct horse", isOwner: false, by: ben)
        }
        await #expect(throws: Denial.ownerOnly) {
            try await home.books.deleteAccount(anna.account.id, confirmation: nil, by: ben, at: home.door)
        }
        await #expect(throws: Denial.nameTaken) {
            try await home.door.addAccount(name: "BEN", password: "correct horse", isOwner: false, by: anna)
        }
        await #expect(throws: Denial.lastOwner) {
            try await home.books.deleteAccount(anna.account.id, confirmation: nil, by: anna, at: home.door)
        }
        let signedIn = try await home.door.addToken(named: "t", expiresAt: nil, for: ben.account)
        try await home.books.deleteAccount(ben.account.id, confirmation: nil, by: anna, at: home.door)
        await #expect(throws: Denial.signInNeeded) { try await home.door.authenticate(signedIn.secret) }
        #expect(try await home.door.accounts(for: anna).map(\.account.name.text) == ["Anna"])
    }
}
