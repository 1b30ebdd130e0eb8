/// Why somebody could not be signed in to OneDrive, by what is to be done about it. Never holds a code or a token.
package enum SignInFailure: Error, Equatable, Sendable {
    /// This server has no registration at Microsoft.
    case unregistered
    /// What was pasted is not the address the browser ended at, or belongs to another sign-in.
    case badAnswer(String)
    /// The person, or the service for good, said no.
    case refused(String)
    /// Nobody answered, or the tokens could not be kept: try again, not before `retryAfter`.
    case unreachable(String, retryAfter: Duration? = nil)

    static let unsavable = SignInFailure.unreachable("The sign-in could not be saved on this server's disk.")

    static let overtaken = SignInFailure.refused("Meanwhile somebody signed out or in at this connection. Begin again.")

    package var reason: String {
        switch self {
        case .unregistered:
            "This server is not registered at Microsoft yet. Set SPLITCLONE_ONEDRIVE_CLIENT_ID to the id of a "
                + "registration; docs/onedrive.md says how to get one in a few minutes."
        case .badAnswer(let reason), .refused(let reason), .unreachable(let reason, _): reason
        }
    }

    init(_ error: FolderError) {
        self =
            switch error {
            case .unreachable(let reason, let retryAfter): .unreachable(reason, retryAfter: retryAfter)
            case .denied(let reason), .damaged(let reason), .signInNeeded(let reason): .refused(reason)
            case .changed, .missing, .full: .refused("OneDrive refused the sign-in.")
            }
    }
}
