import Accounts
import LedgerCore
import SQLiteStore
import Testing

@Suite("Accounts, devices, credentials") struct PeopleTests {
    let directory = TemporaryDirectory()

    @Test("an account comes back as it was, found by its name in any case")
    func account() async throws {
        let store = try Fixture.open(directory)
        let anna = try Fixture.account(1, "Änna", isOwner: true)
        try await store.addAccount(anna, passwordHash: "one")
        let found = try await store.account(named: AccountName("äNNA"))
        #expect(found?.account == anna)
        #expect(found?.account.name.text == "Änna")
        #expect(found?.passwordHash == "one")
        #expect(try await store.account(named: AccountName("Anna")) == nil)
        try await store.setPassword(hash: "two", of: anna.id)
        #expect(try await store.account(named: anna.name)?.passwordHash == "two")
        #expect(try await store.accounts() == [anna])
    }

    @Test("a name and an id are given once; the first account is first once")
    func taken() async throws {
        let store = try Fixture.open(directory)
        try await store.addAccount(Fixture.account(1, "Anna"), passwordHash: "", onlyAsFirst: true)
        for (number, name) in [(2, "ANNA"), (1, "Ben")] {
            await #expect(throws: StoreError.taken) {
                try await store.addAccount(Fixture.account(number, name), passwordHash: "")
            }
        }
        await #expect(throws: StoreError.taken) {
            try await store.addAccount(Fixture.account(3, "Cleo"), passwordHash: "", onlyAsFirst: true)
        }
        #expect(try await store.accounts().map(\.name.text) == ["Anna"])
    }

    @Test("what is not there cannot be changed or removed")
    func missing() async throws {
        let store = try Fixture.open(directory)
        let device = Device(
            id: Fixture.id(9), account: Fixture.id(8), kind: .token, name: "x", createdAt: Fixture.start)
        let session = Fixture.session(1, of: device)
        await #expect(throws: StoreError.missing) { try await store.setPassword(hash: "", of: device.account) }
        await #expect(throws: StoreError.missing) { try await store.removeAccount(device.account) }
        await #expect(throws: StoreError.missing) { try await store.admit(device, with: session) }
        await #expect(throws: StoreError.missing) { try await store.updateDevice(device) }
        await #expect(throws: StoreError.missing) { try await store.removeDevice(device.id) }
        await #expect(throws: StoreError.missing) { try await store.renewCredential(session) }
        #expect(try store.admission(secretHash: session.secretHash) == nil)
    }

    @Test("a device comes back as it was, with the ledger it shows until that is removed")
    func device() async throws {
        let store = try Fixture.open(directory)
        try await store.addLedger(Fixture.record(), members: [])
        var phone = try await Fixture.admit(store, account: 1, "Anna")
        phone.name = "Anna's new phone"
        phone.activeLedger = Fixture.ledger
        try await store.updateDevice(phone)
        #expect(try await store.devices(of: phone.account) == [phone])
        #expect(try store.admission(secretHash: Fixture.secretHash(1))?.device == phone)
        try await store.removeLedger(Fixture.ledger)
        #expect(try store.admission(secretHash: Fixture.secretHash(1))?.device.activeLedger == nil)
        #expect(try await store.devices(of: Fixture.id(99)) == [])
    }

    @Test("a secret lets in its own account and device, and says until when")
    func admission() async throws {
        let store = try Fixture.open(directory)
        let phone = try await Fixture.admit(store, account: 1, "Anna")
        let other = try await Fixture.admit(store, account: 2, "Ben")
        let admission = try #require(try store.admission(secretHash: Fixture.secretHash(1)))
        #expect(admission.account == (try Fixture.account(1, "Anna")))
        #expect(admission.device == phone)
        #expect(admission.credential == Fixture.session(1, of: phone))
        #expect(try store.admission(secretHash: Fixture.secretHash(2))?.device == other)
        #expect(try store.admission(secretHash: Fixture.secretHash(3)) == nil)
        #expect(try store.admission(secretHash: []) == nil)
    }

    @Test("a session that is used lasts longer; one that has expired goes, with its device, when somebody comes in")
    func expiry() async throws {
        let store = try Fixture.open(directory)
        let phone = try await Fixture.admit(store, account: 1, "Anna")
        let later = Fixture.start.advanced(byMilliseconds: 30 * 86_400_000)
        let renewed = try #require(Fixture.session(1, of: phone).renewed(at: later))
        try await store.renewCredential(renewed)
        #expect(try await store.credentials(of: phone.account) == [renewed])
        #expect(try store.admission(secretHash: Fixture.secretHash(1))?.credential == renewed)

        let expiry = try #require(renewed.expiresAt)
        for (number, instant) in [(5, expiry.advanced(byMilliseconds: -1)), (6, expiry)] {
            let script = Device(
                id: Fixture.id(number), account: phone.account, kind: .token, name: "script", createdAt: instant)
            let token = try Credential.token(
                id: Fixture.id(number), device: script.id, secretHash: Fixture.secretHash(number), at: instant,
                expiresAt: nil)
            try await store.admit(script, with: token)
            #expect(try await store.devices(of: phone.account).contains(phone) == (number == 5))
        }
        #expect(try await store.devices(of: phone.account).count == 2, "tokens without expiry stay")
    }

    @Test("a changed password signs everybody out, but for the one who changed it")
    func signingOut() async throws {
        let store = try Fixture.open(directory)
        let phone = try await Fixture.admit(store, account: 1, "Anna")
        try await Fixture.admit(store, account: 2, "Ben")
        let tablet = Device(
            id: Fixture.id(9), account: phone.account, kind: .browser, name: "tablet", createdAt: Fixture.start)
        let mine = Fixture.session(11, of: tablet)
        try await store.admit(tablet, with: mine)
        let script = Device(
            id: Fixture.id(10), account: phone.account, kind: .token, name: "script", createdAt: Fixture.start)
        let token = try Credential.token(
            id: Fixture.id(12), device: script.id, scope: .read, secretHash: Fixture.secretHash(12), at: Fixture.start,
            expiresAt: nil)
        try await store.admit(script, with: token)
        await #expect(throws: StoreError.missing) {
            try await store.setPassword(hash: "new", of: phone.account, insteadOf: "another", keeping: tablet.id)
        }
        #expect(try await store.devices(of: phone.account).count == 3, "nothing of it was done")
        let old = try #require(try await store.account(named: AccountName("Anna"))).passwordHash
        try await store.setPassword(hash: "new", of: phone.account, insteadOf: old, keeping: tablet.id)
        #expect(try await store.credentials(of: phone.account) == [mine])
        #expect(try await Set(store.allDevices(of: phone.account)) == [phone.id, tablet.id, script.id])
        #expect(try store.admission(secretHash: Fixture.secretHash(1)) == nil)
        #expect(try store.admission(secretHash: Fixture.secretHash(2)) != nil)
        try await store.setPassword(hash: "set from outside", of: phone.account)
        #expect(try await store.credentials(of: phone.account) == [])
    }

    @Test("nobody is let in for what is so no more: a password that was changed, a passkey or a sign-in that ended")
    func entitlement() async throws {
        let store = try Fixture.open(directory)
        let phone = try await Fixture.admit(store, account: 1, "Anna")
        let other = try await Fixture.admit(store, account: 2, "Ben")
        let mine = Fixture.session(1, of: phone).id
        func comesIn(_ number: Int, for entitlement: Entitlement) async throws -> Bool {
            let device = Device(
                id: Fixture.id(number), account: phone.account, kind: .browser, name: "x", createdAt: Fixture.start)
            do {
                try await store.admit(device, with: Fixture.session(number, of: device), for: entitlement)
                return true
            } catch StoreError.missing {
                return false
            }
        }
        let passkey = Passkey(
            id: Fixture.id(5), account: phone.account, credential: [5], site: "home.example", name: "thumb",
            publicKey: [1], signCount: 0, createdAt: Fixture.start)
        try await store.addPasskey(passkey, by: mine)
        #expect(try await comesIn(11, for: .password(hash: "hash of Anna")))
        #expect(try await comesIn(12, for: .passkey(passkey.id)))
        #expect(try await comesIn(13, for: .credential(mine)))
        #expect(try await !comesIn(14, for: .credential(Fixture.session(2, of: other).id)), "somebody else's")

        try await store.setPassword(hash: "new", of: phone.account)
        for gone: Entitlement in [.password(hash: "hash of Anna"), .passkey(passkey.id), .credential(mine)] {
            #expect(try await !comesIn(15, for: gone), "\(gone)")
        }
        await #expect(throws: StoreError.missing) { try await store.addPasskey(passkey, by: mine) }
        #expect(try await store.devices(of: phone.account) == [])
        #expect(try await comesIn(15, for: .password(hash: "new")))
    }

    @Test("with an account go its devices, credentials, memberships and connections, and nobody else's")
    func removal() async throws {
        let store = try Fixture.open(directory)
        let phone = try await Fixture.admit(store, account: 1, "Anna")
        let other = try await Fixture.admit(store, account: 2, "Ben")
        try await store.addLedger(Fixture.record(), members: [phone.account, other.account])
        let connection = FolderConnectionRecord(
            id: Fixture.id(7), account: phone.account, kind: "directory", settings: [1], createdAt: Fixture.start)
        try await store.addFolderConnection(connection)
        try await store.setFolder(FolderPlace(connection: connection.id, path: "."), of: Fixture.ledger)
        try await store.append([Fixture.piece("a\n", at: 0, in: Fixture.segment(of: 101))])

        try await store.removeAccount(phone.account)
        #expect(try store.admission(secretHash: Fixture.secretHash(1)) == nil)
        #expect(try await store.devices(of: phone.account) == [])
        #expect(try store.members(of: Fixture.ledger) == [other.account])
        #expect(try await store.folderConnections() == [])
        #expect(try await store.ledgers().map(\.folder) == [nil])
        #expect(try await store.segments(of: Fixture.ledger).count == 1, "what was written stays")
        #expect(try store.admission(secretHash: Fixture.secretHash(2))?.device == other)
    }

    @Test("what a command changes beside the server counts for the server's very next request")
    func twoProcesses() async throws {
        let server = try Fixture.open(directory)
        let command = try Fixture.open(directory, for: .command)
        let phone = try await Fixture.admit(command, account: 1, "Anna")
        #expect(try server.admission(secretHash: Fixture.secretHash(1))?.device == phone)
        try await server.addLedger(Fixture.record(), members: [])
        #expect(try !server.isMember(Membership(account: phone.account, ledger: Fixture.ledger)))
        let membership = Membership(account: phone.account, ledger: Fixture.ledger)
        try await command.addMembership(membership, at: Fixture.start)
        #expect(try server.isMember(membership))
        try await command.removeMembership(membership)
        #expect(try !server.isMember(membership))
        try await command.removeDevice(phone.id)
        #expect(try server.admission(secretHash: Fixture.secretHash(1)) == nil)
        try await command.removeAccount(phone.account)
        #expect(try await server.accounts() == [])
    }

    @Test("two processes write at the same time, and both are answered")
    func writingTogether() async throws {
        let server = try Fixture.open(directory)
        let command = try Fixture.open(directory, for: .command)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...60 {
                let store = number % 2 == 0 ? server : command
                group.addTask {
                    try await store.addAccount(Fixture.account(number, "Nr \(number)"), passwordHash: "")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await server.accounts().count == 60)
    }
}
