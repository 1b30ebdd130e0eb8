import GraphEmulator
import Testing

@testable import SharedFolders

/// What several tasks do to one account between a credential's change and the moment it is on the disk.
@Suite("A OneDrive credential on its way to the disk") struct OneDriveSavingTests {
    /// Its disk takes its time.
    private func account(_ box: OneDriveBox) -> OneDriveAccount {
        OneDriveAccount(settings: box.settings, transfer: box.transfer, credential: nil, clock: box.clock) {
            try? await Task.sleep(for: .milliseconds(30))
            try await box.disk.save($0)
        }
    }

    private func credential(_ box: OneDriveBox) -> OneDriveCredential {
        OneDriveCredential(refreshToken: box.graph.signIn(.owner).refreshToken, refreshedAt: box.clock.now())
    }

    @Test("whoever waits for a save that is under way goes on when it ends", .timeLimit(.minutes(1)))
    func waiters() async throws {
        let box = try OneDriveBox()
        let account = account(box)
        await account.replaceCredential(credential(box), access: nil)
        let saved = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { await account.saveIfNeeded() } }
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
        async let first = account.saveIfNeeded()
        while await account.saving == nil { await Task.yield() }
        let newer = credential(box)
        await account.replaceCredential(newer, access: nil)
        #expect(await first)
        #expect(box.disk.all.count == 2 && box.disk.last == newer)
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
