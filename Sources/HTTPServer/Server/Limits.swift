/// Every limit of the server, with its reason. All of them are variables so that tests can be quick.
package struct Limits: Sendable {
    // MARK: Bytes

    /// The request line. RFC 9112 §3 recommends to support at least 8,000.
    package var requestLineBytes = 8_192
    /// All fields of a head together, and all trailers of a body. Cookies and bearer tokens need a fraction of it.
    package var fieldBytes = 16_384
    /// Fields of a head. A browser sends about twenty; lookups are linear.
    package var fieldCount = 128
    /// Extensions of all chunks of one body together; nobody uses them, some attack with them.
    package var chunkExtensionBytes = 4_096
    /// Bodies that are being received or answered, in the whole server: more would be an attack on our memory.
    /// The largest that the application ever admits has room, beside others: else it would be told for ever to come back.
    package var bodyBytes = 640 << 20
    /// What is set aside of that for a body whose length is not told.
    package var chunkedBodyBytes = 1 << 20
    /// What is read and dropped of a refused body so that the connection can be kept.
    package var discardedBodyBytes = 65_536
    /// What is read and dropped after the last answer so that a client still sending gets to read it.
    package var drainedBytes = 268_435_456
    /// What one loop reads at a time, and collects of answers before it sends.
    package var readBytes = 65_536
    package var batchBytes = 262_144
    /// A body up to this is copied behind its head into one send; a longer one is sent from where it is.
    package var copiedBodyBytes = 16_384
    /// Of an answer, what waits in the kernel for a client that does not take it. Without a bound two thousand clients that read
    /// slowly on purpose held a gigabyte there.
    package var unsentBytes: CInt = 65_536
    /// Events that wait for a client that does not read. Enough for a phone in a lift, not for one that left.
    package var waitingEventBytes = 65_536

    // MARK: Counts

    /// Waiting connections in the kernel: a burst of new ones must not be refused.
    package var backlog: Int32 = 4_096
    /// Requests of one connection answered before the others get their turn.
    package var requestsPerTurn = 32
    /// Handshakes under way at once; each takes some 30 KB before anybody has said who they are.
    package var handshakes = 1_024
    /// Connections let in before the others get their turn.
    package var acceptsPerTurn = 256
    /// Descriptors left for files, the store and outgoing connections.
    package var reservedDescriptors = 256
    /// The descriptor limit that is asked for; the hard limit may allow less.
    package var descriptors = 65_536

    // MARK: Seconds

    /// For agreeing on TLS: three messages, of which the client sends two.
    package var handshakeSeconds: UInt32 = 10
    /// The same, once a quarter of `handshakes` are under way: those that hold them up make room for others.
    package var crowdedHandshakeSeconds: UInt32 = 2
    /// From a head's first byte to its last: whoever sends slower is not a browser.
    package var headSeconds: UInt32 = 15
    /// From the end of the head to the last byte of the body, unless it comes at `bodyBytesPerSecond`.
    package var bodySeconds: UInt32 = 25
    package var bodyBytesPerSecond = 40_960
    /// Without any byte being taken by a client that has an answer coming.
    package var stalledWriteSeconds: UInt32 = 30
    /// Between requests. Long enough that a phone's next tap finds the connection.
    package var idleSeconds: UInt32 = 120
    /// The same, once three quarters of the descriptors are taken.
    package var crowdedIdleSeconds: UInt32 = 5
    /// For reading on after the last answer.
    package var drainSeconds: UInt32 = 10
    /// Between comments on a quiet event stream; proxies give up after 30 to 60.
    package var heartbeatSeconds: UInt32 = 20

    // MARK: Parts of a second

    /// In nanoseconds, how long a loop asks for more without sleeping after a handler's answer: whoever waited for it
    /// mostly goes on at once, and the processor would take longer to fall asleep and wake up.
    package var spinNanoseconds: UInt64 = 120_000
    /// In milliseconds, how long a loop that just worked waits for more before it goes back to Dispatch: a client's next
    /// request mostly comes at once, and then a wake-up is saved.
    package var lingerMilliseconds: Int32 = 1
    /// In milliseconds, how long no connection is accepted after the descriptors ran out.
    package var acceptPauseMilliseconds = 100

    package init() {}
}
