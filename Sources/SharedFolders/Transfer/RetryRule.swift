/// What the outcome of a request means for trying again, and how long to wait first (SC-ARC-PRV-2). Pure.
package struct RetryRule: Sendable {
    package enum Meaning: Equatable, Sendable {
        /// Final: what it says is the caller's affair.
        case answer
        /// Not done: the service wants to be left alone by the whole account.
        case busy
        /// Not done: somebody holds a lock on this one file.
        case locked
        /// The service failed: done or not, nobody knows.
        case failed
    }

    /// Sendings of one request.
    package let attempts: Int
    /// No attempt begins later than this after the first: who waits for a sync gets an answer within 30 s.
    package let patience: Duration
    let firstWait: Duration
    let longestWait: Duration

    /// What a service may ask for: below a second is a slip, above an hour is beyond any use.
    static let askable = Duration.seconds(1)...Duration.seconds(3600)
    /// For a lock, in seconds: as long as an Office document takes to be saved.
    static let lockSeconds = 5.0...30.0

    package init(
        attempts: Int = 4, patience: Duration = .seconds(15), firstWait: Duration = .seconds(2),
        longestWait: Duration = .seconds(300)
    ) {
        self.attempts = attempts
        self.patience = patience
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    package func meaning(of status: Int) -> Meaning {
        switch status {
        // 509 is how SharePoint says that the bandwidth is used up.
        case 425, 429, 503, 509: .busy
        case 423: .locked
        case 408, 500, 502, 504: .failed
        // Not implemented, no room, loops and gateways that want a sign-in stay as they are, however often one asks.
        case 501, 505, 506, 507, 508, 510, 511: .answer
        case 512...599: .failed
        default: .answer
        }
    }

    /// Exponential with full jitter: somewhere between nothing and 2 s, 4 s, 8 s … 5 min. `failures` counts from 1.
    package func backoff(after failures: Int, chance: Double) -> Duration {
        // Far beyond the longest wait, and far from overflowing.
        let doublings = min(max(1, failures), 16) - 1
        return min(longestWait, firstWait * (1 << doublings)) * chance
    }

    package func lockWait(chance: Double) -> Duration {
        .seconds(Self.lockSeconds.lowerBound + (Self.lockSeconds.upperBound - Self.lockSeconds.lowerBound) * chance)
    }

    /// How long the answer asks to be left alone: `Retry-After` as seconds or as a date (RFC 9110 10.2.3), clipped to
    /// what is askable; `nil` when it does not say, or says nonsense. A date is compared with the service's own clock if
    /// the answer tells it, else with ours (`now`, milliseconds since 1970).
    package func askedWait(_ answer: TransferAnswer, now: Int64) -> Duration? {
        guard let text = answer["retry-after"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return Self.clip(Int64(text) ?? .max)
        }
        let here = now / 1000
        guard let then = HTTPDate.seconds(text, now: here) else { return nil }
        return Self.clip(then - (answer["date"].flatMap { HTTPDate.seconds($0, now: here) } ?? here))
    }

    private static func clip(_ seconds: Int64) -> Duration {
        min(askable.upperBound, max(askable.lowerBound, .seconds(min(seconds, 1_000_000))))
    }
}
