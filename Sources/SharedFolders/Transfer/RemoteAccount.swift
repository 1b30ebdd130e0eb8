/// One account at a service: at most four of its requests at once (and one for a sign-in), a pause that holds all of them,
/// and bounded repeats.
///
/// What is transport (no connection, a broken one, 429, 5xx) is repeated while the time allows, then thrown; every other
/// answer is the caller's affair (SC-ARC-PRV-2).
package actor RemoteAccount {
    typealias Exchange = @Sendable (TransferRequest) async throws(TransferFailure) -> TransferAnswer

    private let exchange: Exchange
    private let service: TransferReport.Provider
    private let report: @Sendable (TransferReport) -> Void
    private let clock: TransferClock
    private let rule: RetryRule
    private let places = RequestPlaces(TransferLimits.requestsPerAccount)
    /// What everything else waits for must not wait behind slow files.
    private let reserve = RequestPlaces(TransferLimits.reservedRequests)
    /// By the clock's `elapsed`.
    private var pausedUntil: Duration
    private var pauseReason = ""
    /// Pauses in a row without one answer between them.
    private var pauses = 0

    package init(
        _ transfer: CurlTransfer, service: TransferReport.Provider = .webdav, clock: TransferClock = .system,
        rule: RetryRule = RetryRule()
    ) {
        self.init(service: service, clock: clock, rule: rule, report: transfer.report) {
            request throws(TransferFailure) in try await transfer.send(request)
        }
    }

    init(
        service: TransferReport.Provider = .webdav, clock: TransferClock, rule: RetryRule,
        report: @escaping @Sendable (TransferReport) -> Void = { _ in }, exchange: @escaping Exchange
    ) {
        self.exchange = exchange
        self.service = service
        self.report = report
        self.clock = clock
        self.rule = rule
        pausedUntil = clock.elapsed()
    }

    /// `isSignIn`: has a place of its own, for whoever holds one of the others may wait for this very answer.
    package func send(
        _ request: TransferRequest, _ kind: RequestKind, isSignIn: Bool = false
    ) async throws(RemoteFailure) -> TransferAnswer {
        let places = isSignIn ? reserve : places
        let latest = clock.elapsed() + rule.patience
        var attempt = 1
        while true {
            let outcome = try await sendOnce(request, in: places, isRetry: attempt > 1, notAfter: latest)
            let backoff = rule.backoff(after: attempt, chance: clock.chance())
            let wait: Duration
            let asked: Duration?
            let reason: String
            switch outcome {
            case .answer(let answer): return answer
            case .useless(let error, let unknown):
                guard kind == .write, let unknown else { throw .folder(error) }
                throw .outcomeUnknown(unknown, retryAfter: nil)
            case .notDone(let why, let named, let usual):
                (reason, asked, wait) = (why, named, named ?? usual ?? backoff)
            case .unknown(let why):
                (reason, asked, wait) = (why, pauseLeft, pauseLeft ?? backoff)
                if kind == .write { throw .outcomeUnknown(why, retryAfter: asked) }
            }
            guard attempt < rule.attempts else { throw .folder(.unreachable(reason, retryAfter: asked)) }
            try await sleep(wait, reason, asked: asked, notAfter: latest)
            attempt += 1
        }
    }
}

extension RemoteAccount {
    private enum Outcome {
        case answer(TransferAnswer)
        /// Not carried out; to be repeated when the service asked for it, else after its usual time, or after a backoff.
        case notDone(String, asked: Duration? = nil, usual: Duration? = nil)
        /// Carried out or not.
        case unknown(String)
        /// Repeating does not help. `unknown`: why a write may have been carried out.
        case useless(FolderError, unknown: String? = nil)
    }

    private func sendOnce(
        _ request: TransferRequest, in places: RequestPlaces, isRetry: Bool, notAfter latest: Duration
    ) async throws(RemoteFailure) -> Outcome {
        try await enter(places, notAfter: latest)
        let sentAt = clock.elapsed()
        let outcome: Result<TransferAnswer, TransferFailure>
        do throws(TransferFailure) {
            outcome = .success(try await exchange(request))
        } catch {
            outcome = .failure(error)
        }
        places.leave()
        let status = try? outcome.get().status
        tell(status.map { .answered(status: $0) } ?? .failed, isRetry: isRetry)
        switch outcome {
        case .success(let answer): return judge(answer, from: request.address.host, sentAt: sentAt)
        case .failure(let failure): return Self.judge(failure)
        }
    }

    /// Waits for a place and for the end of the pause. While the service wants to be left alone, nothing is sent.
    private func enter(_ places: RequestPlaces, notAfter latest: Duration) async throws(RemoteFailure) {
        while true {
            if let left = pauseLeft { try await sleep(left, pauseReason, asked: left, notAfter: latest) }
            guard await places.enter() else { throw .folder(.unreachable("cancelled")) }
            if pauseLeft == nil { return }
            places.leave()
        }
    }

    private var pauseLeft: Duration? {
        let left = pausedUntil - clock.elapsed()
        return left > .zero ? left : nil
    }

    private func judge(_ answer: TransferAnswer, from host: String, sentAt: Duration) -> Outcome {
        let reason = "\(host) answered with status \(answer.status)"
        let asked = rule.askedWait(answer, now: clock.now())
        switch rule.meaning(of: answer.status) {
        case .answer:
            pauses = 0
            return .answer(answer)
        case .busy:
            pause(asked, sentAt: sentAt, reason)
            return .notDone(reason, asked: pauseLeft, usual: .zero)
        case .locked:
            return .notDone(reason, asked: asked, usual: rule.lockWait(chance: clock.chance()))
        case .failed:
            if asked != nil { pause(asked, sentAt: sentAt, reason) }
            return .unknown(reason)
        }
    }

    /// Requests that were under way together and all came back busy are one reason to wait longer, not several.
    private func pause(_ asked: Duration?, sentAt: Duration, _ reason: String) {
        if sentAt >= pausedUntil { pauses += 1 }
        let wait = asked ?? rule.backoff(after: pauses, chance: clock.chance())
        pausedUntil = max(pausedUntil, clock.elapsed() + wait)
        pauseReason = reason
        tell(.paused)
    }

    private func tell(_ outcome: TransferReport.Outcome, isRetry: Bool = false) {
        report(TransferReport(service: service, outcome: outcome, isRetry: isRetry))
    }

    private static func judge(_ failure: TransferFailure) -> Outcome {
        switch failure {
        case .unresolved(let reason), .unconnected(let reason): .notDone(reason)
        case .timedOut(let reason), .cut(let reason): .unknown(reason)
        case .badRequest(let reason): .useless(.denied(reason))
        case .insecure(let reason): .useless(.unreachable(reason))
        case .tooLong(let reason): .useless(.damaged(reason), unknown: reason)
        case .cancelled: .useless(.unreachable("cancelled"), unknown: "cancelled")
        }
    }

    /// A wait that would end too late is not begun: the caller learns how long it would have been, if the service asked
    /// for it. A time of our own holds nobody back who has reason to try again at once.
    private func sleep(
        _ wait: Duration, _ reason: String, asked: Duration?, notAfter latest: Duration
    ) async throws(RemoteFailure) {
        guard clock.elapsed() + wait <= latest else { throw .folder(.unreachable(reason, retryAfter: asked)) }
        do {
            try await clock.sleep(wait)
        } catch {
            throw .folder(.unreachable("cancelled"))
        }
    }
}
