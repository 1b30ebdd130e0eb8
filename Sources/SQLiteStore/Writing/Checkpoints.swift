import Dispatch
import GRDB
import Synchronization

/// Moves the write-ahead log into the database file on a connection and a queue of its own, ahead of the writer: when the
/// writer comes to the end of the log (`Connection.inlineCheckpointPages`), little is left for it to move.
///
/// Passive: it takes what is there and stands in nobody's way.
final class Checkpoints: Sendable {
    static let commitsBetween = 128

    private struct State {
        var commits = 0
        var isRunning = false
    }

    private let queue = DispatchQueue(label: "splitclone.store.checkpoints", qos: .utility)
    private let state = Mutex(State())
    private let connection: Mutex<DatabaseQueue?>

    init(connection: DatabaseQueue) {
        self.connection = Mutex(connection)
    }

    func noteCommit() {
        let isDue = state.withLock { state in
            state.commits += 1
            guard state.commits >= Self.commitsBetween, !state.isRunning else { return false }
            state.commits = 0
            state.isRunning = true
            return true
        }
        guard isDue else { return }
        queue.async {
            self.run("PASSIVE")
            self.state.withLock { $0.isRunning = false }
        }
    }

    /// Empties the log, so that what was deleted is not in it any more either. Best effort: a reader may be in the way.
    func empty() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.run("TRUNCATE")
                continuation.resume()
            }
        }
    }

    func close() {
        queue.sync { connection.withLock { $0 = nil } }
    }

    /// A checkpoint that fails has lost nothing: the log still holds everything, and the next one tries again. A disk that
    /// is really at fault shows in the next write.
    private func run(_ mode: String) {
        connection.withLock { connection in
            _ = try? connection?.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(\(mode))") }
        }
    }
}
