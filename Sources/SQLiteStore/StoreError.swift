import GRDB

/// Why the store did not do what it was asked. Nothing of what was asked is kept then.
package enum StoreError: Error, Sendable, Equatable {
    /// No room on the disk (507).
    case full
    /// The disk, or the file, did not do its part (503).
    case io(detail: String)
    /// Too many writes are waiting, or another process holds the file (503, ask again).
    case busy
    /// What is there cannot be understood: a sealed value that does not open, a file that SQLite calls corrupt.
    case damaged(detail: String)
    /// The id or the name is in use.
    case taken
    /// What the write refers to is not there, or not any more.
    case missing
    /// The bytes do not continue the segment where it ends.
    case outOfStep
    /// The store was closed.
    case closed
}

extension StoreError {
    /// Translates what SQLite says; our own errors, thrown inside a transaction, pass through.
    init(_ error: any Error) {
        switch error {
        case let own as StoreError: self = own
        case let error as DatabaseError: self = Self.translate(error)
        default: self = .damaged(detail: "\(error)")
        }
    }

    private static func translate(_ error: DatabaseError) -> StoreError {
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID: return .taken
        case .SQLITE_CONSTRAINT_FOREIGNKEY: return .missing
        default: break
        }
        switch error.resultCode {
        case .SQLITE_FULL: return .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy
        case .SQLITE_MISUSE: return .closed
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_NOMEM, .SQLITE_PROTOCOL:
            return .io(detail: describe(error))
        default: return .damaged(detail: describe(error))
        }
    }

    /// Code and SQLite's own words. Never the statement nor its arguments: this reaches the log.
    private static func describe(_ error: DatabaseError) -> String {
        "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
    }

    /// Whether the fault is of one write, so that others in the same transaction may succeed without it.
    var concernsOneWrite: Bool {
        switch self {
        case .taken, .missing, .outOfStep, .damaged: true
        case .full, .io, .busy, .closed: false
        }
    }
}
