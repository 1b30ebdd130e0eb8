import GraphEmulator
import Testing

@testable import SharedFolders

@Suite("An account at OneDrive") struct OneDriveAccountTests {
    private static let local = "http://localhost:53682/"

    /// What the browser does: follows the page and ends at the redirect, which nobody listens to.
    private func browse(_ box: OneDriveBox, _ page: WebAddress) async throws -> String {
        let answer = try await box.transfer.send(TransferRequest("GET", page))
        return try #require(answer.redirect, "status \(answer.status)")
    }

    @Test("a browser's address, pasted back, signs in; the token is kept before it is used (A1, A3)")
    func browser() async throws {
        let box = try OneDriveBox()
        let account = box.account(nil)
        #expect(await account.state == .needsSignIn)
        let page = try await account.beginBrowserSignIn(redirect: try #require(LocalRedirect(Self.local)))
        #expect(page.query?.contains("code_challenge_method=S256") == true)
        #expect(page.query?.contains("scope=Files.ReadWrite.All%20offline_access") == true)
        try await account.finishBrowserSignIn(pasted: try await browse(box, page))
        #expect(await account.state == .connected(name: "Owner"))
        let saved = try #require(box.disk.last)
        #expect(saved.name == "Owner" && saved.lost == nil)
        #expect(box.disk.all.first??.name == nil, "kept before anything was asked with it")
        let form = try #require(box.graph.log.first { $0.path.hasSuffix("/token") })
        #expect(form["origin"] == nil && !String(decoding: form.body, as: UTF8.self).contains("client_secret"))
        box.expectNoViolations()
    }

    @Test("an address of another sign-in is refused, and the right one still works")
    func otherState() async throws {
        let box = try OneDriveBox()
        let account = box.account(nil)
        let redirect = try #require(LocalRedirect(Self.local))
        await #expect(throws: SignInFailure.self) { try await account.finishBrowserSignIn(pasted: "?code=a&state=b") }
        let page = try await account.beginBrowserSignIn(redirect: redirect)
        let landed = try await browse(box, page)
        for pasted in ["?code=a&state=b", "?code=a", "?error=access_denied&state=b", "nonsense"] {
            await #expect {
                try await account.finishBrowserSignIn(pasted: pasted)
            } throws: {
                if case .badAnswer? = $0 as? SignInFailure { true } else { false }
            }
        }
        try await account.finishBrowserSignIn(pasted: landed)
        #expect(await account.state == .connected(name: "Owner"))
        await #expect(throws: SignInFailure.self) { try await account.finishBrowserSignIn(pasted: landed) }
    }

    @Test("an address can be pasted once more when nobody could be asked about it")
    func pastedAgain() async throws {
        let box = try OneDriveBox()
        let account = box.account(nil)
        let page = try await account.beginBrowserSignIn(redirect: try #require(LocalRedirect(Self.local)))
        let landed = try await browse(box, page)
        box.graph.arm(.reset(.beforeAnswer), on: .post, "/token", at: .login, occurrence: 1...20)
        await #expect {
            try await account.finishBrowserSignIn(pasted: landed)
        } throws: {
            if case .unreachable? = $0 as? SignInFailure { true } else { false }
        }
        box.graph.disarm()
        try await account.finishBrowserSignIn(pasted: landed)
        #expect(await account.state == .connected(name: "Owner"))
    }

    @Test("who declines is told so, and nothing is kept (A2)")
    func declined() async throws {
        let box = try OneDriveBox { $0.authorization = .declines }
        let account = box.account(nil)
        let page = try await account.beginBrowserSignIn(redirect: try #require(LocalRedirect(Self.local)))
        let landed = try await browse(box, page)
        await #expect(throws: SignInFailure.refused(SignInAddress.meaning("access_denied"))) {
            try await account.finishBrowserSignIn(pasted: landed)
        }
        #expect(await account.state == .needsSignIn && box.disk.all.isEmpty)
    }

