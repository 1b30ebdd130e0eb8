/// Every limit of what a WebDAV server may say, with its reason.
enum WebDAVLimits {
    /// A listing of this many bytes has some 20,000 entries.
    static let multistatusBytes = 16 << 20
    /// Ours are seven deep; properties that nobody asked for may hold a little more.
    static let elementDepth = 32
    /// A percent-encoded path of the longest names and deepest folders that we use.
    static let textBytes = 32 << 10
    /// Of an answer that says why there is no file.
    static let refusalBytes = 64 << 10
    /// Same-origin redirects that a read follows.
    static let redirects = 3
    /// After a refused password nothing is sent for so long: Nextcloud slows everybody at this address down after a few
    /// wrong ones, and forgets them within half a day.
    static let refusalPause = Duration.seconds(6 * 3600)
    /// A server that let us try out nothing is asked again after this: some twenty requests.
    static let unprovenPause = Duration.seconds(600)
    /// Apache calls a tag weak, and so unfit for `If-Match`, during the first second after a write.
    static let weakTagWait = Duration.milliseconds(1_200)
    /// Looks at a file that is being written, before it counts as busy.
    static let readAttempts = 5
    /// Rounds of writing two contents within one second, to see whether the tag tells them apart.
    static let probeRounds = 4
}
