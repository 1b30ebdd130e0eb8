package import FolderFormat
package import LedgerCore
import Synchronization

/// A ledger in memory, and the one place where it changes.
///
/// Writes are accepted one after another, kept by the store together, and answered when they are on the disk: while one
/// commit is under way the next writes gather. Memory runs ahead of the disk meanwhile, so reads wait for the commit:
/// nobody is shown what may not survive. When the disk refuses, what ran ahead is taken back.
package actor OpenLedger {
    package nonisolated let id: LedgerID
    package nonisolated let currency: Currency
    /// What could not be understood when it was opened: file by file, the rest is in use.
    package nonisolated let problems: [FormatProblem]

    nonisolated let disk: LedgerDisk
    nonisolated let world: World
    nonisolated let onChange: @Sendable (_ revision: Int, _ isOwn: Bool) -> Void
    private nonisolated let onUpgrade: @Sendable (LedgerMetadata) async -> Void
    private nonisolated let durable: Atomic<Int>

    var ledger: Ledger
    var segments: OwnSegments
    var authors: Authors
    /// Devices of accounts that were deleted, and whom each was.
    private var departures: [DeviceID: ParticipantID]
    /// In which events are written.
    var schemaVersion: Int
    /// What is known of our segments and authors does not hold any more, and could not be read anew yet.
    var isOutdated = false
    let reckoned: Reckoned

    /// Writers that wait while another one leads a commit. Whoever leads hands over to the first.
    var line: [Waiting] = []
    var isLed = false
    /// Memory holds events that the disk does not have yet.
    var isAhead = false
    var isClosed = false
    private var waitingReads: [(LedgerView) -> Void] = []

    init(
        _ contents: LedgerContents, disk: LedgerDisk, world: World, onChange: @escaping @Sendable (Int, Bool) -> Void,
        onUpgrade: @escaping @Sendable (LedgerMetadata) async -> Void = { _ in }
    ) {
        id = contents.id
        currency = contents.currency
        problems = contents.problems
        ledger = contents.ledger
        segments = contents.segments
        authors = contents.authors
        departures = contents.departures
        schemaVersion = contents.schemaVersion
        durable = Atomic(contents.ledger.revision)
        self.disk = disk
        self.world = world
        reckoned = Reckoned(world)
        self.onChange = onChange
        self.onUpgrade = onUpgrade
    }

    /// The revision of what is on the disk: to be compared with an `ETag` without waiting for anything.
    package nonisolated var revision: Int { durable.load(ordering: .acquiring) }

    /// Looks at the ledger as it is on the disk. `look` should be quick: the ledger waits for it. What takes long is done
    /// with a copy of what `look` returns.
    package func read<Value: Sendable, Failure: Error>(
        _ look: @escaping @Sendable (LedgerView) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if !isAhead { return try look(view) }
        let seen: Result<Value, Failure> = await withCheckedContinuation { continuation in
            waitingReads.append { view in
                continuation.resume(returning: Result { () throws(Failure) in try look(view) })
            }
        }
        return try seen.get()
    }

    var view: LedgerView {
        LedgerView(ledger: ledger, authors: authors, departures: departures, reckoned: reckoned)
    }

    /// The account of these devices is being deleted, which the disk knows by now.
    func note(_ departures: [DeviceID: ParticipantID]) { self.departures.merge(departures) { $1 } }

    /// Memory and disk agree again: readers first, then the next writes.
    func settle() {
        isAhead = false
        durable.store(ledger.revision, ordering: .releasing)
        let reads = waitingReads
        waitingReads = []
        for read in reads { read(view) }
    }

    /// A newer version of the format holds from the next write on.
    package func adopt(_ metadata: LedgerMetadata) async {
        guard metadata.schemaVersion > schemaVersion else { return }
        schemaVersion = metadata.schemaVersion
        await onUpgrade(metadata)
    }

    /// The ledger is removed from this server: what comes late is told that it is not there.
    func close() { isClosed = true }
}
