package import FolderFormat
package import LedgerCore

/// How a ledger and its folder stand to each other (SC-FR-SYN-3), in the words of the API.
package enum SyncState: String, Sendable {
    /// Everything is here and there.
    case inSync
    /// Something is under way, or about to be.
    case syncing
    /// The folder does not answer; we go on trying.
    case offline
    /// Somebody has to do something: see the problem's remedy.
    case error
    /// There is no folder.
    case local
}

/// What stands in the way, for a person.
package struct SyncProblem: Equatable, Sendable {
    /// Stable, kebab-case.
    package let code: String
    /// What happened, in one sentence.
    package let detail: String
    /// What to do about it, in one sentence.
    package let remedy: String
    package let since: Instant
}

/// How far a pull has come: for the long first one.
package struct SyncProgress: Equatable, Sendable {
    package private(set) var segmentsDone = 0
    package let segments: Int
    package private(set) var bytesDone = 0
    package let bytes: Int

    init(_ fetches: [SyncPlan.Fetch]) {
        segments = fetches.count
        bytes = fetches.reduce(0) { $0 + $1.segment.size }
    }

    mutating func note(_ fetch: SyncPlan.Fetch) {
        segmentsDone += 1
        bytesDone += fetch.segment.size
    }
}

package struct SyncStatus: Equatable, Sendable {
    package let state: SyncState
    package let lastSyncedAt: Instant?
    /// Events of this server that are not confirmed in the folder yet.
    package let pendingEvents: Int
    package let problem: SyncProblem?
    /// What is wrong with single files; everything else is in use.
    package let problems: [FormatProblem]
    /// While files are being taken in.
    package var progress: SyncProgress?

    package static let local = SyncStatus(
        state: .local, lastSyncedAt: nil, pendingEvents: 0, problem: nil, problems: [])
}

extension SyncStatus {
    /// Of a ledger that is kept here and can not be read, so that it is not synced either.
    package static func unreadable(_ detail: String, isShared: Bool, since: Instant) -> SyncStatus {
        let safe = isShared ? " What its shared folder holds is safe there." : ""
        let problem = SyncProblem(
            code: "ledger-unreadable", detail: detail,
            remedy:
                "Put back a copy of the server's data directory; its log says why.\(safe) Other ledgers work on. To be "
                + "rid of it, remove it here, then join it anew if it is shared.",
            since: since)
        return SyncStatus(state: .error, lastSyncedAt: nil, pendingEvents: 0, problem: problem, problems: [])
    }
}

/// What `POST …/sync` answers.
package struct SyncAnswer: Equatable, Sendable {
    package let state: SyncState
    package let pulled: SyncCount
    package let pushed: SyncCount
    package let problem: SyncProblem?

    package static let local = SyncAnswer(state: .local, pulled: SyncCount(), pushed: SyncCount(), problem: nil)
}

package struct SyncCount: Equatable, Sendable {
    package var segments = 0
    package var events = 0

    package init(segments: Int = 0, events: Int = 0) {
        self.segments = segments
        self.events = events
    }
}
