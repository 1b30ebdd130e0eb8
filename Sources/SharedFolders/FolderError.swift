/// What can go wrong with a shared folder, by what is to be done about it (SC-ARC-PRV-2: transport apart from meaning).
package enum FolderError: Error, Equatable, Sendable {
    /// Nobody answered, or the drive is not mounted: try again, not before `retryAfter` if the service named a time.
    case unreachable(String, retryAfter: Duration? = nil)
    /// The precondition did not hold: look again and decide anew.
    case changed
    /// No such file or directory.
    case missing
    /// Not allowed; trying again will not help before somebody changes the permissions.
    case denied(String)
    /// The service does not know us any more: no request makes sense before somebody signs in again.
    case signInNeeded(String)
    /// No room left for a write.
    case full
    /// What is there can not be what it should be: a link, a directory for a file, too many bytes.
    case damaged(String)

    /// Says nothing about the file: the same request may well succeed later.
    package var isTransport: Bool {
        if case .unreachable = self { true } else { false }
    }
}
