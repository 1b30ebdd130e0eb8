import FolderFormat

/// Every limit of this module, with its reason.
enum SyncLimits {
    /// Writes gather this long before they are pushed: SC-FR-SYN-1 allows ten seconds, people write in bursts.
    static let pushDelay: Duration = .milliseconds(1_500)

    /// Between two pulls while somebody looks (SC-FR-SYN-1; SRS Q2: freshness against requests) …
    static let watchedPull: ClosedRange<Duration> = .seconds(30)...(.seconds(60))
    /// … and while nobody does. Drawn anew each time, so that homes and ledgers do not march in step.
    static let idlePull: ClosedRange<Duration> = .seconds(270)...(.seconds(330))
    /// How long after a client's last request somebody counts as looking.
    static let watching: Duration = .seconds(120)
    /// A client that appears gets a pull at once, unless the last one is younger than this.
    static let freshness: Duration = .seconds(15)
    /// A client that asks again within this is no news.
    static let clientNews: Duration = .seconds(10)
    /// Spread of the first pulls after a start.
    static let firstPull: ClosedRange<Duration> = .zero...(.seconds(2))

    /// After a failure: this long, doubled with each further one, up to the pull period. With writes waiting it never
    /// takes longer than `eagerRetry`: the folder may be back.
    static let firstRetry: Duration = .seconds(5)
    static let eagerRetry: Duration = .seconds(30)

    /// How long, in milliseconds, tags of directories are believed before everything is looked at once more …
    static let trust: Int64 = 3_600_000
    /// … and, where there are none, how long news of others is taken in without another look at `ledger.json`.
    static let metadataTrust: Int64 = 60_000

    /// How long, in milliseconds, a file of ours that a copy of this server left cut is left to that one.
    static let patience: Int64 = 3_600_000

    /// Files that are fetched at the same time: what services allow one account, and enough to hide their delays.
    static let parallelFetches = 4
    /// `POST …/sync` ends within 30 s, whatever the folder does.
    static let answer: Duration = .seconds(25)

    /// A segment closes at 1 MiB (SC-ARC-LOG-5), but other apps may draw the line elsewhere, and one event may be long.
    static let segmentBytes = 16 << 20
    /// Plaintext that is stored and folded together: bounds memory, and keeps a first pull from folding again per file.
    static let batchBytes = 4 << 20
    /// Problems kept per ledger: a folder full of rubbish must not fill the memory.
    static let problems = SegmentContents.mostProblems
    /// Rounds of one run: a second one when a log of ours had to be left, a third when its successor was taken as well.
    static let rounds = 4
    /// Files and directories that may fail to answer before a run gives up: each costs its time-out.
    static let setbacks = 3
    /// Attempts at one upload when the file in the folder changes under us.
    static let uploadAttempts = 3
}
