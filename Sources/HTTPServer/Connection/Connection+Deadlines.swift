extension Connection {
    /// Looks once a second whether the client is still worth waiting for (RFC 9110 §15.5.9).
    mutating func checkDeadlines(_ bench: inout Workbench) {
        let now = bench.clock.seconds
        let limits = bench.limits
        if isBlocked {
            if now &- lastProgress > limits.stalledWriteSeconds { close() }
            return
        }
        let elapsed = now &- since
        switch phase {
        case .handshake:
            let patience = census.isCrowdedAtHandshake ? limits.crowdedHandshakeSeconds : limits.handshakeSeconds
            if elapsed > patience { close() }
        case .idle:
            let patience = census.isCrowded ? limits.crowdedIdleSeconds : limits.idleSeconds
            // What waits for its turn is not idle.
            if elapsed > patience, !hasUnparsed { close() }
        case .head:
            if elapsed > limits.headSeconds { refuse(.tooSlow, &bench) }
        case .body:
            let received = parser.bodyReader?.received ?? 0
            if elapsed > limits.bodySeconds, received < Int(elapsed) * limits.bodyBytesPerSecond {
                refuse(.tooSlow, &bench)
            }
        case .streaming:
            if elapsed >= limits.heartbeatSeconds { writeEvents(Self.heartbeat, &bench) }
        case .draining:
            if elapsed > limits.drainSeconds { close() }
        case .busy, .finishing, .closed: break
        }
    }

    private static let heartbeat = Array(": still here\n\n".utf8)
}

extension WireProblem {
    static var tooSlow: WireProblem {
        WireProblem(.requestTimeout, "request-timeout", "The request did not arrive in time.")
    }
}
