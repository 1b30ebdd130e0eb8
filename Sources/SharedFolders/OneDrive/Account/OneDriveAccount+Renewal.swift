extension OneDriveAccount {
    /// A fresh access token; `used` is one that was refused. However many ask at once, one request is made.
    func token(after used: AccessToken? = nil) async throws(FolderError) -> AccessToken {
        guard let credential else { throw .signInNeeded("Nobody is signed in to OneDrive.") }
        if let reason = credential.lost { throw .signInNeeded(reason) }
        if let used, access?.text == used.text { access = nil }
        if let access, access.isFresh(at: clock.elapsed()), !unsaved { return access }
        let renewal = self.renewal ?? begin()
        return try await renewal.value.get()
    }

    /// Refreshes a token that was not used for a week, so that an idle ledger does not lose its account after 90 days.
    /// To be called about once a day.
    package func keepAlive() async {
        guard let credential, credential.lost == nil,
            KeepAlive.isDue(refreshedAt: credential.refreshedAt, now: clock.now())
        else { return }
        access = nil
        do throws(FolderError) {
            _ = try await token()
        } catch {
            report("The weekly renewal of the sign-in to OneDrive failed: \(error)")
        }
    }

    private func begin() -> Task<Result<AccessToken, FolderError>, Never> {
        let task = Task {
            let result: Result<AccessToken, FolderError>
            do throws(FolderError) {
                result = .success(try await self.renew())
            } catch {
                result = .failure(error)
            }
            self.renewal = nil
            return result
        }
        renewal = task
        return task
    }

    private func renew() async throws(FolderError) -> AccessToken {
        // What an earlier renewal brought and could not save is worth more than a new one.
        if unsaved {
            guard await saveIfNeeded() else { throw Self.unsavable }
            if let access, access.isFresh(at: clock.elapsed()) { return access }
        }
        guard let held = credential, held.lost == nil else { throw .signInNeeded("Nobody is signed in to OneDrive.") }
        let begun = generation
        switch try await redeem(["grant_type": "refresh_token", "refresh_token": held.refreshToken]) {
        case .granted(let answer):
            guard generation == begun else { throw Self.replaced }
            return try await keep(answer, of: held)
        case .refused(.lost(let reason)):
            guard generation == begun else { throw Self.replaced }
            throw await reject("\(reason).")
        case .refused(.misconfigured(let reason)):
            throw .denied("\(reason).")
        case .refused(.transient(let reason)):
            throw .unreachable(reason)
        case .refused:
            throw .unreachable("The sign-in service gave an answer that makes no sense here.")
        }
    }

    /// The rotated refresh token is on the disk before the access token is used (it may be the only one that works).
    private func keep(_ answer: TokenAnswer, of held: OneDriveCredential) async throws(FolderError) -> AccessToken {
        let renewed = AccessToken(answer, now: clock.elapsed())
        credential?.refreshToken = answer.refreshToken ?? held.refreshToken
        credential?.refreshedAt = clock.now()
        access = renewed
        unsaved = true
        guard await saveIfNeeded() else { throw Self.unsavable }
        return renewed
    }

    enum Redeemed {
        case granted(TokenAnswer)
        case refused(TokenRefusal)
    }

    /// One request to the token endpoint. `grant` may be sent twice when it is repeatable (RFC 6749 section 6: a refresh
    /// token is; a code is not).
    func redeem(
        _ grant: [String: String], _ kind: RequestKind = .repeatableWrite
    ) async throws(FolderError) -> Redeemed {
        let answer = try await form(.token, grant, kind)
        if answer.status == 200 {
            guard let token = TokenAnswer(answer.body) else {
                throw .unreachable("The sign-in service gave an answer that can not be read.")
            }
            return .granted(token)
        }
        return .refused(TokenRefusal(status: answer.status, answer.body))
    }

    func form(
        _ page: OneDriveSettings.LoginPage, _ fields: [String: String], _ kind: RequestKind
    ) async throws(FolderError) -> TransferAnswer {
        guard let clientID = settings.clientID else { throw .denied(SignInFailure.unregistered.reason) }
        let pairs = (fields.sorted { $0.key < $1.key } + [(key: "client_id", value: clientID)])
            .map { "\($0.key)=\(WebAddress.encoded($0.value))" }
        let request = TransferRequest(
            "POST", settings.login(page),
            fields: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
            body: Array(pairs.joined(separator: "&").utf8), bodyLimit: OneDriveLimits.errorPageBytes * 4)
        do throws(RemoteFailure) {
            return try await remote.send(request, kind, isSignIn: true)
        } catch {
            throw error.folderError
        }
    }

    private static let unsavable = FolderError.unreachable(
        "The sign-in to OneDrive could not be saved on this server's disk, so it is not used.")
    static let replaced = FolderError.unreachable("Somebody is signing in to OneDrive at this moment.")
}

extension RemoteFailure {
    /// For requests whose outcome may stay unknown.
    var folderError: FolderError {
        switch self {
        case .folder(let error): error
        case .outcomeUnknown(let reason, let retryAfter): .unreachable(reason, retryAfter: retryAfter)
        }
    }
}
