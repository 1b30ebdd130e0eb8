import Bookkeeping
import HTTPServer
import LedgerCore
import LedgerSync
import SQLiteStore
import SharedFolders
import Synchronization
import WebAPI

/// Counts what the parts of the program report, and writes it down for Prometheus together with how everything stands.
/// It holds no name: ledgers go by the number under which they are kept.
final class Metrics: Sendable {
    private let server = Mutex<Server?>(nil)

    private let commitSizes = Histogram(Histogram.sizes, of: .count)
    private let commitDurations = Histogram(Histogram.durations, of: .nanoseconds)
    private let failedCommits = Atomic<Int>(0)

    private let syncRuns = Mutex<[SyncReport.Outcome: Int]>([:])
    private let syncDurations = Histogram(Histogram.durations, of: .nanoseconds)
    private let pulledEvents = Atomic<Int>(0)
    private let pushedEvents = Atomic<Int>(0)

    private let transfers = Mutex(Transfers())

    /// Services answer in milliseconds: here a lock costs nothing.
    private struct Transfers {
        var requests: [Key: Int] = [:]
        var retries: [TransferReport.Provider: Int] = [:]
        var pauses: [TransferReport.Provider: Int] = [:]

        struct Key: Hashable {
            let service: TransferReport.Provider
            /// `404`, or `none` when there was no answer.
            let status: String
        }
    }

    /// From now on its load is told too.
    func watch(_ server: Server) { self.server.withLock { $0 = server } }
}

// MARK: - Counting

extension Metrics {
    func note(_ commit: CommitReport) {
        commitDurations.note(commit.duration)
        if commit.isKept {
            commitSizes.note(commit.writes)
        } else {
            failedCommits.add(1, ordering: .relaxed)
        }
    }

    func note(_ run: SyncReport) {
        syncRuns.withLock { $0[run.outcome, default: 0] += 1 }
        syncDurations.note(run.duration)
        pulledEvents.add(run.pulled.events, ordering: .relaxed)
        pushedEvents.add(run.pushed.events, ordering: .relaxed)
    }

    func note(_ transfer: TransferReport) {
        transfers.withLock { transfers in
            if transfer.isRetry { transfers.retries[transfer.service, default: 0] += 1 }
            switch transfer.outcome {
            case .answered(let status):
                transfers.requests[.init(service: transfer.service, status: "\(status)"), default: 0] += 1
            case .failed: transfers.requests[.init(service: transfer.service, status: "none"), default: 0] += 1
            case .paused: transfers.pauses[transfer.service, default: 0] += 1
            }
        }
    }
}

// MARK: - Telling

extension Metrics {
    /// - Parameter backups: `nil`: nobody asked for any.
    func teller(of books: Books, _ backups: ServerBackups?) -> @Sendable () async -> MetricsText {
        { [self] in
            var text = await text(of: books)
            if let standing = try? backups?.standing() { Self.write(standing, to: &text) }
            return text
        }
    }

    private static func write(_ backups: BackupStanding, to text: inout MetricsText) {
        let now = Machine.world.now()
        text.family("splitclone_backup_age_seconds", .gauge, "Since the newest proven backup of the server.") {
            guard let newest = backups.newest else { return }
            $0.add(Double(max(0, now.milliseconds - newest.milliseconds)) / 1000)
        }
        text.gauge(
            "splitclone_backup_overdue", "1 when twice the time between two has gone by, or none could be made.",
            backups.isOverdue ? 1 : 0)
    }

    /// Everything but the requests, which `WebAPI` counts.
    private func text(of books: Books) async -> MetricsText {
        var text = MetricsText()
        text.family("splitclone_build_info", .gauge, "Always 1; the version is in the label.") {
            $0.add(1, ["version": Version.text])
        }
        ProcessFigures()?.write(to: &text)
        if let load = server.withLock({ $0?.load }) { Self.write(load, to: &text) }
        text.gauge("splitclone_event_streams", "Open event streams.", books.feed.listenerCount)
        writeStore(to: &text)
        writeSync(to: &text)
        writeTransfers(to: &text)
        Self.writeLedgers(await books.figures(), to: &text)
        return text
    }

