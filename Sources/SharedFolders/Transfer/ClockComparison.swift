/// Our clock beside that of a service, which is right: sign-ins and certificates depend on it.
package enum ClockComparison {
    /// Seconds by which our clock is ahead; `nil` when nobody answers or the answer has no date (RFC 9110 6.6.1). Asks
    /// as a stranger, without any credential.
    package static func lead(
        over address: WebAddress, through transfer: CurlTransfer, clock: TransferClock = .system
    ) async throws(TransferFailure) -> Int64? {
        var request = TransferRequest("HEAD", address, deadline: TransferLimits.metadataDeadline)
        request.allowsPlainHTTP = true
        let sent = clock.now() / 1000
        let answer = try await transfer.send(request)
        let received = clock.now() / 1000
        guard let theirs = answer["date"].flatMap({ HTTPDate.seconds($0, now: received) }) else { return nil }
        // Whatever lies between asking and the answer's arrival is no difference.
        return theirs < sent ? sent - theirs : theirs > received ? received - theirs : 0
    }
}