    @Test("a code that is too old or used is told in words (A4)")
    func oldCode() async throws {
        let box = try OneDriveBox()
        let account = box.account(nil)
        let page = try await account.beginBrowserSignIn(redirect: try #require(LocalRedirect(Self.local)))
        let landed = try await browse(box, page)
        box.graph.advance(by: .seconds(601))
        await #expect {
            try await account.finishBrowserSignIn(pasted: landed)
        } throws: {
            if case .refused(let reason)? = $0 as? SignInFailure { reason.contains("ten minutes") } else { false }
        }
    }

    @Test("a registration that is wrong is told in words (A6, A7)", arguments: ["consumers only", "single page"])
    func registration(_ fault: String) async throws {
        let box = try OneDriveBox()
        var registration = Registration(id: box.graph.clientID)
        if fault == "single page" { registration.platform = .singlePage } else { registration.isPersonalOnly = true }
        box.graph.register(registration)
        let account = box.account()
        let folder = OneDriveFolder(account: account, root: .path("a"))
        await #expect { try await folder.list(.folder) } throws: { $0.isDenial }
        #expect(
            await account.state == .connected(name: "Known"), "the tokens are kept: the configuration is to be mended")
    }

    @Test("without offline access nothing lasting comes, and that is told (A8)")
    func noRefreshToken() async throws {
        let box = try OneDriveBox()
        let account = box.account(nil)
        let page = try await account.beginBrowserSignIn(redirect: try #require(LocalRedirect(Self.local)))
        let landed = try await browse(box, try #require(WebAddress(page.text.replacing("%20offline_access", with: ""))))
        let asked = try #require(landed.firstIndex(of: "?"))
        box.graph.arm(
            .answer(
                200, fields: [("Content-Type", "application/json")],
                body: #"{"token_type":"Bearer","access_token":"x"}"#),
            on: .post, "/token", at: .login)
        await #expect(throws: SignInFailure.self) {
            try await account.finishBrowserSignIn(pasted: String(landed[asked...]))
        }
        #expect(await account.state == .needsSignIn)
    }

    @Test("a code entered on another device signs in, after as many polls as it takes (A9, A10)")
    func device() async throws {
        let box = try OneDriveBox()
        box.graph.arm(.loginError("authorization_pending", codes: [70016]), "/token", at: .login, occurrence: 1...2)
        box.graph.arm(.loginError("slow_down", codes: []), "/token", at: .login, occurrence: 3...3)
        let account = box.account(nil)
        let signIn = try await account.beginDeviceSignIn()
        #expect(box.graph.approveDevice(signIn.userCode))
        #expect(signIn.expiresAt > box.graph.now && signIn.verificationURI.hasPrefix("http"))
        await account.devicePolling?.value
        #expect(await account.currentDeviceSignIn?.progress == .done)
        #expect(await account.state == .connected(name: "Owner"))
        #expect(box.disk.last?.name == "Owner")
        let polls = box.graph.log.filter { $0.path.hasSuffix("/token") }.map(\.time)
        let gaps = zip(polls, polls.dropFirst()).map { ($1 - $0) / 1000 }
        #expect(gaps.prefix(3) == [5, 5, 10])
    }

    @Test(
        "a declined or expired code ends the polling in words (A10)",
        arguments: ["declined", "as the RFC says", "expired", "bad"])
    func deviceEnds(_ how: String) async throws {
        let box = try OneDriveBox { $0.declinesAsRFC = how == "as the RFC says" }
        if how == "bad" { box.graph.arm(.loginError("bad_verification_code", codes: [70018]), "/token", at: .login) }
        box.graph.arm(.delay(.milliseconds(50)), "/token", at: .login)
        let account = box.account(nil)
        let signIn = try await account.beginDeviceSignIn()
        if how == "declined" || how == "as the RFC says" { box.graph.declineDevice(signIn.userCode) }
        await account.devicePolling?.value
        guard case .failed(let reason)? = await account.currentDeviceSignIn?.progress else {
            return #expect(Bool(false), "it did not fail")
        }
        #expect(!reason.isEmpty)
        #expect(await account.state == .needsSignIn && box.disk.all.isEmpty)
    }

    @Test("without a registration, connecting says how to get one")
    func unregistered() async throws {
        let box = try OneDriveBox()
        let bare = try OneDriveSettings(loginURL: box.graph.origin(.login), graphURL: box.graph.origin(.graph))
        let account = OneDriveAccount(settings: bare, transfer: box.transfer, credential: nil, clock: box.clock) { _ in
        }
        await #expect(throws: SignInFailure.unregistered) { _ = try await account.beginDeviceSignIn() }
        #expect(box.graph.log.isEmpty)
    }

    @Test("a burst of requests with an ended token makes one renewal (A13, F1)")
    func burst() async throws {
        let box = try OneDriveBox()
        let account = box.account()
        let folder = try await box.folder(account)
        _ = try await folder.write([1], to: "a", if: .absent)
        box.graph.expireTokens(of: .owner)
        box.graph.clearLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 { group.addTask { _ = try await folder.list(.folder) } }
            try await group.waitForAll()
        }
        #expect(box.graph.log.filter { $0.origin == .login }.count == 1)
        box.expectNoViolations()
    }

    @Test("a token is renewed before its end, and kept before it is used (1.7)")
    func lead() async throws {
        let box = try OneDriveBox()
        let account = box.account()
        let folder = try await box.folder(account)
        let first = try #require(box.disk.last)
        try await box.clock.sleep(.seconds(3299))
        _ = try await folder.list(.folder)
        #expect(box.graph.log.allSatisfy { $0.origin == .graph })
        try await box.clock.sleep(.seconds(2))
        _ = try await folder.list(.folder)
        #expect(box.graph.log.map(\.origin) == [.graph, .login, .graph])
        #expect(box.disk.last?.refreshToken != first.refreshToken)
    }

    @Test("no new refresh token in the answer: the old one stays (A11)")
    func omitted() async throws {
        let box = try OneDriveBox { $0.refresh = .omitsNew }
        let account = box.account()
        let folder = try await box.folder(account)
        let kept = try #require(box.disk.last)
        for _ in 0..<3 {
            box.graph.expireTokens(of: .owner)
            _ = try await folder.list(.folder)
        }
        #expect(box.disk.last?.refreshToken == kept.refreshToken)
    }

    @Test(
        "a disk that is full costs nothing: the new token is kept, not used, and saved when there is room (A14, strict)"
    )
    func fullDisk() async throws {
        let box = try OneDriveBox { $0.refresh = .strict }
        let account = box.account()
        let folder = try await box.folder(account)
        box.graph.expireTokens(of: .owner)
        box.graph.clearLog()
        box.disk.isFull = true
        for _ in 0..<3 { await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable } }
        #expect(box.graph.log.filter { $0.origin == .login }.count == 1, "the rotated token is not wasted")
        #expect(box.graph.log.filter { $0.origin == .graph }.count == 1, "the new access token is not used")
        box.disk.isFull = false
        _ = try await folder.list(.folder)
        #expect(box.graph.log.filter { $0.origin == .login }.count == 1)
        let restarted = box.account(holding: box.disk.last)
        _ = try await OneDriveFolder(account: restarted, root: .item(try await folder.location())).list(.folder)
    }

    @Test(
        "an answer that is lost after the service rotated: on with the old token, or reconnect where that is dead (A12)"
    )
    func lostRotation() async throws {
        for (mode, survives) in [(Switches.Refresh.keepsOld, true), (.strict, false)] {
            let box = try OneDriveBox { $0.refresh = mode }
            let account = box.account()
            let folder = try await box.folder(account)
            box.graph.expireTokens(of: .owner)
            box.graph.arm(.reset(.insideFields), on: .post, "/token", at: .login)
            if survives {
                _ = try await folder.list(.folder)
                #expect(await account.state == .connected(name: "Known"))
            } else {
                await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
                guard case .reconnect = await account.state else { return #expect(Bool(false), "not told") }
            }
        }
    }

    @Test(
        "a grant that is worth nothing any more stops all traffic until somebody signs in again, also after a restart (A12)",
        arguments: [700082, 50173, 65001, 700084])
    func invalidGrant(_ number: Int) async throws {
        let box = try OneDriveBox()
        let account = box.account()
        let folder = try await box.folder(account)
        box.graph.revokeTokens(of: .owner, reason: number)
        await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
        guard case .reconnect(let reason) = await account.state else { return #expect(Bool(false), "not told") }
        #expect(reason.contains("\(number)"))
        box.graph.clearLog()
        let root = try await folder.location()
        for again in [account, box.account(holding: box.disk.last)] {
            let folder = OneDriveFolder(account: again, root: .item(root))
            await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
            await again.keepAlive()
        }
        #expect(box.graph.log.isEmpty)
        let page = try await account.beginBrowserSignIn(redirect: try #require(LocalRedirect(Self.local)))
        try await account.finishBrowserSignIn(pasted: try await browse(box, page))
        #expect(await account.state == .connected(name: "Owner"))
        #expect(try await folder.list(.folder).isEmpty)
    }

    @Test("interaction required is the same to us (A12)")
    func interaction() async throws {
        let box = try OneDriveBox()
        let account = box.account()
        box.graph.arm(.loginError("interaction_required", codes: [50076]), "/token", at: .login)
        let folder = OneDriveFolder(account: account, root: .path("a"))
        await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
        #expect(box.disk.last?.lost != nil)
    }

    @Test("trouble at the sign-in keeps the token (A12, F14 for refresh)")
    func transient() async throws {
        let faults: [Effect] = [
            .status(503, code: "temporarily_unavailable"), .status(500, form: .html), .status(429, retryAfter: "3"),
            .reset(.beforeAnswer), .loginPage, .damaged(.truncated), .emptyBody,
        ]
        for fault in faults {
            let box = try OneDriveBox()
            let account = box.account()
            let folder = try await box.folder(account)
            box.graph.expireTokens(of: .owner)
            box.graph.arm(fault, on: .post, "/token", at: .login, occurrence: 1...50)
            await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
            box.graph.disarm()
            try await box.clock.sleep(.seconds(400))
            #expect(try await folder.list(.folder).isEmpty)
            #expect(await account.state == .connected(name: "Known"))
        }
    }

    @Test("who waits for a renewal may leave without ending it for the others")
    func leaving() async throws {
        let box = try OneDriveBox()
        let account = box.account()
        let folder = try await box.folder(account)
        box.graph.expireTokens(of: .owner)
        box.graph.arm(.delay(.milliseconds(150)), on: .post, "/token", at: .login)
        box.graph.clearLog()
        let leaver = Task { try await folder.list(.folder) }
        while !(box.graph.log.contains { $0.origin == .login }) { await Task.yield() }
        let stayer = Task { try await folder.list(.folder) }
        leaver.cancel()
        #expect(try await stayer.value.isEmpty)
        #expect(box.graph.log.filter { $0.origin == .login }.count == 1)
    }

    @Test("an idle account refreshes once a week (1.7)")
    func keepAlive() async throws {
        let box = try OneDriveBox()
        let account = box.account()
        await account.keepAlive()
        #expect(box.graph.log.isEmpty)
        box.graph.advance(by: .seconds(8 * 86_400))
        await account.keepAlive()
        await account.keepAlive()
        #expect(box.requests == ["POST token"])
        #expect(box.disk.last?.refreshedAt == box.graph.now)
    }

    @Test("a second 401 after a fresh token ends in reconnect, not in a loop (F2)")
    func secondRefusal() async throws {
        let box = try OneDriveBox()
        let account = box.account()
        let folder = try await box.folder(account)
        box.graph.arm(.status(401), "/children", at: .graph, occurrence: 1...100)
        await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
        #expect(box.requests == ["GET children", "POST token", "GET children"])
        guard case .reconnect = await account.state else { return #expect(Bool(false), "not told") }
    }

    @Test("signing out forgets the account, here and on the disk")
    func signOut() async throws {
        let box = try OneDriveBox()
        let account = box.account()
        let folder = try await box.folder(account)
        try await account.signOut()
        #expect(await account.state == .needsSignIn)
        #expect(box.disk.all.last == .some(nil))
        await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
    }
}
