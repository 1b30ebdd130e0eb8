import Synchronization

/// One account at one WebDAV server: sends with its password, and knows what the server can do. Shared by the folders
/// of all its ledgers, so that a pause or a refused password holds for all of them.
package final class WebDAVConnection: Sendable {
    package let settings: WebDAVSettings
    let clock: TransferClock
    private let account: RemoteAccount
    /// Until when, by the clock's `elapsed`, the password counts as wrong.
    private let refusedUntil = Mutex<Duration?>(nil)
    private let known: Mutex<WebDAVCapabilities?>
    /// Until when, by the clock's `elapsed`, a server that let us try out nothing is not asked again.
    private let unprovenUntil = Mutex<Duration?>(nil)
    private let probing = Mutex<Task<Result<WebDAVCapabilities, FolderError>, Never>?>(nil)

    /// `capabilities`: what an earlier `probe` found; without it, the first that wants to know asks the server.
    package init(
        _ settings: WebDAVSettings, account: RemoteAccount, clock: TransferClock = .system,
        capabilities: WebDAVCapabilities? = nil
    ) {
        self.settings = settings
        self.account = account
        self.clock = clock
        known = Mutex(capabilities)
    }

    /// The folder `path` below the connection's own.
    package func folder(_ path: RelativePath = .folder) -> WebDAVFolder {
        WebDAVFolder(self, path: path)
    }

    /// Asks the server what it can do, by trying it out in a directory of its own that is gone afterwards. Says why it
    /// can not be used: no such folder, a wrong password, no right to write.
    @discardableResult
    package func probe() async throws(FolderError) -> WebDAVCapabilities {
        var probe = WebDAVProbe(self)
        let found = try await probe.run()
        known.withLock { $0 = found }
        return found
    }

    /// Whoever can not write there has nothing to try out, and can read without knowing more. That passes: rights change,
    /// and rooms are cleared.
    func capabilities() async throws(FolderError) -> WebDAVCapabilities {
        if let known = known.withLock({ $0 }) { return known }
        if let end = unprovenUntil.withLock({ $0 }), clock.elapsed() < end { return WebDAVCapabilities() }
        let task = probing.withLock { running in
            let task = running ?? Task { await self.find() }
            running = task
            return task
        }
        let result = await task.value
        probing.withLock { $0 = nil }
        return try result.get()
    }

    private func find() async -> Result<WebDAVCapabilities, FolderError> {
        do throws(FolderError) {
            return .success(try await probe())
        } catch {
            switch error {
            case .denied, .full, .changed:
                unprovenUntil.withLock { $0 = clock.elapsed() + WebDAVLimits.unprovenPause }
                return .success(WebDAVCapabilities())
            default: return .failure(error)
            }
        }
    }
}

extension WebDAVConnection {
    /// Whether the server refused the password, so that nothing is sent for now.
    package var isRefused: Bool {
        refusedUntil.withLock { until in
            guard let end = until else { return false }
            if clock.elapsed() >= end { until = nil }
            return until != nil
        }
    }

    func address(_ path: RelativePath, isDirectory: Bool = false) -> WebAddress {
        let names = path.names + (isDirectory && !path.names.isEmpty ? [""] : [])
        return names.isEmpty ? settings.address : settings.address.appending(names)
    }

    /// An answer of any status but 401, and where it came from: redirects within the server are followed, as the
    /// password goes along. That of a file to the directory of its name is an answer.
    func read(_ request: TransferRequest) async throws(FolderError) -> (answer: TransferAnswer, from: WebAddress) {
        var request = request
        for _ in 0...WebDAVLimits.redirects {
            let answer: TransferAnswer
            do throws(RemoteFailure) {
                answer = try await send(request, .read)
            } catch {
                throw error.folderError
            }
            guard Self.isRedirect(answer) else { return (answer, request.address) }
            guard answer.status != 303, let next = answer.redirect.flatMap(request.address.resolving),
                next.origin == request.address.origin, next != request.address
            else { throw Self.redirected(answer, from: request.address) }
            if request.method == "GET", next.path == request.address.path + "/" { return (answer, request.address) }
            request.address = next
        }
        throw .denied("\(request.address.host) redirects in circles")
    }

    /// An answer of any status but 401. A redirected write may arrive as something else, so none is.
    func write(_ request: TransferRequest, _ kind: RequestKind) async throws(RemoteFailure) -> TransferAnswer {
        let answer = try await send(request, kind)
        if Self.isRedirect(answer) { throw .folder(Self.redirected(answer, from: request.address)) }
        return answer
    }

    private func send(_ request: TransferRequest, _ kind: RequestKind) async throws(RemoteFailure) -> TransferAnswer {
        try checkPassword()
        var request = request
        request.allowsPlainHTTP = settings.address.isAtHome
        request.fields.append(("Accept-Encoding", "identity"))
        if let authorization = settings.authorization { request.fields.append(("Authorization", authorization)) }
        let answer = try await account.send(request, kind)
        if answer.status == 401 { throw .folder(refuse()) }
        return answer
    }

    private static func isRedirect(_ answer: TransferAnswer) -> Bool {
        [301, 302, 303, 307, 308].contains(answer.status)
    }

    private static func redirected(_ answer: TransferAnswer, from address: WebAddress) -> FolderError {
        guard let next = answer.redirect.flatMap(address.resolving) else {
            return .denied("\(address.host) redirects to nowhere")
        }
        guard next.origin != address.origin else {
            return .denied("\(address.host) wants another address than this one")
        }
        return .denied("\(address.host) redirects to \(next.origin): give the address there instead")
    }

    private func checkPassword() throws(RemoteFailure) {
        if isRefused { throw .folder(Self.wrongPassword) }
    }

    private func refuse() -> FolderError {
        refusedUntil.withLock { $0 = clock.elapsed() + WebDAVLimits.refusalPause }
        return Self.wrongPassword
    }

    private static var wrongPassword: FolderError {
        .signInNeeded("the server refuses this user name and password")
    }
}
