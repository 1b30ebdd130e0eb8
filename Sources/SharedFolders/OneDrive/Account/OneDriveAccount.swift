/// One account at OneDrive: who is signed in, and the one way to Graph. Renews its access token for everybody at once,
/// keeps a rotated refresh token durably before anything new is used, and sends nothing at all once Microsoft wants the
/// person to sign in again. Everything the account sends goes through one `RemoteAccount`, so that a pause the service
/// asked for holds sign-in, metadata and files alike.
package actor OneDriveAccount {
    package enum State: Equatable, Sendable {
        case needsSignIn
        /// `name`: the owner of the account's drive, as soon as it is known.
        case connected(name: String?)
        /// What is kept stays; nothing is sent until somebody signs in again.
        case reconnect(reason: String)
    }

    /// Keeps the credential sealed, and returns when it is on the disk. `nil`: forget it.
    package typealias Save = @Sendable (OneDriveCredential?) async throws -> Void

    package nonisolated let settings: OneDriveSettings
    nonisolated let remote: RemoteAccount
    nonisolated let clock: TransferClock
    /// What a person who runs the server may want to know; never a secret.
    nonisolated let report: @Sendable (String) -> Void
    let save: Save

    /// What is saved, or is about to be: see `unsaved`.
    var credential: OneDriveCredential?
    /// True while `credential` is newer than what `save` took.
    var unsaved = false
    /// Saves follow one another, so that an older credential can not overtake a newer one.
    private(set) var saving: Task<Bool, Never>?
    var access: AccessToken?
    /// The refresh under way, which belongs to nobody's task: whoever waits may leave without ending it.
    var renewal: Task<Result<AccessToken, FolderError>, Never>?
    var browserSignIn: BrowserSignIn?
    var deviceSignIn: DeviceSignIn?
    var devicePolling: Task<Void, Never>?
    /// Counts sign-ins, so that what an older one still has under way can not undo a newer one.
    var generation = 0

    package init(
        settings: OneDriveSettings, transfer: CurlTransfer, credential: OneDriveCredential?,
        clock: TransferClock = .system, report: @escaping @Sendable (String) -> Void = { _ in }, save: @escaping Save
    ) {
        self.settings = settings
        self.credential = credential
        self.clock = clock
        self.report = report
        self.save = save
        remote = RemoteAccount(transfer, service: .onedrive, clock: clock)
    }

    package var state: State {
        guard let credential else { return .needsSignIn }
        if let reason = credential.lost { return .reconnect(reason: reason) }
        return .connected(name: credential.name)
    }

    /// The device sign-in that was begun last, with its progress.
    package var currentDeviceSignIn: DeviceSignIn? { deviceSignIn }

    /// Forgets who is signed in, here and on the disk.
    package func signOut() async throws(SignInFailure) {
        forgetSignIns()
        replaceCredential(nil, access: nil)
        guard await saveIfNeeded() else { throw SignInFailure.unsavable }
    }

    func replaceCredential(_ credential: OneDriveCredential?, access: AccessToken?) {
        generation += 1
        self.credential = credential
        self.access = access
        unsaved = true
    }

    /// Ends what runs by itself.
    package func close() {
        forgetSignIns()
    }

    func forgetSignIns() {
        browserSignIn = nil
        devicePolling?.cancel()
        devicePolling = nil
        if deviceSignIn?.progress == .waiting { deviceSignIn = nil }
    }
}

extension OneDriveAccount {
    /// Asks Graph, with a token that is fresh. A 401 is answered by one renewal and one repetition; a second one means
    /// that the account itself is not welcome, and is not repeated.
    func ask(_ request: TransferRequest, _ kind: RequestKind) async throws(RemoteFailure) -> TransferAnswer {
        let begun = generation
        let token = try await folder { () async throws(FolderError) in try await self.token() }
        let answer = try await remote.send(Self.signed(request, token), kind)
        guard answer.status == 401 else { return answer }
        let renewed = try await folder { () async throws(FolderError) in try await self.token(after: token) }
        let second = try await remote.send(Self.signed(request, renewed), kind)
        guard second.status == 401 else { return second }
        guard generation == begun else { throw .folder(Self.replaced) }
        throw .folder(await reject("OneDrive does not accept this account's sign-in any more."))
    }

    /// Graph's access token goes to Graph alone: whatever else is fetched goes through `remote` without it.
    private static func signed(_ request: TransferRequest, _ token: AccessToken) -> TransferRequest {
        var request = request
        request.fields.append(("Authorization", "Bearer \(token.text)"))
        return request
    }

    private func folder<Answer: Sendable>(
        _ body: () async throws(FolderError) -> Answer
    ) async throws(RemoteFailure) -> Answer {
        do { return try await body() } catch { throw .folder(error) }
    }

    /// Nothing more is sent for this account until somebody signs in again; the reason survives a restart.
    func reject(_ reason: String) async -> FolderError {
        access = nil
        if credential?.lost == nil {
            credential?.lost = reason
            unsaved = true
            await saveIfNeeded()
        }
        return .signInNeeded(reason)
    }

    /// True when what is held is also on the disk, with whatever changed while it was being saved.
    @discardableResult
    func saveIfNeeded() async -> Bool {
        while unsaved {
            guard await (saving ?? beginSave()).value else { return false }
        }
        return true
    }

    /// The task itself ends `saving`: whoever waits for it must find that done, in whatever order they go on.
    private func beginSave() -> Task<Bool, Never> {
        let newest = credential
        let task = Task {
            var isSaved = false
            do {
                try await save(newest)
                isSaved = true
            } catch {
                report("The sign-in to OneDrive could not be saved: \(error)")
            }
            saving = nil
            if isSaved && credential == newest { unsaved = false }
            return isSaved
        }
        saving = task
        return task
    }
}
