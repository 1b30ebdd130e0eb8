/// A request that is refused by the server itself, before or instead of the application. It always ends the connection
/// where what follows could not be told apart from the request (RFC 9112 §11.2).
package struct WireProblem: Error, Sendable, Equatable {
    package let status: Status
    /// Stable, kebab-case.
    package let code: String
    /// One sentence for a person.
    package let detail: String
    /// When it may be otherwise.
    package let retryAfterSeconds: Int?

    init(_ status: Status, _ code: String, _ detail: String, retryAfterSeconds: Int? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.retryAfterSeconds = retryAfterSeconds
    }

    static func malformed(_ detail: String) -> WireProblem { WireProblem(400, "malformed-request", detail) }
}
