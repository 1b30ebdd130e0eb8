/// Why a request to an account has no answer for the caller.
package enum RemoteFailure: Error, Equatable, Sendable {
    case folder(FolderError)
    /// A write that may have been carried out: read back what is there before doing anything else.
    case outcomeUnknown(String, retryAfter: Duration?)
}

/// May the same request be sent again when nobody knows what became of the first?
package enum RequestKind: Sendable {
    case read
    case write
    /// A write that leaves the same when it is done twice.
    case repeatableWrite
}
