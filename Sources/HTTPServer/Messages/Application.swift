/// What the server asks of the program behind it. The synchronous questions are answered on an event loop and must
/// not wait for anything; `respond(to:)` may suspend as long as it likes, but must not block a thread: work that
/// does (key derivation, disk) goes through `offLoop`.
package protocol Application: Sendable {
    /// Whether this host name (without port, lower case) is ours; if not, the answer is 421.
    func serves(host: String) -> Bool

    /// Asked when the head is there and a body follows: how long may it be, or why is it not wanted at all?
    func admit(_ head: RequestHead, from peer: PeerAddress, id: RequestID) -> Admission

    /// The answer, if it can be given at once (a static file, the state of health); `nil`: ask `respond(to:)`.
    func respondNow(to request: Request) -> Response?

    func respond(to request: Request) async -> Response

    /// How a refusal by the server reads; `nil`: one line of plain text. `path` is there if the head was understood.
    func response(to problem: WireProblem, path: String?, id: RequestID) -> Response?

    /// Told of every answer once it has been handed to the socket, for the log.
    func finished(_ exchange: Exchange)

    /// Told of trouble that no single request is to blame for, such as running out of descriptors.
    func trouble(_ sentence: String)
}

extension Application {
    package func serves(host: String) -> Bool { true }
    package func admit(_ head: RequestHead, from peer: PeerAddress, id: RequestID) -> Admission {
        .body(limit: 1 << 20)
    }
    package func respondNow(to request: Request) -> Response? { nil }
    package func response(to problem: WireProblem, path: String?, id: RequestID) -> Response? { nil }
    package func finished(_ exchange: Exchange) {}
    package func trouble(_ sentence: String) {}
}

/// What becomes of a request's body.
package enum Admission: Sendable {
    /// Read it, up to so many bytes; more is 413.
    case body(limit: Int)
    /// Answer this without looking at it.
    case refuse(Response)
}

/// One answered request.
package struct Exchange: Sendable {
    package let id: RequestID
    /// Absent if the head was not understood.
    package let head: RequestHead?
    package let peer: PeerAddress
    package let status: Status
    /// The application's own number for what was asked; 0 if it was not asked.
    package let mark: Int
    /// Of the answer's body.
    package let bytes: Int
    /// From the last byte of the request to the answer.
    package let duration: Duration
}
