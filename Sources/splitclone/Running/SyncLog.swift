import LedgerSync
import Logging

extension Logger {
    /// A run that moved something or ended otherwise than the one before is told; the others only to who wants to know
    /// everything. In numbers and codes: the words of a problem can name folders and people.
    func note(_ run: SyncReport) {
        let moved = run.pulled.segments + run.pushed.segments + run.pulled.events + run.pushed.events > 0
        let level: Logger.Level =
            switch run.outcome {
            case .failed, .offline: run.isNews ? .warning : .debug
            case .done: moved || run.isNews ? .info : .debug
            }
        var metadata: Logger.Metadata = [
            "ledger": "\(run.ledger)", "kind": run.isFull ? "full" : "push", "outcome": "\(run.outcome.rawValue)",
            "pulled": "\(run.pulled.events)", "pushed": "\(run.pushed.events)",
            "us": "\(Int(run.duration / .microseconds(1)))",
        ]
        if let problem = run.problem { metadata["problem"] = "\(problem)" }
        log(level: level, "synced", metadata: metadata)
    }
}
