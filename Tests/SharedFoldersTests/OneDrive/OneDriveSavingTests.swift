import Dispatch
import GraphEmulator
import Synchronization
import Testing
import WebDAVEmulator

@testable import SharedFolders

/// What several tasks do to one account between a credential's change and the moment it is on the disk.
@Suite("A OneDrive credential on its way to the disk") struct OneDriveSavingTests {
    private func account(_ box: OneDriveBox) -> OneDriveAccount { box.account(nil) }

    private func credential(_ box: OneDriveBox) -> OneDriveCredential {
        OneDriveCredential(refreshToken: box.graph.signIn(.owner).refreshToken, refreshedAt: box.clock.now())
    }

    @Test("whoever waits for a save that is under way goes on when it ends", .timeLimit(.minutes(30)))
    func waiters() async throws {
        let box = try OneDriveBox()
        let account = account(box)
        await account.replaceCredential(credential(box), access: nil)
        box.disk.isBusy = true
        let begun = Counter()
        let saved = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    begun.increment()
                    return await account.saveIfNeeded()
                }
            }
            while begun.value < 4 { await Task.yield() }
            while await account.saving == nil { await Task.yield() }
            box.disk.isBusy = false
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(saved == 4)
        #expect(box.disk.all.count == 1)
    }

    @Test("what changes while it is being saved is saved as well, and nobody is told that the disk failed")
    func changes() async throws {
        let box = try OneDriveBox()
        let account = account(box)
        await account.replaceCredential(credential(box), access: nil)
        box.disk.isBusy = true
        async let first = account.saveIfNeeded()
        while await account.saving == nil { await Task.yield() }
        let newer = credential(box)
        await account.replaceCredential(newer, access: nil)
        box.disk.isBusy = false
        #expect(await first)
        #expect(box.disk.all.count == 2 && box.disk.last == newer)
    }

    @Test("who signs out while a code is being redeemed stays signed out")
    func signOutDuringRedeem() async throws {
        let isAsked = Mutex(false)
        let signedOut = DispatchSemaphore(value: 0)
        let login = try SocketServer { _ in
            isAsked.withLock { $0 = true }
            signedOut.wait()
            let token = #"{"token_type":"Bearer","expires_in":3600,"access_token":"a","refresh_token":"r"}"#
            return SocketServer.Answer(status: 200, body: Array(token.utf8))
        }
        defer { login.close() }
        let (transfer, disk) = (CurlTransfer(), SavedCredential())
        defer { transfer.close() }
        let settings = try OneDriveSettings(
            loginURL: "http://127.0.0.1:\(login.port)", graphURL: "http://127.0.0.1:9", clientID: "client")
        let account = OneDriveAccount(settings: settings, transfer: transfer, credential: nil, save: disk.save)
        let redirect = try #require(LocalRedirect("http://localhost:53682/"))
        let page = try await account.beginBrowserSignIn(redirect: redirect)
        let state = try #require(page.query?.split(separator: "&").first { $0.hasPrefix("state=") })
        let signIn = Task {
            try await account.finishBrowserSignIn(pasted: "http://localhost:53682/?code=c&\(state)")
        }
        #expect(await eventually { isAsked.withLock { $0 } })
        try await account.signOut()
        signedOut.signal()
        await #expect(throws: SignInFailure.overtaken) { try await signIn.value }
        #expect(await account.state == .needsSignIn)
        #expect(disk.all == [nil])
    }

    @Test("a token that was refused is not handed out again, though the credential is not saved yet")
    func refusedToken() async throws {
        let box = try OneDriveBox()
        let account = account(box)
        await account.replaceCredential(credential(box), access: nil)
        let refused = try await account.token()
        await account.replaceCredential(credential(box), access: refused)
        #expect(try await account.token(after: refused).text != refused.text)
    }

    @Test("a device sign-in that ends for an odd answer says why in words")
    func oddAnswer() async throws {
        let box = try OneDriveBox()
        box.graph.arm(
            .answer(200, fields: [], body: String(repeating: " ", count: OneDriveLimits.errorPageBytes * 5)),
            on: .post, "/token", at: .login)
        let account = box.account(nil)
        _ = try await account.beginDeviceSignIn()
        await account.devicePolling?.value
        #expect(
            await account.currentDeviceSignIn?.progress
                == .failed("127.0.0.1 sent more than \(OneDriveLimits.errorPageBytes * 4) bytes"))
    }
}
