import SQLiteStore

/// The disk or the file did not do its part: nothing of what was asked was kept, and asking again may help.
package enum Unavailable: Error, Hashable, Sendable {
    case diskFull
    case busy
    /// An I/O error, or a file that another process holds. `detail` is for the log.
    case disk(detail: String)
    /// What is there can not be understood. `detail` is for the log.
    case damaged(detail: String)
    case closing

    package var code: String {
        switch self {
        case .diskFull: "disk-full"
        case .busy: "busy"
        case .disk: "disk-failed"
        case .damaged: "store-damaged"
        case .closing: "closing"
        }
    }

    /// 507 when there is no room (RFC 4918 §11.5), else 503.
    package var status: Int { self == .diskFull ? 507 : 503 }

    package var retryAfterSeconds: Int {
        switch self {
        case .busy, .closing: 1
        case .diskFull, .disk, .damaged: 30
        }
    }

    package var message: String {
        switch self {
        case .diskFull: "The server's disk is full, so nothing was kept. Make room on it and try again."
        case .busy: "The server has too much to do at once, so nothing was kept. Try again in a moment."
        case .disk: "The server's disk did not take it, so nothing was kept. Try again, and look at the server's log."
        case .damaged: "The server can not read what it kept. Its log says which part is damaged."
        case .closing: "The server is stopping. Try again when it is back."
        }
    }

    init(_ error: StoreError) {
        self =
            switch error {
            case .full: .diskFull
            case .io(let detail): .disk(detail: detail)
            case .busy: .busy
            case .damaged(let detail): .damaged(detail: detail)
            case .closed: .closing
            case .taken, .missing, .outOfStep: .damaged(detail: "the store answered \(error)")
            }
    }
}

/// Asks the store for something that it can only fail to do for the disk's sake.
func kept<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as StoreError { throw Unavailable(error) }
}

func kept<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
) async throws -> Value {
    do { return try await work() } catch let error as StoreError { throw Unavailable(error) }
}
