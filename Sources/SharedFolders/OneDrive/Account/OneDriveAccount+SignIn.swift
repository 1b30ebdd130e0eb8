extension OneDriveAccount {
    /// Delegated, whatever the signed-in person can reach: the only scope that also reaches folders shared with them.
    static let scope = "Files.ReadWrite.All offline_access"

    /// The page to open in a browser (RFC 6749 section 4.1.1, with RFC 7636).
    package func beginBrowserSignIn(redirect: LocalRedirect) throws(SignInFailure) -> WebAddress {
        let clientID = try settings.registered()
        let signIn = BrowserSignIn(redirect: redirect, begun: clock.elapsed())
        forgetSignIns()
        browserSignIn = signIn
        return settings.login(.authorize).with(query: [
            ("client_id", clientID), ("response_type", "code"), ("redirect_uri", redirect.text),
            ("response_mode", "query"), ("scope", Self.scope), ("state", signIn.state),
            ("code_challenge", signIn.proof.challenge), ("code_challenge_method", "S256"),
            ("prompt", "select_account"),
        ])
    }

    /// `pasted`: the address the browser ended at. An answer with another `state` is somebody else's and changes nothing.
    package func finishBrowserSignIn(pasted: String) async throws(SignInFailure) {
        guard let address = SignInAddress(pasted: pasted) else {
            throw .badAnswer("That is not the address your browser ended at: it must contain \"code=\" and \"state=\".")
        }
        guard let signIn = browserSignIn, clock.elapsed() - signIn.begun < OneDriveLimits.browserSignIn else {
            throw .badAnswer("No sign-in is under way; begin again.")
        }
        guard signIn.isAnswered(by: address.state) else {
            throw .badAnswer("That address belongs to another sign-in; begin again, and paste the last one.")
        }
        // Good for one answer, whatever it is, unless nobody could be asked about it.
        browserSignIn = nil
        if let error = address.error { throw .refused(SignInAddress.meaning(error)) }
        guard let code = address.code else { throw .badAnswer("The address has no code in it.") }
        let begun = generation
        do throws(SignInFailure) {
            try await finishBrowserSignIn(signIn, code)
        } catch .unreachable(let reason, let retryAfter) {
            if !unsaved && generation == begun { browserSignIn = browserSignIn ?? signIn }
            throw .unreachable(reason, retryAfter: retryAfter)
        } catch {
            throw error
        }
    }

    private func finishBrowserSignIn(_ signIn: BrowserSignIn, _ code: String) async throws(SignInFailure) {
        let begun = generation
        let redeemed = try await redeemed([
            "grant_type": "authorization_code", "code": code, "redirect_uri": signIn.redirect.text,
            "code_verifier": signIn.proof.verifier, "scope": Self.scope,
        ])
        switch redeemed {
        case .granted(let answer):
            guard generation == begun else { throw .overtaken }
            try await finish(answer)
        case .refused(.transient(let reason)): throw .unreachable(reason)
        case .refused(.lost):
            throw .refused("Microsoft does not accept the code: it is good once, and for ten minutes. Begin again.")
        case .refused(.misconfigured(let reason)): throw .refused("\(reason).")
        case .refused: throw .refused("Microsoft ended the sign-in without giving access.")
        }
    }

    private func redeemed(_ grant: [String: String]) async throws(SignInFailure) -> Redeemed {
        do throws(FolderError) {
            return try await redeem(grant, .write)
        } catch {
            throw SignInFailure(error)
        }
    }

    /// Tokens are here: kept first, then used.
    func finish(_ answer: TokenAnswer, byDevice: Bool = false) async throws(SignInFailure) {
        guard let refreshToken = answer.refreshToken else {
            throw .refused("Microsoft gave no lasting access: the registration must allow offline_access.")
        }
        replaceCredential(
            OneDriveCredential(refreshToken: refreshToken, refreshedAt: clock.now()),
            access: AccessToken(answer, now: clock.elapsed()))
        guard await saveIfNeeded() else { throw .unsavable }
        if byDevice { deviceSignIn?.progress = .done }
        forgetSignIns()
        await learnName()
    }

    /// Whose account this is. Not worth failing a sign-in for.
    package func learnName() async {
        guard credential?.name == nil, let address = settings.graph("/me/drive?$select=id,driveType,owner") else {
            return
        }
        let answer: TransferAnswer
        do throws(RemoteFailure) {
            answer = try await ask(TransferRequest("GET", address), .read)
        } catch {
            return report("The name of the OneDrive account is not known yet: \(error.folderError)")
        }
        guard answer.status == 200, let name = DriveOwner(answer.body)?.name else { return }
        credential?.name = name
        unsaved = true
        await saveIfNeeded()
    }
}