    private static func write(_ load: ServerLoad, to text: inout MetricsText) {
        text.gauge("splitclone_http_connections", "Open connections.", load.connections)
        text.gauge("splitclone_http_connections_limit", "How many there may be.", load.capacity)
        text.counter("splitclone_http_connections_accepted_total", "Connections let in.", load.accepted)
        text.gauge(
            "splitclone_http_request_body_bytes", "Memory set aside for bodies of requests under way.", load.bodyBytes)
    }

    private func writeStore(to text: inout MetricsText) {
        text.family("splitclone_store_commit_writes", .histogram, "Writes that shared a commit.") {
            $0.add(commitSizes.reading)
        }
        text.family("splitclone_store_commit_duration_seconds", .histogram, "Commits, until they were on the disk.") {
            $0.add(commitDurations.reading)
        }
        text.counter(
            "splitclone_store_commit_failures_total", "Commits that were undone.",
            failedCommits.load(ordering: .relaxed))
    }

    private func writeSync(to text: inout MetricsText) {
        let runs = syncRuns.withLock { $0 }
        text.family("splitclone_sync_runs_total", .counter, "Sync runs by what became of them.") { samples in
            for outcome in SyncReport.Outcome.allCases {
                samples.add(runs[outcome] ?? 0, ["outcome": outcome.rawValue])
            }
        }
        text.family("splitclone_sync_run_duration_seconds", .histogram, "Sync runs.") {
            $0.add(syncDurations.reading)
        }
        text.family("splitclone_sync_events_total", .counter, "Events that went through shared folders.") { samples in
            samples.add(pulledEvents.load(ordering: .relaxed), ["direction": "pulled"])
            samples.add(pushedEvents.load(ordering: .relaxed), ["direction": "pushed"])
        }
    }

    private func writeTransfers(to text: inout MetricsText) {
        let transfers = transfers.withLock { $0 }
        text.family(
            "splitclone_folder_requests_total", .counter, "Requests to folder services; status none: no answer."
        ) { samples in
            for (key, count) in transfers.requests.sorted(by: {
                ($0.key.service.rawValue, $0.key.status) < ($1.key.service.rawValue, $1.key.status)
            }) {
                samples.add(count, ["service": key.service.rawValue, "status": key.status])
            }
        }
        text.family("splitclone_folder_retries_total", .counter, "Requests that were sent again.") { samples in
            for service in TransferReport.Provider.allCases {
                samples.add(transfers.retries[service] ?? 0, ["service": service.rawValue])
            }
        }
        text.family(
            "splitclone_folder_pauses_total", .counter, "How often a service asked to be left alone for a while."
        ) { samples in
            for service in TransferReport.Provider.allCases {
                samples.add(transfers.pauses[service] ?? 0, ["service": service.rawValue])
            }
        }
    }

    private static func writeLedgers(_ ledgers: [LedgerFigures], to text: inout MetricsText) {
        text.gauge("splitclone_ledgers", "Ledgers kept here.", ledgers.count)
        text.family("splitclone_ledger_events", .gauge, "Events of a ledger, once it is open.") { samples in
            for ledger in ledgers {
                if let events = ledger.events { samples.add(events, ["ledger": "\(ledger.number)"]) }
            }
        }
        text.family(
            "splitclone_ledger_pending_events", .gauge, "Events that are not confirmed in the folder yet."
        ) { samples in
            for ledger in ledgers {
                if let sync = ledger.sync { samples.add(sync.pendingEvents, ["ledger": "\(ledger.number)"]) }
            }
        }
        text.family("splitclone_ledger_sync_state", .gauge, "1 for the state a shared ledger is in.") { samples in
            for ledger in ledgers {
                if let sync = ledger.sync {
                    samples.add(1, ["ledger": "\(ledger.number)", "state": sync.state.rawValue])
                }
            }
        }
        let now = Machine.world.now()
        text.family(
            "splitclone_ledger_last_sync_age_seconds", .gauge, "Since the last sync that went well, after this start."
        ) { samples in
            for ledger in ledgers {
                guard let last = ledger.sync?.lastSyncedAt else { continue }
                let age = max(0, now.milliseconds - last.milliseconds)
                samples.add(Double(age) / 1000, ["ledger": "\(ledger.number)"])
            }
        }
    }
}
