/// Every limit of a transfer, with its reason.
package enum TransferLimits {
    /// Of one exchange that carries no file: services answer within seconds, or not at all.
    package static let metadataDeadline = Duration.seconds(120)
    /// Of one exchange that carries a file: 1 MiB takes this long at 28 kbit/s.
    package static let contentDeadline = Duration.seconds(300)
    /// The longest answer that is kept: a page of a listing has some hundred entries of about 2 KiB.
    package static let answerBytes = 16 << 20
    /// All header lines of one exchange together, interim answers and trailers included. Services send some 2 KiB.
    static let headerBytes = 64 << 10
    static let headerLines = 256
    /// Taken from a socket at once; libcurl's 16 KiB mean four times as many calls for a segment.
    static let receiveBytes = 64 << 10
    /// Signed download addresses have some 2 KiB.
    static let addressBytes = 16 << 10
    /// For the name, the connection and TLS. libcurl would wait five minutes.
    static let connectTimeout = Duration.seconds(15)
    /// Fewer bytes per second than this for this long is a stall. OneDrive has been seen to stall for a minute and recover.
    static let stalledBytesPerSecond = 1
    static let stalledSeconds = 60
    /// Connections to one host; several accounts may share it. Further requests wait for one.
    static let connectionsPerHost = 8
    static let connections = 32
    /// An idle connection older than this is not used again: balancers cut them, some after a minute.
    static let idleConnectionSeconds = 55
    /// No connection is kept longer than this, so that a host that moved is found.
    static let connectionLifetimeSeconds = 600
    /// With nothing under way the thread only waits to be woken.
    static let idleMilliseconds: Int32 = 600_000
    /// Requests of one account at once: more makes services ask for a pause sooner, not answer faster.
    static let requestsPerAccount = 4
    /// Beside those, for renewing a sign-in: four slow files could hold it up for minutes. It goes to another host.
    static let reservedRequests = 1
}
