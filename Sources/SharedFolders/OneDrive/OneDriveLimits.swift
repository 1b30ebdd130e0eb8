/// Every limit of the OneDrive provider, with its reason.
package enum OneDriveLimits {
    /// What the service gives at once anyway; its engineers advise against more.
    static let listedPage = 200
    /// One page of a listing, or any other answer in JSON.
    static let answerBytes = 16 << 20
    /// An error page of a download host, at least; a file may be longer.
    static let errorPageBytes = 64 << 10
    /// A listing that is begun anew this often (410 on a page's link) is given up.
    static let listingRestarts = 2
    /// Pages of one listing; fewer entries on a page than were asked for are normal, pages without end are not.
    static let listedPages = 2000
    /// An item that exists is not found about once in a hundred requests, one just made for seconds: how long to wait
    /// before each further look.
    static let secondLooks: [Duration] = [.milliseconds(250), .seconds(1), .seconds(2)]
    /// A folder just made refuses what goes into it for a while.
    static let newFolderWaits: [Duration] = [
        .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8),
    ]
    /// How long a folder counts as just made: its path may be unknown to the service for a minute and a half.
    static let newFolderAge: Duration = .seconds(120)
    /// Writes of one file, when the service refuses them without a reason that a look would show.
    static let writeAttempts = 5
    /// Deletions of one item that is there and not found by turns.
    static let deleteAttempts = 3
    /// Downloads of one file whose bytes are not what its metadata promise.
    static let readAttempts = 3
    /// Wait before a write or a read is tried anew, doubled each time, with jitter.
    static let firstPause: Duration = .milliseconds(200)

    /// An access token is renewed this long before it ends.
    static let tokenLead: Duration = .seconds(300)
    /// When the service does not say how long an access token lives (RFC 6749 section 5.1 leaves it open).
    static let tokenLife = 3600
    /// An idle account refreshes once a week: a refresh token that is unused for 90 days is worth nothing.
    static let keepAliveMilliseconds: Int64 = 7 * 24 * 3_600_000
    /// A browser sign-in that takes longer than this was given up; its code lives for ten minutes.
    static let browserSignIn: Duration = .seconds(3600)
    /// RFC 8628 section 3.2: when the answer names no interval.
    static let devicePoll = 5
    /// RFC 8628 section 3.5, `slow_down`: this many seconds more, for good.
    static let devicePollStep = 5
    /// What can be pasted: an address with a code in it is a few thousand characters long.
    static let pastedBytes = 16 << 10
    /// A share link is at most this long.
    static let shareLinkBytes = 2048
}