extension OneDriveAccount {
    /// A code to enter on any device (RFC 8628); the answer is polled for until it comes or the code ends.
    package func beginDeviceSignIn() async throws(SignInFailure) -> DeviceSignIn {
        _ = try settings.registered()
        forgetSignIns()
        let code = try await deviceCode()
        let signIn = DeviceSignIn(
            userCode: code.userCode, verificationURI: code.verificationURI,
            expiresAt: clock.now() + Int64(code.expiresIn) * 1000)
        deviceSignIn = signIn
        devicePolling?.cancel()
        devicePolling = Task { await poll(code, begun: clock.elapsed()) }
        return signIn
    }

    private func deviceCode() async throws(SignInFailure) -> DeviceCode {
        let answer: TransferAnswer
        do throws(FolderError) {
            answer = try await form(.deviceCode, ["scope": Self.scope], .repeatableWrite)
        } catch {
            throw SignInFailure(error)
        }
        if answer.status == 200, let code = DeviceCode(answer.body) { return code }
        switch TokenRefusal(status: answer.status, answer.body) {
        case .misconfigured(let reason), .lost(let reason): throw .refused("\(reason).")
        case .transient(let reason): throw .unreachable(reason)
        default: throw .unreachable("The sign-in service gave an answer that can not be read.")
        }
    }

    private func poll(_ code: DeviceCode, begun: Duration) async {
        var interval = code.interval
        while true {
            do { try await clock.sleep(.seconds(interval)) } catch { return }
            guard clock.elapsed() - begun < .seconds(code.expiresIn) else {
                return endDeviceSignIn(code, "The code was not entered in time; ask for a new one.")
            }
            switch await pollOnce(code, interval) {
            case .again(let seconds): interval = seconds
            case .stop(let reason): return endDeviceSignIn(code, reason)
            case nil: return
            }
        }
    }

    /// `nil`: it is over, signed in or given up by whoever began it.
    private func pollOnce(_ code: DeviceCode, _ interval: Int) async -> DevicePoll.Step? {
        let redeemed: Redeemed
        do throws(FolderError) {
            redeemed = try await redeem(
                ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": code.deviceCode])
        } catch {
            // RFC 8628 section 3.5: a time-out means to poll less often.
            if Task.isCancelled { return nil }
            guard error.isTransport else { return .stop(SignInFailure(error).reason) }
            return .again(interval + OneDriveLimits.devicePollStep)
        }
        if Task.isCancelled { return nil }
        switch redeemed {
        case .refused(let refusal): return DevicePoll.step(after: refusal, interval: interval)
        case .granted(let answer):
            // What `finish` forgets is this very task: it must not be cancelled while it still saves.
            devicePolling = nil
            do throws(SignInFailure) {
                try await finish(answer, byDevice: true)
                return nil
            } catch {
                return .stop(error.reason)
            }
        }
    }

    /// Only of this code: another may have been asked for meanwhile.
    private func endDeviceSignIn(_ code: DeviceCode, _ reason: String) {
        guard deviceSignIn?.userCode == code.userCode else { return }
        deviceSignIn?.progress = .failed(reason)
        devicePolling = nil
    }
}
